package host

import (
	"slices"
	"strings"

	"tsplan/hostfs"
)

// Words holds the words of the files that were read for the guest, by the hash of a file's bytes. With it, the guest need not search the
// text of each file for a name, nor even get the text. A word is a run of ASCII letters, digits, _ and $. Only its hash is kept, so a file
// may be reported to have a word that it does not have.
type Words map[[32]byte]fileWords

type fileWords struct {
	hashes []uint32 // sorted
	script bool     // may be no module, so that its declarations are global
	whole  bool     // may import or export a whole module
}

// add learns the words of a text.
func (w Words) add(sum [32]byte, text string) fileWords {
	known, ok := w[sum]
	if !ok {
		known = fileWords{wordsIn(text), !hasModuleLine(text), hasWholeImport(text)}
		w[sum] = known
	}
	return known
}

// read reads those of the files that exist and that the view has not served yet. Its error ends the request.
func (w Words) read(view *hostfs.View, names []string) error {
	for _, name := range names {
		if _, served := view.Sum(name); served || dependency(name) {
			continue
		}
		content, err := view.ReadFile(name)
		if err := fatal(err); err != nil {
			return err
		}
		if err == nil {
			text, _ := hostfs.Decode(content.Data)
			w.add(content.SHA256, text)
		}
	}
	return nil
}

// mentions returns the names of those served files that may have all words of a name, sorted. Dependencies are left out. Its error ends the
// request.
func (w Words) mentions(view *hostfs.View, name string) ([]string, error) {
	wanted := wordsIn(name)
	return w.search(view, func(known fileWords) bool {
		return !slices.ContainsFunc(wanted, func(word uint32) bool {
			_, has := slices.BinarySearch(known.hashes, word)
			return !has
		})
	})
}

// scripts returns the names of the served files that may be no modules.
func (w Words) scripts(view *hostfs.View) ([]string, error) {
	return w.search(view, func(known fileWords) bool { return known.script })
}

// wholeImports returns the names of the served files that may import or export a whole module.
func (w Words) wholeImports(view *hostfs.View) ([]string, error) {
	return w.search(view, func(known fileWords) bool { return known.whole })
}

func (w Words) search(view *hostfs.View, wanted func(fileWords) bool) ([]string, error) {
	var found []string
	live := 0
	for file, sum := range view.Served {
		if dependency(file) {
			continue
		}
		live++
		known, ok := w[sum]
		if !ok {
			content, err := view.ReadFile(file)
			if err := fatal(err); err != nil {
				return nil, err
			}
			text, _ := hostfs.Decode(content.Data)
			known = w.add(sum, text)
		}
		if wanted(known) {
			found = append(found, file)
		}
	}
	if len(w) > 2*live+100 { // most entries are of earlier contents of files
		clear(w)
	}
	slices.Sort(found)
	return found, nil
}

func dependency(name string) bool { return strings.Contains("/"+name, "/node_modules/") }

// hasModuleLine reports that a line begins with an import or export that makes a module. An indented line may be in a namespace, so it does
// not count.
func hasModuleLine(text string) bool {
	for line := range strings.Lines(text) {
		rest, is := strings.CutPrefix(line, "export")
		if !is {
			rest, is = strings.CutPrefix(line, "import")
		}
		if !is || rest == "" {
			continue
		}
		if after := strings.TrimLeft(rest, " \t"); after != "" && after[0] != '(' && len(wordsIn(rest[:1])) == 0 {
			return true
		}
	}
	return false
}

// hasWholeImport reports that a text may have `* as`, `* from`, `import()` or `require()`.
func hasWholeImport(text string) bool {
	for _, start := range []struct{ word, next string }{{"*", "as"}, {"*", "from"}, {"import", "("}, {"require", "("}} {
		for rest := text; ; {
			_, after, found := strings.Cut(rest, start.word)
			if !found {
				break
			}
			if next := strings.TrimLeft(after, " \t\r\n"); strings.HasPrefix(next, start.next) || strings.HasPrefix(next, "/*") {
				return true
			}
			rest = after
		}
	}
	return false
}

// wordsIn returns the hashes (FNV-1a) of the words of a text, sorted.
func wordsIn(text string) []uint32 {
	const start, prime = 2166136261, 16777619
	var out []uint32
	hash := uint32(start)
	for i := range len(text) {
		c := text[i]
		if c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '_' || c == '$' {
			hash = (hash ^ uint32(c)) * prime
		} else if hash != start {
			out = append(out, hash)
			hash = start
		}
	}
	if hash != start {
		out = append(out, hash)
	}
	slices.Sort(out)
	return slices.Clip(slices.Compact(out))
}
