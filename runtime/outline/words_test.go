package outline

import (
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf16"
)

var importWords = strings.Fields("import from require declare jest vi vitest")

// TestWords compares the offsets that Words returns with the expected ones. In the texts below, @ marks each word that it should find in code, and
// % each one in a comment.
func TestWords(t *testing.T) {
	for name, test := range map[string]string{
		"each kind":                  "@import a @from 'a'\nexport * @from 'b'; @import c = @require('c')\n@declare module 'd' { }\n@jest.mock('e'); @vi.mock('f'); @vitest.mock('g')",
		"in expressions":             "const a = () => @import('a'), b: @import('b').B = `${@require('c')}`",
		"parts of words":             "const imports = required(a$import, $from, fromB, declares, jester, víd)",
		"private members":            "class A { #from = this.#import }",
		"in comments":                "// %import 'a'\n/* %from 'b' */ @import 'c' // %require('d')",
		"in comments of a list":      "f(/* %from */ a, // imp ort\n b /** %vi */)",
		"in comments of templates":   "const a = `${b /* %from */}`",
		"in comments of JSX":         "const a = <p /* %from */ b={c /* %vi */}>{/* %jest */}/* vi */ // vi\n</p>",
		"parts of words in comments": "// %required, pre%require",
		"in strings and templates":   "@import \"import 'a'\"; const b = 'from \"c\"' + `import('d')`",
		"in regular expressions":     "const a = /import 'a'/.test(b); @require('c')",
		"in JSX":                     "@import a @from 'a'; const b = <p from='c'>import 'd' {@import('e')}</p>",
		"escapes in strings":         "const a = '\\x61'; @import('a')",
		"a first line":               "#!/usr/bin/env import '\n@import 'a'",
		"characters of two units":    "/* 𝒳é %from */ @import 'a'",
		"no such word":               "export const a = 1",
	} {
		offsets, ok := Words(true, importWords, strings.NewReplacer("@", "", "%", "").Replace(test))
		var code, comments []string
		units := 0
		for _, r := range test {
			switch {
			case r == '@':
				code = append(code, strconv.Itoa(units))
			case r == '%':
				comments = append(comments, strconv.Itoa(units))
			case r > 0xFFFF:
				units += 2
			default:
				units++
			}
		}
		if want := strings.Join(code, " ") + "\n" + strings.Join(comments, " "); !ok || offsets != want {
			t.Errorf("%s: %q, %v instead of %q", name, offsets, ok, want)
		}
	}
	for name, test := range map[string]string{
		"an end of a line":              "import 'a' //\u2028import 'b'",
		"another end of a line":         "import 'a' //\u2029import 'b'",
		"no text":                       "import 'a\xff'",
		"an identifier with an escape":  "\\u0069mport('a')",
		"a word that may be an operand": "function* a() { yield /import 'a'/ }",
		"a string that stays open":      "import 'a\n",
		"an element that is a list":     "const a = <T>(b: T) => import('a')",
		"very many words":               strings.Repeat("from ", mostWords+1),
		"very many words in a comment":  "//" + strings.Repeat(" from", mostWords+1),
	} {
		if offsets, ok := Words(true, importWords, test); ok {
			t.Errorf("%s: %q, although there is a doubt", name, offsets)
		}
	}
	if offsets, ok := Words(false, importWords, "import 'a'\n<<<<<<< HEAD\nimport 'b'"); ok { // with JSX, < would begin an element, and that alone is a doubt
		t.Errorf("marks of a merge: %q, although there is a doubt", offsets)
	}
	if offsets, ok := Words(false, importWords, "const a = <T>(b: T) => import('a')"); !ok || offsets != "23\n" {
		t.Errorf("without JSX: %q, %v", offsets, ok)
	}
	if offsets, ok := Words(false, slices.Repeat([]string{"from"}, mostWanted+1), "from"); ok {
		t.Errorf("too many words: %q", offsets)
	}
}

// FuzzWords passes random texts to Words. Words has to return without a panic, and a wanted word has to start at each returned offset.
func FuzzWords(f *testing.F) {
	f.Add("import a from 'b'; `${require('c')}`; const d = <e>{import('f')}</e>", true)
	f.Add("/* 𝒳 */ declare module 'a' { } vi.mock(/b/)", false)
	f.Fuzz(func(t *testing.T, text string, hasJSX bool) {
		offsets, ok := Words(hasJSX, importWords, text)
		if !ok && offsets != "" {
			t.Fatalf("%q, although there is a doubt", offsets)
		}
		units := utf16.Encode([]rune(text))
		for offset := range strings.FieldsSeq(offsets) {
			at, err := strconv.Atoi(offset)
			if err != nil || at >= len(units) {
				t.Fatalf("%q in %d units", offset, len(units))
			}
			rest := string(utf16.Decode(units[at:min(at+len("declare"), len(units))]))
			if !slices.ContainsFunc(importWords, func(word string) bool { return strings.HasPrefix(rest, word) }) {
				t.Fatalf("no word at %d: %q", at, rest)
			}
		}
	})
}
