package hostfs

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// ValidName says whether name may be used as a name: "." or segments joined by single slashes,
// none of them "." or "..", all of them text that shows as what it is. Control characters,
// line separators, and what is invisible or turns the text around it are refused everywhere, and
// so are backslashes. Windows style also refuses device names, stream names (":"), and a dot or
// space at the end of a segment, which Windows would drop. The error is ErrName with the reason.
func (s Style) ValidName(name string) error {
	if name == "." {
		return nil
	}
	for seg := range strings.SplitSeq(name, "/") {
		if why := s.badSegment(seg); why != "" {
			return fmt.Errorf("%w: %s", ErrName, why)
		}
	}
	return nil
}

// badSegment returns what is wrong with one segment of a name, or "".
func (s Style) badSegment(seg string) string {
	switch {
	case seg == "":
		return "empty segment"
	case seg == "." || seg == "..":
		return "dot segment"
	}
	if why := badText(seg); why != "" {
		return why
	}
	if strings.IndexByte(seg, '\\') >= 0 {
		return "backslash"
	}
	if s == Windows {
		return badOnWindows(seg)
	}
	return ""
}

// badText returns what is wrong with text that has to be shown, or "".
func badText(text string) string {
	ascii := true
	for i := 0; i < len(text); i++ {
		if text[i] < ' ' || text[i] == 0x7f {
			return "control character"
		}
		ascii = ascii && text[i] < utf8.RuneSelf
	}
	if ascii {
		return ""
	}
	if !utf8.ValidString(text) {
		return "not UTF-8"
	}
	for _, r := range text {
		switch {
		case r == utf8.RuneError:
			// A lossy decoder writes it for any bytes that are not UTF-8, so it could stand for two files.
			return "replacement character"
		case unicode.IsControl(r):
			return "control character"
		case unicode.In(r, unicode.Zl, unicode.Zp):
			return "line separator"
		case unicode.In(r, unicode.Cf, unicode.Other_Default_Ignorable_Code_Point):
			return "invisible character"
		case r >= 0xE0100 && unicode.Is(unicode.Variation_Selector, r):
			return "invisible character" // the low selectors are allowed: emoji are spelled with them
		}
	}
	return ""
}

func badOnWindows(seg string) string {
	if strings.ContainsAny(seg, `<>:"|?*`) {
		return "character reserved on Windows"
	}
	if strings.HasSuffix(seg, ".") || strings.HasSuffix(seg, " ") {
		return "dot or space at the end"
	}
	base, _, _ := strings.Cut(seg, ".")
	base = strings.ToUpper(strings.TrimRight(base, " "))
	switch base {
	case "CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$":
		return "device name on Windows"
	}
	for _, port := range []string{"COM", "LPT"} {
		if digit, ok := strings.CutPrefix(base, port); ok && isPortDigit(digit) {
			return "device name on Windows"
		}
	}
	return ""
}

// isPortDigit also takes the superscripts, which Windows reads as digits here.
func isPortDigit(s string) bool {
	return utf8.RuneCountInString(s) == 1 && strings.Contains("0123456789¹²³", s)
}
