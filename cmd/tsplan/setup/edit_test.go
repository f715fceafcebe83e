package setup

import (
	"errors"
	"path/filepath"
	"strings"
	"testing"
)

// TestAdded adds a server to configurations of all shapes. Every byte that was there is still there, in its order.
func TestAdded(t *testing.T) {
	json, toml := Host{Name: "j", key: "mcpServers"}, Host{Name: "t", key: "mcp_servers", toml: true}
	entry := json.entry("/bin/tsplan", []string{"serve"})
	value := "\"tsplan\": {\n      \"command\": \"/bin/tsplan\",\n      \"args\": [\"serve\"]\n    }"
	table := "[mcp_servers.tsplan]\ncommand = \"/bin/tsplan\"\nargs = [\"serve\"]\n"
	for _, c := range []struct {
		host          Host
		before, after string
	}{
		{json, "", "{\n  \"mcpServers\": {\n    " + value + "\n  }\n}\n"},
		{json, "{}", "{\n  \"mcpServers\": {\n    " + value + "\n  }\n}"},
		{json, "{ \n }\n", "{\n  \"mcpServers\": {\n    " + value + "\n  }\n}\n"},
		{json, "{\n  \"a\": 1\n}\n", "{\n  \"a\": 1,\n  \"mcpServers\": {\n    " + value + "\n  }\n}\n"},
		{json, "{\n  \"mcpServers\": {},\n  \"a\": \"}\"\n}\n", "{\n  \"mcpServers\": {\n    " + value + "\n  },\n  \"a\": \"}\"\n}\n"},
		{json, "{\n  \"mcpServers\": {\n    \"b\": {\"command\": \"//\"}\n  }\n}\n",
			"{\n  \"mcpServers\": {\n    \"b\": {\"command\": \"//\"},\n    " + value + "\n  }\n}\n"},
		{json, `{"mcpServers":{"b":{}},"c":[{}]}`, "{\"mcpServers\":{\"b\":{},\n    " + value + "\n  },\"c\":[{}]}"},
		{json, "{\r\n  \"mcpServers\": {}\r\n}\r\n", strings.ReplaceAll("{\n  \"mcpServers\": {\n    "+value+"\n  }\n}\n", "\n", "\r\n")},
		{toml, "", table},
		{toml, "a = 1 # one", "a = 1 # one\n\n" + table},
		{toml, "[mcp_servers.b]\ncommand = \"b\"\n\n\n", "[mcp_servers.b]\ncommand = \"b\"\n\n" + table},
		{toml, "[mcp_servers]\n[other]\nx = 1\n", "[mcp_servers]\n[other]\nx = 1\n\n" + table},
	} {
		got, err := c.host.added([]byte(c.before), entry)
		if err != nil || string(got) != c.after {
			t.Errorf("%q: %v\n%q\nwant\n%q", c.before, err, got, c.after)
			continue
		}
		if again, err := c.host.added(got, entry); err != nil || again != nil {
			t.Errorf("%q: added again: %v\n%s", c.before, err, again)
		}
	}
	for _, c := range []struct {
		host   Host
		before string
		byHand bool // it is in order
	}{
		{json, "{", false},
		{json, "[]", false},
		{json, `{"mcpServers": []}`, false},
		{json, `{"mcpServers": {"tsplan": {}}}`, true},
		{json, "{ /* a */ }", true},
		{json, `{"a": [1,],}`, true},
		{json, `{"mcpServers": {"a": {}}, "mcpServers": {"tsplan": 1}}`, true},
		{toml, "a =", false},
		{toml, "mcp_servers = {}", true},
		{toml, "[mcp_servers]\ntsplan = {}\n", true},
	} {
		var byHand *byHandError
		got, err := c.host.added([]byte(c.before), entry)
		if err == nil || errors.As(err, &byHand) != c.byHand {
			t.Errorf("%q: %v\n%s", c.before, err, got)
		}
	}
}

// TestFiles says where each host reads its configuration on each system.
func TestFiles(t *testing.T) {
	home := filepath.Join(t.TempDir(), "u")
	set := map[string]string{"CODEX_HOME": filepath.Join(home, "c"), "XDG_CONFIG_HOME": "not/absolute"}
	for _, c := range []struct{ host, system, want string }{
		{"claude-code", "linux", ".claude.json"},
		{"cursor", "windows", ".cursor/mcp.json"},
		{"vscode", "linux", ".config/Code/User/mcp.json"},
		{"vscode", "darwin", "Library/Application Support/Code/User/mcp.json"},
		{"vscode", "windows", "AppData/Roaming/Code/User/mcp.json"},
		{"codex", "darwin", "c/config.toml"},
		{"gemini", "linux", ".gemini/settings.json"},
		{"zed", "linux", ".config/zed/settings.json"},
		{"zed", "darwin", ".config/zed/settings.json"},
		{"zed", "windows", "AppData/Roaming/Zed/settings.json"},
	} {
		host, err := Find(c.host)
		if err != nil {
			t.Fatal(err)
		}
		got, err := host.fileOn(c.system, func(name string) string { return set[name] }, func() (string, error) { return home, nil })
		if want := filepath.Join(home, filepath.FromSlash(c.want)); err != nil || got != want {
			t.Errorf("%s on %s: %s, %v, want %s", c.host, c.system, got, err, want)
		}
	}
	if _, err := hosts[0].fileOn("linux", func(string) string { return "" }, func() (string, error) { return "", nil }); err == nil {
		t.Error("a file without a home directory")
	}
}
