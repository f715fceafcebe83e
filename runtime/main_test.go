package runtime

import (
	"os"
	"testing"

	"tsplan/runtime/cache"
	"tsplan/runtime/protocol"
	"tsplan/wasm/wasmtest"
)

// try asks a question that only the guests of tests know.
func try(s *Session, method string) error {
	_, err := Ask(s, protocol.Method[any, any](method), nil)
	return err
}

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
