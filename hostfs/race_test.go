package hostfs_test

import (
	"context"
	"errors"
	"flag"
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

// swapping exchanges the two of each pair until the test is over, and counts.
func swapping(t *testing.T, pairs ...[2]string) *atomic.Int64 {
	var stop atomic.Bool
	var swaps atomic.Int64
	var wg sync.WaitGroup
	wg.Go(func() {
		for !stop.Load() {
			for _, pair := range pairs {
				if err := hostfstest.Swap(pair[0], pair[1]); err != nil {
					t.Error(err)
					return
				}
				swaps.Add(1)
			}
		}
	})
	t.Cleanup(func() { stop.Store(true); wg.Wait() })
	return &swaps
}

var opens = flag.Int("opens", 100_000, "how often TestSwapRace opens something while directories and files are swapped")

// A directory and a file that turn into links out, and back, while they are read. A reader that checks the path
// and then opens it gives the canary away in the same race; if it does not, the test proves nothing.
func TestSwapRace(t *testing.T) {
	total := *opens
	if testing.Short() {
		total = 20_000
	}
	inside, outside := "export {}\n", hostfstest.Canary
	tree := hostfstest.New(t)
	hostfstest.Write(t, filepath.Join(tree.Evil, "a.ts"), outside)
	hostfstest.Write(t, filepath.Join(tree.Evil, "only-outside.ts"), outside)
	tree.Write(t, "dir/a.ts", inside)
	tree.Link(t, "../proj-evil", "evil")
	tree.Write(t, "file.ts", inside)
	tree.Link(t, "../secret.ts", "evil.ts")
	swaps := swapping(t, [2]string{filepath.Join(tree.Root, "dir"), filepath.Join(tree.Root, "evil")},
		[2]string{filepath.Join(tree.Root, "file.ts"), filepath.Join(tree.Root, "evil.ts")})

	naive := func(name string) bool {
		real, err := filepath.EvalSymlinks(filepath.Join(tree.Root, name))
		if err != nil || !strings.HasPrefix(real, tree.Root+"/") {
			return false
		}
		data, _ := os.ReadFile(filepath.Join(tree.Root, name))
		return string(data) == outside
	}
	// Content, a listing, a real path, a size.
	leaks := []string{"canary", "only-outside", "proj-evil", fmt.Sprintf("{file %d ", len(outside))}
	r := open(t, tree.Root)
	var asked, answered, naiveReads, naiveLeaks int
	read := func(op string, ask func(string) (string, error)) {
		for _, name := range []string{"dir/a.ts", "file.ts", "dir/only-outside.ts", "dir"} {
			text, err := ask(name)
			if strings.HasPrefix(op, "Root.") {
				asked++ // a view asks the disk once, so its reads do not count
			}
			if err == nil {
				answered++
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
	for round := 0; asked < total || naiveLeaks == 0 && round < 1_000_000; round++ {
		for op, ask := range ops(r) {
			read(op, ask)
		}
		for _, name := range []string{"dir/a.ts", "file.ts"} {
			naiveReads++
			if naive(name) {
				naiveLeaks++
			}
		}
	}
	if naiveLeaks == 0 {
		t.Fatal("the naive reader did not leak: the race is not a race")
	}
	t.Logf("%d opens during %d swaps: 0 leaks, %d answers; control arm, check and then open: %d leaks in %d reads (%.1f %%)",
		asked, swaps.Load(), answered, naiveLeaks, naiveReads, 100*float64(naiveLeaks)/float64(naiveReads))
	if answered == 0 {
		t.Error("no read succeeded")
	}
}

// A file that grows, shrinks and is replaced while it is read comes whole or not at all.
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
