//go:build unix

package hostfstest

import (
	"net"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"tsplan/hostfs"
)

func specials() []Case {
	return []Case{
		{"FIFO", "s/fifo.ts", hostfs.ErrNotRegular, func(tb testing.TB, t Tree) {
			Mkdir(tb, t.path("s"))
			if err := syscall.Mkfifo(t.path("s/fifo.ts"), 0o644); err != nil {
				tb.Fatal(err)
			}
		}},
		{"link to a FIFO", "s2/link.ts", hostfs.ErrNotRegular, func(tb testing.TB, t Tree) {
			t.Link(tb, "fifo", "s2/link.ts")
			if err := syscall.Mkfifo(t.path("s2/fifo"), 0o644); err != nil {
				tb.Fatal(err)
			}
		}},
		{"FIFO as directory", "s3/fifo/x.ts", os.ErrNotExist, func(tb testing.TB, t Tree) {
			Mkdir(tb, t.path("s3"))
			if err := syscall.Mkfifo(t.path("s3/fifo"), 0o644); err != nil {
				tb.Fatal(err)
			}
		}},
		{"socket", "s/socket.ts", hostfs.ErrNotRegular, func(tb testing.TB, t Tree) {
			Mkdir(tb, t.path("s"))
			// A socket's path may have a hundred bytes, so it is made elsewhere and moved.
			short, err := os.MkdirTemp("", "s")
			if err != nil {
				tb.Fatal(err)
			}
			tb.Cleanup(func() { os.RemoveAll(short) })
			l, err := net.Listen("unix", filepath.Join(short, "s"))
			if err != nil {
				tb.Fatal(err)
			}
			tb.Cleanup(func() { l.Close() })
			if err := os.Rename(filepath.Join(short, "s"), t.path("s/socket.ts")); err != nil {
				tb.Fatal(err)
			}
		}},
	}
}
