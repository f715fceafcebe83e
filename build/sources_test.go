package main

import (
	"os"
	"slices"
	"testing"
)

// TestGoSources holds the list of Go files that the images depend on: files of every system, of packages below, no tests.
func TestGoSources(t *testing.T) {
	t.Chdir("..")
	sources, err := goSources(t.Context(), "./runtime")
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"runtime/engine/wazero.go", "runtime/engine/wasmtime.go", "runtime/engine/memory_windows.go", "hostfs/view.go", "wasm/wasm.go"} {
		if !slices.Contains(sources, want) {
			t.Errorf("%s is missing", want)
		}
	}
	for _, path := range sources {
		if _, err := os.Stat(path); err != nil {
			t.Error(err)
		}
	}
	if slices.Contains(sources, "runtime/image_test.go") || slices.Contains(sources, "tools/server.go") {
		t.Error("a test, or a package that nothing here imports, is listed")
	}
}
