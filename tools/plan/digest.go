package plan

import (
	"cmp"
	"crypto/sha256"
	"fmt"
	"io"
	"slices"
)

// Digest names a plan by its content: "sha256:" and 64 hex digits. It covers every edit, the
// hashes of every edited file, and the moves in their order. The order in which files and edits
// are listed does not count, nor does the root if the paths are names relative to it.
func Digest(edits []FileTextEdits, moves []FsMove) string {
	h := sha256.New()
	io.WriteString(h, "tsplan plan 1\n")
	edits = slices.Clone(edits)
	slices.SortFunc(edits, func(a, b FileTextEdits) int { return cmp.Compare(a.FilePath, b.FilePath) })
	// Each text has its length before it, so that no two plans are written alike.
	text := func(s string) { fmt.Fprintf(h, "%d:%s\n", len(s), s) }
	fmt.Fprintf(h, "%d files\n", len(edits))
	for _, f := range edits {
		text(f.FilePath)
		text(f.SHA256)
		text(f.SHA256After)
		fmt.Fprintf(h, "%d edits\n", len(f.TextEdits))
		for _, e := range slices.SortedFunc(slices.Values(f.TextEdits), byPlace) {
			start, end := e.Range.Start, e.Range.End
			fmt.Fprintf(h, "%d:%d-%d:%d\n", start.Line, start.Character, end.Line, end.Character)
			text(e.NewText)
		}
	}
	fmt.Fprintf(h, "%d moves\n", len(moves))
	for _, m := range moves {
		text(m.From)
		text(m.To)
	}
	return fmt.Sprintf("sha256:%x", h.Sum(nil))
}

func byPlace(a, b TextEdit) int {
	return cmp.Or(comparePositions(a.Range.Start, b.Range.Start),
		comparePositions(a.Range.End, b.Range.End), cmp.Compare(a.NewText, b.NewText))
}

func comparePositions(a, b Position) int {
	return cmp.Or(cmp.Compare(a.Line, b.Line), cmp.Compare(a.Character, b.Character))
}
