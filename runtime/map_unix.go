//go:build unix

package runtime

import (
	"fmt"
	"unsafe"

	"golang.org/x/sys/unix"
)

// mapImage puts the image at the start of guest memory, which is page-aligned. It maps an image in a file copy-on-write, and copies an
// image in memory.
func mapImage(memory []byte, img *image) error {
	if img.file == nil {
		return img.readAt(memory[:img.size], 0)
	}
	start := unsafe.Pointer(unsafe.SliceData(memory))
	_, err := unix.MmapPtr(int(img.file.Fd()), 0, start, uintptr(img.size),
		unix.PROT_READ|unix.PROT_WRITE, unix.MAP_PRIVATE|unix.MAP_FIXED)
	if err != nil {
		return fmt.Errorf("mapping the guest image: %w", err)
	}
	return nil
}

// giveBack frees pages of guest memory that still have their first content: that of the image, or zeros beyond its end.
func (i *image) giveBack(pages []byte) error {
	if i.file == nil || len(pages) == 0 {
		return nil
	}
	if err := unix.Madvise(pages, unix.MADV_DONTNEED); err != nil {
		return fmt.Errorf("giving pages back: %w", err)
	}
	return nil
}
