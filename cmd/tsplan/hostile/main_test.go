// Package hostile attacks the finished program: it builds tsplan, starts it as an agent host does, and asks it about
// repositories that want to hurt whoever reads them. It holds tests only. What they show is listed in SECURITY.md.
package hostile

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"tsplan/runtime/seal/sealtest"
	"tsplan/wasm/wasmtest"
)

// program and cacheDir are made by TestMain.
var program, cacheDir string

func TestMain(m *testing.M) {
	sealtest.Main()
	os.Exit(testMain(m))
}

func testMain(m *testing.M) int {
	if wasmtest.NothingToRun() {
		return 0
	}
	dir, err := os.MkdirTemp("", "tsplan-hostile")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer os.RemoveAll(dir)
	program, cacheDir = filepath.Join(dir, "tsplan"), filepath.Join(dir, "cache")
	// As the release is built, but with its symbols, which a test looks at.
	build := exec.Command("go", "build", "-trimpath", "-buildvcs=false", "-o", program, "tsplan/cmd/tsplan")
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := build.CombinedOutput(); err != nil {
		fmt.Fprintf(os.Stderr, "building tsplan: %v\n%s", err, out)
		return 1
	}
	return m.Run()
}
