package runtime

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"tsplan/runtime/cache"
	"tsplan/wasm"
)

// A guest image that is not the one that the binary names is not started.
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
	short.ImageZstd = io.NewSectionReader(whole.ImageZstd, 0, whole.ImageZstd.Size()-100)
	for name, damaged := range map[string]*wasm.Guest{"another digest": &other, "cut off": &short} {
		if _, err := openImage(damaged, nil); err == nil || !strings.Contains(err.Error(), "guest image") {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := openImage(&other, nil); !strings.Contains(err.Error(), "the binary is damaged") {
		t.Errorf("another digest: %v", err)
	}
}

// Images that other versions of tsplan left in the cache go when there are too many, the oldest first; nothing else does.
func TestOldImages(t *testing.T) {
	dir, err := cache.Open(filepath.Join(t.TempDir(), "cache"))
	if err != nil {
		t.Fatal(err)
	}
	guest, err := wasm.Load("5")
	if err != nil {
		t.Fatal(err)
	}
	put := func(name string, size int64, age time.Duration) {
		t.Helper()
		path, when := filepath.Join(dir.Path(), name), time.Now().Add(-age)
		if err := errors.Join(os.WriteFile(path, nil, 0o600), os.Truncate(path, size), os.Chtimes(path, when, when)); err != nil {
			t.Fatal(err)
		}
	}
	own := cache.GuestImage.File(guest.Image)
	other := func(digit string) string { return cache.GuestImage.File(strings.Repeat(digit, 64)) }
	put(other("1"), maxImages/2, 3*time.Hour)
	put(other("2"), maxImages/2, 2*time.Hour)
	put("guest-image-backup.iso", maxImages, 4*time.Hour)
	image, err := openImage(guest, dir)
	if err != nil {
		t.Fatal(err)
	}
	if err := image.file.Close(); err != nil {
		t.Fatal(err)
	}
	there := func(name string, want bool) {
		t.Helper()
		if _, err := os.Stat(filepath.Join(dir.Path(), name)); (err == nil) != want {
			t.Errorf("%s is there: %v", name, err == nil)
		}
	}
	there(own, true)
	there(other("2"), true)
	there(other("1"), false)
	there("guest-image-backup.iso", true)

	// One that is in use is not the oldest, whenever it was made.
	put(other("3"), maxImages/2, time.Hour)
	if err := os.Chtimes(filepath.Join(dir.Path(), own), time.Time{}, time.Now().Add(-5*time.Hour)); err != nil {
		t.Fatal(err)
	}
	if image, err = openImage(guest, dir); err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(image.file.Close(), dir.Trim(cache.GuestImage, maxImages)); err != nil {
		t.Fatal(err)
	}
	there(own, true)
	there(other("2"), false)
}
