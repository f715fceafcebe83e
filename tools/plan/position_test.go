package plan_test

import (
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"
	"unicode/utf16"
	"unicode/utf8"

	"tsplan/hostfs"
	"tsplan/tools/plan"
)

// The matrix of text traps: byte order mark, line breaks, astral characters, ends of files.
var positionCases = []struct {
	name   string
	data   string
	offset int
	want   plan.Position
	at     int // byte
}{
	{"empty file", "", 0, plan.Position{}, 0},
	{"only a byte order mark", "\uFEFF", 0, plan.Position{}, 3},
	{"byte order mark is not counted", "\uFEFFab", 1, plan.Position{Character: 1}, 4},
	{"second byte order mark is text", "\uFEFF\uFEFFab", 1, plan.Position{Character: 1}, 6},
	{"byte order mark inside is text", "a\uFEFFb", 2, plan.Position{Character: 2}, 4},
	{"byte order mark and line", "\uFEFFa\nb", 2, plan.Position{Line: 1}, 5},
	{"lf: before the break", "ab\ncd", 2, plan.Position{Character: 2}, 2},
	{"lf: after the break", "ab\ncd", 3, plan.Position{Line: 1}, 3},
	{"crlf: before the break", "ab\r\ncd", 2, plan.Position{Character: 2}, 2},
	{"crlf: after the break", "ab\r\ncd", 4, plan.Position{Line: 1}, 4},
	{"cr alone", "ab\rcd\r", 4, plan.Position{Line: 1, Character: 1}, 4},
	{"cr at the end", "ab\r", 3, plan.Position{Line: 1}, 3},
	{"cr cr lf is two breaks", "a\r\r\nb", 4, plan.Position{Line: 2}, 4},
	{"lf cr is two breaks", "a\n\rb", 3, plan.Position{Line: 2}, 3},
	{"mixed breaks", "a\r\nb\rc\nd", 7, plan.Position{Line: 3}, 7},
	{"empty line", "a\n\nb", 2, plan.Position{Line: 1}, 2},
	{"empty line, crlf", "a\r\n\r\nb", 3, plan.Position{Line: 1}, 3},
	{"end of a file with a last newline", "a\n", 2, plan.Position{Line: 1}, 2},
	{"end of a file without one", "a\nbc", 4, plan.Position{Line: 1, Character: 2}, 4},
	{"two bytes, one unit", "é=1", 1, plan.Position{Character: 1}, 2},
	{"three bytes, one unit", "型=1", 1, plan.Position{Character: 1}, 3},
	{"four bytes, two units", "😀=1", 2, plan.Position{Character: 2}, 4},
	{"astral characters before", "a😀😀b", 5, plan.Position{Character: 5}, 9},
	{"decomposed characters", "e\u0301x", 2, plan.Position{Character: 2}, 3},
	{"U+2028 breaks no line", "a\u2028b", 2, plan.Position{Character: 2}, 4},
	{"U+2029 breaks no line", "a\u2029b", 2, plan.Position{Character: 2}, 4},
	{"U+0085 breaks no line", "a\u0085b", 2, plan.Position{Character: 2}, 3},
	{"vertical tab and form feed break no line", "\v\fb", 2, plan.Position{Character: 2}, 2},
	{"NUL is text", "a\x00b", 2, plan.Position{Character: 2}, 2},
	{"U+FFFD is text", "\uFFFDb", 1, plan.Position{Character: 1}, 3},
}

func TestPosition(t *testing.T) {
	for _, c := range positionCases {
		t.Run(c.name, func(t *testing.T) {
			text := mustText(t, c.data)
			if got, err := text.Position(c.offset); err != nil || got != c.want {
				t.Errorf("Position(%d) = %v, %v; want %v", c.offset, got, err, c.want)
			}
			if got, err := text.Offset(c.want); err != nil || got != c.offset {
				t.Errorf("Offset(%v) = %d, %v; want %d", c.want, got, err, c.offset)
			}
			if got, err := text.Byte(c.offset); err != nil || got != c.at {
				t.Errorf("Byte(%d) = %d, %v; want %d", c.offset, got, err, c.at)
			}
		})
	}
}

