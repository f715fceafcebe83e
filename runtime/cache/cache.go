// Package cache keeps compiled code and images, which can be made again, in a directory of the user's. A file that another user could have
// written is not trusted. It imports the standard library only.
package cache

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// Dir is the directory below the user's cache directory that holds nothing but tsplan's files: 0700, owned by the user,
// and marked as tsplan's.
type Dir struct{ path string }

// directory is the name of tsplan's own directory, below the path that Open is called with or its default.
const directory = "tsplan-cache"

// Open makes tsplan's directory below path if it is missing. An empty path means the user's cache directory.
func Open(path string) (*Dir, error) {
	if path == "" {
		base, err := os.UserCacheDir()
		if err != nil {
			return nil, fmt.Errorf("no cache directory: %w: name one with --cache-dir, or use --cache-dir none", err)
		}
		path = filepath.Join(base, "tsplan")
	}
	path, err := filepath.Abs(path)
	if err != nil {
		return nil, err
	}
	if err := makePrivate(path); err != nil {
		return nil, err
	}
	d := &Dir{filepath.Join(path, directory)}
	if err := makePrivate(d.path); err != nil {
		return nil, err
	}
	return d, d.mark()
}

// makePrivate makes the directory if it is missing, and fails if others could write to it.
func makePrivate(path string) error {
	if err := os.MkdirAll(path, 0o700); err != nil {
		return fmt.Errorf("cache directory: %w", err)
	}
	info, err := os.Lstat(path)
	if err != nil {
		return fmt.Errorf("cache directory: %w", err)
	}
	if !info.IsDir() || !private(info) {
		return fmt.Errorf("cache directory %s: others could write to it: make it yours with mode 0700, or name another with --cache-dir", path)
	}
	return nil
}

// Path returns the absolute path of tsplan's directory.
func (d *Dir) Path() string { return d.path }

// File opens the named file for reading. If it is missing, or is not a regular file of the user's with that size, File makes it with write.
func (d *Dir) File(name string, size int64, write func(io.Writer) error) (*os.File, error) {
	path := filepath.Join(d.path, name)
	f, err := openPrivate(path, size)
	if err == nil || !errors.Is(err, fs.ErrNotExist) && !errors.Is(err, errForeign) {
		return f, err
	}
	err = d.Write(name, write)
	// Windows does not replace a file that another process has open; if that file can be opened, it is as good.
	f, openErr := openPrivate(path, size)
	if openErr != nil {
		return nil, errors.Join(err, openErr)
	}
	return f, nil
}

// Write makes or replaces the named file. It writes a file with a temporary name and mode 0600, and renames it when it is whole, so that no
// reader ever sees half a file. If write fails, the temporary file is removed.
func (d *Dir) Write(name string, write func(io.Writer) error) error {
	temporary, err := os.CreateTemp(d.path, name+".*"+temporarySuffix) // CreateTemp's mode is 0600
	if err != nil {
		return err
	}
	// Without Sync, a crash could lose the bytes but keep the name.
	if err = write(temporary); err == nil {
		err = temporary.Sync()
	}
	if err := errors.Join(err, temporary.Close()); err != nil {
		return errors.Join(err, os.Remove(temporary.Name()))
	}
	if err := os.Rename(temporary.Name(), filepath.Join(d.path, name)); err != nil {
		return errors.Join(err, os.Remove(temporary.Name()))
	}
	return nil
}

// Open opens the named file for reading, if it is the user's regular file.
func (d *Dir) Open(name string) (*os.File, error) {
	return openPrivate(filepath.Join(d.path, name), anySize)
}

var errForeign = errors.New("cache: not a private regular file of the expected size")

const anySize = -1

func openPrivate(path string, size int64) (*os.File, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	info, err := f.Stat()
	if err == nil && (!info.Mode().IsRegular() || !private(info) || size != anySize && info.Size() != size) {
		err = errForeign
	}
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return f, nil
}
