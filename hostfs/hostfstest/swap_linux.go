package hostfstest

import "golang.org/x/sys/unix"

// Swap atomically exchanges what two paths name.
func Swap(a, b string) error {
	return unix.Renameat2(unix.AT_FDCWD, a, unix.AT_FDCWD, b, unix.RENAME_EXCHANGE)
}
