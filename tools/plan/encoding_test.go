package plan_test

import (
	"errors"
	"testing"

	"tsplan/hostfs"
	"tsplan/tools/plan"
)

// Bytes, and the text that Node's decoder makes of them; the invalid ones are from the Unicode Standard,
// chapter 3, tables 3-8 to 3-11.
var decodeCases = []struct {
	name, data, want string
	err              string // of NewText
}{
	{"empty", "", "", ""},
	{"ASCII", "let a\r\n", "let a\r\n", ""},
	{"byte order mark", "\uFEFFé😀", "é😀", ""},
	{"two byte order marks", "\uFEFF\uFEFFa", "\uFEFFa", ""},
	{"U+FFFD itself", "a\uFFFDb", "a\uFFFDb", ""},
	{"not the shortest form", "\xC0\xAF\xE0\x80\xBF\xF0\x81\x82A",
		"\uFFFD\uFFFD\uFFFD\uFFFD\uFFFD\uFFFD\uFFFD\uFFFDA",
		"invalid UTF-8 at byte 0: convert the file to UTF-8 first"},
	{"surrogates", "ab\xED\xA0\x80\xED\xBF\xBF\xED\xAFA",
		"ab\uFFFD\uFFFD\uFFFD\uFFFD\uFFFD\uFFFD\uFFFD\uFFFDA",
		"invalid UTF-8 at byte 2: convert the file to UTF-8 first"},
	{"above U+10FFFF", "é\xF4\x91\x92\x93\xFFA\x80\xBFB",
		"é\uFFFD\uFFFD\uFFFD\uFFFD\uFFFDA\uFFFD\uFFFDB",
		"invalid UTF-8 at byte 2: convert the file to UTF-8 first"},
	{"cut short", "\xE1\x80\xE2\xF0\x91\x92\xF1\xBFA",
		"\uFFFD\uFFFD\uFFFD\uFFFDA",
		"invalid UTF-8 at byte 0: convert the file to UTF-8 first"},
	{"cut short at the end", "a\xF0\x9F\x98", "a\uFFFD",
		"invalid UTF-8 at byte 1: convert the file to UTF-8 first"},
	{"invalid after a byte order mark", "\uFEFFa\xFF", "a\uFFFD",
		"invalid UTF-8 at byte 4: convert the file to UTF-8 first"},
	{"Latin-1", "caf\xE9 = 1", "caf\uFFFD = 1",
		"invalid UTF-8 at byte 3: convert the file to UTF-8 first"},
	{"UTF-16 little-endian", "\xFF\xFEa\x00\x3D\xD8\x00\xDE", "a😀",
		"UTF-16 little-endian at byte 0: convert the file to UTF-8 first"},
	{"UTF-16 big-endian", "\xFE\xFF\x00a\xD8\x3D\xDE\x00", "a😀",
		"UTF-16 big-endian at byte 0: convert the file to UTF-8 first"},
	{"UTF-16, an odd byte and half a pair", "\xFF\xFE\x3D\xD8a\x00b", "\uFFFDa",
		"UTF-16 little-endian at byte 0: convert the file to UTF-8 first"},
	{"UTF-16, empty", "\xFE\xFF", "",
		"UTF-16 big-endian at byte 0: convert the file to UTF-8 first"},
}

func TestDecode(t *testing.T) {
	for _, c := range decodeCases {
		t.Run(c.name, func(t *testing.T) {
			got, ok := hostfs.Decode([]byte(c.data))
			if got != c.want || ok != (c.err == "") {
				t.Errorf("Decode(%q) = %q, %t; want %q", c.data, got, ok, c.want)
			}
			_, err := plan.NewText([]byte(c.data))
			if c.err == "" {
				if err != nil {
					t.Errorf("NewText: %v", err)
				}
				return
			}
			if !errors.Is(err, plan.ErrEncoding) || err.Error() != c.err {
				t.Errorf("NewText: %v; want %s", err, c.err)
			}
		})
	}
}
