package project

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"tsplan/hostfs"
	"tsplan/runtime"
	"tsplan/runtime/paths"
	"tsplan/runtime/protocol"
	"tsplan/tools/namepath"
	"tsplan/tools/sanitize"
	"tsplan/tools/tool"
)

// Hit is a symbol that a name path fits.
type Hit struct {
	File   string // name below the root
	Symbol *Symbol
	Exact  bool // its own name is the pattern's
}

// Search finds symbols by name path in a file, or in all sources below a directory; "" is the project. Exact matches
// come first, then those of part of a name, each by file and position.
func (r *Request) Search(within string, p namepath.Pattern) (hits []Hit, notes []string, err error) {
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
		for s := range found[name].All() {
			if ok, exact := p.Match(s.Path); ok {
				hits = append(hits, Hit{name, s, exact})
			}
		}
	}
	slices.SortStableFunc(hits, func(a, b Hit) int {
		if a.Exact != b.Exact {
			if a.Exact {
				return -1
			}
			return 1
		}
		return cmp.Or(strings.Compare(a.File, b.File), cmp.Compare(a.Symbol.Span.Start, b.Symbol.Span.Start))
	})
	return hits, notes, nil
}

func notSearched(r *Request, name string, err error) string {
	return "not searched: " + r.Shown(name) + ": " + hostfs.Reason(err)
}

// words matches runs of characters that identifiers consist of.
var words = regexp.MustCompile(`[\p{L}\p{Nd}_$]+`)

func inWord(r rune) bool { return r == '_' || r == '$' || unicode.IsLetter(r) || unicode.IsDigit(r) }

// textParts returns what a text must contain to declare a symbol of that name. The navigation tree adds the word
// callback to the names of functions that are arguments.
func textParts(name string) []string {
	parts := words.FindAllString(strings.TrimSuffix(name, " callback"), -1)
	if strings.Contains("callback", name) {
		return nil
	}
	return parts
}

// sources lists the names of the TypeScript and JavaScript files in within (a file or directory; "" is the whole workspace), sorted. It
// leaves out node_modules, hidden directories, build output and links.
func (r *Request) sources(within string) (names, notes []string, err error) {
	start := r.Place.Name
	if within != "" {
		if start, err = r.Root.Name(r.Place.Name, within); err != nil {
			return nil, nil, err
		}
	}
	stat, err := r.View.Stat(start)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil, tool.Errorf(tool.NotFound, "no file or directory %s", r.Shown(start))
	}
	if err != nil {
		return nil, nil, err
	}
	if start, err = r.View.Realpath(start); err != nil {
		return nil, nil, err
	}
	if stat.Kind == hostfs.KindFile {
		if !IsTypeScript(start) {
			return nil, nil, tool.Invalid("%s is not a TypeScript or JavaScript file", within)
		}
		return []string{start}, nil, nil
	}
	outputs, err := runtime.Ask(r.Session, protocol.Outputs, protocol.NoParams{})
	if err != nil {
		return nil, nil, err
	}
	skip := func(name string) bool {
		base := path.Base(name)
		return strings.HasPrefix(base, ".") && name != "." || base == "node_modules" || slices.Contains(outputs, paths.InGuest(name))
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
			// A file that a link leads to is listed at its own place.
			if real, err := r.View.Realpath(name); err != nil || real != name {
				continue
			}
			switch {
			case e.Kind == hostfs.KindDir && !skip(name):
				todo = append(todo, name)
			case e.Kind == hostfs.KindFile && IsTypeScript(name):
				names = append(names, name)
			}
		}
	}
	slices.Sort(names)
	return names, notes, nil
}

// PatternOf reads a name path from the arguments of a tool, in which hidden characters may be escaped as answers escape them.
func PatternOf(namePath string, mode namepath.Mode) (namepath.Pattern, error) {
	p, err := namepath.Parse(sanitize.Unescape(namePath), mode)
	if err != nil {
		return p, tool.Invalid("name_path %q: %v", namePath, err)
	}
	return p, nil
}

// Named returns the symbols of one file that a name path means: one symbol, or several declarations of the same thing.
func (r *Request) Named(namePath, relativePath string) (string, []*Symbol, error) {
	p, err := PatternOf(namePath, namepath.Exact)
	if err != nil {
		return "", nil, err
	}
	name, err := r.Existing(relativePath, hostfs.KindFile)
	if err != nil {
		return "", nil, err
	}
	symbols, _, err := r.Outline(name)
	if err != nil {
		return "", nil, err
	}
	found, err := named(symbols, p, namePath)
	if err != nil {
		return "", nil, err
	}
	if len(found) == 0 {
		last := p.Last()
		if readings := separated([]string{namePath}); len(readings) > 0 {
			names := readings[len(readings)-1]
			last = names[len(names)-1]
		}
		return "", nil, tool.Errorf(tool.SymbolNotFound, "no symbol %s in %s%s", namePath, r.Shown(name), nearByName(symbols, last))
	}
	if !OneThing(found) {
		return "", nil, r.SeveralSymbols(name, namePath, found)
	}
	return name, found, nil
}

