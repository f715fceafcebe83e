package plan

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// Diff renders edits and moves as one unified diff that `git apply` takes in the directory that
// the names are relative to. Each file has one section, also one that is both edited and moved.
// The moves are of files, not directories, in an order in which they can be carried out. Git
// takes swaps and chains in one diff.
//
// read returns the bytes of a file before the plan; Diff calls read for edited files only. The errors are those of read and of Apply.
func Diff(
	edits []FileTextEdits, moves []FsMove, read func(name string) ([]byte, error),
) ([]byte, error) {
	targets := Destinations(moves)
	sections := make([]section, 0, len(edits)+len(targets))
	for _, f := range edits {
		data, err := read(f.FilePath)
		if err != nil {
			return nil, err
		}
		s := section{from: f.FilePath, to: f.FilePath, data: string(data)}
		if s.patches, err = reopen(f, data); err != nil {
			return nil, err
		}
		if to, ok := targets[f.FilePath]; ok {
			s.to = to
			delete(targets, f.FilePath)
		}
		sections = append(sections, s)
	}
	for from, to := range targets {
		sections = append(sections, section{from: from, to: to})
	}
	slices.SortFunc(sections, func(a, b section) int { return cmp.Compare(a.from, b.from) })
	var b strings.Builder
	for _, s := range sections {
		s.render(&b)
	}
	return []byte(b.String()), nil
}

// Destinations follows each file through the moves: a file that moves by way of a temporary name, as in a swap, becomes one rename for git.
func Destinations(moves []FsMove) map[string]string {
	origins := make(map[string]string, len(moves))
	for _, m := range moves {
		from := m.From
		if origin, ok := origins[from]; ok {
			delete(origins, from)
			from = origin
		}
		origins[m.To] = from
	}
	targets := make(map[string]string, len(origins))
	for to, from := range origins {
		if to != from {
			targets[from] = to
		}
	}
	return targets
}

// section is what the diff says about one file.
type section struct {
	from, to string
	data     string // before; not read if there are no patches
	patches  []patch
}

func (s section) render(b *strings.Builder) {
	all := changes(s.data, s.patches)
	if s.from == s.to && len(all) == 0 {
		return
	}
	fmt.Fprintf(b, "diff --git %s %s\n", quote("a/"+s.from), quote("b/"+s.to))
	if s.from != s.to {
		fmt.Fprintf(b, "similarity index %d%%\nrename from %s\nrename to %s\n",
			s.similarity(), quote(s.from), quote(s.to))
	}
	if len(all) > 0 {
		fmt.Fprintf(b, "--- %s\n+++ %s\n", label("a/"+s.from), label("b/"+s.to))
		writeHunks(b, s.data, all)
	}
}

// similarity is git's measure: the percentage of the larger file that is in both.
func (s section) similarity() int {
	kept, size := len(s.data), len(s.data)
	for _, p := range s.patches {
		kept -= p.end - p.start
		size += len(p.edit.NewText) - (p.end - p.start)
	}
	if len(s.patches) == 0 {
		return 100
	}
	return min(99, kept*100/max(len(s.data), size, 1))
}

// label puts a tab after a name with a space in it, so that git finds the end of the name.
func label(name string) string {
	if strings.Contains(name, " ") {
		return quote(name) + "\t"
	}
	return quote(name)
}

// quote writes a name as git does by default: as it is, or in C's quotes if it has a quote, a
// backslash or a byte that is not printable ASCII.
func quote(name string) string {
	special := func(r rune) bool { return r < ' ' || r > '~' || r == '"' || r == '\\' }
	if !strings.ContainsFunc(name, special) {
		return name
	}
	var b strings.Builder
	b.WriteByte('"')
	for _, c := range []byte(name) {
		switch {
		case c == '"' || c == '\\':
			b.WriteByte('\\')
			b.WriteByte(c)
		case special(rune(c)):
			fmt.Fprintf(&b, `\%03o`, c)
		default:
			b.WriteByte(c)
		}
	}
	b.WriteByte('"')
	return b.String()
}
