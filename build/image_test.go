package main

import (
	"encoding/json"
	"os"
	"testing"

	"tsplan/wasm"
)

// TestImagesAreReproducible makes each image once more: it has the digest of the one that was built.
func TestImagesAreReproducible(t *testing.T) {
	if testing.Short() {
		t.Skip("it makes both images, which takes a minute: run without -short")
	}
	t.Chdir("..")
	for _, v := range typeScripts() {
		text, err := os.ReadFile("wasm/dist/" + v.major + "/" + wasm.ManifestFile)
		if err != nil {
			t.Fatalf("%v: go run ./build makes it", err)
		}
		var built wasm.Manifest
		if err := json.Unmarshal(text, &built); err != nil {
			t.Fatal(err)
		}
		module, image, err := v.makeImage(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if got := digest(module); got != built.Module {
			t.Errorf("module %s, built %s", got, built.Module)
		}
		if got := digest(image.Memory); got != built.Image || image.State != built.State {
			t.Errorf("TypeScript %s: image %s %+v, built %s %+v", v.major, got, image.State, built.Image, built.State)
		}
	}
}
