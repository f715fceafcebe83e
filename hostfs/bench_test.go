package hostfs_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"tsplan/hostfs"
	"tsplan/hostfs/hostfstest"
)

// loaded returns a view that has read 3,000 files in 500 directories and been asked for 20,000
// names that are not there, as TypeScript does.
func loaded(b *testing.B) (*hostfs.View, hostfstest.Tree) {
	tree := hostfstest.New(b)
	for i := range 3000 {
		tree.Write(b, fmt.Sprintf("packages/p%d/src/d%d/f%d.ts", i%10, i%500, i), "export {}\n")
	}
	time.Sleep(2200 * time.Millisecond) // until times vouch for content
	v := hostfs.NewView(open(b, tree.Root))
	for i := range 3000 {
		if _, err := v.ReadFile(fmt.Sprintf("packages/p%d/src/d%d/f%d.ts", i%10, i%500, i)); err != nil {
			b.Fatal(err)
		}
	}
	for i := range 20_000 {
		v.Kind(fmt.Sprintf("packages/p%d/src/d%d/missing%d.ts", i%10, i%500, i))
	}
	return v, tree
}

func BenchmarkBegin(b *testing.B) {
	v, _ := loaded(b)
	for b.Loop() {
		if c, err := v.Begin(context.Background()); err != nil || len(c.Files)+len(c.Structure) > 0 {
			b.Fatal(c, err)
		}
	}
}

// A new file, so that all answers are found again.
func BenchmarkBeginStructure(b *testing.B) {
	v, tree := loaded(b)
	i := 0
	for b.Loop() {
		i++
		name := fmt.Sprintf("packages/p0/src/d0/new%d.ts", i)
		v.Kind(name)
		tree.Write(b, name, "")
		if c, err := v.Begin(context.Background()); err != nil || len(c.Structure) != 1 {
			b.Fatal(c, err)
		}
	}
}

func BenchmarkMissing(b *testing.B) {
	tree := hostfstest.New(b)
	tree.Write(b, "src/lib/a.ts", "")
	names := make([]string, 10_000)
	for i := range names {
		names[i] = fmt.Sprintf("src/lib/missing%d.ts", i)
	}
	for b.Loop() {
		v := hostfs.NewView(open(b, tree.Root))
		for _, n := range names {
			v.Kind(n)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(len(names)), "ns/name")
}

func BenchmarkReadFile(b *testing.B) {
	tree := hostfstest.New(b)
	tree.Write(b, "a/b/c/d/e.ts", "export {}\n")
	r := open(b, tree.Root)
	for b.Loop() {
		if _, err := r.ReadFile("a/b/c/d/e.ts"); err != nil {
			b.Fatal(err)
		}
	}
}
