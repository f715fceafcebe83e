package tools

import (
	"cmp"
	"path"
	"regexp"
	"slices"
	"strings"

	"tsplan/hostfs"
	"tsplan/tools/namepath"
)

// hit is a symbol that a name path fits.
type hit struct {
	file   string // name below the root
	symbol *symbol
	exact  bool // its own name is the pattern's
}

// search finds symbols by name path in a file, or in all sources below a directory; "" is the project. Exact matches
// come first, then those of part of a name, each by file and position.
func (r *request) search(within string, p namepath.Pattern) (hits []hit, notes []string, err error) {
	files, notes, err := r.sources(within)
	if err != nil {
		return nil, nil, err
	}
	parts := textParts(p.Last())
	var need []string
	for _, name := range files {
		entry, err := r.entry(name)
		if err != nil {
			if r.View.Err() != nil {
				return nil, nil, err
			}
			notes = append(notes, notSearched(r, name, err))
			continue
		}
		if entry.mayDeclare(parts) {
			need = append(need, name)
		}
	}
	found, err := r.outlines(need)
	if err != nil {
		return nil, nil, err
	}
	for _, name := range need {
		for s := range found[name].all() {
			if ok, exact := p.Match(s.path); ok {
				hits = append(hits, hit{name, s, exact})
			}
		}
	}
	slices.SortStableFunc(hits, func(a, b hit) int {
		if a.exact != b.exact {
			if a.exact {
				return -1
			}
			return 1
		}
		return cmp.Or(strings.Compare(a.file, b.file), cmp.Compare(a.symbol.span.start, b.symbol.span.start))
	})
	return hits, notes, nil
}

func notSearched(r *request, name string, err error) string {
	return "not searched: " + r.presentable(guestPath(name)) + ": " + hostfs.Reason(err)
}

// words are runs of what identifiers are made of.
var words = regexp.MustCompile(`[\p{L}\p{Nd}_$]+`)

// textParts returns what a text must contain to declare a symbol of that name. The navigation tree adds the word
// callback to the names of functions that are arguments.
func textParts(name string) []string {
	parts := words.FindAllString(strings.TrimSuffix(name, " callback"), -1)
	if strings.Contains("callback", name) {
		return nil
	}
	return parts
}

// sources lists the TypeScript and JavaScript files of the project, or of a file or directory in it, by name, sorted:
// not those in node_modules, in hidden directories, or in build output.
func (r *request) sources(within string) (names, notes []string, err error) {
	start := r.project.Name
	if within != "" {
		if start, err = r.Root.Name(r.project.Name, within); err != nil {
			return nil, nil, err
		}
	}
	stat, err := r.View.Stat(start)
	if err != nil {
		return nil, nil, err
	}
	if start, err = r.View.Realpath(start); err != nil {
		return nil, nil, err
	}
	if stat.Kind == hostfs.KindFile {
		if !typeScript(start) {
			return nil, nil, invalid("%s is not a TypeScript or JavaScript file", within)
		}
		return []string{start}, nil, nil
	}
	var outputs []string
	if err := r.Ask("outputs", nil, &outputs); err != nil {
		return nil, nil, err
	}
	skip := func(name string) bool {
		base := path.Base(name)
		return strings.HasPrefix(base, ".") && name != "." || base == "node_modules" || slices.Contains(outputs, guestPath(name))
	}
	todo := []string{start}
	for len(todo) > 0 {
		dir := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		entries, err := r.View.ReadDir(dir)
		if err != nil {
			if r.View.Err() != nil {
				return nil, nil, err
			}
			notes = append(notes, notSearched(r, dir, err))
			continue
		}
		for _, e := range entries {
			name := path.Join(dir, e.Name)
			// What links lead to is listed where it is.
			if real, err := r.View.Realpath(name); err != nil || real != name {
				continue
			}
			switch {
			case e.Kind == hostfs.KindDir && !skip(name):
				todo = append(todo, name)
			case e.Kind == hostfs.KindFile && typeScript(name):
				names = append(names, name)
			}
		}
	}
	slices.Sort(names)
	return names, notes, nil
}

// patternOf reads a name path as a tool takes it.
func patternOf(namePath string, mode namepath.Mode) (namepath.Pattern, error) {
	p, err := namepath.Parse(namePath, mode)
	if err != nil {
		return p, invalid("name_path %q: %v", namePath, err)
	}
	return p, nil
}

// named returns the symbols of one file that a name path means: one, or several that are declarations of one thing.
func (r *request) named(namePath, relativePath string) (string, []*symbol, error) {
	p, err := patternOf(namePath, namepath.Exact)
	if err != nil {
		return "", nil, err
	}
	name, err := r.existing(relativePath, hostfs.KindFile)
	if err != nil {
		return "", nil, err
	}
	symbols, _, err := r.outline(name)
	if err != nil {
		return "", nil, err
	}
	var found, whole []*symbol
	top, err := patternOf("/"+strings.TrimPrefix(namePath, "/"), namepath.Exact)
	if err != nil {
		return "", nil, err
	}
	for s := range symbols.all() {
		if ok, _ := p.Match(s.path); ok {
			found = append(found, s)
		}
		if ok, _ := top.Match(s.path); ok {
			whole = append(whole, s)
		}
	}
	if len(whole) > 0 {
		found = whole // the others only end in it
	}
	for s := range symbols.all() {
		if ok, _ := namepath.Literal(namePath).Match(s.path); ok && len(found) == 0 {
			return name, []*symbol{s}, nil
		}
	}
	if len(found) == 0 {
		like := nearest(symbols, p.Last())
		if like != "" {
			like = "; there is " + like
		}
		return "", nil, Errorf(SymbolNotFound, "no symbol %s in %s%s", namePath, relativePath, like)
	}
	if !oneThing(found) {
		return "", nil, severalSymbols(namePath, found)
	}
	return name, found, nil
}

// one is like named, for questions of what TypeScript takes for a symbol: of declarations with one name, a type and a
// value can be two.
func (r *request) one(namePath, relativePath string) (string, []*symbol, error) {
	name, found, err := r.named(namePath, relativePath)
	if err != nil || len(found) == 1 {
		return name, found, err
	}
	places := make([]candidate, len(found))
	for i, s := range found {
		places[i] = candidate{offset: s.at()}
	}
	groups, err := r.groups(name, places)
	if err != nil {
		return "", nil, err
	}
	if slices.ContainsFunc(groups, func(group int) bool { return group != groups[0] }) {
		return "", nil, severalSymbols(namePath, found)
	}
	return name, found, nil
}

// oneThing says that declarations with one name beside each other are one symbol to TypeScript: overloads, getter and
// setter, merged declarations. A static member and another one are not.
func oneThing(found []*symbol) bool {
	for _, s := range found[1:] {
		n := len(s.path) - 1
		if !slices.Equal(s.path[:n], found[0].path[:len(found[0].path)-1]) || s.ownName() != found[0].ownName() ||
			s.flags&isStatic != found[0].flags&isStatic {
			return false
		}
	}
	return true
}

func severalSymbols(namePath string, found []*symbol) error {
	var paths []string
	for _, s := range found {
		paths = append(paths, "/"+namepath.Format(s.path)+" ("+kindName(s.kind)+")")
	}
	slices.Sort(paths)
	shown := slices.Compact(paths)
	more := ""
	if len(shown) > 2*shownCandidates {
		shown, more = shown[:2*shownCandidates], " and others"
	}
	return Errorf(SymbolAmbiguous, "%s means several symbols: %s%s; say which by its whole name path", namePath, strings.Join(shown, ", "), more)
}
