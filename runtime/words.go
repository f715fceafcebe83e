package runtime

import (
	"slices"
	"strings"

	"tsplan/hostfs"
)

// words knows which words are in the files that the guest was given, by the hash of their bytes, so that the guest
// need not search the text of all of them for each name. A word is a run of ASCII letters, digits, _ and $; it is
// kept as its hash, so a file may be said to have a word that it has not.
type words map[[32]byte][]uint32

// add learns the words of a text.
func (w words) add(sum [32]byte, text string) []uint32 {
	known, ok := w[sum]
	if !ok {
		known = wordsIn(text)
		w[sum] = known
	}
	return known
}

// mentions returns the names of the files, of those that were served, that may have all words of a name, sorted.
// Dependencies are left out. Its error is fatal.
func (w words) mentions(view *hostfs.View, name string) ([]string, error) {
	wanted := wordsIn(name)
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
		if !slices.ContainsFunc(wanted, func(word uint32) bool {
			_, has := slices.BinarySearch(known, word)
			return !has
		}) {
			found = append(found, file)
		}
	}
	if len(w) > 2*live+100 { // most of it is of what the files were before
		clear(w)
	}
	slices.Sort(found)
	return found, nil
}

func dependency(name string) bool { return strings.Contains("/"+name, "/node_modules/") }

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
