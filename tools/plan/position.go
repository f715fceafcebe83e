package plan

import (
	"bytes"
	"errors"
	"fmt"
	"sort"
	"unicode/utf8"
)

// Three coordinate systems meet here, and a number means nothing without the name of its system.
//
//   - byte: an offset into the file as it lies on disk. Go slices, hashes and git count so.
//     A byte order mark takes bytes 0 to 2.
//   - offset: UTF-16 code units in the text without the byte order mark. TypeScript counts so.
//     A character above U+FFFF takes two, and no edit may begin or end between them.
//   - Position: a 0-based line and a 0-based UTF-16 character in it. LSP and MCP clients count so.
//     Lines end at \n, \r\n or \r and nowhere else: U+2028 and U+2029, at which TypeScript's own
//     line counting breaks too, are ordinary characters. The line break is not part of its line,
//     so an offset between \r and \n has no Position.
//
// The guest speaks offsets only, so that its idea of a line never matters.

var (
	// ErrNegative refuses an offset or a length below zero.
	ErrNegative = errors.New("negative offset or length")
	// ErrPastEnd refuses an offset after the end of the text.
	ErrPastEnd = errors.New("past the end of the file")
	// ErrSurrogate refuses an offset between the two UTF-16 halves of one character.
	ErrSurrogate = errors.New("inside a surrogate pair")
	// ErrLineBreak refuses an offset between \r and \n.
	ErrLineBreak = errors.New(`between \r and \n of one line break`)
)

// LineError refuses a position whose line the file does not have.
type LineError struct {
	Line  int // as asked for, 0-based
	Lines int // how many the file has, at least 1
}

func (e *LineError) Error() string {
	return fmt.Sprintf("line %d does not exist: the file has %d lines, counted from 0",
		e.Line, e.Lines)
}

// CharacterError refuses a position whose character its line does not have.
type CharacterError struct {
	Line, Character int // as asked for, 0-based
	Length          int // of the line without its line break, in UTF-16 code units
}

func (e *CharacterError) Error() string {
	return fmt.Sprintf("character %d does not exist: line %d ends at character %d, counted from 0",
		e.Character, e.Line, e.Length)
}

// block is the number of bytes between two marks. No lookup reads more of a text than this.
const block = 256

// Text converts between the coordinate systems of one file.
type Text struct {
	data  []byte
	bom   int   // bytes of byte order mark: 0 or 3
	units int   // UTF-16 length
	lines []int // byte at which each line starts
	marks []int // offset of the first character at or after every block bytes; nil if all ASCII
}

// NewText indexes the bytes of a file, which must not change afterwards. It returns an
// *EncodingError if they are not UTF-8.
func NewText(data []byte) (*Text, error) {
	if err := checkEncoding(data); err != nil {
		return nil, err
	}
	t := &Text{data: data}
	if bytes.HasPrefix(data, bomUTF8) {
		t.bom = len(bomUTF8)
	}
	t.lines = append(t.lines, t.bom)
	ascii := true
	for i := t.bom; i < len(data); i++ {
		switch c := data[i]; {
		case c == '\n', c == '\r' && (i+1 == len(data) || data[i+1] != '\n'):
			t.lines = append(t.lines, i+1)
		case c >= utf8.RuneSelf:
			ascii = false
		}
	}
	if ascii {
		t.units = len(data) - t.bom
		return t, nil
	}
	for start := t.bom; start <= len(data); start += block {
		t.marks = append(t.marks, t.units)
		t.units += countUnits(data[start:min(start+block, len(data))])
	}
	return t, nil
}

// Len is the length of the text in UTF-16 code units.
func (t *Text) Len() int { return t.units }

// Offset returns the offset of a position. Its errors are *LineError, *CharacterError and
// ErrSurrogate.
func (t *Text) Offset(p Position) (int, error) {
	if p.Line < 0 || p.Line >= len(t.lines) {
		return 0, &LineError{Line: p.Line, Lines: len(t.lines)}
	}
	start := t.offset(t.lines[p.Line])
	length := t.offset(t.lineEnd(p.Line)) - start
	if p.Character < 0 || p.Character > length {
		return 0, &CharacterError{Line: p.Line, Character: p.Character, Length: length}
	}
	if _, err := t.Byte(start + p.Character); err != nil {
		return 0, fmt.Errorf("line %d, character %d: %w", p.Line, p.Character, err)
	}
	return start + p.Character, nil
}

// Position returns the position of an offset. Its errors are those of Byte and ErrLineBreak.
func (t *Text) Position(offset int) (Position, error) {
	_, p, err := t.place(offset)
	return p, err
}

func (t *Text) place(offset int) (int, Position, error) {
	at, err := t.Byte(offset)
	if err != nil {
		return 0, Position{}, err
	}
	if t.bom < at && at < len(t.data) && t.data[at-1] == '\r' && t.data[at] == '\n' {
		return 0, Position{}, ErrLineBreak
	}
	line := sort.SearchInts(t.lines, at+1) - 1
	return at, Position{Line: line, Character: offset - t.offset(t.lines[line])}, nil
}

// Byte returns the byte at which an offset lies, byte order mark included. Its errors are
// ErrNegative, ErrPastEnd and ErrSurrogate.
func (t *Text) Byte(offset int) (int, error) {
	switch {
	case offset < 0:
		return 0, ErrNegative
	case offset > t.units:
		return 0, ErrPastEnd
	case t.marks == nil:
		return t.bom + offset, nil
	}
	m := sort.SearchInts(t.marks, offset+1) - 1 // the first mark is 0
	at, n := t.nextRune(t.bom+m*block), t.marks[m]
	for n < offset {
		n += unitsOf(t.data[at])
		at = t.nextRune(at + 1)
	}
	if n > offset {
		return 0, ErrSurrogate
	}
	return at, nil
}

// Slice returns the text between two offsets. Its errors are those of Byte.
func (t *Text) Slice(start, end int) (string, error) {
	if end < start {
		return "", ErrNegative
	}
	from, err := t.Byte(start)
	if err != nil {
		return "", err
	}
	to, err := t.Byte(end)
	if err != nil {
		return "", err
	}
	return string(t.data[from:to]), nil
}

// offset is the inverse of Byte, for a byte at which a character starts.
func (t *Text) offset(at int) int {
	if t.marks == nil {
		return at - t.bom
	}
	m := (at - t.bom) / block
	return t.marks[m] + countUnits(t.data[t.bom+m*block:at])
}

// nextRune returns the first byte, from at on, that starts a character or ends the text.
func (t *Text) nextRune(at int) int {
	for at < len(t.data) && !utf8.RuneStart(t.data[at]) {
		at++
	}
	return at
}

// lineEnd returns the byte at which a line's break starts.
func (t *Text) lineEnd(line int) int {
	if line == len(t.lines)-1 {
		return len(t.data)
	}
	end := t.lines[line+1] - 1
	if t.data[end] == '\n' && end > t.lines[line] && t.data[end-1] == '\r' {
		end--
	}
	return end
}

// unitsOf returns the UTF-16 length of the character that starts with c, and 0 if c is in the middle of a character.
func unitsOf(c byte) int {
	switch {
	case !utf8.RuneStart(c):
		return 0
	case c >= 0xF0: // four bytes: above U+FFFF
		return 2
	}
	return 1
}

func countUnits(data []byte) int {
	n := 0
	for _, c := range data {
		n += unitsOf(c)
	}
	return n
}
