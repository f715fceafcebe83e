package hostfs

import (
	"io/fs"

	"golang.org/x/sys/unix"
)

// born returns the time at which the directory was made, in nanoseconds since 1970, or 0 if it cannot find that time.
func born(dir string, fi fs.FileInfo) int64 {
	var st unix.Statx_t
	const wanted = unix.STATX_INO | unix.STATX_BTIME
	if err := unix.Statx(unix.AT_FDCWD, dir, unix.AT_SYMLINK_NOFOLLOW, wanted, &st); err != nil || st.Mask&wanted != wanted {
		return 0
	}
	if inode, _, _ := identity(fi); inode != st.Ino {
		return 0 // another directory has taken the place
	}
	return st.Btime.Sec*1e9 + int64(st.Btime.Nsec)
}
