// Package outline finds the parts of a text that TypeScript need not parse before somebody looks at them: statements of declaration
// files, and bodies of functions in sources. The guest parses slowly, and a question looks at few of them. It also finds
// words in code and in comments, so that the guest knows the imports and mentions of a file before it parses the file.
package outline

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// A Kind says what a text is. wasm/guest/modules/registry.ts has the same letters.
type Kind byte

// Each kind of text has spans of one kind.
const (
	Declarations  Kind = 'd'
	Source        Kind = 's'
	SourceWithJSX Kind = 'x'
)

// A Span is a part of a text from which nothing leads to another file.
type Span struct {
	Start int // of its first token, in bytes
	Last  int // end of its last token that is not a semicolon
	End   int
}

// Of answers the outline of a text as the guest reads it: three UTF-16 offsets for each span, separated by spaces.
func Of(kind Kind, text string) string {
	var numbers []int
	for _, s := range spansOf(kind, text) {
		numbers = append(numbers, s.Start, s.Last, s.End)
	}
	inUTF16(text, numbers)
	return joined(numbers)
}

func joined(numbers []int) string {
	var b []byte
	for _, n := range numbers {
		b = strconv.AppendInt(b, int64(n), 10)
		b = append(b, ' ')
	}
	return strings.TrimSuffix(string(b), " ")
}

// isPlain reports whether the scanners can read a text: it is UTF-8, and has neither U+2028 nor U+2029, two ends of a line that they do not know.
func isPlain(text string) bool {
	return utf8.ValidString(text) && !strings.Contains(text, "\u2028") && !strings.Contains(text, "\u2029")
}

func spansOf(kind Kind, text string) []Span {
	if !isPlain(text) {
		return nil
	}
	switch kind {
	case Declarations:
		return statements(text)
	case Source, SourceWithJSX:
		return bodies(text, kind == SourceWithJSX)
	default:
		return nil
	}
}

// inUTF16 replaces offsets in bytes by offsets in UTF-16 units, which TypeScript counts.
func inUTF16(text string, offsets []int) {
	inOrder := make([]*int, len(offsets))
	for i := range offsets {
		inOrder[i] = &offsets[i]
	}
	slices.SortFunc(inOrder, func(a, b *int) int { return *a - *b })
	at, units := 0, 0
	for _, offset := range inOrder {
		for at < *offset {
			r, size := utf8.DecodeRuneInString(text[at:])
			at += size
			units++
			if r > 0xFFFF {
				units++
			}
		}
		*offset = units
	}
}
