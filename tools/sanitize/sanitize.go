// Package sanitize makes text that came from a repository or a client safe to show: to a model, in
// a log, on a terminal. It imports the standard library only.
package sanitize

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// hiding holds what changes how text looks or is read without being seen: control characters, line
// and paragraph separators, format characters (bidirectional controls, zero-width characters, tags),
// variation selectors, and the other characters that are drawn as nothing.
var hiding = []*unicode.RangeTable{
	unicode.Cc, unicode.Cf, unicode.Zl, unicode.Zp,
	unicode.Variation_Selector, unicode.Other_Default_Ignorable_Code_Point,
}

// Text returns s as one line of plain text: hidden characters are written as \u{200B} and the like,
// line feed, carriage return and tab as \n, \r and \t, and bytes that are not UTF-8 as U+FFFD.
// Backslashes stay as they are, so that Windows paths stay readable; Unescape can therefore only guess.
func Text(s string) string { return escape(s, "") }

// Lines is Text for source text: line feeds and tabs stay as they are.
func Lines(s string) string { return escape(s, "\n\t") }

// Source is Lines, but it also keeps line breaks of carriage return and line feed.
func Source(s string) string {
	if !strings.Contains(s, "\r\n") {
		return Lines(s)
	}
	lines := strings.Split(s, "\r\n")
	for i, line := range lines {
		lines[i] = Lines(line)
	}
	return strings.Join(lines, "\r\n")
}

var escaped = regexp.MustCompile(`\\\\|\\u\{[0-9A-F]{4,6}\}`)

// Unescape turns \u{200B} and the like back into the hidden characters that they stand for. Two backslashes belong to the text: they stay,
// and so does what follows them.
func Unescape(s string) string {
	return escaped.ReplaceAllStringFunc(s, func(found string) string {
		if found == `\\` {
			return found
		}
		n, err := strconv.ParseUint(found[len(`\u{`):len(found)-1], 16, 32)
		if r := rune(n); err == nil && n <= unicode.MaxRune && hidden(r) {
			return string(r)
		}
		return found
	})
}

// escape leaves the runes in keep alone.
func escape(s, keep string) string {
	shown := func(r rune) bool { return !hidden(r) || strings.ContainsRune(keep, r) }
	if utf8.ValidString(s) && strings.IndexFunc(s, func(r rune) bool { return !shown(r) }) < 0 {
		return s
	}
	var b strings.Builder
	for _, r := range s {
		switch {
		case shown(r):
			b.WriteRune(r)
		case r == '\n':
			b.WriteString(`\n`)
		case r == '\r':
			b.WriteString(`\r`)
		case r == '\t':
			b.WriteString(`\t`)
		default:
			fmt.Fprintf(&b, `\u{%04X}`, r)
		}
	}
	return b.String()
}

// Short is Text cut to about limit bytes. A cut text ends in "...".
func Short(s string, limit int) string {
	if len(s) > limit {
		// The rest would be cut below, too: cutting it here bounds the work.
		s = s[:limit] + "..."
	}
	s = Text(s)
	if len(s) <= limit+len("...") {
		return s
	}
	for limit > 0 && !utf8.RuneStart(s[limit]) {
		limit--
	}
	return s[:limit] + "..."
}

func hidden(r rune) bool {
	if r < utf8.RuneSelf {
		return r < ' ' || r == 0x7f // most text is ASCII, which needs no tables
	}
	return unicode.In(r, hiding...)
}
