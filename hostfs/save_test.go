package hostfs_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/gob"
	"errors"
	"io/fs"
	"maps"
	"reflect"
	"slices"
	"testing"

	"tsplan/hostfs"
	"tsplan/hostfs/hostfstest"
)

// A view that was saved and restored answers as before, without asking the disk, and its Begin tells what changed.
func TestSave(t *testing.T) {
	tree := freshTree(t)
	tree.Link(t, "../proj-evil", "out")
	r, ctx := open(t, tree.Root), context.Background()
	v := hostfs.NewView(r)
	before := use(v)
	denied, _ := v.Denied()
	var saved bytes.Buffer
	if err := v.Save(&saved); err != nil {
		t.Fatal(err)
	}
	restore := func() *hostfs.View {
		t.Helper()
		restored, err := hostfs.RestoreView(r, bytes.NewReader(saved.Bytes()))
		if err != nil {
			t.Fatal(err)
		}
		return restored
	}
	restored := restore()
	if c, err := restored.Begin(ctx); err != nil || len(c.Files)+len(c.Structure) > 0 {
		t.Errorf("Begin = %+v, %v", c, err)
	}
	if got := use(restored); !reflect.DeepEqual(got, before) {
		t.Errorf("the answers are\n%v\nand were\n%v", got, before)
	}
	if got, _ := restored.Denied(); !slices.Equal(got, denied) || len(denied) == 0 {
		t.Errorf("Denied = %v, was %v", got, denied)
	}

	tree.Write(t, "src/b.ts", "changed")
	relink("../unused", "pkg")(t, tree)
	restored = restore()
	if c, err := restored.Begin(ctx); err != nil || !slices.Contains(c.Files, "src/b.ts") || !slices.Contains(c.Structure, "pkg/a.ts") {
		t.Errorf("Begin after a change = %+v, %v", c, err)
	}
	if got, fresh := use(restored), use(hostfs.NewView(r)); !reflect.DeepEqual(got, fresh) {
		t.Errorf("the answers are\n%v\nand of a new view\n%v", got, fresh)
	}
}

// RestoreView refuses bytes that hold no view, and a view with an unknown sentinel.
func TestRestoreRefuses(t *testing.T) {
	r := open(t, hostfstest.New(t).Root)
	if _, err := hostfs.RestoreView(r, bytes.NewReader([]byte("no view"))); err == nil {
		t.Error("nonsense was restored")
	}
	type fail struct{ Fail uint8 }
	encode := func(v any) *bytes.Reader {
		var b bytes.Buffer
		if err := gob.NewEncoder(&b).Encode(v); err != nil {
			t.Fatal(err)
		}
		return bytes.NewReader(b.Bytes())
	}
	const sentinels = 9
	for code := range uint8(12) {
		v, err := hostfs.RestoreView(r, encode(struct{ Answers map[string]fail }{map[string]fail{"a.ts": {code}}}))
		if known := code <= sentinels; known != (err == nil) {
			t.Errorf("sentinel %d: %v", code, err)
			continue
		} else if !known {
			continue
		}
		if _, err := v.Kind("a.ts"); (err == nil) != (code == 0) {
			t.Errorf("sentinel %d answers %v", code, err)
		}
	}
	// Links are followed again in a directory that was saved without any.
	type directory struct {
		Entries []hostfs.Entry
		Stat    hostfs.Stat
	}
	tree := hostfstest.New(t)
	tree.Link(t, ".", "l")
	linked := open(t, tree.Root)
	v, err := hostfs.RestoreView(linked, encode(struct{ Dirs map[string]directory }{
		map[string]directory{".": {Entries: []hostfs.Entry{{Name: "l", Kind: hostfs.KindLink}}}}}))
	if err != nil {
		t.Fatal(err)
	}
	if real, err := v.Realpath("l"); err != nil || real != "." {
		t.Errorf("Realpath = %q, %v", real, err)
	}
}

