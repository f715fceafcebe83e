//go:build unix

package cache

import (
	"io/fs"
	"os"
	"syscall"
)

// private reports whether the user owns the file and nobody else can write to it.
func private(info fs.FileInfo) bool {
	stat, ok := info.Sys().(*syscall.Stat_t)
	return ok && int(stat.Uid) == os.Geteuid() && info.Mode().Perm()&0o022 == 0
}
