package project

import (
	"maps"
	"slices"
	"sync"

	"tsplan/hostfs"
	"tsplan/runtime"
	"tsplan/runtime/paths"
	"tsplan/tools/sanitize"
	"tsplan/tools/tool"
)

// changes are the paths that changed on disk since the last answer about each project. A project that has no answer yet is
// not in it. The zero value is ready.
type changes struct {
	mu      sync.Mutex
	byPlace map[tool.Place]map[string]bool
}

// maxFollowed is the number of projects whose changes are kept. With one more project all changes are forgotten, which loses hints only.
const maxFollowed = 64

// note adds the changes that a session noticed. It ignores a session that is not the project's own, which has not seen enough to know.
func (c *changes) note(place tool.Place, s *runtime.Session) {
	noticed := s.Noticed() // taken from every session, so that no list grows for ever
	if s.IsAside() {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	since, answered := c.byPlace[place]
	if !answered {
		return
	}
	shown := func(name string) string { return sanitize.Text(string(paths.Workspace(place.Name).Show(name))) }
	for _, name := range noticed.Files {
		since[shown(name)] = true
	}
	for _, name := range noticed.Structure {
		path := shown(name)
		if stat, err := s.Root.Stat(name); err == nil && stat.Kind == hostfs.KindDir {
			path += "/"
		}
		since[path] = true
	}
}

// Changed returns the paths, sorted, that changed on disk between the last call of Changed for the same project and this
// one. The first call returns none. The path of a directory in which files came or went ends with a slash. A change of a
// file that tsplan has not read is not among them.
func (p *Projects) Changed(place tool.Place) []string {
	c := &p.changes
	c.mu.Lock()
	defer c.mu.Unlock()
	out := slices.Sorted(maps.Keys(c.byPlace[place]))
	if c.byPlace == nil || len(c.byPlace) > maxFollowed {
		c.byPlace = map[tool.Place]map[string]bool{}
	}
	c.byPlace[place] = map[string]bool{}
	return out
}
