package project

import (
	"cmp"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strings"

	"tsplan/tools/namepath"
	"tsplan/tools/sanitize"
	"tsplan/tools/tool"
)

// separated reads a path of names that somebody separated by dots, or by slashes within a name. It returns every
// reading that has more names than the path, the most literal one first.
func separated(path []string) [][]string {
	var readings [][]string
	for _, separators := range []string{"/", ".", "/.#:"} {
		var names []string
		for _, name := range path {
			names = append(names, strings.FieldsFunc(name, func(r rune) bool { return strings.ContainsRune(separators, r) })...)
		}
		if len(names) > len(path) && !slices.ContainsFunc(readings, func(r []string) bool { return slices.Equal(r, names) }) {
			readings = append(readings, names)
		}
	}
	return readings
}

// nearPaths lists symbols of a file whose names are similar to the last name of a path that was not found, the most similar first.
func nearPaths(symbols Outline, last string) [][]namepath.Step {
	type like struct {
		path     []namepath.Step
		distance int
	}
	var found []like
	for s := range symbols.All() {
		if d := distance(s.OwnName(), last); d < far {
			found = append(found, like{s.Path, d})
		}
	}
	slices.SortStableFunc(found, func(a, b like) int { return cmp.Compare(a.distance, b.distance) })
	var paths [][]namepath.Step
	for _, l := range found {
		if len(paths) < shownCandidates && !slices.ContainsFunc(paths, func(p []namepath.Step) bool { return slices.Equal(p, l.path) }) {
			paths = append(paths, l.path)
		}
	}
	return paths
}

// far is the distance of names that are not similar.
const far = math.MaxInt

// distance returns 0 for names that differ at most in case, and 1 for names that are one edit apart. If b is a part of a, or if a is a part of b
// and at least half as long, it returns 1 more than the number of bytes that the shorter name lacks. It returns far for all other names.
func distance(a, b string) int {
	a, b = strings.ToLower(a), strings.ToLower(b)
	switch {
	case a == b:
		return 0
	case oneEditApart(a, b):
		return 1
	case strings.Contains(a, b):
		return 1 + len(a) - len(b)
	case strings.Contains(b, a) && len(a) > 2 && 2*len(a) >= len(b):
		return 1 + len(b) - len(a)
	}
	return far
}

// oneEditApart reports whether two names are the same before and after one short difference.
func oneEditApart(a, b string) bool {
	prefix, suffix := 0, 0
	for prefix < min(len(a), len(b)) && a[prefix] == b[prefix] {
		prefix++
	}
	for suffix < min(len(a), len(b))-prefix && a[len(a)-1-suffix] == b[len(b)-1-suffix] {
		suffix++
	}
	return max(len(a), len(b))-prefix-suffix <= 2 && min(len(a), len(b)) > 3
}

// nearByName lists the name paths that are similar to one that was not found.
func nearByName(symbols Outline, last string) string {
	return thereIs(nearPaths(symbols, last), func(path []namepath.Step) string { return namepath.Format(path) })
}

// nearBySymbolPath lists the symbols with nearly that last name, in the form that a locate's symbol_path takes.
func nearBySymbolPath(symbols Outline, last string) string {
	return thereIs(nearPaths(symbols, last), func(path []namepath.Step) string {
		names := make([]string, len(path))
		for i, s := range path {
			names[i] = stepText(s)
		}
		raw, err := json.Marshal(names)
		if err != nil {
			return namepath.Format(path)
		}
		return string(raw)
	})
}

func thereIs(paths [][]namepath.Step, write func([]namepath.Step) string) string {
	if len(paths) == 0 {
		return ""
	}
	texts := make([]string, len(paths))
	for i, path := range paths {
		texts[i] = sanitize.Text(write(path))
	}
	return "; there is " + strings.Join(texts, ", ")
}

// Near lists symbols in a file or directory whose names are similar to the last name of a pattern that nothing fits; it is "" if there are
// none.
func (r *Request) Near(within string, p namepath.Pattern) (string, error) {
	files, _, err := r.sources(within)
	if err != nil {
		return "", err
	}
	var need []string
	for _, name := range files {
		entry, err := r.entry(name)
		if err != nil {
			if r.View.Err() != nil {
				return "", err
			}
			continue // Search has a note of it
		}
		if entry.mayDeclareLike(p.Last()) {
			need = append(need, name)
		}
	}
	found, err := r.outlines(need)
	if err != nil {
		return "", err
	}
	type like struct {
		text     string
		distance int
	}
	var likes []like
	for _, name := range need {
		for s := range found[name].All() {
			if d := distance(s.OwnName(), p.Last()); d < far {
				likes = append(likes, like{fmt.Sprintf("%s in %s", namepath.Format(s.Path), r.Shown(name)), d})
			}
		}
	}
	slices.SortStableFunc(likes, func(a, b like) int { return cmp.Compare(a.distance, b.distance) })
	var texts []string
	for _, l := range likes[:min(len(likes), shownCandidates)] {
		texts = append(texts, sanitize.Text(l.text))
	}
	return strings.Join(texts, ", "), nil
}

// mayDeclareLike reports, without parsing a file, whether it can have a symbol whose name is similar to that one.
func (e *indexedFile) mayDeclareLike(name string) bool {
	if e.parsed || e.words == "" {
		return true
	}
	lower := strings.ToLower(name)
	for text := e.words; text != ""; {
		start := strings.IndexFunc(text, inWord)
		if start < 0 {
			return false
		}
		text = text[start:]
		end := strings.IndexFunc(text, func(r rune) bool { return !inWord(r) })
		if end < 0 {
			end = len(text)
		}
		word := text[:end]
		if text = text[end:]; distance(word, lower) < far {
			return true
		}
	}
	return false
}

// OneAnywhere is One where relativePath may be empty: then exactly one file of the project must declare the symbol.
func (r *Request) OneAnywhere(namePath, relativePath string) (string, []*Symbol, error) {
	if relativePath != "" {
		return r.One(namePath, relativePath)
	}
	p, err := PatternOf(namePath, namepath.Exact)
	if err != nil {
		return "", nil, err
	}
	hits, _, err := r.Search("", p)
	if err != nil {
		return "", nil, err
	}
	for _, names := range separated([]string{namePath}) {
		if len(hits) > 0 {
			break
		}
		if p, err = PatternOf(strings.Join(names, "/"), namepath.Exact); err != nil {
			return "", nil, err
		}
		if hits, _, err = r.Search("", p); err != nil {
			return "", nil, err
		}
	}
	var files []string
	for _, h := range hits {
		if !slices.Contains(files, h.File) {
			files = append(files, h.File)
		}
	}
	switch len(files) {
	case 0:
		near, err := r.Near("", p)
		if err != nil {
			return "", nil, err
		}
		if near != "" {
			near = "; there is " + near
		}
		return "", nil, tool.Errorf(tool.SymbolNotFound, "no symbol %s in the project%s", namePath, near)
	case 1:
		return r.One(namePath, r.Shown(files[0]))
	}
	for i, file := range files {
		files[i] = sanitize.Text(r.Shown(file))
	}
	shown := strings.Join(files[:min(len(files), 2*shownCandidates)], ", ")
	return "", nil, tool.Errorf(tool.SymbolAmbiguous, "%s is declared in %d files: %s; say which by relative_path", namePath, len(files), shown)
}
