package kept

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"tsplan/runtime/cache"
	"tsplan/tools/plan"
)

func cacheDir(t *testing.T) *cache.Dir {
	t.Helper()
	dir, err := cache.Open(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

// add keeps a plan, as a process does that ends then.
func add(t *testing.T, dir *cache.Dir, root, id string) {
	t.Helper()
	p := New(nil)
	p.SaveIn(dir)
	p.Add(root, "sha256:"+id, nil, []plan.FsMove{{From: root + "/a", To: root + "/b"}}, plan.About{What: "of " + root})
	if err := p.Saved(); err != nil {
		t.Fatal(err)
	}
}

func id(digits string) string { return digits + strings.Repeat("0", 64-len(digits)) }

// TestOpen finds plans that other processes have saved, by the beginning of the planId and by the root.
func TestOpen(t *testing.T) {
	dir := cacheDir(t)
	add(t, dir, "/one", id("aabb1"))
	add(t, dir, "/one", id("aabb2"))
	add(t, dir, "/two", id("aabb1"))
	for _, asked := range []string{"sha256:" + id("aabb1"), "aabb1", "AABB1", "sha256:aabb10"} {
		got, err := Open(dir, "/one", asked)
		if err != nil || got.ID != "sha256:"+id("aabb1") || got.Root != "/one" || got.About.What != "of /one" || got.Moves[0].From != "/one/a" {
			t.Errorf("%s: %v, %+v", asked, err, got)
		}
	}
	if got, err := Open(dir, "/two", "aabb"); err != nil || got.Root != "/two" {
		t.Errorf("a prefix that is that of one plan of the root: %v, %+v", err, got)
	}
	for asked, want := range map[string]string{
		"aabb": "2 plans begin with aabb: give more digits", "aac1": "no plan aac1 of /one is kept", "aab": "is no planId", "../x": "is no planId", "": "is no planId",
		id("aabb1") + "0": "no plan",
	} {
		if got, err := Open(dir, "/one", asked); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, %+v", asked, err, got)
		}
	}
	if _, err := Open(dir, "/three", "aabb1"); err == nil || !strings.HasPrefix(err.Error(), "not_found: ") {
		t.Errorf("another root: %v", err)
	}
}

// TestSavedPlansAreBounded: a plan is kept for a day, and only so many are.
func TestSavedPlansAreBounded(t *testing.T) {
	dir := cacheDir(t)
	add(t, dir, "/old", id("00aa"))
	path := filepath.Join(dir.Path(), (&key{"/old", id("00aa")}).file())
	age := func(path string, by time.Duration) {
		at := time.Now().Add(-by)
		if err := os.Chtimes(path, at, at); err != nil {
			t.Fatal(err)
		}
	}
	age(path, savedFor-time.Hour)
	if _, err := Open(dir, "/old", "00aa"); err != nil {
		t.Errorf("less than a day old: %v", err)
	}
	age(path, savedFor+time.Minute)
	if got, err := Open(dir, "/old", "00aa"); err == nil {
		t.Errorf("more than a day old: %+v", got)
	}
	large := filepath.Join(dir.Path(), (&key{"/large", id("00bb")}).file())
	if err := errors.Join(os.WriteFile(large, nil, 0o600), os.Truncate(large, maxPlanBytes)); err != nil {
		t.Fatal(err)
	}
	age(large, time.Hour)
	add(t, dir, "/app", id("00cc"))
	if _, err := os.Stat(large); err == nil {
		t.Error("plans take more than their room")
	}
	for i := range maxPlans + 3 {
		add(t, dir, "/app", id(fmt.Sprintf("%04x", i+0x1000)))
	}
	if _, err := os.Stat(path); err == nil {
		t.Error("a plan of another day is still there")
	}
	entries, err := dir.List(cache.Plan)
	if err != nil || len(entries) != maxPlans {
		t.Errorf("%d plans, %v", len(entries), err)
	}
	info, err := os.Stat(filepath.Join(dir.Path(), entries[0].Name))
	if err != nil || os.PathSeparator == '/' && info.Mode().Perm()&0o077 != 0 { // Windows has no such modes
		t.Errorf("others may read a plan: %v, %v", info.Mode(), err)
	}
}

// TestDamagedPlan: a file that is not what its name says is no plan.
func TestDamagedPlan(t *testing.T) {
	dir := cacheDir(t)
	add(t, dir, "/one", id("aabb"))
	add(t, dir, "/two", id("aabb"))
	one, two := filepath.Join(dir.Path(), (&key{"/one", id("aabb")}).file()), filepath.Join(dir.Path(), (&key{"/two", id("aabb")}).file())
	other, err := os.ReadFile(two)
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{"", "{", string(other), strings.Replace(string(other), "/two", "/one", 1)[1:], strings.ReplaceAll(string(other), "aabb", "aabc")} {
		if err := os.WriteFile(one, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if got, err := Open(dir, "/one", "aabb"); err == nil || !strings.Contains(err.Error(), "is damaged: make it again") {
			t.Errorf("%q: %v, %+v", text, err, got)
		}
	}
}

// TestNotSaved says why a plan could not be saved; without a cache directory none is.
func TestNotSaved(t *testing.T) {
	dir := cacheDir(t)
	if err := os.RemoveAll(dir.Path()); err != nil {
		t.Fatal(err)
	}
	p := New(nil)
	p.SaveIn(dir)
	p.Add("/app", "sha256:"+id("aabb"), nil, nil, plan.About{})
	if err := p.Saved(); err == nil {
		t.Error("saved in a directory that is not there")
	}
	if _, err := p.Find([]string{"/app"}, "sha256:"+id("aabb")); err != nil {
		t.Errorf("in memory: %v", err)
	}
	p = New(nil)
	p.Add("/app", "sha256:"+id("aabb"), nil, nil, plan.About{})
	if err := p.Saved(); err != nil {
		t.Error(err)
	}
}
