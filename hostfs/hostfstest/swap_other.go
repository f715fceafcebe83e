//go:build !linux

package hostfstest

import "os"

// Swap exchanges what two paths name, with a moment in between.
func Swap(a, b string) error {
	if err := os.Rename(a, a+".swap"); err != nil {
		return err
	}
	if err := os.Rename(b, a); err != nil {
		return err
	}
	return os.Rename(a+".swap", b)
}
