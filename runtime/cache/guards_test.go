//go:build unix

package cache

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

var imageName = GuestImage.File(strings.Repeat("0", 64))

func do(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// foreign makes a file or directory somebody else's. Who may not do that gets a link to what is root's.
func foreign(t *testing.T, path string) {
	t.Helper()
	if os.Geteuid() == 0 {
		do(t, os.Chown(path, 65534, 65534))
		return
	}
	info, err := os.Stat(path)
	do(t, err)
	do(t, os.Remove(path))
	target := "/etc/passwd"
	if info.IsDir() {
		target = "/etc"
	}
	do(t, os.Symlink(target, path))
}

// notPrivate are ways in which a file is none that the user alone could have written.
var notPrivate = map[string]func(*testing.T, string){
	"another owner":         foreign,
	"writable by the group": func(t *testing.T, path string) { do(t, os.Chmod(path, 0o620)) },
	"writable by all":       func(t *testing.T, path string) { do(t, os.Chmod(path, 0o602)) },
	"a directory": func(t *testing.T, path string) {
		do(t, os.Remove(path))
		do(t, os.Mkdir(path, 0o700))
	},
	"a link to another's file": func(t *testing.T, path string) {
		elsewhere := filepath.Join(t.TempDir(), "file")
		do(t, os.Rename(path, elsewhere))
		foreign(t, elsewhere)
		do(t, os.Symlink(elsewhere, path))
	},
}

// TestFilesArePrivate opens the user's own regular files, and no others.
func TestFilesArePrivate(t *testing.T) {
	for name, change := range notPrivate {
		t.Run(name, func(t *testing.T) {
			d := open(t, t.TempDir())
			path := filepath.Join(d.Path(), imageName)
			do(t, os.WriteFile(path, []byte("text"), 0o600))
			f, err := d.Open(imageName)
			do(t, err)
			do(t, f.Close())
			change(t, path)
			if f, err := d.Open(imageName); !errors.Is(err, errForeign) || f != nil {
				t.Errorf("opened: %v, %v", f, err)
			}
		})
	}
	d := open(t, t.TempDir())
	if _, err := d.Open(imageName); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a file that is not there: %v", err)
	}
	do(t, os.WriteFile(filepath.Join(d.Path(), imageName), nil, 0o644))
	f, err := d.Open(imageName)
	do(t, err) // others may read it
	do(t, f.Close())
}

// TestFileIsMadeAnew replaces what is missing, foreign or of another size, and nothing else.
func TestFileIsMadeAnew(t *testing.T) {
	for name, change := range notPrivate {
		if name == "a directory" { // which no file replaces
			continue
		}
		t.Run(name, func(t *testing.T) {
			d := open(t, t.TempDir())
			do(t, os.WriteFile(filepath.Join(d.Path(), imageName), []byte("old."), 0o600))
			change(t, filepath.Join(d.Path(), imageName))
			fileHolds(t, d, 4, "new.", "new.")
		})
	}
	d := open(t, t.TempDir())
	fileHolds(t, d, 3, "one", "one")
	fileHolds(t, d, 3, "two", "one")
	fileHolds(t, d, 5, "three", "three")
	if f, err := d.File(imageName, 6, write("short")); !errors.Is(err, errForeign) || f != nil {
		t.Errorf("a file of the wrong size: %v, %v", f, err)
	}
	failed := errors.New("no more")
	if f, err := d.File(imageName, 6, func(io.Writer) error { return failed }); !errors.Is(err, failed) || f != nil {
		t.Errorf("a file that could not be made: %v, %v", f, err)
	}
	if f, err := d.File("not/there\x00", 1, write("x")); !errors.Is(err, fs.ErrInvalid) && err == nil || f != nil {
		t.Errorf("a file that cannot be looked at: %v, %v", f, err)
	}
	for _, name := range names(t, d) {
		if name != imageName && name != marker {
			t.Errorf("left behind: %s", name)
		}
	}
}

func write(text string) func(io.Writer) error {
	return func(w io.Writer) error {
		_, err := io.WriteString(w, text)
		return err
	}
}

// fileHolds asks for a file of a size, which would be made with one text, and should have another.
func fileHolds(t *testing.T, d *Dir, size int64, made, want string) {
	t.Helper()
	f, err := d.File(imageName, size, write(made))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	text, err := io.ReadAll(f)
	if err != nil || string(text) != want {
		t.Errorf("%q, %v, want %q", text, err, want)
	}
}

