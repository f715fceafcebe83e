package hostfs_test

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"tsplan/hostfs"
	"tsplan/hostfs/hostfstest"
)

// treeNames is all that the trees of FuzzTree are made of.
var treeNames = []string{"a", "b", "c", "a/a", "a/b", "b/a", "b/c", "a/b/a", "a/b/c", "b/a/b", "c/a/b/c"}

var treeTargets = []string{
	"a", "b", "a/b", "c/a", ".", "..", "../..", "../a", "../b/c", "../../b", "a/../b", "b/../../a",
	"../proj/a", "../proj-evil", "../secret.ts", "/etc", "ROOT", "ROOT/a", "ROOT/b/../a", "ROOT-evil/x.ts",
}

// shape changes a tree as data says, three bytes a step. Steps that cannot be done are left out.
func shape(tree hostfstest.Tree, data []byte) {
	for ; len(data) >= 3; data = data[3:] {
		name := treeNames[int(data[1])%len(treeNames)]
		path := filepath.Join(tree.Root, name)
		switch data[0] % 6 {
		case 0, 1:
			os.MkdirAll(filepath.Dir(path), 0o755)
			os.WriteFile(path, []byte{'0' + data[2]%3}, 0o644)
		case 2:
			os.MkdirAll(path, 0o755)
		case 3:
			target := treeTargets[int(data[2])%len(treeTargets)]
			if rest, ok := cutRoot(target); ok {
				target = tree.Root + rest
			}
			os.MkdirAll(filepath.Dir(path), 0o755)
			os.Symlink(target, path)
		case 4:
			os.RemoveAll(path)
		case 5:
			os.Rename(path, filepath.Join(tree.Root, treeNames[int(data[2])%len(treeNames)]))
		}
	}
}

func cutRoot(s string) (string, bool) {
	if len(s) < 4 || s[:4] != "ROOT" {
		return "", false
	}
	return s[4:], true
}

// told is every answer about one name.
type told struct{ kind, real, text, list string }

func ask(v interface {
	Stat(string) (hostfs.Stat, error)
	Realpath(string) (string, error)
	ReadFile(string) (hostfs.File, error)
	ReadDir(string) ([]hostfs.Entry, error)
}, name string) told {
	st, err1 := v.Stat(name)
	real, err2 := v.Realpath(name)
	f, err3 := v.ReadFile(name)
	l, err4 := v.ReadDir(name)
	return told{
		fmt.Sprint(st.Kind, hostfs.Reason(err1)), real + hostfs.Reason(err2),
		string(f.Data) + hostfs.Reason(err3), fmt.Sprint(l, hostfs.Reason(err4)),
	}
}

// Any tree: Root and View agree, neither leaves the root, and both agree with the operating system
// on where a name leads. Any change to it: Begin tells all that differs, and nothing else.
func FuzzTree(f *testing.F) {
	f.Add([]byte{0, 0, 0, 2, 1, 0, 3, 5, 0}, []byte{4, 0, 0})
	f.Add([]byte{3, 0, 17, 3, 1, 18, 0, 2, 1}, []byte{5, 2, 0, 3, 2, 13})
	f.Add([]byte{3, 0, 13, 3, 1, 19, 3, 2, 14, 3, 3, 15}, []byte{4, 0, 0, 0, 3, 1})
	f.Add([]byte{2, 4, 0, 3, 1, 16, 0, 8, 2, 3, 6, 10}, []byte{5, 4, 2, 3, 4, 5})
	f.Fuzz(func(t *testing.T, before, after []byte) {
		if len(before)+len(after) <= 120 {
			checkTree(t, before, after)
		}
	})
}

func TestRandomTrees(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	bytes := func(n int) []byte {
		b := make([]byte, n)
		for i := range b {
			b[i] = byte(random.Uint32())
		}
		return b
	}
	for range 300 {
		before, after := bytes(3*random.IntN(20)), bytes(3*random.IntN(5))
		t.Run(fmt.Sprintf("%x-%x", before, after), func(t *testing.T) { checkTree(t, before, after) })
	}
}

func checkTree(t *testing.T, before, after []byte) {
	tree := hostfstest.New(t)
	shape(tree, before)
	r := open(t, tree.Root)
	v := hostfs.NewView(r)
	names := slices.Concat(treeNames, []string{".", "a/b/c/a", "c/c", "a/a/a"})
	was := map[string]told{}
	for _, n := range names {
		was[n] = ask(v, n)
		if direct := ask(r, n); was[n] != direct {
			t.Errorf("%s: View %+v, Root %+v", n, was[n], direct)
		}
		real, err := r.Realpath(n)
		want, oserr := filepath.EvalSymlinks(filepath.Join(tree.Root, n))
		switch {
		case err == nil && (oserr != nil || filepath.Join(tree.Root, real) != want):
			t.Errorf("Realpath(%s) = %s, but for the system it is %s, %v", n, real, want, oserr)
		case errors.Is(err, fs.ErrNotExist) && oserr == nil:
			t.Errorf("Realpath(%s) = %v, but for the system it is %s", n, err, want)
		case err != nil && !errors.Is(err, fs.ErrNotExist) && !errors.Is(err, hostfs.ErrOutside):
			t.Errorf("Realpath(%s) = %v", n, err)
		}
		if was[n].text == hostfstest.Canary {
			t.Errorf("ReadFile(%s) left the root", n)
		}
	}
	shape(tree, after)
	changes, err := v.Begin(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	for _, n := range names {
		now := ask(v, n)
		if fresh := ask(hostfs.NewView(r), n); now != fresh {
			t.Errorf("%s after the change: %+v, a new view: %+v", n, now, fresh)
		}
		moved := now.kind != was[n].kind || now.real != was[n].real || now.list != was[n].list
		if got := slices.Contains(changes.Structure, n); got != moved {
			t.Errorf("%s: told as structure %v, was %+v, is %+v", n, got, was[n], now)
		}
		// A file that became something else is reported as a change of structure.
		edited := now.text != was[n].text && now.kind == "file" && was[n].kind == "file"
		if got := slices.Contains(changes.Files, n); got != edited {
			t.Errorf("%s: told as file %v, was %+v, is %+v", n, got, was[n], now)
		}
	}
	if v.Err() != nil {
		t.Error(v.Err())
	}
}
