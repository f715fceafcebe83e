package review

import (
	"fmt"
	"strings"
	"testing"
)

// shown writes pieces that have a colour as class(text).
func shown(source string, all []piece) string {
	var b strings.Builder
	at := 0
	for _, p := range all {
		part := source[at:p.end]
		if p.colour != plain {
			part = fmt.Sprintf("%s(%s)", p.colour.class(), part)
		}
		b.WriteString(part)
		at = p.end
	}
	return b.String()
}

func TestColours(t *testing.T) {
	for source, want := range map[string]string{
		"":                           "",
		"const a = 1;":               "k(const) a = n(1);",
		"// c\n/* d */ x":            "c(// c)\nc(/* d */) x",
		"'s' \"t\" `u`":              "s('s') s(\"t\") s(`u`)",
		"`a${b}c${`d`}e`":            "s(`a${)bs(}c${)s(`d`)s(}e`)",
		"a / b / c":                  "a / b / c",
		"x = /a[/]b/g.test(y)":       "x = s(/a[/]b/g).test(y)",
		"return /x/":                 "k(return) s(/x/)",
		"f(/x/, a) / 2":              "f(s(/x/), a) / n(2)",
		"x = /open\ny":               "x = /open\ny",
		"type A = Client<string>":    "k(type) A = t(Client)<string>",
		"a.type.default.from":        "a.type.default.from",
		"interface I { readonly x }": "k(interface) I { k(readonly) x }",
		"<b>it's</b>\nlet x":         "<b>it's</b>\nk(let) x",
		"<b>x</b> y </c>":            "<b>x</b> y </c>",
		"'open\nlet x":               "'open\nk(let) x",
		"/* open":                    "/* open",
		"`open":                      "`open",
		"a = b\\":                    "a = b\\",
	} {
		if got := shown(source, pieces("a.ts", []byte(source))); got != want {
			t.Errorf("%q:\n got %q\nwant %q", source, got, want)
		}
	}
	if got := shown("const a", pieces("a.vue", []byte("const a"))); got != "const a" {
		t.Errorf("a file of another language: %q", got)
	}
	if got := pieces("a.ts", []byte(strings.Repeat("let a\n", maxColoured/6+1))); len(got) != 1 {
		t.Errorf("%d pieces of a large file", len(got))
	}
	wrong := strings.Repeat("'\n", maxErrors)
	if got := shown(wrong+"let a", pieces("a.ts", []byte(wrong+"let a"))); got != wrong+"let a" {
		t.Errorf("a text with many errors: %q", got)
	}
}

// TestColoursOfHardTexts reads texts of a megabyte that a lexer may read again and again. Without a bound this would take hours.
func TestColoursOfHardTexts(t *testing.T) {
	for _, part := range []string{"= /[ ", "`${", "/*", "'\\", "</", "= /a\\", "\xf0\x9f\x98\x80", "0x", "}{", "`}"} {
		source := []byte(strings.Repeat(part, maxColoured/len(part)))
		if got := pieces("a.ts", source); got[len(got)-1].end != len(source) {
			t.Errorf("%q: the pieces end at %d", part, got[len(got)-1].end)
		}
	}
}

// FuzzColours: the pieces are in order and end with the text.
func FuzzColours(f *testing.F) {
	for _, seed := range []string{"", "a", "`${`${", "/", "/=", "'\\", "1.e", "#", "<!-- ", "\u2028", "}`", "\x00", "é", "a\\u{1", "0b", "x = /[\\", "0A0/0/#"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, source string) {
		at := 0
		all := pieces("a.tsx", []byte(source))
		for _, p := range all {
			if p.end < at {
				t.Fatalf("%q: %v", source, all)
			}
			at = p.end
		}
		if at != len(source) {
			t.Fatalf("%q ends at %d", source, at)
		}
	})
}
