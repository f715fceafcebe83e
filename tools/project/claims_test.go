package project

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"tsplan/hostfs"
	"tsplan/hostfs/hostfstest"
	"tsplan/runtime"
	"tsplan/runtime/paths"
	"tsplan/runtime/protocol"
	"tsplan/tools/plan"
	"tsplan/tools/tool"
)

// lied returns a request whose guest answered with the given claims, about a project with hostile surroundings.
func lied(t testing.TB) (*Request, hostfstest.Tree) {
	t.Helper()
	tree := hostfstest.New(t)
	tree.Write(t, "src/a.ts", "export const a = '\U0001F600'\r\nexport const b = a\n")
	tree.Write(t, "src/b.ts", "\xEF\xBB\xBFimport { a } from './a'\n")
	tree.Write(t, "src/u.ts", "\xFF\xFEa\x00")
	tree.Write(t, "node_modules/x/index.ts", "export const a = 1\n")
	tree.Write(t, ".git/config", "[core]\n")
	tree.Link(t, "../../secret.ts", "src/out.ts")
	tree.Link(t, "a.ts", "src/alias.ts")
	root, err := hostfs.Open(tree.Root, hostfs.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { root.Close() })
	session := &runtime.Session{View: hostfs.NewView(root), Root: root}
	return &Request{Session: session, Place: tool.Place{Root: tree.Root, Name: "."}}, tree
}

// inGuest writes the guest's path of the root where a claim has /project.
func inGuest(claims string) []byte {
	return []byte(strings.ReplaceAll(claims, "/project", string(paths.Mount)))
}

// TestClaims are lies about a plan. None passes, and each is told as what it is.
func TestClaims(t *testing.T) {
	for _, test := range []struct {
		name, claims string
		want         tool.Code // "" for a plan
	}{
		{"true", `[{"path":"/project/src/a.ts","spans":[[13,1,"z"],[36,1,"z"]]}]`, ""},
		{"by an alias", `[{"path":"/project/src/alias.ts","spans":[[13,1,"z"]]}]`, ""},
		{"overlapping", `[{"path":"/project/src/a.ts","spans":[[13,3,"z"],[14,1,"z"]]}]`, tool.GuestFault},
		{"past the end", `[{"path":"/project/src/a.ts","spans":[[1000,1,"z"]]}]`, tool.GuestFault},
		{"length past the end", `[{"path":"/project/src/a.ts","spans":[[0,1000000000000,"z"]]}]`, tool.GuestFault},
		{"sum overflows", `[{"path":"/project/src/a.ts","spans":[[9223372036854775807,9223372036854775807,"z"]]}]`, tool.GuestFault},
		{"negative", `[{"path":"/project/src/a.ts","spans":[[-1,1,"z"]]}]`, tool.GuestFault},
		{"half a character", `[{"path":"/project/src/a.ts","spans":[[19,1,"z"]]}]`, tool.GuestFault},
		{"half a line break", `[{"path":"/project/src/a.ts","spans":[[22,1,"z"]]}]`, tool.GuestFault},
		{"NUL", `[{"path":"/project/src/a.ts","spans":[[13,1,"\u0000"]]}]`, tool.GuestFault},
		{"escape", `[{"path":"/project/src/a.ts","spans":[[13,1,"\u001b[2J"]]}]`, tool.GuestFault},
		{"right to left", `[{"path":"/project/src/a.ts","spans":[[13,1,"\u202e"]]}]`, tool.GuestFault},
		{"outside the project", `[{"path":"/etc/passwd","spans":[[0,1,"z"]]}]`, tool.GuestFault},
		{"out by dots", `[{"path":"/project/../secret.ts","spans":[[0,1,"z"]]}]`, tool.GuestFault},
		{"out by a link", `[{"path":"/project/src/out.ts","spans":[[0,1,"z"]]}]`, tool.OutsideRoot},
		{"the root", `[{"path":"/project","spans":[[0,1,"z"]]}]`, tool.NotRegular},
		{"no such file", `[{"path":"/project/src/none.ts","spans":[[0,1,"z"]]}]`, tool.NotFound},
		{"a dependency", `[{"path":"/project/node_modules/x/index.ts","spans":[[13,1,"z"]]}]`, tool.GuestFault},
		{"git's own", `[{"path":"/project/.git/config","spans":[[0,1,"z"]]}]`, tool.InvalidArgument},
		{"not UTF-8", `[{"path":"/project/src/u.ts","spans":[[0,1,"z"]]}]`, tool.InvalidArgument},
		{"twice", `[{"path":"/project/src/a.ts","spans":[[13,1,"z"]]},{"path":"/project/src/a.ts","spans":[[0,1,"z"]]}]`, tool.GuestFault},
		{"twice by an alias", `[{"path":"/project/src/a.ts","spans":[[13,1,"z"]]},{"path":"/project/src/./alias.ts","spans":[[0,1,"z"]]}]`, tool.GuestFault},
	} {
		t.Run(test.name, func(t *testing.T) {
			r, _ := lied(t)
			var claims []protocol.FileSpans
			if err := json.Unmarshal(inGuest(test.claims), &claims); err != nil {
				t.Fatal(err)
			}
			if _, err := r.Check(claims); !toldAs(err, test.want) {
				t.Errorf("got %v, want %q", err, test.want)
			}
		})
	}
}

