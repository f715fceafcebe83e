// Package cache keeps files that can be made again in a directory of the user's: compiled code and guest images.
// Nothing in it is trusted that another user could have written. It imports the standard library only.
package cache

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// Dir is a cache directory: 0700, owned by the user.
type Dir struct{ path string }

// Open makes the directory if it is missing. An empty path means the user's cache directory.
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
	return open(path)
}

func open(path string) (*Dir, error) {
	if err := os.MkdirAll(path, 0o700); err != nil {
		return nil, fmt.Errorf("cache directory: %w", err)
	}
	info, err := os.Lstat(path)
	if err != nil {
		return nil, fmt.Errorf("cache directory: %w", err)
	}
	if !info.IsDir() || !private(info) {
		return nil, fmt.Errorf("cache directory %s: others could write to it: make it yours with mode 0700, or name another with --cache-dir", path)
	}
	return &Dir{path}, nil
}

// Path returns the directory's absolute path.
func (d *Dir) Path() string { return d.path }

// Subdirectory makes a private directory below the cache.
func (d *Dir) Subdirectory(name string) (*Dir, error) { return open(filepath.Join(d.path, name)) }

// File opens the named file for reading. Where it is missing, or is not the user's regular file of that size, write
// makes it anew.
func (d *Dir) File(name string, size int64, write func(io.Writer) error) (*os.File, error) {
	path := filepath.Join(d.path, name)
	f, err := openPrivate(path, size)
	if err == nil || !errors.Is(err, fs.ErrNotExist) && !errors.Is(err, errForeign) {
		return f, err
	}
	err = d.Write(name, write)
	// Windows does not replace a file that another process has open; that one is as good.
	f, openErr := openPrivate(path, size)
	if openErr != nil {
		return nil, errors.Join(err, openErr)
	}
	return f, nil
}

// Write makes or replaces the named file: under a temporary name, 0600, renamed when whole, so that no reader ever
// sees half a file. What write leaves behind when it fails is removed.
func (d *Dir) Write(name string, write func(io.Writer) error) error {
	temporary, err := os.CreateTemp(d.path, name+".*.tmp") // CreateTemp's mode is 0600
	if err != nil {
		return err
	}
	err = write(temporary)
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
