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
	return st.Ino, uint64(st.Dev), st.Ctim.Nano()
}
