package hostfstest

import "golang.org/x/sys/unix"

// Swap exchanges what two paths name, at once.
func Swap(a, b string) error {
	return unix.Renameat2(unix.AT_FDCWD, a, unix.AT_FDCWD, b, unix.RENAME_EXCHANGE)
}
