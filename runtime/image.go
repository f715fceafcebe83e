package runtime

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"os"

	"github.com/klauspost/compress/zstd"

	"tsplan/runtime/cache"
	"tsplan/wasm"
)

// image is a guest's memory at rest, in a file of the cache or, without a cache, in memory.
type image struct {
	file  *os.File
	bytes []byte
	size  int64
}

// maxImages is how many bytes of guest images a cache keeps, including those of other versions of tsplan: about five images.
const maxImages = 1 << 30 // 1 GiB

// openImage unpacks the embedded image, once per machine if there is a cache.
func openImage(g *wasm.Guest, dir *cache.Dir) (*image, error) {
	if dir == nil {
		buf := bytes.NewBuffer(make([]byte, 0, g.ImageSize))
		if err := unpack(g, buf); err != nil {
			return nil, err
		}
		return &image{bytes: buf.Bytes(), size: g.ImageSize}, nil
	}
	name := cache.GuestImage.File(g.Image)
	isNew := false
	f, err := dir.File(name, g.ImageSize, func(w io.Writer) error {
		isNew = true
		return unpack(g, w)
	})
	if err != nil {
		return nil, fmt.Errorf("guest image: %w", err)
	}
	// Both may fail: an image from a cache that is full or read-only can be used as well.
	_ = dir.MarkUsed(name)
	if isNew {
		_ = dir.Trim(cache.GuestImage, maxImages)
	}
	return &image{file: f, size: g.ImageSize}, nil
}

// unpackAgain replaces an image in the cache.
func unpackAgain(g *wasm.Guest, dir *cache.Dir) (*image, error) {
	if err := dir.Remove(cache.GuestImage.File(g.Image)); err != nil {
		return openImage(g, nil) // read-only cache: unpack into memory
	}
	return openImage(g, dir)
}

// base is the image that instances are made from.
func (t *template) base() *image {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.image
}

// mend unpacks the image again if the disk has damaged it, so that its digest is not that of the build. It reports whether the template now
// has another image than the one that was used. Running sessions keep their image. Comparing takes some 0.3 s of CPU, so it is done only
// once for each image.
func (t *template) mend(used *image) (bool, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.image != used {
		return true, nil
	}
	if t.unpack == nil || t.whole == used {
		return false, nil
	}
	digest := sha256.New()
	_, err := io.Copy(digest, io.NewSectionReader(used.file, 0, used.size))
	if err == nil && hex.EncodeToString(digest.Sum(nil)) == t.guest.Image {
		t.whole = used
		return false, nil
	}
	fresh, err := t.unpack()
	if err != nil {
		return false, err
	}
	t.image = fresh
	return true, nil
}

// unpack writes the image and fails if it is not the one that the manifest names.
func unpack(g *wasm.Guest, w io.Writer) error {
	z, err := zstd.NewReader(io.NewSectionReader(g.ImageZstd, 0, g.ImageZstd.Size()))
	if err != nil {
		return fmt.Errorf("guest image: %w", err)
	}
	defer z.Close()
	digest := sha256.New()
	if _, err := io.Copy(io.MultiWriter(w, digest), z); err != nil {
		return fmt.Errorf("guest image: %w", err)
	}
	if got := hex.EncodeToString(digest.Sum(nil)); got != g.Image {
		return fmt.Errorf("guest image: digest %s, want %s: the binary is damaged", got, g.Image)
	}
	return nil
}

// readAt fills b with the image from an offset on.
func (i *image) readAt(b []byte, offset int64) error {
	if i.file == nil {
		copy(b, i.bytes[offset:])
		return nil
	}
	_, err := i.file.ReadAt(b, offset)
	return err
}
