package hostfs_test

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"testing"

	"tsplan/hostfs"
	"tsplan/hostfs/hostfstest"
)

// A warm session warns of the same things as one that starts, until they are mended.
func TestDenied(t *testing.T) {
	tree := hostfstest.New(t)
	tree.Link(t, "../proj-evil", "evil")
	tree.Link(t, "../../secret.ts", "d/secret.ts")
	tree.Write(t, "big.ts", "0123456789")
	tree.Write(t, "many/1", "")
	tree.Write(t, "many/2", "")
	tree.Write(t, "many/3", "")
	tree.Write(t, "many/4", "")
	tree.Write(t, "many/5", "")
	r, err := hostfs.Open(tree.Root, hostfs.Limits{FileSize: 5, DirEntries: 4})
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	v := hostfs.NewView(r)
	for range 2 {
		v.ReadFile("evil/x.ts")
		v.Kind("evil/y.ts")
		v.ReadFile("big.ts")
		v.ReadDir("d")
		v.Kind("d/secret.ts") // told once, though two answers lack it
		if _, err := v.ReadDir("many"); !errors.Is(err, hostfs.ErrTooLarge) {
			t.Errorf("ReadDir of too many = %v", err)
		}
		v.Kind("many/1")
		v.ReadFile("../secret.ts")
		v.ReadFile("x\x1b.ts")
		v.ReadFile("no-such.ts")
	}
	want := []hostfs.Denied{
		{`"x\x1b.ts"`, "invalid_name", 1},
		{"../secret.ts", "invalid_name", 1},
		{"big.ts", "too_large", 1},
		{"d/secret.ts", "outside_root", 1},
		{"evil", "outside_root", 1},
		{"many", "too_large", 1},
		{"many/1", "too_large", 1},
	}
	for range 2 {
		if got, more := v.Denied(); !reflect.DeepEqual(got, want) || more != 0 {
			t.Errorf("Denied = %v, %d\nwant     %v", got, more, want)
		}
		if _, err := v.Begin(context.Background()); err != nil {
			t.Fatal(err)
		}
	}
	remove("evil")(t, tree)
	tree.Write(t, "big.ts", "small")
	remove("many")(t, tree)
	remove("d/secret.ts")(t, tree)
	if _, err := v.Begin(context.Background()); err != nil {
		t.Fatal(err)
	}
	if got, _ := v.Denied(); !reflect.DeepEqual(got, want[:2]) {
		t.Errorf("Denied after repairs = %v", got)
	}
	for i := range 1500 {
		v.Kind(fmt.Sprintf("bad/../%d", i))
	}
	if got, more := v.Denied(); len(got) != 1000 || more != 502 {
		t.Errorf("Denied = %d, %d more", len(got), more)
	}
}
