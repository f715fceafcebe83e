package hostfs

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

func TestRacy(t *testing.T) {
	read := time.Unix(1000, 0)
	at := func(s float64) int64 { return int64(s * 1e9) }
	for _, c := range []struct {
		mtime, ctime int64
		want         bool
	}{
		{at(900), at(900), false},
		{at(997.9), at(997.9), false},
		{at(998.1), at(998.1), true},
		{at(1000), at(1000), true},
		{at(1001), at(1001), true},
		{at(900), at(999), true},   // an old time, set just now
		{at(2000), at(900), false}, // a time in the future, set long ago
		{at(999), 0, true},         // no time of change kept
		{at(2000), 0, true},
		{at(900), 0, false},
	} {
		if got := racy(Stat{ModTime: c.mtime, ChangeTime: c.ctime}, read); got != c.want {
			t.Errorf("racy(mtime %d, ctime %d) = %v", c.mtime, c.ctime, got)
		}
	}
}

// On a file system that does not keep a directory's times, what is missed when it is used makes
// the directory be listed again.
func TestDirectoryWithoutTimes(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"a.ts", "b.ts", "d/x.ts"} {
		path := filepath.Join(dir, name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, nil, 0o644)); err != nil {
			t.Fatal(err)
		}
	}
	r, err := Open(dir, Limits{})
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	for _, name := range []string{"a.ts", "d/x.ts"} {
		v := NewView(r)
		if _, err := v.ReadFile(name); err != nil {
			t.Fatal(err)
		}
		if err := os.RemoveAll(filepath.Join(dir, strings.Split(name, "/")[0])); err != nil {
			t.Fatal(err)
		}
		root := v.dirs["."]
		if root.stat, err = r.lstat("."); err != nil {
			t.Fatal(err)
		}
		root.racy = false
		c, err := v.Begin(context.Background())
		if err != nil || !slices.Contains(c.Structure, name) {
			t.Errorf("%s: Begin = %v, %v", name, c, err)
		}
	}
}

// A directory that becomes a link, with the listing above it none the wiser, is not read through the link.
func TestDirectoryBecomesLink(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"d/x.ts", "other/y.ts"} {
		path := filepath.Join(dir, name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, nil, 0o644)); err != nil {
			t.Fatal(err)
		}
	}
	r, err := Open(dir, Limits{})
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	v := NewView(r)
	if _, err := v.ReadDir("d"); err != nil {
		t.Fatal(err)
	}
	err = errors.Join(os.RemoveAll(filepath.Join(dir, "d")), os.Symlink("other", filepath.Join(dir, "d")))
	if err != nil {
		t.Fatal(err)
	}
	above := v.dirs["."]
	if above.stat, err = r.lstat("."); err != nil {
		t.Fatal(err)
	}
	above.racy = false
	if err := v.refreshDirs(); !errors.Is(err, ErrChanged) || !above.racy {
		t.Errorf("refreshDirs = %v, and the listing above is to be read again: %v", err, above.racy)
	}
}

// Answers are found anew only after a change of something that they could depend on.
func TestSameDir(t *testing.T) {
	dir := t.TempDir()
	for name, target := range map[string]string{"l": "a", "m": "c"} {
		if err := os.Symlink(target, filepath.Join(dir, name)); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(dir, "f"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	r, err := Open(dir, Limits{})
	if err != nil {
		t.Fatal(err)
	}
	v := NewView(r)
	make := func(fail error, unnamed int, targets map[string]string, names ...string) *directory {
		d := &directory{fail: fail, targets: targets}
		d.unnamed = unnamed
		for _, name := range names {
			d.entries = append(d.entries, Entry{name, KindFile})
		}
		return d
	}
	followed := func(target string) *directory { return make(nil, 0, map[string]string{"l": target}, "x") }
	for _, c := range []struct {
		name     string
		was, now *directory
		want     bool
	}{
		{"the same", make(nil, 1, nil, "x"), make(nil, 1, nil, "x"), true},
		{"another failure", make(ErrTooLarge, 0, nil), make(ErrOutside, 0, nil), false},
		{"fails no more", make(ErrTooLarge, 0, nil, "x"), make(nil, 0, nil, "x"), false},
		{"more that have no name", make(nil, 1, nil, "x"), make(nil, 2, nil, "x"), false},
		{"another entry", make(nil, 0, nil, "x"), make(nil, 0, nil, "y"), false},
		{"the link as it was", followed("a"), make(nil, 0, map[string]string{}, "x"), true},
		{"the link leads elsewhere", followed("b"), make(nil, 0, map[string]string{}, "x"), false},
		{"the one link of two leads elsewhere",
			make(nil, 0, map[string]string{"l": "b", "m": "c"}, "x"), make(nil, 0, map[string]string{}, "x"), false},
		{"the other link of two leads elsewhere",
			make(nil, 0, map[string]string{"l": "a", "m": "d"}, "x"), make(nil, 0, map[string]string{}, "x"), false},
	} {
		if got, err := v.sameDir(".", c.was, c.now); err != nil || got != c.want {
			t.Errorf("%s: %v, %v", c.name, got, err)
		}
	}
	// A link that is none any more could come back, so it is asked again; one that is forbidden stays so.
	for link, want := range map[string]error{"f": ErrChanged, "gone": ErrChanged, "f/x": nil} {
		got, err := v.sameDir(".", make(nil, 0, map[string]string{link: ""}, "x"), make(nil, 0, map[string]string{}, "x"))
		if got || err != want {
			t.Errorf("link %s: %v, %v, want %v", link, got, err, want)
		}
	}
	r.Close()
	if _, err := v.sameDir(".", followed("a"), make(nil, 0, map[string]string{}, "x")); !errors.Is(err, os.ErrClosed) {
		t.Errorf("on a root that is closed: %v", err)
	}
}

// Looking at one file after the other says what looking at each alone says, also of what is not there.
func TestGlance(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"a.ts", "d/x.ts", "d/e/y.ts"} {
		path := filepath.Join(dir, name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, []byte(name), 0o644)); err != nil {
			t.Fatal(err)
		}
	}
	r, err := Open(dir, Limits{})
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	look := glance{root: r}
	defer look.close()
	for _, name := range []string{"a.ts", "d/e/y.ts", "d/none.ts", "d/x.ts", "none/x.ts", "none/y.ts", "d/x.ts", "a.ts", "none.ts"} {
		got, err := look.lstat(name)
		want, wantErr := r.lstat(name)
		if got != want || (err == nil) != (wantErr == nil) || errors.Is(err, fs.ErrNotExist) != errors.Is(wantErr, fs.ErrNotExist) {
			t.Errorf("%s: %+v, %v; looked at alone %+v, %v", name, got, err, want, wantErr)
		}
	}
}
