package hostfs

import (
	"errors"
	"io/fs"
	"os"
	"syscall"
	"testing"
)

// TestClassify checks how errors of package os are told apart: those at which os.Root stopped at a link (gaveUp), the error that
// hostfs returns for each (classify), and those that may be remembered (settled).
func TestClassify(t *testing.T) {
	escapes := errors.New("path escapes from parent")
	for _, c := range []struct {
		err    error
		gaveUp bool
		want   error
	}{
		{syscall.ENOENT, false, fs.ErrNotExist},
		{syscall.ENOTDIR, false, fs.ErrNotExist},
		{syscall.ENAMETOOLONG, true, fs.ErrNotExist},
		{syscall.ELOOP, true, ErrChanged},
		{escapes, true, ErrChanged},
		{syscall.EACCES, false, fs.ErrPermission},
		{syscall.EPERM, false, fs.ErrPermission},
		{syscall.ENXIO, false, ErrNotRegular},
		{syscall.ENODEV, false, ErrNotRegular},
		{syscall.EMFILE, false, syscall.EMFILE},
		{syscall.EIO, false, syscall.EIO},
		{os.ErrClosed, false, os.ErrClosed},
	} {
		err := &fs.PathError{Op: "openat", Path: "a.ts", Err: c.err}
		if got := gaveUp(err); got != c.gaveUp {
			t.Errorf("gaveUp(%v) = %v", err, got)
		}
		if got := classify(err); got != c.want {
			t.Errorf("classify(%v) = %v, want %v", err, got, c.want)
		}
		if gaveUp(c.want) || classify(c.want) != c.want {
			t.Errorf("%v is taken for an error of package os", c.want)
		}
		// settled keeps no error that says nothing about the tree, such as EIO.
		_, lasting := settled(c.want)
		var errno syscall.Errno
		if open := errors.As(c.want, &errno) || c.want == ErrChanged || c.want == os.ErrClosed; lasting == open {
			t.Errorf("settled(%v) = %v", c.want, lasting)
		}
	}
	if classify(nil) != nil || gaveUp(nil) {
		t.Error("no error is taken for one")
	}
}
