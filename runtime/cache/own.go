package cache

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
)

// Kind is a sort of file that tsplan keeps. Its files are named with the kind and a digest in hex. Files with other names
// are not tsplan's, and never removed.
type Kind string

const (
	GuestImage   Kind = "guest-image-"
	ProjectImage Kind = "project-image-"
	EngineCode   Kind = "engine-code-" // compiled by wasmtime
	Plan         Kind = "plan-"
)

// wazero keeps compiled code in directories that begin with wazeroDirectory, in files named with a digest in hex.
const (
	wazeroDirectory = "wazero-"
	wazeroCode      = Kind("")
)

const temporarySuffix = ".tmp"

// File is the name of a file of this kind.
func (k Kind) File(digest string) string { return string(k) + digest }

// owns says that a name is one that tsplan gives to files of this kind, or to a temporary file that becomes one.
func (k Kind) owns(name string) bool {
	digest, ok := strings.CutPrefix(name, string(k))
	digest, _ = cutTemporary(digest)
	return ok && len(digest) >= 32 && strings.Trim(digest, "0123456789abcdef") == ""
}

// cutTemporary removes from the name of a temporary file the part that os.CreateTemp added. Write and wazero make such names.
func cutTemporary(name string) (target string, temporary bool) {
	rest, temporary := strings.CutSuffix(name, temporarySuffix)
	dot := strings.LastIndexByte(rest, '.')
	if !temporary || dot < 0 || strings.Trim(rest[dot+1:], "0123456789") != "" {
		return name, false
	}
	return rest[:dot], true
}

// The marker is also how backup programs know a cache (https://bford.info/cachedir/).
const (
	marker      = "CACHEDIR.TAG"
	markerStart = "Signature: 8a477f597d28d172789f06886806bc55\n# tsplan "
	markerText  = markerStart + "keeps files here that it can make again. \"tsplan cache clear\" removes them, and no others.\n"
)

// mark makes the marker in a new directory, and fails in one that holds somebody else's files.
func (d *Dir) mark() error {
	entries, err := os.ReadDir(d.path)
	if err != nil {
		return fmt.Errorf("cache directory: %w", err)
	}
	// The marker is looked for after the listing, since another process may be making the directory, too.
	text, err := os.ReadFile(filepath.Join(d.path, marker))
	if err == nil && strings.HasPrefix(string(text), markerStart) {
		return nil
	}
	for _, e := range entries {
		if target, temporary := cutTemporary(e.Name()); !temporary || target != marker {
			return fmt.Errorf("cache directory %s: it holds files and no %s of tsplan's: remove it, or name another with --cache-dir", d.path, marker)
		}
	}
	err = d.Write(marker, func(w io.Writer) error {
		_, err := io.WriteString(w, markerText)
		return err
	})
	if err != nil {
		return fmt.Errorf("cache directory: %w", err)
	}
	return nil
}

// Clear removes all files that tsplan made. The directory and its marker stay.
func (d *Dir) Clear() error {
	var errs []error
	for _, kind := range []Kind{GuestImage, ProjectImage, EngineCode, Plan} {
		errs = append(errs, d.remove(kind))
	}
	directories, err := filepath.Glob(filepath.Join(d.path, wazeroDirectory+"*"))
	errs = append(errs, err)
	for _, path := range directories {
		if info, err := os.Lstat(path); err != nil || !info.IsDir() {
			errs = append(errs, err)
			continue
		}
		errs = append(errs, (&Dir{path}).remove(wazeroCode))
	}
	return errors.Join(errs...)
}

func (d *Dir) remove(kind Kind) error {
	entries, err := d.List(kind)
	errs := []error{err}
	for _, e := range entries {
		errs = append(errs, d.Remove(e.Name))
	}
	return errors.Join(errs...)
}
