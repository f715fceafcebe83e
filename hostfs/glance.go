package hostfs

import (
	"os"
	"path"
	"path/filepath"
	"sync"
)

// statResult holds the two results of one call of lstat.
type statResult struct {
	Stat
	err error
}

const atOnce = 4 // goroutines of lstatAll

// lstatAll calls lstat for many names, in several goroutines, since a question waits for the results. The names must be sorted. The results have
// the order of the names.
func (r *Root) lstatAll(names []string) []statResult {
	results := make([]statResult, len(names))
	parts := min(atOnce, len(names))
	var group sync.WaitGroup
	for i := range parts {
		from, to := i*len(names)/parts, (i+1)*len(names)/parts
		group.Go(func() {
			look := glance{root: r}
			defer look.close()
			for at := from; at < to; at++ {
				results[at].Stat, results[at].err = look.lstat(names[at])
			}
		})
	}
	group.Wait()
	return results
}

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
