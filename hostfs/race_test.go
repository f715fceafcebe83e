package hostfs_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"tsplan/hostfs"
	"tsplan/hostfs/hostfstest"
)

// swapping exchanges a and b until the test is over.
func swapping(t *testing.T, a, b string) {
	var stop atomic.Bool
	var wg sync.WaitGroup
	wg.Go(func() {
		for !stop.Load() {
			if err := hostfstest.Swap(a, b); err != nil {
				t.Error(err)
				return
			}
		}
	})
	t.Cleanup(func() { stop.Store(true); wg.Wait() })
}

// T12: a directory that turns into a link out, and back, while it is read. A reader that checks
// the path and then opens it gives the canary away; if it does not, the test proves nothing.
func TestSwapRace(t *testing.T) {
	const reads = 2000 // by each way to read
	inside, outside := "export {}\n", hostfstest.Canary
	tree := hostfstest.New(t)
	hostfstest.Write(t, filepath.Join(tree.Evil, "a.ts"), outside)
	hostfstest.Write(t, filepath.Join(tree.Evil, "only-outside.ts"), outside)
	tree.Write(t, "dir/a.ts", inside)
	tree.Link(t, "../proj-evil", "evil")
	tree.Write(t, "file.ts", inside)
	tree.Link(t, "../secret.ts", "evil.ts")
	swapping(t, filepath.Join(tree.Root, "dir"), filepath.Join(tree.Root, "evil"))
	swapping(t, filepath.Join(tree.Root, "file.ts"), filepath.Join(tree.Root, "evil.ts"))

	naive := func(name string) string {
		real, err := filepath.EvalSymlinks(filepath.Join(tree.Root, name))
		if err != nil || !strings.HasPrefix(real, tree.Root+"/") {
			return ""
		}
		data, _ := os.ReadFile(filepath.Join(tree.Root, name))
		return string(data)
	}
	leaked := 0
	for i := 0; i < reads || leaked == 0 && i < 50*reads; i++ {
		for _, name := range []string{"dir/a.ts", "file.ts"} {
			if naive(name) == outside {
				leaked++
			}
		}
	}
	if leaked == 0 {
		t.Fatal("the naive reader did not leak: the race is not a race")
	}

	// Content, a listing, a real path, a size.
	leaks := []string{"canary", "only-outside", "proj-evil", fmt.Sprintf("{file %d ", len(outside))}
	r := open(t, tree.Root)
	got := 0
	for range reads {
		for op, ask := range ops(r) {
			for _, name := range []string{"dir/a.ts", "file.ts", "dir/only-outside.ts", "dir"} {
				text, err := ask(name)
				if err == nil {
					got++
				}
				if name == "dir/only-outside.ts" && err == nil {
					t.Fatalf("%s(%q) = %q", op, name, text)
				}
				for _, leak := range leaks {
					if strings.Contains(text, leak) {
						t.Fatalf("%s(%q) = %q", op, name, text)
					}
				}
			}
		}
	}
	t.Logf("naive reader: %d leaks in %d reads; hostfs: 0 in %d, %d answered",
		leaked, 2*reads, reads*len(ops(r))*4, got)
	if got == 0 {
		t.Error("no read succeeded")
	}
}

// T14: a file that grows, shrinks and is replaced while it is read comes whole or not at all.
func TestReadWhileWritten(t *testing.T) {
	tree := hostfstest.New(t)
	tree.Write(t, "a.ts", "")
	path := filepath.Join(tree.Root, "a.ts")
	var stop atomic.Bool
	var wg sync.WaitGroup
	wg.Go(func() {
		f, err := os.OpenFile(path, os.O_WRONLY, 0)
		if err != nil {
			t.Error(err)
			return
		}
		defer f.Close()
		for i := 0; !stop.Load(); i++ {
			if i%100 == 0 {
				err = f.Truncate(0)
			} else {
				_, err = f.WriteAt([]byte(strings.Repeat("x", 1000)), int64(i%100-1)*1000)
			}
			if err != nil {
				t.Error(err)
				return
			}
		}
	})
	r, err := hostfs.Open(tree.Root, hostfs.Limits{FileSize: 50_000})
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	for range 5000 {
		f, err := r.ReadFile("a.ts")
		if errors.Is(err, hostfs.ErrChanged) || errors.Is(err, hostfs.ErrTooLarge) {
			continue
		}
		if err != nil || int64(len(f.Data)) != f.Stat.Size || len(f.Data) > 50_000 {
			t.Fatalf("ReadFile = %d bytes, %+v, %v", len(f.Data), f.Stat, err)
		}
	}
	stop.Store(true)
	wg.Wait()
}

// A Root serves many readers at once.
func TestRootConcurrent(t *testing.T) {
	tree := hostfstest.New(t)
	tree.Write(t, "d/a.ts", "a")
	tree.Link(t, filepath.Join(tree.Root, "d"), "l")
	r := open(t, tree.Root)
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			for range 200 {
				f, err := r.ReadFile("l/a.ts")
				_, err2 := r.ReadDir("l")
				_, err3 := r.Walk(context.Background(), ".", hostfs.WalkOptions{})
				if err := errors.Join(err, err2, err3); err != nil || string(f.Data) != "a" {
					t.Errorf("%q, %v", f.Data, err)
				}
			}
		})
	}
	wg.Wait()
}
