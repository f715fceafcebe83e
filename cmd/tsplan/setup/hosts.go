// Package setup puts tsplan into the configuration of agent hosts, and tries what is configured there. It is the only
// package that writes outside the cache and starts programs, and only the command setup, which a person types, leads here.
//
// It may import tools/sanitize, and nothing else of tsplan.
package setup

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	goruntime "runtime"
	"strings"
)

// Host is a program that starts MCP servers, with the place of its configuration.
type Host struct {
	Name, Title string
	// file is the path of the configuration for all projects of a user, by operating system; "" stands for those that are not listed. The
	// path starts with a key of folders.
	file map[string]string
	toml bool   // else JSON
	key  string // of the table that has the servers by name
	// more are the fields that this host wants in addition.
	more []field
}

type field struct {
	Name  string
	Value any
}

var hosts = []Host{
	{Name: "claude-code", Title: "Claude Code", key: "mcpServers", more: []field{{"type", "stdio"}},
		file: map[string]string{"": "CLAUDE_CONFIG_DIR/.claude.json"}},
	{Name: "cursor", Title: "Cursor", key: "mcpServers",
		file: map[string]string{"": "HOME/.cursor/mcp.json"}},
	{Name: "vscode", Title: "VS Code", key: "servers", more: []field{{"type", "stdio"}},
		file: map[string]string{
			"":        "XDG_CONFIG_HOME/Code/User/mcp.json",
			"darwin":  "HOME/Library/Application Support/Code/User/mcp.json",
			"windows": "APPDATA/Code/User/mcp.json",
		}},
	// The first plan in a large project takes longer than the 60 s that Codex waits by default.
	{Name: "codex", Title: "Codex", key: "mcp_servers", toml: true, more: []field{{"tool_timeout_sec", 120}},
		file: map[string]string{"": "CODEX_HOME/config.toml"}},
	{Name: "gemini", Title: "Gemini CLI", key: "mcpServers",
		file: map[string]string{"": "HOME/.gemini/settings.json"}},
	{Name: "zed", Title: "Zed", key: "context_servers", more: []field{{"source", "custom"}},
		file: map[string]string{
			"":        "XDG_CONFIG_HOME/zed/settings.json",
			"darwin":  "HOME/.config/zed/settings.json",
			"windows": "APPDATA/Zed/settings.json",
		}},
}

// folders are the directories that the paths of files start with: the environment variable of that name or, without it, this place in the
// home directory.
var folders = map[string]string{
	"HOME":              "",
	"CLAUDE_CONFIG_DIR": "",
	"CODEX_HOME":        ".codex",
	"XDG_CONFIG_HOME":   ".config",
	"APPDATA":           filepath.Join("AppData", "Roaming"),
}

// Names returns the names of the hosts.
func Names() []string {
	var names []string
	for _, h := range hosts {
		names = append(names, h.Name)
	}
	return names
}

// Find returns the host of a name.
func Find(name string) (Host, error) {
	for _, h := range hosts {
		if h.Name == name {
			return h, nil
		}
	}
	return Host{}, fmt.Errorf("no host %q: there are %s", name, strings.Join(Names(), ", "))
}

// File returns the absolute path of the host's configuration on this system, whether or not the file exists.
func (h Host) File() (string, error) { return h.fileOn(goruntime.GOOS, os.Getenv, os.UserHomeDir) }

func (h Host) fileOn(system string, env func(string) string, home func() (string, error)) (string, error) {
	place, ok := h.file[system]
	if !ok {
		place = h.file[""]
	}
	folder, rest, _ := strings.Cut(place, "/")
	if dir := env(folder); folder != "HOME" && filepath.IsAbs(dir) {
		return filepath.Join(dir, filepath.FromSlash(rest)), nil
	}
	dir, err := home()
	if err != nil || !filepath.IsAbs(dir) {
		return "", errors.Join(errors.New("the home directory is not known, so neither is where "+h.Title+" reads its configuration"), err)
	}
	return filepath.Join(dir, folders[folder], filepath.FromSlash(rest)), nil
}

// entry is the configuration of the server under the name tsplan.
func (h Host) entry(command string, args []string) []field {
	return append([]field{{"command", command}, {"args", args}}, h.more...)
}