// TestDirectoryIsPrivate refuses a directory that others can write to, and what is none.
func TestDirectoryIsPrivate(t *testing.T) {
	for name, change := range map[string]func(string){
		"another owner":         func(path string) { foreign(t, path) },
		"writable by the group": func(path string) { do(t, os.Chmod(path, 0o720)) },
		"writable by all":       func(path string) { do(t, os.Chmod(path, 0o702)) },
		"a link": func(path string) {
			do(t, os.Remove(path))
			do(t, os.Symlink(t.TempDir(), path))
		},
	} {
		t.Run(name, func(t *testing.T) {
			for _, below := range []string{".", directory} {
				path := filepath.Join(t.TempDir(), "cache")
				do(t, os.MkdirAll(filepath.Join(path, below), 0o700))
				change(filepath.Join(path, below))
				if _, err := Open(path); err == nil || !strings.Contains(err.Error(), "others could write to it") {
					t.Errorf("%s: %v", below, err)
				}
			}
		})
	}
	path := filepath.Join(t.TempDir(), "file")
	do(t, os.WriteFile(path, nil, 0o600))
	if _, err := Open(path); err == nil || !strings.HasPrefix(err.Error(), "cache directory: ") {
		t.Errorf("a file: %v", err)
	}
}

// TestWriteLeavesNothing removes the temporary file of a write that failed.
func TestWriteLeavesNothing(t *testing.T) {
	d := open(t, t.TempDir())
	if err := d.Write(imageName, func(io.Writer) error { return fs.ErrInvalid }); !errors.Is(err, fs.ErrInvalid) {
		t.Errorf("a write that failed: %v", err)
	}
	do(t, os.MkdirAll(filepath.Join(d.Path(), imageName, "in the way"), 0o700))
	if err := d.Write(imageName, write("x")); err == nil {
		t.Error("a file took the place of a directory")
	}
	if got := names(t, d); len(got) != 2 {
		t.Errorf("left behind: %q", got)
	}
	do(t, os.RemoveAll(d.Path()))
	if err := d.Write(imageName, write("x")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a write without a directory: %v", err)
	}
}

// TestDefaultDirectory is below the user's cache directory, where there is one.
func TestDefaultDirectory(t *testing.T) {
	base := t.TempDir()
	t.Setenv("HOME", base)
	t.Setenv("XDG_CACHE_HOME", filepath.Join(base, "own"))
	if d := open(t, ""); !strings.HasPrefix(d.Path(), base) {
		t.Errorf("%s is not below %s", d.Path(), base)
	}
	t.Setenv("HOME", "")
	t.Setenv("XDG_CACHE_HOME", "")
	if _, err := Open(""); err == nil || !strings.Contains(err.Error(), "name one with --cache-dir") {
		t.Errorf("without a home: %v", err)
	}
}

// TestMarkUsed puts a file before those that were used later, and changes nothing in it.
func TestMarkUsed(t *testing.T) {
	d := open(t, t.TempDir())
	other := GuestImage.File(strings.Repeat("1", 64))
	for i, name := range []string{imageName, other} {
		do(t, d.Write(name, write("text")))
		at := time.Now().Add(time.Duration(i-2) * time.Hour)
		do(t, os.Chtimes(filepath.Join(d.Path(), name), at, at))
	}
	first := func() string {
		entries, err := d.List(GuestImage)
		do(t, err)
		return entries[0].Name
	}
	if first() != other {
		t.Error("the order is not that of use")
	}
	do(t, d.MarkUsed(imageName))
	if first() != imageName {
		t.Error("what was used last is not first")
	}
	fileHolds(t, d, 4, "new.", "text")
	do(t, d.Remove(imageName))
	if err := d.MarkUsed(imageName); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a file that is not there: %v", err)
	}
	do(t, d.Write(imageName, write("")))
	if err := d.MarkUsed(imageName); !errors.Is(err, io.EOF) {
		t.Errorf("an empty file: %v", err)
	}
}

// TestRemove says what could not be removed, and is content with what is not there.
func TestRemove(t *testing.T) {
	d := open(t, t.TempDir())
	do(t, d.Remove(imageName))
	do(t, os.MkdirAll(filepath.Join(d.Path(), imageName, "in the way"), 0o700))
	if err := d.Remove(imageName); err == nil {
		t.Error("a directory with something in it was removed")
	}
}
