package main

import (
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"unicode/utf8"

	"tsplan/tools/plan"
	"tsplan/tools/sanitize"
)

// stat lists the files that a plan edits or moves, one a line. A line has the file's name below the root, its new name if the file moves, and
// the number of edits. The paths of the plan are absolute.
func stat(root string, edits []plan.FileTextEdits, moves []plan.FsMove) ([]byte, error) {
	targets := plan.Destinations(moves)
	changes := make(map[string]string, len(edits)+len(targets))
	for from := range targets {
		changes[from] = "moves"
	}
	for _, f := range edits {
		changes[f.FilePath] = counted(len(f.TextEdits), "edit")
	}
	var names, counts []string
	width := 0
	for _, from := range slices.Sorted(maps.Keys(changes)) {
		name, err := below(root, from)
		if to, ok := targets[from]; ok && err == nil {
			to, err = below(root, to)
			name += " => " + to
		}
		if err != nil {
			return nil, err
		}
		names, counts = append(names, name), append(counts, changes[from])
		width = max(width, utf8.RuneCountInString(name))
	}
	var out []byte
	for i, name := range names {
		out = fmt.Appendf(out, " %-*s | %s\n", width, name, counts[i])
	}
	return out, nil
}

// below returns the path below the root as it can be shown.
func below(root, path string) (string, error) {
	name, err := filepath.Rel(root, path)
	return sanitize.Text(filepath.ToSlash(name)), err
}
