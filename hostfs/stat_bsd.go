//go:build darwin || freebsd || netbsd

package hostfs

import (
	"io/fs"
	"syscall"
)

func identity(fi fs.FileInfo) (inode, dev uint64, changed int64) {
	st, ok := fi.Sys().(*syscall.Stat_t)
	if !ok {
		return 0, 0, 0
	}
	return st.Ino, uint64(st.Dev), st.Ctimespec.Nano()
}

// born says when the directory was made, in nanoseconds since 1970.
func born(_ string, fi fs.FileInfo) int64 {
	st, ok := fi.Sys().(*syscall.Stat_t)
	if !ok {
		return 0
	}
	return st.Birthtimespec.Nano()
}
