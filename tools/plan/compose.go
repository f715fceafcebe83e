package plan

import (
	"unicode/utf16"
)

// Change is a span and its confidence, which TextEdit.Confidence explains.
type Change struct {
	Span
	Confidence string
}

// Compose returns changes that have in one step the same result as the changes of first and after these the changes of then. The positions
// of then are in the text after first, those of the result in the text before both. Each list is sorted and without overlap. Changes that
// touch become one.
func Compose(first, then []Change) []Change {
	var out []Change
	shift := 0 // offset after first minus offset before it, behind the changes of first that are done
	for len(first)+len(then) > 0 {
		g := group{from: shift}
		switch {
		case len(then) == 0 || len(first) > 0 && first[0].Start+shift <= then[0].Start:
			g.start = first[0].Start + shift
		default:
			g.start = then[0].Start
		}
		g.end = g.start
		for {
			if len(first) > 0 && first[0].Start+shift <= g.end {
				first, shift = g.takeFirst(first, shift)
			} else if len(then) > 0 && then[0].Start <= g.end {
				then = g.takeThen(then)
			} else {
				break
			}
		}
		start := g.start - g.from
		span := Span{Start: start, Length: g.end - shift - start, NewText: string(utf16.Decode(g.text()))}
		out = append(out, Change{span, g.confidence})
	}
	return out
}

// group is changes that touch. Its start and end, and those of its pieces, are offsets in the text after the list first.
type group struct {
	start, end  int
	from        int     // the shift before the group
	kept, taken []piece // text that first wrote, and text that then puts in its place
	confidence  string
}

type piece struct {
	start, end int
	text       []uint16
}

func (g *group) takeFirst(first []Change, shift int) ([]Change, int) {
	c := first[0]
	text := utf16.Encode([]rune(c.NewText))
	p := piece{c.Start + shift, c.Start + shift + len(text), text}
	g.kept = append(g.kept, p)
	g.end = max(g.end, p.end)
	if len(g.taken) == 0 {
		g.confidence = c.Confidence
	}
	return first[1:], shift + len(text) - c.Length
}

func (g *group) takeThen(then []Change) []Change {
	c := then[0]
	g.taken = append(g.taken, piece{c.Start, c.Start + c.Length, utf16.Encode([]rune(c.NewText))})
	g.end = max(g.end, c.Start+c.Length)
	g.confidence = c.Confidence
	return then[1:]
}

// text returns the new text of the group. Between the pieces of then there is only text that first wrote.
func (g *group) text() []uint16 {
	var out []uint16
	at := g.start
	keep := func(end int) {
		for _, p := range g.kept {
			if from, to := max(at, p.start), min(end, p.end); from < to {
				out = append(out, p.text[from-p.start:to-p.start]...)
			}
		}
	}
	for _, p := range g.taken {
		keep(p.start)
		out = append(out, p.text...)
		at = p.end
	}
	keep(g.end)
	return out
}
