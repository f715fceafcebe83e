package runtime

import (
	"strings"
	"testing"

	"tsplan/wasm"
)

// T43: a guest image that is not the one that the binary names is not started.
func TestDamagedImage(t *testing.T) {
	whole, err := wasm.Load("5")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := openImage(whole, nil); err != nil {
		t.Fatal(err)
	}
	other, short := *whole, *whole
	other.Image = strings.Repeat("0", len(whole.Image))
	short.ImageZstd = whole.ImageZstd[:len(whole.ImageZstd)-100]
	for name, damaged := range map[string]*wasm.Guest{"another digest": &other, "cut off": &short} {
		if _, err := openImage(damaged, nil); err == nil || !strings.Contains(err.Error(), "guest image") {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := openImage(&other, nil); !strings.Contains(err.Error(), "the binary is damaged") {
		t.Errorf("another digest: %v", err)
	}
}
