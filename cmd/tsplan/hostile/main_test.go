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
	os.Exit(wasmtest.Run(func(dir string) (status int, err error) {
		program, cacheDir = filepath.Join(dir, "tsplan"), filepath.Join(dir, "cache")
		// As the release is built, but with its symbols, which a test looks at.
		build := exec.Command("go", "build", "-trimpath", "-buildvcs=false", "-o", program, "tsplan/cmd/tsplan")
		build.Env = append(os.Environ(), "CGO_ENABLED=0")
		if out, err := build.CombinedOutput(); err != nil {
			return 1, fmt.Errorf("building tsplan: %w\n%s", err, out)
		}
		return m.Run(), nil
	}))
}
