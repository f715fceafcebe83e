package release

import (
	"archive/tar"
	"archive/zip"
	"compress/gzip"
	"io"
	"io/fs"
	"slices"
	"strings"
	"time"
)

// entry is a file in an archive.
type entry struct {
	name       string
	data       []byte
	executable bool
}

func (e entry) mode() fs.FileMode {
	if e.executable {
		return 0o755
	}
	return 0o644
}

// below returns the entries with the directory before their names, sorted by name.
func below(dir string, entries []entry) []entry {
	var inside []entry
	for _, e := range entries {
		e.name = dir + "/" + e.name
		inside = append(inside, e)
	}
	slices.SortFunc(inside, func(a, b entry) int { return strings.Compare(a.name, b.name) })
	return inside
}

// writeTarGz writes nothing about the machine: no owner and no user name, and the same time for all files.
func writeTarGz(w io.Writer, made time.Time, entries []entry) error {
	z := gzip.NewWriter(w)
	t := tar.NewWriter(z)
	for _, e := range entries {
		h := &tar.Header{Typeflag: tar.TypeReg, Name: e.name, Size: int64(len(e.data)), Mode: int64(e.mode()), ModTime: made, Format: tar.FormatUSTAR}
		if err := t.WriteHeader(h); err != nil {
			return err
		}
		if _, err := t.Write(e.data); err != nil {
			return err
		}
	}
	if err := t.Close(); err != nil {
		return err
	}
	return z.Close()
}

func writeZip(w io.Writer, made time.Time, entries []entry) error {
	z := zip.NewWriter(w)
	for _, e := range entries {
		h := &zip.FileHeader{Name: e.name, Method: zip.Deflate, Modified: made}
		h.SetMode(e.mode())
		f, err := z.CreateHeader(h)
		if err != nil {
			return err
		}
		if _, err := f.Write(e.data); err != nil {
			return err
		}
	}
	return z.Close()
}
