//go:build !linux

package hostfstest

import "os"

// Swap exchanges the files or directories at two paths. Here it is not atomic: for a moment there is nothing at one path.
func Swap(a, b string) error {
	if err := os.Rename(a, a+".swap"); err != nil {
		return err
	}
	if err := os.Rename(b, a); err != nil {
		return err
	}
	return os.Rename(a+".swap", b)
}