// named returns the symbols that a name path fits: by their whole paths, else by the end of them, else by a name that
// holds slashes itself, else with the dots of the name path read as slashes.
func named(symbols Outline, p namepath.Pattern, namePath string) ([]*Symbol, error) {
	top, err := PatternOf("/"+strings.TrimPrefix(namePath, "/"), namepath.Exact)
	if err != nil {
		return nil, err
	}
	for _, pattern := range []namepath.Pattern{top, p, namepath.Literal(namePath)} {
		var found []*Symbol
		for s := range symbols.All() {
			if ok, _ := pattern.Match(s.Path); ok {
				found = append(found, s)
			}
		}
		if len(found) > 0 {
			return found, nil
		}
	}
	for _, reading := range separated([]string{namePath}) {
		if found := withPath(symbols, reading); len(found) > 0 {
			return found, nil
		}
	}
	return nil, nil
}

// One is Named for questions about one TypeScript symbol. Declarations that share a name can be two symbols: a type and
// a value.
func (r *Request) One(namePath, relativePath string) (string, []*Symbol, error) {
	name, found, err := r.Named(namePath, relativePath)
	if err != nil || len(found) == 1 {
		return name, found, err
	}
	places := make([]candidate, len(found))
	for i, s := range found {
		places[i] = candidate{offset: s.At()}
	}
	groups, err := r.groups(name, places)
	if err != nil {
		return "", nil, err
	}
	if slices.ContainsFunc(groups, func(group int) bool { return group != groups[0] }) {
		return "", nil, r.SeveralSymbols(name, namePath, found)
	}
	return name, found, nil
}

// OneThing reports whether declarations have the same name in the same parent, and so are one symbol to TypeScript: overloads, getter and
// setter, merged declarations. A static member and one that is not static are two symbols.
func OneThing(found []*Symbol) bool {
	for _, s := range found[1:] {
		n := len(s.Path) - 1
		if !slices.Equal(s.Path[:n], found[0].Path[:len(found[0].Path)-1]) || s.OwnName() != found[0].OwnName() ||
			s.Flags&protocol.IsStatic != found[0].Flags&protocol.IsStatic {
			return false
		}
	}
	return true
}

// SeveralSymbols is the error for a name path that fits several symbols of a file, or several declarations of one. It lists
// their whole paths with their lines; of overloads it says which is the implementation.
func (r *Request) SeveralSymbols(name, namePath string, found []*Symbol) error {
	text, err := r.Text(name)
	if err != nil {
		return err
	}
	overloaded := slices.ContainsFunc(found, func(s *Symbol) bool { return s.Flags&protocol.Bodiless != 0 })
	var shown []string
	for _, s := range found[:min(len(found), 2*shownCandidates)] {
		line, err := LineNumber(text, s.Declaration.Start)
		if err != nil {
			return err
		}
		what := KindName(s.Kind)
		if overloaded && s.Flags&protocol.Bodiless != 0 {
			what = "overload"
		} else if overloaded && s.Flags&protocol.HasCode != 0 {
			what = "implementation"
		}
		shown = append(shown, fmt.Sprintf("/%s (%s, line %d)", namepath.Format(s.Path), what, line))
	}
	means := fmt.Sprintf("means %d symbols", len(found))
	if OneThing(found) {
		means = fmt.Sprintf("has %d declarations", len(found))
	}
	if more := len(found) - len(shown); more > 0 {
		shown = append(shown, fmt.Sprintf("and %d more", more))
	}
	return tool.Errorf(tool.SymbolAmbiguous, "%s %s: %s; say which by its whole name path", namePath, means, sanitize.Text(strings.Join(shown, ", ")))
}

// PathOf is the path of a symbol, without the index if all of its declarations are meant.
func PathOf(symbols []*Symbol) []namepath.Step {
	path := symbols[0].Path
	if len(symbols) > 1 {
		path = append(path[:len(path)-1:len(path)-1], namepath.Step{Name: symbols[0].OwnName(), Index: -1})
	}
	return path
}

// IsTypeScript says that TypeScript compiles a file of that name.
func IsTypeScript(name string) bool {
	return slices.ContainsFunc(protocol.Extensions, func(e string) bool { return strings.HasSuffix(name, e) })
}

// Below reports whether a name lies in a directory.
func Below(name, dir string) bool { return dir == "." || strings.HasPrefix(name, dir+"/") }
