package hostfs

import (
	"os"
	"path"
	"path/filepath"
)

// glance looks at many files, sorted by name. A root walks to each name from the top, and opens every directory on the way. To avoid that,
// glance keeps the directory of the last name open.
type glance struct {
	root *Root
	dir  string   // "" while none is open
	open *os.Root // dir
}

func (g *glance) lstat(name string) (Stat, error) {
	if dir := path.Dir(name); g.dir != dir {
		g.close()
		opened, err := g.root.root.OpenRoot(filepath.FromSlash(dir))
		if err != nil {
			return g.root.lstat(name) // whose error says what is wrong
		}
		g.dir, g.open = dir, opened
	}
	fi, err := g.open.Lstat(path.Base(name))
	if err != nil {
		return Stat{}, classify(err)
	}
	return statOf(fi), nil
}

func (g *glance) close() {
	if g.dir != "" {
		_ = g.open.Close() // it was only looked through
		g.dir = ""
	}
}
