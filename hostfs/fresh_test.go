package hostfs

import (
	"context"
	"errors"
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
