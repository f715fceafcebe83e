package project

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"tsplan/tools/plan"
	"tsplan/tools/sanitize"
)

func utf16Len(s string) int {
	n := 0
	for _, r := range s {
		n++
		if r > 0xFFFF {
			n++
		}
	}
	return n
}

// ByteOf returns the byte of s that lies units UTF-16 units after its start.
func ByteOf(s string, units int) int {
	for i, r := range s {
		if units <= 0 {
			return i
		}
		units--
		if r > 0xFFFF {
			units--
		}
	}
	return len(s)
}

// lineAt returns the line that an offset lies in, without its break, where it starts, and its number, from 1.
func lineAt(text *plan.Text, offset int) (line string, start, number int, err error) {
	p, err := text.Position(offset)
	if err != nil {
		return "", 0, 0, err
	}
	line, err = LineOf(text, p.Line)
	return line, offset - p.Character, p.Line + 1, err
}

// LineOf returns a line, from 0, without its break.
func LineOf(text *plan.Text, n int) (string, error) {
	start, err := text.Offset(plan.Position{Line: n})
	if err != nil {
		return "", err
	}
	end := text.Len()
	if next, err := text.Offset(plan.Position{Line: n + 1}); err == nil {
		end = next
	}
	line, err := text.Slice(start, end)
	return strings.TrimRight(line, "\r\n"), err
}

// LineNumber returns the line of an offset, from 1.
func LineNumber(text *plan.Text, offset int) (int, error) {
	_, _, n, err := lineAt(text, offset)
	return n, err
}

const maxSnippet = 120 // bytes of a line in a message

// snippet quotes a line for a message.
func snippet(line string) string {
	return strconv.Quote(sanitize.Short(strings.TrimSpace(line), maxSnippet))
}

// Source makes source text safe to show: it escapes hidden and control characters, and keeps line breaks as they are.
func Source(text string) string { return sanitize.Source(text) }

// Cut shortens a text to about limit bytes.
func Cut(s string, limit int) string {
	if len(s) <= limit {
		return s
	}
	for limit > 0 && !utf8.RuneStart(s[limit]) {
		limit--
	}
	return s[:limit] + "..."
}
