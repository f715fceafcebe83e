package hostfs_test

import (
	"errors"
	"io/fs"
	"testing"

	"tsplan/hostfs"
)

// TestIdentity tells directories apart, and says when it cannot.
func TestIdentity(t *testing.T) {
	identityOf := func(dir string) (string, error) {
		r, err := hostfs.Open(dir, hostfs.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		defer r.Close()
		return r.Identity()
	}
	dir := t.TempDir()
	first, err := identityOf(dir)
	if err != nil {
		t.Fatal(err)
	}
	if again, err := identityOf(dir); err != nil || again != first {
		t.Errorf("the same directory: %q and %q, %v", first, again, err)
	}
	if other, err := identityOf(t.TempDir()); err != nil || other == first {
		t.Errorf("another directory: %q, %v", other, err)
	}
	r, err := hostfs.Open(dir, hostfs.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	if err := r.Close(); err != nil {
		t.Fatal(err)
	}
	if got, err := r.Identity(); !errors.Is(err, fs.ErrClosed) {
		t.Errorf("a closed root: %q, %v", got, err)
	}
}
