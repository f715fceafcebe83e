package main

import (
	"os"
	"testing"

	"tsplan/wasm/wasmtest"
)

func TestMain(m *testing.M) {
	if wasmtest.NothingToRun() {
		os.Exit(0)
	}
	os.Exit(m.Run())
}