func TestPositionRefusals(t *testing.T) {
	for _, c := range []struct {
		name   string
		data   string
		offset int
		want   error
	}{
		{"negative", "abc", -1, plan.ErrNegative},
		{"most negative", "abc", math.MinInt, plan.ErrNegative},
		{"past the end", "abc", 4, plan.ErrPastEnd},
		{"past the end, not ASCII", "é", 2, plan.ErrPastEnd},
		{"bytes taken for units", "\uFEFFabc", 4, plan.ErrPastEnd},
		{"largest", "abc", math.MaxInt, plan.ErrPastEnd},
		{"empty file", "", 1, plan.ErrPastEnd},
		{"surrogate pair", "a😀b", 2, plan.ErrSurrogate},
		{"surrogate pair at the end", "\uFEFF😀", 1, plan.ErrSurrogate},
		{"line break", "a\r\nb", 2, plan.ErrLineBreak},
		{"line break at the start", "\uFEFF\r\nb", 1, plan.ErrLineBreak},
	} {
		t.Run(c.name, func(t *testing.T) {
			if _, err := mustText(t, c.data).Position(c.offset); !errors.Is(err, c.want) {
				t.Errorf("Position(%d): %v; want %v", c.offset, err, c.want)
			}
		})
	}
}

func TestOffsetRefusals(t *testing.T) {
	for _, c := range []struct {
		name string
		data string
		at   plan.Position
		want string
	}{
		{"line past the end", "a\nb", plan.Position{Line: 2},
			"line 2 does not exist: the file has 2 lines, counted from 0"},
		{"line of an empty file", "", plan.Position{Line: 1},
			"line 1 does not exist: the file has 1 lines, counted from 0"},
		{"negative line", "a", plan.Position{Line: -1},
			"line -1 does not exist: the file has 1 lines, counted from 0"},
		{"U+2028 makes no line", "a\u2028b", plan.Position{Line: 1},
			"line 1 does not exist: the file has 1 lines, counted from 0"},
		{"character past the end", "abc\nd", plan.Position{Character: 4},
			"character 4 does not exist: line 0 ends at character 3, counted from 0"},
		{"character inside the line break", "a\r\nb", plan.Position{Character: 2},
			"character 2 does not exist: line 0 ends at character 1, counted from 0"},
		{"character past the last line", "é\né", plan.Position{Line: 1, Character: 2},
			"character 2 does not exist: line 1 ends at character 1, counted from 0"},
		{"negative character", "a", plan.Position{Character: -1},
			"character -1 does not exist: line 0 ends at character 1, counted from 0"},
		{"surrogate pair", "a\n😀", plan.Position{Line: 1, Character: 1},
			"line 1, character 1: inside a surrogate pair"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := mustText(t, c.data).Offset(c.at)
			if err == nil || err.Error() != c.want {
				t.Fatalf("Offset(%v): %v; want %s", c.at, err, c.want)
			}
			var line *plan.LineError
			var character *plan.CharacterError
			if !errors.As(err, &line) && !errors.As(err, &character) && !errors.Is(err, plan.ErrSurrogate) {
				t.Errorf("%v has no type that a caller could know", err)
			}
		})
	}
}

func TestSlice(t *testing.T) {
	text := mustText(t, "\uFEFFa😀\r\né")
	for _, c := range []struct {
		start, end int
		want       string
		err        error
	}{
		{0, 0, "", nil},
		{0, 1, "a", nil},
		{1, 3, "😀", nil},
		{3, 6, "\r\né", nil},
		{2, 3, "", plan.ErrSurrogate},
		{1, 2, "", plan.ErrSurrogate},
		{3, 1, "", plan.ErrNegative},
		{0, 7, "", plan.ErrPastEnd},
	} {
		got, err := text.Slice(c.start, c.end)
		if got != c.want || !sameKind(err, c.err) {
			t.Errorf("Slice(%d, %d) = %q, %v; want %q, %v", c.start, c.end, got, err, c.want, c.err)
		}
	}
}