// Sum tells the hash of what was served, and of nothing else.
func TestSum(t *testing.T) {
	tree := hostfstest.New(t)
	tree.Write(t, "a.ts", "a")
	tree.Write(t, "large.ts", "0123456789")
	r, err := hostfs.Open(tree.Root, hostfs.Limits{FileSize: 5})
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	v := hostfs.NewView(r)
	if _, ok := v.Sum("a.ts"); ok {
		t.Error("a file that was not served has a hash")
	}
	f, err := v.ReadFile("a.ts")
	if err != nil {
		t.Fatal(err)
	}
	if sum, ok := v.Sum("a.ts"); !ok || sum != f.SHA256 {
		t.Errorf("Sum = %x, %v, want %x", sum, ok, f.SHA256)
	}
	_, _ = v.ReadFile("large.ts")
	if _, ok := v.Sum("large.ts"); ok {
		t.Error("a file that is too large has a hash")
	}
	v.SetBudget(hostfs.Budget{Files: 1})
	_, _ = v.ReadFile("a.ts")
	if _, ok := v.Sum("a.ts"); ok || v.Err() == nil {
		t.Errorf("a request that failed has a hash, or did not fail: %v", v.Err())
	}
}

// Stat fails for a name that was a file when its directory was listed and is a directory now.
func TestStatOfAnotherKind(t *testing.T) {
	tree := hostfstest.New(t)
	tree.Write(t, "a", "text")
	v := hostfs.NewView(open(t, tree.Root))
	if _, err := v.Kind("a"); err != nil {
		t.Fatal(err)
	}
	both(remove("a"), write("a/b.ts", ""))(t, tree)
	if st, err := v.Stat("a"); hostfs.Reason(err) != "changed" {
		t.Errorf("Stat = %+v, %v", st, err)
	}
}

// Listed is about the entry, not about what it leads to.
func TestListed(t *testing.T) {
	tree := hostfstest.New(t)
	tree.Write(t, "d/a.ts", "")
	tree.Link(t, "../../secret.ts", "d/out.ts")
	tree.Link(t, "nothing", "d/dangling")
	tree.Link(t, "d", "l")
	r := open(t, tree.Root)
	v := hostfs.NewView(r)
	for name, want := range map[string]bool{
		"d": true, "d/a.ts": true, "d/out.ts": true, "d/dangling": true, "l": true, "l/a.ts": true, "l/dangling": true,
		"none": false, "d/none": false, "d/a.ts/x": false,
	} {
		if got, err := v.Listed(name); got != want || err != nil {
			t.Errorf("Listed(%q) = %v, %v", name, got, err)
		}
	}
	if got, err := v.Listed("none/x"); got || !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("Listed below nothing = %v, %v", got, err)
	}
	v = hostfs.NewView(r)
	v.SetBudget(hostfs.Budget{Dirs: 1})
	if got, err := v.Listed("d/a.ts"); got || !errors.Is(err, hostfs.ErrBudget) || !errors.Is(v.Err(), hostfs.ErrBudget) {
		t.Errorf("Listed without a budget = %v, %v", got, err)
	}
}

// Served tells of each file that was read, and of none that could not be.
func TestServed(t *testing.T) {
	tree := hostfstest.New(t)
	want := map[string][32]byte{}
	for _, name := range []string{"a.ts", "b.ts", "c.ts"} {
		tree.Write(t, name, name)
		want[name] = sha256.Sum256([]byte(name))
	}
	tree.Write(t, "large.ts", "0123456789")
	r, err := hostfs.Open(tree.Root, hostfs.Limits{FileSize: 5})
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	v := hostfs.NewView(r)
	for _, name := range []string{"a.ts", "b.ts", "c.ts", "large.ts", "none.ts"} {
		_, _ = v.ReadFile(name)
	}
	if got := maps.Collect(v.Served); !maps.Equal(got, want) {
		t.Errorf("Served = %v, want %v", got, want)
	}
	told := 0
	for range v.Served {
		told++
		break
	}
	if told != 1 {
		t.Errorf("%d files were told after the first was enough", told)
	}
}
