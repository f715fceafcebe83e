package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// hostTools is the directory of the npm packages of agent hosts.
const hostTools = "testdata/hosts"

// hosts sets tsplan up in agent hosts from npm, with an empty home directory, and checks that each host lists tsplan.
func (b builder) hosts(ctx context.Context) error {
	if err := installPackages(ctx, "agent hosts", hostTools); err != nil {
		return err
	}
	packages, err := filepath.Abs(hostTools + "/node_modules")
	if err != nil {
		return err
	}
	if err := command(ctx, packages+"/@anthropic-ai/claude-code", "node", "install.cjs"); err != nil { // copies the program from the package of this system
		return err
	}
	tsplan, err := filepath.Abs(b.binary())
	if err != nil {
		return err
	}
	home, err := os.MkdirTemp("", "tsplan-hosts")
	if err != nil {
		return err
	}
	defer os.RemoveAll(home)
	trust, err := json.Marshal(map[string]string{home: "TRUST_FOLDER"})
	if err != nil {
		return err
	}
	if err := os.Mkdir(home+"/.gemini", 0o700); err != nil {
		return err
	}
	if err := os.WriteFile(home+"/.gemini/trustedFolders.json", trust, 0o600); err != nil { // Gemini CLI starts servers in trusted directories only
		return err
	}
	var errs []error
	for _, host := range []struct {
		name, program string
		arguments     []string
		says          string
	}{
		{"claude-code", "claude", []string{"mcp", "list"}, "Connected"},
		{"gemini", "gemini", []string{"mcp", "list"}, "Connected"},
		{"codex", "codex", []string{"mcp", "list"}, "enabled"},
		{"", "mcp-inspector", []string{"--cli", tsplan, "serve", "--root", home, "--method", "tools/list"}, "planRenameSymbol"},
	} {
		in := func(program string, arguments ...string) ([]byte, error) {
			cmd := exec.CommandContext(ctx, program, arguments...)
			cmd.Dir, cmd.Env = home, append(os.Environ(), "HOME="+home, "USERPROFILE="+home)
			return cmd.CombinedOutput()
		}
		if host.name != "" {
			if out, err := in(tsplan, "setup", host.name, "--write", "--root", home); err != nil {
				return fmt.Errorf("tsplan setup %s: %w\n%s", host.name, err, out)
			}
		}
		out, err := in(packages+"/.bin/"+host.program, host.arguments...)
		if err != nil || !bytes.Contains(out, []byte(host.says)) || !bytes.Contains(out, []byte("tsplan")) {
			errs = append(errs, fmt.Errorf("%s %s does not say %q: %v\n%s", host.program, strings.Join(host.arguments, " "), host.says, err, out))
			continue
		}
		fmt.Printf("ok: %s %s: %s\n", host.program, strings.Join(host.arguments[:2], " "), host.says)
	}
	return errors.Join(errs...)
}
