// Package wasmtest is for the tests of packages that run the guest.
package wasmtest

import (
	"errors"
	"flag"
	"fmt"
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
