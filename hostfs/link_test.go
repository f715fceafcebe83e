package hostfs

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"testing"
)

// TestReadlink asks for the targets of a link and of names that are none, and checks the error that each system's answer becomes.
func TestReadlink(t *testing.T) {
	dir := t.TempDir()
	if err := errors.Join(os.WriteFile(filepath.Join(dir, "f"), nil, 0o644), os.Symlink("f", filepath.Join(dir, "l"))); err != nil {
		t.Fatal(err)
	}
	r, err := Open(dir, Limits{})
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	for name, want := range map[string]error{"l": nil, "f": ErrChanged, "none": ErrChanged, "f/x": fs.ErrNotExist} {
		if target, err := r.readlink(name); err != want || err == nil && target != "f" {
			t.Errorf("readlink(%s) = %q, %v, want %v", name, target, err, want)
		}
	}
	for _, c := range []struct {
		now  Stat
		err  error
		want error
	}{
		{Stat{Kind: KindLink}, nil, ErrNotRegular}, // on Windows
		{Stat{Kind: KindFile}, nil, ErrChanged},
		{Stat{}, fs.ErrNotExist, ErrChanged},
		{Stat{Kind: KindLink}, fs.ErrNotExist, ErrChanged},
		{Stat{}, fs.ErrPermission, fs.ErrPermission},
		{Stat{}, syscall.EIO, syscall.EIO},
	} {
		if got := noLink(c.now, c.err); got != c.want {
			t.Errorf("noLink(%v, %v) = %v, want %v", c.now, c.err, got, c.want)
		}
	}
}

// TestRelative checks which targets of links are relative to the link's directory, as Unix and as Windows write them.
func TestRelative(t *testing.T) {
	for path, want := range map[string][2]bool{ // on POSIX, on Windows
		"": {true, true}, "a/b": {true, true}, "..": {true, true}, "/a": {false, false},
		`\a`: {true, false}, `\\s\h`: {true, false}, "C:": {true, false}, "C:a": {true, false}, `C:\a`: {true, false}, "1:a": {true, true},
	} {
		if got := [2]bool{Posix.relative(path), Windows.relative(path)}; got != want {
			t.Errorf("relative(%q) = %v, want %v", path, got, want)
		}
	}
}
