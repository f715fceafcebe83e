package cache

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

func open(t *testing.T, path string) *Dir {
	t.Helper()
	d, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func names(t *testing.T, d *Dir) []string {
	t.Helper()
	entries, err := os.ReadDir(d.Path())
	if err != nil {
		t.Fatal(err)
	}
	var all []string
	for _, e := range entries {
		all = append(all, e.Name())
	}
	return all
}

// Trim and Clear remove files that tsplan named, and abandoned temporary ones of them, and nothing else.
func TestForeignFilesStay(t *testing.T) {
	d := open(t, filepath.Join(t.TempDir(), "cache"))
	hex := strings.Repeat("0a", 32)
	own := []string{
		GuestImage.File(hex), ProjectImage.File(hex), EngineCode.File(hex), Plan.File(hex + "0a0a"), ProjectImage.File(hex) + ".123.tmp",
		"wazero-v1/" + hex, "wazero-v1/" + hex + ".7.tmp",
	}
	foreign := []string{
		"guest-image-backup.iso", "guest-image-" + strings.Repeat("0", 31), "guest-image-" + hex + ".iso", "guest-image-" + hex + ".a.tmp",
		"image-" + hex, "project-image-.tmp", "project-image-" + strings.ToUpper(hex), "wazero-v1/notes.txt", "wazero-v1/" + hex + ".wasm",
	}
	for _, name := range slices.Concat(own, foreign) {
		path := filepath.Join(d.Path(), filepath.FromSlash(name))
		long := time.Now().Add(-2 * time.Hour)
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o700), os.WriteFile(path, []byte("text"), 0o600), os.Chtimes(path, long, long)); err != nil {
			t.Fatal(err)
		}
	}
	there := func(name string) bool {
		_, err := os.Lstat(filepath.Join(d.Path(), filepath.FromSlash(name)))
		return err == nil
	}
	if err := d.Trim(ProjectImage, 0); err != nil {
		t.Fatal(err)
	}
	for _, name := range own {
		if want := !strings.HasPrefix(name, string(ProjectImage)); there(name) != want {
			t.Errorf("after Trim, %s is there: %v", name, !want)
		}
	}
	if err := d.Clear(); err != nil {
		t.Fatal(err)
	}
	for _, name := range own {
		if there(name) {
			t.Errorf("after Clear, %s is there", name)
		}
	}
	for _, name := range append(foreign, marker) {
		if !there(name) {
			t.Errorf("%s is gone", name)
		}
	}
}

// Expire removes files that were not used for long, then those beyond a number, and no temporary ones.
func TestExpire(t *testing.T) {
	d := open(t, t.TempDir())
	name := func(i int) string { return Plan.File(strings.Repeat("0", 31) + string("0123456789abcdef"[i])) }
	for i := range 5 {
		at := time.Now().Add(-time.Duration(i) * time.Hour)
		path := filepath.Join(d.Path(), name(i))
		if err := errors.Join(os.WriteFile(path, nil, 0o600), os.Chtimes(path, at, at)); err != nil {
			t.Fatal(err)
		}
	}
	temporary, image := name(9)+".1.tmp", ProjectImage.File(strings.Repeat("0", 32))
	for _, other := range []string{temporary, image} {
		if err := os.WriteFile(filepath.Join(d.Path(), other), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, step := range []struct {
		most   int
		unused time.Duration
		left   int
	}{{5, 3*time.Hour + time.Minute, 4}, {2, 24 * time.Hour, 2}, {2, 0, 0}} {
		if err := d.Expire(Plan, step.most, step.unused); err != nil {
			t.Fatal(err)
		}
		want := []string{marker}
		for i := range step.left {
			want = append(want, name(i))
		}
		if got := names(t, d); !slices.Equal(got, append(want, temporary, image)) {
			t.Errorf("%d, %v: %q", step.most, step.unused, got)
		}
	}
}

// A directory that somebody else filled is not taken over; one that many processes make at once is made.
func TestMark(t *testing.T) {
	for name, files := range map[string]map[string]string{
		"a file":            {"mine.txt": "mine"},
		"another's marker":  {marker: "Signature: 8a477f597d28d172789f06886806bc55\n# another program\n"},
		"no marker at all":  {GuestImage.File(strings.Repeat("0", 64)): "image"},
		"like a temporary":  {marker + ".old": "mine"},
		"another temporary": {"mine.1.tmp": "mine"},
	} {
		t.Run(name, func(t *testing.T) {
			path := t.TempDir()
			if err := os.Mkdir(filepath.Join(path, directory), 0o700); err != nil {
				t.Fatal(err)
			}
			for file, text := range files {
				if err := os.WriteFile(filepath.Join(path, directory, file), []byte(text), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			if _, err := Open(path); err == nil || !strings.Contains(err.Error(), "it holds files and no CACHEDIR.TAG of tsplan's") {
				t.Errorf("taken over: %v", err)
			}
		})
	}
	path := t.TempDir()
	if err := os.Mkdir(filepath.Join(path, directory), 0o700); err != nil {
		t.Fatal(err)
	}
	var all sync.WaitGroup
	for range 20 {
		all.Go(func() {
			d, err := Open(path)
			if err == nil {
				err = d.Write(GuestImage.File(strings.Repeat("0", 64)), func(w io.Writer) error { return nil })
			}
			if err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	if got, want := names(t, open(t, path)), []string{marker, GuestImage.File(strings.Repeat("0", 64))}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}