// Characters of every width lie across every place where the index starts a new block.
func TestPositionLongTexts(t *testing.T) {
	for _, bom := range []string{"", "\uFEFF"} {
		for _, fill := range []string{"x", "é", "型", "😀", "x😀", "é\r\n"} {
			for shift := range 4 {
				data := bom + strings.Repeat("-", shift) + strings.Repeat(fill, 600/len(fill))
				t.Run(fmt.Sprintf("%q %q %d", bom, fill, shift), func(t *testing.T) {
					checkText(t, []byte(data))
				})
			}
		}
	}
}

func FuzzText(f *testing.F) {
	for _, c := range positionCases {
		f.Add([]byte(c.data))
	}
	for _, c := range decodeCases {
		f.Add([]byte(c.data))
	}
	f.Fuzz(checkText)
}

// checkText compares everything that Text says about a file with the reference.
func checkText(t *testing.T, data []byte) {
	decoded, ok := hostfs.Decode(data)
	if !utf8.ValidString(decoded) {
		t.Fatalf("Decode(%q) = %q, which is not valid", data, decoded)
	}
	text, err := plan.NewText(data)
	if ok != (err == nil) {
		t.Fatalf("Decode says %t and NewText %v", ok, err)
	}
	if err != nil {
		var e *plan.EncodingError
		if !errors.As(err, &e) || !errors.Is(err, plan.ErrEncoding) || e.Byte >= len(data) {
			t.Fatalf("NewText(%q): %v", data, err)
		}
		if e.Found == "invalid UTF-8" {
			if utf8.Valid(data) || !utf8.Valid(data[:e.Byte]) {
				t.Fatalf("NewText(%q): %v", data, err)
			}
			if want := decodeUTF8([]byte(strings.TrimPrefix(string(data), "\uFEFF"))); decoded != want {
				t.Fatalf("Decode(%q) = %q; want %q", data, decoded, want)
			}
		}
		return
	}
	ref := newReference(data)
	if want := string(utf16.Decode(ref.units)); decoded != want {
		t.Fatalf("Decode(%q) = %q; want %q", data, decoded, want)
	}
	if text.Len() != len(ref.units) {
		t.Fatalf("Len() = %d; want %d", text.Len(), len(ref.units))
	}
	step := 1 + len(ref.units)/min(5000, 1+20_000_000/(1+len(ref.units))) // the reference counts from the start: 20 million units in all
	last, at := 0, len(ref.bom)
	for offset := -1; offset <= len(ref.units)+1; offset += step {
		got, err := text.Position(offset)
		want, wantErr := ref.position(offset)
		if got != want || !sameKind(err, wantErr) {
			t.Fatalf("Position(%d) = %v, %v; want %v, %v", offset, got, err, want, wantErr)
		}
		if err != nil {
			continue
		}
		if back, err := text.Offset(got); back != offset || err != nil {
			t.Fatalf("Offset(%v) = %d, %v; want %d", got, back, err, offset)
		}
		piece := string(utf16.Decode(ref.units[last:offset]))
		if s, err := text.Slice(last, offset); s != piece || err != nil {
			t.Fatalf("Slice(%d, %d) = %q, %v; want %q", last, offset, s, err, piece)
		}
		last, at = offset, at+len(piece)
		if b, err := text.Byte(offset); b != at || err != nil {
			t.Fatalf("Byte(%d) = %d, %v; want %d", offset, b, err, at)
		}
	}
}

func mustText(t *testing.T, data string) *plan.Text {
	t.Helper()
	text, err := plan.NewText([]byte(data))
	if err != nil {
		t.Fatal(err)
	}
	return text
}
