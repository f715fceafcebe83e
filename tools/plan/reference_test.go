package plan_test

import (
	"errors"
	"slices"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"tsplan/tools/plan"
)

// The reference does everything on a slice of UTF-16 code units, slowly and plainly.

type reference struct {
	bom   string
	units []uint16
}

// newReference expects valid UTF-8.
func newReference(data []byte) reference {
	text, found := strings.CutPrefix(string(data), "\uFEFF")
	r := reference{units: utf16.Encode([]rune(text))}
	if found {
		r.bom = "\uFEFF"
	}
	return r
}

func (r reference) bytes(units []uint16) []byte {
	return []byte(r.bom + string(utf16.Decode(units)))
}

// position counts the line breaks before the offset.
func (r reference) position(offset int) (plan.Position, error) {
	switch {
	case offset < 0:
		return plan.Position{}, plan.ErrNegative
	case offset > len(r.units):
		return plan.Position{}, plan.ErrPastEnd
	case r.pair(offset, 0xD800, 0xDC00):
		return plan.Position{}, plan.ErrSurrogate
	case offset > 0 && offset < len(r.units) && r.units[offset-1] == '\r' && r.units[offset] == '\n':
		return plan.Position{}, plan.ErrLineBreak
	}
	var p plan.Position
	for i, u := range r.units[:offset] {
		p.Character++
		if u == '\n' || u == '\r' && (i+1 == len(r.units) || r.units[i+1] != '\n') {
			p = plan.Position{Line: p.Line + 1}
		}
	}
	return p, nil
}

func (r reference) pair(offset int, high, low uint16) bool {
	return offset > 0 && offset < len(r.units) &&
		r.units[offset-1]&0xFC00 == high && r.units[offset]&0xFC00 == low
}

// edit accepts what Edit must accept, and applies it from back to front.
func (r reference) edit(spans []plan.Span) ([]byte, error) {
	var kept []plan.Span
	for _, s := range spans {
		if slices.Contains(kept, s) {
			continue
		}
		if s.Length < 0 {
			return nil, plan.ErrNegative
		}
		for _, offset := range []int{s.Start, s.Start + s.Length} {
			if _, err := r.position(offset); err != nil {
				return nil, err
			}
		}
		if !utf8.ValidString(s.NewText) {
			return nil, plan.ErrNewText
		}
		for _, c := range s.NewText {
			if c < '\t' || c > '\r' && c < ' ' || c >= 0x7F && c < 0xA0 ||
				strings.ContainsRune("\u061C\u200E\u200F\u202A\u202B\u202C\u202D\u202E\u2066\u2067\u2068\u2069", c) {
				return nil, plan.ErrControl
			}
		}
		for _, o := range kept {
			if s.Start == o.Start || s.Start < o.Start+o.Length && o.Start < s.Start+s.Length {
				return nil, plan.ErrOverlap
			}
		}
		kept = append(kept, s)
	}
	slices.SortFunc(kept, func(a, b plan.Span) int { return b.Start - a.Start })
	units := slices.Clone(r.units)
	for _, s := range kept {
		units = slices.Replace(units, s.Start, s.Start+s.Length, utf16.Encode([]rune(s.NewText))...)
	}
	return r.bytes(units), nil
}

// decodeUTF8 is the decoder of the WHATWG Encoding Standard, state by state.
func decodeUTF8(data []byte) string {
	var out []rune
	var point rune
	needed, lower, upper := 0, byte(0x80), byte(0xBF)
	for i := 0; i < len(data); i++ {
		b := data[i]
		if needed > 0 {
			if b < lower || b > upper {
				out = append(out, utf8.RuneError)
				needed, lower, upper = 0, 0x80, 0xBF
				i-- // the byte is looked at again
				continue
			}
			lower, upper = 0x80, 0xBF
			point = point<<6 | rune(b&0x3F)
			if needed--; needed == 0 {
				out = append(out, point)
			}
			continue
		}
		switch {
		case b <= 0x7F:
			out = append(out, rune(b))
		case b >= 0xC2 && b <= 0xDF:
			needed, point = 1, rune(b&0x1F)
		case b >= 0xE0 && b <= 0xEF:
			needed, point = 2, rune(b&0xF)
			if b == 0xE0 {
				lower = 0xA0
			}
			if b == 0xED {
				upper = 0x9F
			}
		case b >= 0xF0 && b <= 0xF4:
			needed, point = 3, rune(b&0x7)
			if b == 0xF0 {
				lower = 0x90
			}
			if b == 0xF4 {
				upper = 0x8F
			}
		default:
			out = append(out, utf8.RuneError)
		}
	}
	if needed > 0 {
		out = append(out, utf8.RuneError)
	}
	return string(out)
}

// sameKind reports whether two errors are the same refusal, or none.
func sameKind(got, want error) bool {
	return got == nil && want == nil || want != nil && errors.Is(got, want)
}
