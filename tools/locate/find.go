package locate

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

const (
	maxFind    = 4 << 10 // 4 KiB of find
	maxMatches = 2000
)

var (
	// ErrEmpty refuses a find without any text.
	ErrEmpty = errors.New("find is empty")
	// ErrMarkers says that no marker occurs exactly once in a find, and that the find, which was then searched literally, was not found.
	ErrMarkers = errors.New("no marker in find stands there exactly once")
	// ErrTooLong refuses a find over 4 KiB.
	ErrTooLong = fmt.Errorf("find is longer than %d bytes", maxFind)
	// ErrEncoding refuses a find that is not UTF-8.
	ErrEncoding = errors.New("find is not UTF-8")
)

// Match is one place in a text where a find occurs.
type Match struct {
	Start, End int // of the text that matched
	Cursor     int // where the marker points, or the first character of the match that is not white space
}

// Find returns the places where find occurs in text, in order, also overlapping ones. It stops after about 2000 places, and more is then
// true.
//
// The comparison is literal except for white space: where find has some, text must have some, of any kind and length, and between two
// neighbouring words or symbols of find, text may have some or none. If there are matches in which the words of find are whole words of
// text, only these are returned; otherwise parts of words count. The cursor is at the text that follows the marker, or right after the text
// before the marker if a word ends there and no word follows.
//
// The time is proportional to the length of text, whatever find is. Find stops when ctx ends, and returns the error of ctx.
func Find(ctx context.Context, text, find string) (matches []Match, more bool, err error) {
	if len(find) > maxFind {
		return nil, false, ErrTooLong
	}
	if !utf8.ValidString(find) {
		return nil, false, ErrEncoding
	}
	before, after, marked, several := split(find)
	if strings.TrimFunc(before+after, space) == "" {
		if !marked || before+after != "" {
			return nil, false, ErrEmpty
		}
		return []Match{{}}, false, nil
	}
	p, err := compile(before, after, marked)
	if err != nil {
		return nil, false, err
	}
	var whole, parts []Match
	err = p.run(ctx, text, func(at func(i int) int) bool {
		m := p.match(text, at)
		switch {
		case !p.spaced(text, m):
		case p.wholeWords(text, m):
			whole = append(whole, m)
		default:
			parts = append(parts, m)
		}
		more = len(whole) > maxMatches || len(parts) > maxMatches
		return !more
	})
	if err != nil {
		return nil, false, err
	}
	if len(whole) > 0 {
		return whole, more, nil
	}
	if len(parts) == 0 && several {
		return nil, false, ErrMarkers
	}
	return parts, more, nil
}

type pattern struct {
	matcher
	cursor             int  // byte of the pattern that the cursor is at
	cursorAfter        bool // the cursor is right after the byte before that one, before any white space
	spaceFirst         bool // white space comes before the match
	spaceLast          bool
	wordFirst, wordEnd bool // the match begins, ends with a word
}

// compile turns the text to find into a pattern.
func compile(before, after string, marked bool) (*pattern, error) {
	left, right := tokens(before), tokens(after)
	all := append(left[:len(left):len(left)], right...)
	p := new(pattern)
	// White space at the ends is checked separately, since it is no part of the match.
	first, last := 0, len(all)
	if all[0].kind == spaceToken {
		p.spaceFirst = true
		first++
	}
	if all[last-1].kind == spaceToken {
		p.spaceLast = true
		last--
	}
	if first < last && all[first].kind == spaceToken {
		first++ // " <|> x"
	}
	if first < last && all[last-1].kind == spaceToken {
		last--
	}
	if first >= last {
		return nil, ErrEmpty
	}
	p.wordFirst, p.wordEnd = all[first].kind == wordToken, all[last-1].kind == wordToken
	cursor := max(min(len(left), last), first)
	if !marked {
		cursor = first
	}
	for i := first; i < last; i++ {
		t := all[i]
		if i == first {
			p.add(t.text, optional) // p.cursor is 0 already, which is right for the first token
			continue
		}
		prev := all[i-1]
		if i == cursor {
			p.cursor = p.size
			p.cursorAfter = prev.kind == wordToken && t.kind != wordToken || prev.kind == symbolToken && t.kind == spaceToken
		}
		switch {
		case t.kind == spaceToken:
		case prev.kind == spaceToken:
			p.add(t.text, required)
		case marked && i == len(left) && prev.kind == t.kind:
			p.add(t.text, forbidden) // one token, cut by the marker
		default:
			p.add(t.text, optional)
		}
	}
	if cursor == last {
		p.cursor, p.cursorAfter = p.size, true
	}
	return p, nil
}

// match describes the match whose bytes are at these places.
func (p *pattern) match(text string, at func(i int) int) Match {
	m := Match{Start: at(0), End: at(p.size-1) + 1}
	if p.cursorAfter {
		m.Cursor = at(p.cursor-1) + 1
	} else {
		m.Cursor = at(p.cursor)
	}
	return m
}

func (p *pattern) spaced(text string, m Match) bool {
	before, _ := utf8.DecodeLastRuneInString(text[:m.Start])
	after, _ := utf8.DecodeRuneInString(text[m.End:])
	return (!p.spaceFirst || m.Start > 0 && space(before)) && (!p.spaceLast || m.End < len(text) && space(after))
}

func (p *pattern) wholeWords(text string, m Match) bool {
	before, _ := utf8.DecodeLastRuneInString(text[:m.Start])
	after, _ := utf8.DecodeRuneInString(text[m.End:])
	return (!p.wordFirst || m.Start == 0 || !word(before)) && (!p.wordEnd || m.End == len(text) || !word(after))
}

type tokenKind uint8

const (
	wordToken tokenKind = iota
	symbolToken
	spaceToken
)

type token struct {
	kind tokenKind
	text string
}

func kindOf(r rune) tokenKind {
	switch {
	case space(r):
		return spaceToken
	case word(r):
		return wordToken
	}
	return symbolToken
}

// tokens cuts a text into words, runs of white space, and runs of anything else.
func tokens(s string) []token {
	var out []token
	for i, r := range s {
		if n := len(out); n > 0 && out[n-1].kind == kindOf(r) {
			out[n-1].text = s[i-len(out[n-1].text) : i+runeLen(s, i)]
			continue
		}
		out = append(out, token{kindOf(r), s[i : i+runeLen(s, i)]})
	}
	return out
}

func runeLen(s string, at int) int {
	_, n := utf8.DecodeRuneInString(s[at:])
	return n
}

func space(r rune) bool { return unicode.IsSpace(r) || r == '\uFEFF' || unicode.Is(unicode.Z, r) }

// word reports whether a character can be part of an identifier.
func word(r rune) bool {
	return r == '$' || unicode.In(r, unicode.L, unicode.Nd, unicode.Nl, unicode.M, unicode.Pc) || r == '\u200C' || r == '\u200D'
}
