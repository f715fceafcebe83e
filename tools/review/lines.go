package review

import (
	"bytes"
	"slices"
	"sort"

	"tsplan/tools/plan"
)

// side is a file before or after the plan, by lines, which end at \n as they do for git.
type side struct {
	data   []byte
	starts []int // of the lines
	pieces []piece
	marks  []mark // what the plan replaces, or what it writes, sorted
}

// mark is a part of a text that the plan changes.
type mark struct{ start, end int }

func newSide(name string, data []byte) *side {
	s := &side{data: data, pieces: pieces(name, data)}
	for at := 0; at < len(data); {
		s.starts = append(s.starts, at)
		n := bytes.IndexByte(data[at:], '\n')
		if n < 0 {
			break
		}
		at += n + 1
	}
	return s
}

func (s *side) lines() int { return len(s.starts) }

// extent returns where a line starts and where its text ends.
func (s *side) extent(line int) (start, end int) {
	start, end = s.starts[line], len(s.data)
	if line+1 < len(s.starts) {
		end = s.starts[line+1]
	}
	end = start + len(bytes.TrimRight(s.data[start:end], "\r\n"))
	if line == 0 {
		start += len(s.data[start:end]) - len(bytes.TrimPrefix(s.data[start:end], []byte("\xEF\xBB\xBF")))
	}
	return start, end
}

func (s *side) line(i int) []byte {
	start, end := s.extent(i)
	return s.data[start:end]
}

// lineOf returns the line in which a byte lies. The end of the text lies in its last line.
func (s *side) lineOf(at int) int { return max(0, sort.SearchInts(s.starts, at+1)-1) }

// group is a change: the lines before that it replaces, and the lines after that stand in their place.
type group struct{ old, oldEnd, new, newEnd int }

// groups widens sorted edits to whole lines. Edits that share a line are one group.
func groups(before, after *side, edits []plan.Replacement) []group {
	var all []group
	for _, e := range edits {
		g := group{before.lineOf(e.Start), before.lineOf(e.End) + 1, after.lineOf(e.NewStart), after.lineOf(e.NewEnd) + 1}
		if last := len(all) - 1; last >= 0 && (g.old < all[last].oldEnd || g.new < all[last].newEnd) {
			all[last].oldEnd, all[last].newEnd = g.oldEnd, g.newEnd
			continue
		}
		all = append(all, g)
	}
	for i := range all {
		g := &all[i]
		g.oldEnd, g.newEnd = min(g.oldEnd, before.lines()), min(g.newEnd, after.lines())
		for g.old < g.oldEnd && g.new < g.newEnd && bytes.Equal(before.line(g.oldEnd-1), after.line(g.newEnd-1)) {
			g.oldEnd, g.newEnd = g.oldEnd-1, g.newEnd-1
		}
		for g.old < g.oldEnd && g.new < g.newEnd && bytes.Equal(before.line(g.old), after.line(g.new)) {
			g.old, g.new = g.old+1, g.new+1
		}
	}
	return slices.DeleteFunc(all, func(g group) bool { return g.old == g.oldEnd && g.new == g.newEnd })
}

const (
	maxLine = 600 // bytes of a line that is shown whole
	around  = 120 // bytes around a change that are shown of a longer line
	maxMark = 2000
)

// visible returns the parts of a line that are shown: all of it, or of a long line its beginning and what is around the changes.
func (s *side) visible(start, end int) []mark {
	if end-start <= maxLine {
		return []mark{{start, end}}
	}
	shown := []mark{{start, start + around}}
	total := 0
	for _, m := range s.marksIn(start, end) {
		part := mark{max(start, m.start-around), min(end, m.end+around, m.start+maxMark)}
		if total += part.end - part.start; total > 2*maxMark {
			break
		}
		if last := &shown[len(shown)-1]; part.start <= last.end {
			last.end = max(last.end, part.end)
		} else {
			shown = append(shown, part)
		}
	}
	for i := range shown { // whole characters
		for shown[i].start > start && s.data[shown[i].start]&0xC0 == 0x80 {
			shown[i].start--
		}
		for shown[i].end < end && s.data[shown[i].end]&0xC0 == 0x80 {
			shown[i].end++
		}
	}
	return shown
}

// marksIn returns the marks that touch a part of the text.
func (s *side) marksIn(start, end int) []mark {
	from := sort.Search(len(s.marks), func(i int) bool { return s.marks[i].end > start })
	to := from
	for to < len(s.marks) && s.marks[to].start < end {
		to++
	}
	return s.marks[from:to]
}

// writeLine writes a line with its colours and marks.
func (w *writer) writeLine(s *side, line int) {
	start, end := s.extent(line)
	at := start
	left := func(n int) {
		if n > 0 {
			w.markup(`<i>… `)
			w.number(n)
			w.markup(` bytes …</i>`)
		}
	}
	for _, part := range s.visible(start, end) {
		left(part.start - at)
		w.writePart(s, part)
		at = part.end
	}
	left(end - at)
}

func (w *writer) writePart(s *side, part mark) {
	at := part.start
	for _, m := range s.marksIn(part.start, part.end) {
		from, to := max(at, m.start), min(m.end, part.end)
		w.writePieces(s, at, from)
		if from < to {
			w.markup(`<mark>`)
			w.writePieces(s, from, to)
			w.markup(`</mark>`)
		}
		at = max(at, to)
	}
	w.writePieces(s, at, part.end)
}

func (w *writer) writePieces(s *side, at, end int) {
	for i := sort.Search(len(s.pieces), func(i int) bool { return s.pieces[i].end > at }); at < end; i++ {
		p := s.pieces[i]
		to := min(p.end, end)
		if p.colour == plain {
			w.source(s.data[at:to])
		} else {
			w.markup(`<span class="`, p.colour.class(), `">`)
			w.source(s.data[at:to])
			w.markup(`</span>`)
		}
		at = to
	}
}
