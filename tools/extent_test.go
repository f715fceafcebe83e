package tools_test

import (
	"flag"
	"fmt"
	"testing"
)

// extent is how much the comparisons with TypeScript on Node ask. CONTRIBUTING.md says which run uses which.
var extent = flag.String("extent", "sample", "how much the long comparisons ask: sample (minutes), ci (half an hour), all (hours)")

// byExtent chooses between what a sample asks, what CI asks, and all there is.
func byExtent[T any](sample, ci, all T) T {
	switch *extent {
	case "sample":
		return sample
	case "ci":
		return ci
	case "all":
		return all
	}
	panic(fmt.Sprintf("-extent %q: must be sample, ci or all", *extent))
}

// compares marks a comparison with TypeScript on Node. It takes minutes and needs the packages of testdata/npm, so
// -short leaves it out.
func compares(t *testing.T) {
	t.Helper()
	if testing.Short() {
		t.Skip("a long comparison: run without -short")
	}
}
