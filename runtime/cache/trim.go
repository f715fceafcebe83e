package cache

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// Entry is a file of the cache. Used is when it was last written or marked as used.
type Entry struct {
	Name string
	Size int64 // bytes
	Used time.Time
}

// List returns the files of a kind, and the temporary ones, most recently used first.
func (d *Dir) List(kind Kind) ([]Entry, error) {
	files, err := os.ReadDir(d.path)
	if err != nil {
		return nil, err
	}
	var entries []Entry
	for _, f := range files {
		info, err := f.Info()
		if errors.Is(err, fs.ErrNotExist) {
			continue // another process has just removed it
		}
		if err != nil {
			return nil, err
		}
		if info.Mode().IsRegular() && kind.owns(f.Name()) {
			entries = append(entries, Entry{f.Name(), info.Size(), info.ModTime()})
		}
	}
	slices.SortFunc(entries, func(a, b Entry) int { return b.Used.Compare(a.Used) })
	return entries, nil
}

// MarkUsed makes the file the most recently used one.
func (d *Dir) MarkUsed(name string) error {
	// A byte is written again, since a sealed process may not set times.
	f, err := os.OpenFile(filepath.Join(d.path, name), os.O_RDWR, 0)
	if err != nil {
		return err
	}
	var first [1]byte
	if _, err = f.ReadAt(first[:], 0); err == nil {
		_, err = f.WriteAt(first[:], 0)
	}
	return errors.Join(err, f.Close())
}

// Remove removes a file. It is no error if the file is missing.
func (d *Dir) Remove(name string) error {
	if err := os.Remove(filepath.Join(d.path, name)); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

// Trim removes the least recently used files of a kind until the rest takes no more than limit bytes. It also removes temporary files that
// a writer left behind when it died.
func (d *Dir) Trim(kind Kind, limit int64) error {
	const abandoned = time.Hour
	entries, err := d.List(kind)
	if err != nil {
		return err
	}
	var total int64
	var errs []error
	for _, e := range entries {
		temporary := strings.HasSuffix(e.Name, temporarySuffix)
		if total += e.Size; total > limit && !temporary || temporary && time.Since(e.Used) > abandoned {
			errs = append(errs, d.Remove(e.Name))
		}
	}
	return errors.Join(errs...)
}

// Expire removes the files of a kind that were not used for so long, and the least recently used ones until there are no more than most. It
// leaves temporary files to Trim.
func (d *Dir) Expire(kind Kind, most int, unused time.Duration) error {
	entries, err := d.List(kind)
	if err != nil {
		return err
	}
	var errs []error
	n := 0
	for _, e := range entries {
		if strings.HasSuffix(e.Name, temporarySuffix) {
			continue
		}
		if n++; n > most || time.Since(e.Used) >= unused {
			errs = append(errs, d.Remove(e.Name))
		}
	}
	return errors.Join(errs...)
}
