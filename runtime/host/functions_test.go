package host

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"tsplan/hostfs"
	"tsplan/runtime/outline"
	"tsplan/runtime/paths"
)

const mount = string(paths.Mount)

// TestHostFunctions checks the answers of each host function for names that are there, that are not, and that lie outside of the root.
func TestHostFunctions(t *testing.T) {
	const declared = "interface A {\n  readonly name: string;\n  readonly size: number;\n}\n"
	dir := t.TempDir()
	err := errors.Join(
		os.Mkdir(filepath.Join(dir, "d"), 0o755),
		os.WriteFile(filepath.Join(dir, "a.ts"), []byte("text"), 0o600),
		os.WriteFile(filepath.Join(dir, "d", "b.d.ts"), []byte(declared), 0o600))
	if err != nil {
		t.Fatal(err)
	}
	outlined := outline.Of(outline.Declarations, declared)
	if outlined == "" {
		t.Fatal("nothing is outlined")
	}
	root, err := hostfs.Open(dir, hostfs.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	progress := paths.Guest("")
	host := func(budget hostfs.Budget) *Functions {
		v := hostfs.NewView(root)
		v.SetBudget(budget)
		return &Functions{View: v, Words: Words{}, Progress: func(path paths.Guest) { progress = path }}
	}
	text := func(s string) Answer { return Answer{Kind: String, Text: s} }
	number := func(n float64) Answer { return Answer{Kind: Number, Number: n} }
	for _, c := range []struct {
		function, argument string
		want               Answer
	}{
		{"hostReadFile", mount + "/a.ts", text("text")},
		{"hostReadFile", "/etc/hostname", Answer{}},
		{"hostReadFile", mount + "/none.ts", Answer{}},
		{"hostRealpath", mount + "/./a.ts", text(mount + "/a.ts")},
		{"hostRealpath", "/a.ts", Answer{}},
		{"hostRealpath", mount + "/none.ts", Answer{}},
		{"hostKind", mount + "/a.ts", number(1)},
		{"hostKind", mount + "/d", number(2)},
		{"hostKind", "/", number(2)},
		{"hostKind", "/a.ts", number(0)},
		{"hostKind", mount + "/none.ts", number(0)},
		{"hostReadDir", mount, text("fa.ts\ndd\n")},
		{"hostReadDir", "/", text("d" + mount[1:] + "\n")},
		{"hostReadDir", "/d", text("")},
		{"hostReadDir", mount + "/none", text("")},
		{"hostOutline", "d" + declared, text(outlined)},
		{"hostOutline", "?" + declared, text("")},
		{"hostOutline", "", text("")},
		{"hostWords", "sb import\nconst a = <T>(b: T) => import('a') // b", text("14 23\n38")},
		{"hostWords", "ximport\nconst a = <T>(b: T) => import('a')", Answer{}}, // <T> may begin an element
		{"hostWords", "s", text("\n")},
		{"hostWords", "", Answer{}},
		{"hostProgress", "seen", Answer{}},
	} {
		if got, err := host(hostfs.Budget{}).Call(c.function, c.argument); got != c.want || err != nil {
			t.Errorf("%s(%q) = %+v, %v, want %+v", c.function, c.argument, got, err, c.want)
		}
	}
	if progress != "seen" {
		t.Errorf("progress is %q", progress)
	}
	quiet := &Functions{}
	if _, err := quiet.Call("hostProgress", "x"); err != nil {
		t.Error(err)
	}
	for _, err := range []error{hostfs.ErrBudget, hostfs.ErrChanged, context.Canceled, context.DeadlineExceeded} {
		if fatal(err) != err {
			t.Errorf("%v does not end the request", err)
		}
	}
	for _, err := range []error{nil, fs.ErrNotExist, hostfs.ErrOutside, fs.ErrPermission} {
		if fatal(err) != nil {
			t.Errorf("%v ends the request", err)
		}
	}
}

// The words of a dependency are not kept, and what cannot be searched any more is no answer.
func TestHostMentions(t *testing.T) {
	dir := t.TempDir()
	dependency := filepath.Join(dir, "node_modules", "x")
	own := filepath.Join(dir, "a.ts")
	err := errors.Join(
		os.MkdirAll(dependency, 0o755),
		os.WriteFile(filepath.Join(dependency, "index.d.ts"), []byte("text of x"), 0o600),
		os.WriteFile(filepath.Join(dependency, "other.d.ts"), []byte("text of x"), 0o600),
		os.WriteFile(filepath.Join(dir, "b.ts"), []byte("export const text = 1\nexport * from 'x'"), 0o600),
		os.WriteFile(own, []byte("text"), 0o600))
	if err != nil {
		t.Fatal(err)
	}
	root, err := hostfs.Open(dir, hostfs.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	known := Words{}
	h := &Functions{View: hostfs.NewView(root), Words: known}
	for _, path := range []string{mount + "/a.ts", mount + "/node_modules/x/index.d.ts"} {
		if got, err := h.Call("hostReadFile", path); got.Kind != String || err != nil {
			t.Fatal(got, err)
		}
	}
	if len(known) != 1 || known[sha256.Sum256([]byte("text"))].hashes == nil {
		t.Errorf("the words of %d texts are kept, want those of a.ts", len(known))
	}
	if got, err := h.Call("hostMentions", "text"); got.Text != mount+"/a.ts" || err != nil {
		t.Errorf("mentions: %+v, %v", got, err)
	}
	// Files that were not read are read if they are named, and are inside, and no dependency's.
	const unread = mount + "/a.ts\n/etc/hostname\n" + mount + "/none.ts\n" + mount + "/b.ts\n" + mount + "/node_modules/x/other.d.ts"
	if got, err := h.Call("hostServe", unread); got.Kind != Undefined || err != nil {
		t.Errorf("serve: %+v, %v", got, err)
	}
	if got, err := h.Call("hostMentions", "text"); got.Text != mount+"/a.ts\n"+mount+"/b.ts" || err != nil {
		t.Errorf("mentions: %+v, %v", got, err)
	}
	if got, err := h.Call("hostScripts", ""); got.Text != mount+"/a.ts" || err != nil {
		t.Errorf("scripts: %+v, %v", got, err)
	}
	if got, err := h.Call("hostWholeImports", ""); got.Text != mount+"/b.ts" || err != nil {
		t.Errorf("whole imports: %+v, %v", got, err)
	}
	if _, served := h.View.Sum("node_modules/x/other.d.ts"); served || len(known) != 2 {
		t.Errorf("a dependency was read: %v, and the words of %d texts are kept", served, len(known))
	}
	clear(known)
	if err := os.WriteFile(own, []byte("another"), 0o600); err != nil {
		t.Fatal(err)
	}
	if got, err := h.Call("hostMentions", "text"); !errors.Is(err, hostfs.ErrChanged) {
		t.Errorf("mentions of a file that changed: %+v, %v", got, err)
	}
}

// TestNames compares the names of the host functions with those that the guest declares, and what both say about kinds and the root.
func TestNames(t *testing.T) {
	source, err := os.ReadFile(filepath.Join("..", "..", "wasm", "guest", "host", "host.ts"))
	if err != nil {
		t.Fatal(err)
	}
	var declared []string
	for _, match := range regexp.MustCompile(`(?m)^declare const (host\w+): \(\w+: string\) => `).FindAllStringSubmatch(string(source), -1) {
		declared = append(declared, match[1])
	}
	if !slices.Equal(declared, Names()) {
		t.Errorf("the guest declares %q, the host has %q", declared, Names())
	}
	for name, value := range map[string]string{"ROOT: string": strconv.Quote(string(paths.Mount)), "FILE": strconv.Itoa(file), "DIRECTORY": strconv.Itoa(directory), "PAUSE": strconv.Itoa(pause)} {
		if constant := fmt.Sprintf("const %s = %s;\n", name, value); !strings.Contains(string(source), constant) {
			t.Errorf("host.ts has no %s", constant)
		}
	}
}
