package main

import (
	"os"
	"testing"

	"tsplan/hostfs/hostfstest"
)

// TestStepsAreSkipped runs a step again and again: it is done anew if and only if something has changed.
func TestStepsAreSkipped(t *testing.T) {
	t.Chdir(t.TempDir())
	hostfstest.Write(t, "lock", "1")
	hostfstest.Write(t, "src/deep/a.ts", "a")
	done := 0
	s := step{
		name:    "make",
		inputs:  []string{"lock", "src"},
		outputs: []string{"out"},
		do:      func() error { done++; hostfstest.Write(t, "out", "made"); return nil },
	}
	for _, c := range []struct {
		what   string
		change func()
		want   int
	}{
		{"the first run", func() {}, 1},
		{"nothing changed", func() {}, 1},
		{"an input changed", func() { hostfstest.Write(t, "lock", "2") }, 2},
		{"a file in an input directory changed", func() { hostfstest.Write(t, "src/deep/a.ts", "b") }, 3},
		{"a file came", func() { hostfstest.Write(t, "src/b.ts", "") }, 4},
		{"a file was renamed", func() { _ = os.Rename("src/b.ts", "src/c.ts") }, 5},
		{"the output is gone", func() { _ = os.Remove("out") }, 6},
		{"nothing changed", func() {}, 6},
	} {
		c.change()
		if err := s.run(); err != nil {
			t.Fatal(err)
		}
		if done != c.want {
			t.Fatalf("%s: done %d times, want %d", c.what, done, c.want)
		}
	}
}
