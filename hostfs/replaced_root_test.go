package hostfs_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"tsplan/hostfs"
	"tsplan/hostfs/hostfstest"
)

func TestRootReplaced(t *testing.T) {
	tree := hostfstest.New(t)
	tree.Write(t, "a.ts", "")
	v, ctx := hostfs.NewView(open(t, tree.Root)), context.Background()
	if _, err := v.ReadFile("a.ts"); err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(tree.Root, tree.Root+".old"); err != nil {
		t.Fatal(err)
	}
	if _, err := v.Begin(ctx); !errors.Is(err, hostfs.ErrGone) {
		t.Errorf("Begin with the root gone = %v", err)
	}
	tree.Write(t, "a.ts", "")
	if _, err := v.Begin(ctx); !errors.Is(err, hostfs.ErrGone) {
		t.Errorf("Begin with another root in its place = %v", err)
	}
}

// TestLinkedRootGone has the link by which a root was opened lead to another directory, while the root stays.
func TestLinkedRootGone(t *testing.T) {
	tree := hostfstest.New(t)
	link := filepath.Join(tree.Parent, "link")
	lead := func(to string) {
		t.Helper()
		if err := os.Symlink(to, link); err != nil {
			t.Fatal(err)
		}
	}
	lead(tree.Root)
	root, err := hostfs.Open(link, hostfs.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	v := hostfs.NewView(root)
	if _, err := v.Begin(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(link); err != nil {
		t.Fatal(err)
	}
	if _, err := v.Begin(t.Context()); !errors.Is(err, hostfs.ErrGone) {
		t.Errorf("Begin without the link = %v", err)
	}
	lead(tree.Parent)
	if _, err := v.Begin(t.Context()); !errors.Is(err, hostfs.ErrGone) {
		t.Errorf("Begin with a link that leads elsewhere = %v", err)
	}
	if err := os.Remove(link); err != nil {
		t.Fatal(err)
	}
	lead(tree.Root)
	if _, err := v.Begin(t.Context()); err != nil {
		t.Errorf("Begin with the link as it was = %v", err)
	}
}
