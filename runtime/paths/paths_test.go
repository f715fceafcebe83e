package paths_test

import (
	"encoding/json"
	"testing"

	"tsplan/runtime/paths"
)

const mount = string(paths.Mount)

func TestName(t *testing.T) {
	for path, want := range map[string]string{
		mount:                          ".",
		mount + "/":                    ".",
		mount + "/a.ts":                "a.ts",
		mount + "/src/../project/a":    "project/a",
		mount + mount + "/a.ts":        mount[1:] + "/a.ts",
		mount + "/project/project/x":   "project/project/x",
		mount + "x/a.ts":               "",
		mount + "/../a.ts":             "",
		"/lib/lib.d.ts":                "",
		"":                             "",
		"a.ts":                         "",
		mount + "/src/../../etc/hosts": "",
	} {
		name, ok := paths.Guest(path).Name()
		if ok != (want != "") || ok && name != want {
			t.Errorf("%s is %q, %v, want %q", path, name, ok, want)
		}
		if ok && paths.InGuest(name) != paths.Guest(path) {
			if again, _ := paths.InGuest(name).Name(); again != name {
				t.Errorf("%s: %s is %s", path, name, again)
			}
		}
	}
}

func TestShow(t *testing.T) {
	for _, c := range []struct {
		workspace paths.Workspace
		name      string
		want      paths.Shown
	}{
		{".", "a.ts", "a.ts"},
		{".", ".", "."},
		{"", "src/a.ts", "src/a.ts"},
		{"project", "project/project/a.ts", "project/a.ts"},
		{"packages/a", "packages/a/src/a.ts", "src/a.ts"},
		{"packages/a", "packages/a", "."},
		{"packages/a", "packages/ab/a.ts", "../ab/a.ts"},
		{"packages/a", "packages", ".."},
		{"packages/a", "a.ts", "../../a.ts"},
		{"packages/a", ".", "../.."},
	} {
		if got := c.workspace.Show(c.name); got != c.want {
			t.Errorf("%s in %s is shown as %s, want %s", c.name, c.workspace, got, c.want)
		}
	}
	if got := paths.Workspace("a").ShowGuest("/lib/lib.d.ts"); got != "/lib/lib.d.ts" {
		t.Errorf("a lib file is shown as %s", got)
	}
}

// A text is shown as a path only where the guest marks it as one.
func TestSay(t *testing.T) {
	text := `["\"/project/a.ts\" is not ",{"path":"` + mount + `/src/project/a.ts"},": ",{"path":"/lib/x.d.ts"},""]`
	var m paths.Message
	if err := json.Unmarshal([]byte(text), &m); err != nil {
		t.Fatal(err)
	}
	if got, want := paths.Workspace("src").Say(m), `"/project/a.ts" is not project/a.ts: /lib/x.d.ts`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if again, err := json.Marshal(m); err != nil || string(again) != text {
		t.Errorf("%s, %v", again, err)
	}
	for _, bad := range []string{`[7]`, `["a]`, `[{"path":7}]`, `"text"`} {
		if json.Unmarshal([]byte(bad), &m) == nil {
			t.Errorf("%s is a message", bad)
		}
	}
}
