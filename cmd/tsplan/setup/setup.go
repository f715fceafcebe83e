package setup

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"tsplan/tools/sanitize"
)

// Show prints what to add to the host's configuration, and where.
func (h Host) Show(w io.Writer, command string, args []string) error {
	file, err := h.File()
	if err != nil {
		return err
	}
	snippet, err := h.snippet(h.entry(command, args))
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(w, "%s reads %s. Add:\n\n%s", h.Title, sanitize.Text(file), sanitize.Lines(snippet))
	return err
}

// Write shows what it adds to the host's configuration, and adds it. A copy of the file as it was stays in its directory. A file that
// it cannot add to without losing something stays as it is.
func (h Host) Write(w io.Writer, command string, args []string) error {
	if err := h.Show(w, command, args); err != nil {
		return err
	}
	file, err := h.File()
	if err != nil {
		return err
	}
	mode := fs.FileMode(0o600)
	before, err := os.ReadFile(file)
	if err == nil {
		var info fs.FileInfo
		if info, err = os.Stat(file); err == nil {
			mode = info.Mode().Perm()
		}
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("nothing is written: %w", err)
	}
	after, added := h.added(before, h.entry(command, args))
	switch {
	case added != nil:
		return fmt.Errorf("%s is left as it is: %w", file, added)
	case after == nil:
		_, err := fmt.Fprintf(w, "\nIt is there already.\n")
		return err
	}
	if err == nil {
		saved, err := backup(file, before, mode)
		if err != nil {
			return err
		}
		fmt.Fprintf(w, "\nThe file as it was is kept as %s.\n", sanitize.Text(saved))
	} else if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		return err
	}
	if err := os.WriteFile(file, after, mode); err != nil {
		return err
	}
	_, err = fmt.Fprintf(w, "\nWritten. Restart %s, or try it with tsplan setup --check.\n", h.Title)
	return err
}

// backup writes a copy under a name that is not taken.
func backup(file string, text []byte, mode fs.FileMode) (string, error) {
	for n := 1; ; n++ {
		name := fmt.Sprintf("%s.before-tsplan-%d", file, n)
		if _, err := os.Lstat(name); err == nil {
			continue
		} else if !errors.Is(err, fs.ErrNotExist) {
			return "", err
		}
		return name, os.WriteFile(name, text, mode)
	}
}
