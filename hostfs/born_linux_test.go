package hostfs

import (
	"os"
	"path/filepath"
	"testing"

	"golang.org/x/sys/unix"
)

// TestBorn compares with what the system says, since not every file system knows when a directory was made.
func TestBorn(t *testing.T) {
	dir := t.TempDir()
	info, err := os.Lstat(dir)
	if err != nil {
		t.Fatal(err)
	}
	var st unix.Statx_t
	if err := unix.Statx(unix.AT_FDCWD, dir, 0, unix.STATX_BTIME, &st); err != nil {
		t.Fatal(err)
	}
	want := int64(0)
	if st.Mask&unix.STATX_BTIME != 0 {
		want = st.Btime.Sec*1e9 + int64(st.Btime.Nsec)
	}
	if got := born(dir, info); got != want {
		t.Errorf("born: %d, want %d", got, want)
	}
	other := t.TempDir()
	if got := born(other, info); got != 0 {
		t.Errorf("another directory at the path was born at %d, want 0", got)
	}
	if got := born(filepath.Join(dir, "missing"), info); got != 0 {
		t.Errorf("no directory at the path: born at %d, want 0", got)
	}
}
