package main

import (
	"encoding/json"
	"os"
	"testing"

	"tsplan/wasm"
)

// TestImageIsReproducible makes the image once more: it has the digests of the one that was built.
func TestImageIsReproducible(t *testing.T) {
	t.Chdir("..")
	text, err := os.ReadFile("wasm/dist/" + wasm.ManifestFile)
	if err != nil {
		t.Fatalf("%v: go run ./build makes it", err)
	}
	var built wasm.Manifest
	if err := json.Unmarshal(text, &built); err != nil {
		t.Fatal(err)
	}
	module, image, err := makeImage(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if got := digest(module); got != built.Module {
		t.Errorf("module %s, built %s", got, built.Module)
	}
	if got := digest(image.Memory); got != built.Image || image.State != built.State {
		t.Errorf("image %s %+v, built %s %+v", got, image.State, built.Image, built.State)
	}
}