// TestOutlineClaims are lies about the symbols of a file.
func TestOutlineClaims(t *testing.T) {
	for claim, want := range map[string]bool{
		`[["a","class",[0,9,6,7,0,9,-1,-1,8],0,[]]]`:      true,
		`[["a","class",[0,9,6,7,0,9,-1,-1],0,[]]]`:        false, // no end of the signature
		`[["a","class",[],0,[]]]`:                         false,
		`[["","class",[0,9,6,7,0,9,-1,-1,8],0,[]]]`:       false, // no name
		`[["a","class",[-1,-1,6,7,0,9,-1,-1,8],0,[]]]`:    false, // no span
		`[["a","class",[0,9,6,7,-1,-1,-1,-1,-1],0,[]]]`:   false, // no declaration
		`[["a","class",[0,9,6,7,2,9,-1,-1,1],0,[]]]`:      false, // a signature that ends before the declaration
		`[["a","class",[0,9,6,7,0,9,-1,-1,10],0,[]]]`:     false, // a signature that is longer than the declaration
		`[["a","class",[0,9,6,7,0,9,-1,-1,8],0,[["b"]]]]`: false, // a child without anything
	} {
		var claimed []protocol.OutlineSymbol
		if err := json.Unmarshal([]byte(claim), &claimed); err != nil {
			t.Fatal(err)
		}
		if _, err := newOutline(claimed, nil); (err == nil) != want {
			t.Errorf("%s: %v", claim, err)
		}
	}
}

// FuzzPlan reads an answer of the guest as the tools do. What passes is a plan: of files in the root, each once, in
// order, and its edits lead from the bytes on disk to the bytes that it promises.
func FuzzPlan(f *testing.F) {
	for _, seed := range []string{
		`{"edits":[{"path":"/project/src/a.ts","spans":[[13,1,"z"],[36,1,"z"]]},{"path":"/project/src/b.ts","spans":[[9,1,"a as z"]]}]}`,
		`{"edits":[{"path":"/project/src/../src/alias.ts","spans":[[0,0,""],[0,0,"x"]]}]}`,
		`{"edits":[{"path":"/project//src/u.ts","spans":[[0]]},null,{}],"projects":["\u001b"],"warnings":[["\u202e"],[{"path":"\u202e"}]]}`,
		`{"edits":[{"path":"/project/node_modules/x/index.ts","spans":[[13,1,"z"]]}]}`,
		`{"edits":[{"path":"/project/src/out.ts","spans":[[1e3,-1,7]]}]}`,
		`{"edits":{"path":7}}`,
		"{\n\"projects\":[\"/project/a\\nb\"]}",
	} {
		f.Add(inGuest(seed))
	}
	r, tree := lied(f)
	f.Fuzz(func(t *testing.T, data []byte) {
		var answer struct {
			Edits    []protocol.FileSpans
			Projects []paths.Guest
			Warnings []paths.Message
		}
		if json.Unmarshal(data, &answer) != nil {
			return
		}
		for _, name := range r.AllShown(answer.Projects) {
			if strings.ContainsAny(name, "\x00\x1b\n\u202e\u200b") {
				t.Fatalf("%q leaves", name)
			}
		}
		for _, warning := range answer.Warnings {
			if text := r.Say(warning); strings.ContainsAny(text, "\x00\x1b\r\u202e\u200b") {
				t.Fatalf("%q leaves", text)
			}
		}
		r.View = hostfs.NewView(r.Root)
		e, err := r.Check(answer.Edits)
		if err != nil {
			var told *tool.Error
			if !errors.As(Explain(err), &told) || told.Code == tool.Internal {
				t.Fatalf("%T %v is not of the list", err, err)
			}
			return
		}
		last := ""
		for _, edits := range e.Edits {
			if edits.FilePath <= last || plan.CheckName(edits.FilePath) != nil {
				t.Fatalf("%q comes after %q", edits.FilePath, last)
			}
			last = edits.FilePath
			real, err := filepath.EvalSymlinks(filepath.Join(tree.Root, edits.FilePath))
			if err != nil || real != filepath.Join(tree.Root, edits.FilePath) {
				t.Fatalf("%q is %q, %v", edits.FilePath, real, err)
			}
			data, err := os.ReadFile(real)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := plan.Apply(edits, data); err != nil {
				t.Fatalf("%+v does not hold: %v", edits, err)
			}
		}
	})
}

// A project root that cannot be asked about is told as what it is.
func TestProjectExists(t *testing.T) {
	r, _ := lied(t)
	for name, want := range map[string]tool.Code{
		".": "", "src": "", "none": tool.NotFound, "src/a.ts": tool.InvalidArgument, "src/out.ts": tool.OutsideRoot,
	} {
		r.Place.Name = name
		if err := r.projectExists(); !toldAs(err, want) {
			t.Errorf("%s: %v, want %q", name, err, want)
		}
	}
}

// toldAs says whether an error has a code; "" is for none.
func toldAs(err error, want tool.Code) bool {
	var told *tool.Error
	err = Explain(err)
	return want == "" && err == nil || want != "" && errors.As(err, &told) && told.Code == want
}
