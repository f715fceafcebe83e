package runtime

import (
	"os"
	"testing"

	"tsplan/runtime/cache"
	"tsplan/wasm/wasmtest"
)

// cacheDir is made by TestMain.
var cacheDir *cache.Dir

func TestMain(m *testing.M) {
	os.Exit(wasmtest.Run(func(dir string) (status int, err error) {
		if cacheDir, err = cache.Open(dir); err != nil {
			return 1, err
		}
		return m.Run(), nil
	}))
}
