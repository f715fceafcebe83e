// Package wasmtest is for the tests of packages that run the guest.
package wasmtest

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"testing"

	"tsplan/wasm"
)

// NothingToRun reports that the tests run with -short and that the guest is not built, and says so. A TestMain then
// ends with status 0, so that `go test -short ./...` works in a fresh clone. Without -short such tests fail.
func NothingToRun() bool {
	flag.Parse()
	if _, err := wasm.Module(); !testing.Short() || !errors.Is(err, wasm.ErrNotBuilt) {
		return false
	}
	fmt.Println("SKIP: these tests need the guest, which `go run ./build` makes")
	return true
}

// Run runs the tests of a package with a directory that they share, and returns the status to exit with. The directory is for a
// cache: without one, each test compiles the guest and unpacks its image, which takes a second.
func Run(tests func(dir string) (status int, err error)) int {
	if NothingToRun() {
		return 0
	}
	dir, err := os.MkdirTemp("", "tsplan-tests")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer os.RemoveAll(dir)
	status, err := tests(dir)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	return status
}
