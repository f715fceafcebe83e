package hostfs_test

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"testing"

	"tsplan/hostfs"
	"tsplan/hostfs/hostfstest"
)

func TestBudget(t *testing.T) {
	tree := hostfstest.New(t)
	for i := range 10 {
		tree.Write(t, fmt.Sprintf("d%d/f.ts", i), "0123456789")
	}
	names := func(v *hostfs.View, ask func(*hostfs.View, string) error) (n int, err error) {
		for n = 0; n < 10 && err == nil; n++ {
			err = ask(v, fmt.Sprintf("d%d/f.ts", n))
		}
		return n, err
	}
	read := func(v *hostfs.View, n string) error { return second(v.ReadFile(n)) }
	missing := func(v *hostfs.View, n string) error {
		_, err := v.Kind(n + n)
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		return err
	}
	for _, c := range []struct {
		budget hostfs.Budget
		ask    func(*hostfs.View, string) error
		want   int // asked until refused, 0 if never, -1 if at some time
	}{
		{hostfs.Budget{}, read, 0},
		{hostfs.Budget{Files: 10, Dirs: 11, Bytes: 100}, read, 0},
		{hostfs.Budget{Files: 4}, read, 5},
		{hostfs.Budget{Bytes: 49}, read, 5},
		{hostfs.Budget{Dirs: 5}, read, 5},
		{hostfs.Budget{Memory: 5000}, read, -1},
		{hostfs.Budget{Memory: 5000}, missing, -1},
	} {
		v := hostfs.NewView(open(t, tree.Root))
		v.SetBudget(c.budget)
		n, err := names(v, c.ask)
		refused := errors.Is(err, hostfs.ErrBudget)
		if refused != (c.want != 0) || c.want > 0 && n != c.want {
			t.Errorf("%+v: %d names, %v, want %d", c.budget, n, err, c.want)
		}
		if !errors.Is(err, v.Err()) {
			t.Errorf("%+v: Err = %v, want %v", c.budget, v.Err(), err)
		}
	}
	// The budget is for a request, and what is remembered is not paid for again.
	v := hostfs.NewView(open(t, tree.Root))
	for i := range 20 {
		v.SetBudget(hostfs.Budget{Files: 20, Dirs: 22, Memory: 8000})
		if _, err := names(v, read); err != nil {
			t.Fatalf("request %d: %v", i, err)
		}
		tree.Write(t, fmt.Sprintf("d1/%d.ts", i), "")
		remove(fmt.Sprintf("d1/%d.ts", i-1))(t, tree)
		if _, err := v.Begin(context.Background()); err != nil {
			t.Fatalf("request %d: %v", i, err)
		}
	}
}

// Asking for names that are not there costs the listing of one directory.
func TestMissingNamesAreCheap(t *testing.T) {
	tree := hostfstest.New(t)
	tree.Write(t, "src/a.ts", "")
	v := hostfs.NewView(open(t, tree.Root))
	v.SetBudget(hostfs.Budget{Dirs: 2})
	for i := range 10_000 {
		for _, name := range []string{"src/%d.ts", "src/no/such/%d/dir.ts", "none/%d.ts"} {
			if _, err := v.Stat(fmt.Sprintf(name, i)); !errors.Is(err, fs.ErrNotExist) {
				t.Fatal(err)
			}
		}
	}
}

// Names that lead to one directory in many ways are paid for, each with its listing.
func TestMemoryOfListings(t *testing.T) {
	tree := hostfstest.New(t)
	tree.Link(t, ".", "self")
	for i := range 100 {
		tree.Write(t, fmt.Sprint(i), "")
	}
	v := hostfs.NewView(open(t, tree.Root))
	v.SetBudget(hostfs.Budget{Memory: 200_000})
	name, n, err := "self", 0, error(nil)
	for ; err == nil; n++ {
		_, err = v.ReadDir(name)
		name += "/self"
	}
	if !errors.Is(err, hostfs.ErrBudget) || n > 30 {
		t.Errorf("%d listings of 100 entries, %v", n, err)
	}
}
