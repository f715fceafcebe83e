package hostfs_test

import (
	"context"
	"errors"
	"io/fs"
	"reflect"
	"testing"

	"tsplan/hostfs"
	"tsplan/hostfs/hostfstest"
)

func TestOneStatePerRequest(t *testing.T) {
	tree := hostfstest.New(t)
	tree.Write(t, "a.ts", "one")
	tree.Write(t, "b.ts", "bee")
	tree.Write(t, "d/x.ts", "")
	v, ctx := hostfs.NewView(open(t, tree.Root)), context.Background()
	if _, err := v.ReadFile("a.ts"); err != nil {
		t.Fatal(err)
	}
	tree.Write(t, "a.ts", "two")
	if _, err := v.ReadFile("a.ts"); !errors.Is(err, hostfs.ErrChanged) {
		t.Errorf("second ReadFile = %v", err)
	}
	for op, err := range map[string]error{
		"Err":   v.Err(),
		"Check": v.Check(),
		"Stat":  second(v.Stat("b.ts")),
		"Read":  second(v.ReadFile("b.ts")),
		"List":  second(v.ReadDir(".")),
	} {
		if !errors.Is(err, hostfs.ErrChanged) {
			t.Errorf("%s after that = %v, want ErrChanged for the rest of the request", op, err)
		}
	}
	begin := func(want hostfs.Changes) {
		t.Helper()
		if got, err := v.Begin(ctx); err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("Begin = %+v, %v, want %+v", got, err, want)
		}
	}
	begin(hostfs.Changes{Files: []string{"a.ts"}})
	if _, err := v.ReadDir("d"); err != nil {
		t.Fatal(err)
	}
	// Listed, then gone: not "not found", since the listing said otherwise.
	remove("d")(t, tree)
	if _, err := v.Stat("d"); !errors.Is(err, hostfs.ErrChanged) {
		t.Errorf("Stat of what vanished = %v", err)
	}
	begin(hostfs.Changes{Structure: []string{"d"}})
	if _, err := v.Kind("b.ts"); err != nil {
		t.Fatal(err)
	}
	remove("b.ts")(t, tree)
	if _, err := v.ReadFile("b.ts"); !errors.Is(err, hostfs.ErrChanged) {
		t.Errorf("ReadFile of what vanished = %v", err)
	}
	begin(hostfs.Changes{Structure: []string{"b.ts"}})
	tree.Write(t, "c/x.ts", "")
	begin(hostfs.Changes{})
	// Nobody asked about the file before, but its directory was listed in this request.
	tree.Write(t, "late.ts", "")
	if _, err := v.Kind("late.ts"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("Kind of what came late = %v", err)
	}
	begin(hostfs.Changes{Structure: []string{"late.ts"}})
}

func second[T any](_ T, err error) error { return err }

func TestCancelDuringRequest(t *testing.T) {
	tree := hostfstest.New(t)
	tree.Write(t, "a.ts", "")
	v := hostfs.NewView(open(t, tree.Root))
	ctx, cancel := context.WithCancel(context.Background())
	if _, err := v.Begin(ctx); err != nil {
		t.Fatal(err)
	}
	cancel()
	if _, err := v.ReadFile("a.ts"); !errors.Is(err, context.Canceled) {
		t.Errorf("ReadFile = %v", err)
	}
	if _, err := v.Begin(context.Background()); err != nil {
		t.Fatal(err)
	}
	if _, err := v.ReadFile("a.ts"); err != nil {
		t.Errorf("ReadFile in the next request = %v", err)
	}
}
