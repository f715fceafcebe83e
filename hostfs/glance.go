package hostfs

import (
	"os"
	"path"
	"path/filepath"
)

// glance looks at many files, those of a directory after each other: a root walks to each name from the top, and opens
// every directory on the way. It keeps the directory of the last name open.
type glance struct {
	root *Root
	dir  string
	open *os.Root // nil before the first
}

func (g *glance) lstat(name string) (Stat, error) {
	dir, base := path.Split(name)
	if dir == "" {
		return g.root.lstat(name)
	}
	if g.open == nil || g.dir != dir {
		g.close()
		opened, err := g.root.root.OpenRoot(filepath.FromSlash(dir))
		if err != nil {
			return g.root.lstat(name) // which says what is wrong
		}
		g.dir, g.open = dir, opened
	}
	fi, err := g.open.Lstat(base)
	if err != nil {
		return Stat{}, classify(err)
	}
	return statOf(fi), nil
}

func (g *glance) close() {
	if g.open != nil {
		_ = g.open.Close() // it was only looked through
		g.open = nil
	}
}
