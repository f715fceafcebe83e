package locate

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

// here marks in a text where the cursors belong.
const here = "‸"

var finds = []struct{ text, find string }{
	// Without a marker: the match starts where its first word does.
	{"‸temp", "temp"},
	{"const ‸temp = 1", "temp"},
	{"‸const temp = 1", "const temp"},
	{"const ‸temp = 1; use(‸temp)", "temp"},
	{"‸a ‸a ‸a", "a"},
	{"nothing", "temp"},
	{"Temp", "temp"},
	{"x = ‸temp.length", "temp.length"},
	{"f(‸a, b)", "a, b"},
	{"‸;", ";"},
	{"a ‸=> b", "=>"},
	{"‸$", "$"},
	{"‸$el.x", "$el"},
	{"‸_x", "_x"},
	{"a‸.*b", ".*"},
	{"‸(a|b)", "(a|b)"},
	{"‸[0]", "[0]"},
	{"‸\\d+", "\\d+"},
	{"‸^a$", "^a$"},

	// Whole words go first; parts of words count where there is nothing else.
	{"temperature, ‸temp", "temp"},
	{"attempt, ‸temp", "temp"},
	{"‸temperature", "temp"},
	{"at‸tempt", "temp"},
	{"‸temps ‸temper", "temp"},
	{"my_temp ‸temp", "temp"},
	{"$temp ‸temp", "temp"},
	{"tempé ‸temp", "temp"},
	{"temp1 ‸temp", "temp"},
	{"#‸temp", "temp"},
	{"‸#temp", "#temp"},
	{"x.‸temp", "temp"},
	{"x‸.temp", ".temp"},
	{"x‸.temperature", ".temp"},
	{"x.temperature, x‸.temp", ".temp"},
	{"fetch_data, ‸fetch", "fetch"},
	{"getAll(); ‸get()", "get("},
	{"a==b", "a = b"},

	// White space: some where the find has some, any between words and symbols.
	{"‸a = b", "a=b"},
	{"‸a=b", "a=b"},
	{"‸a\t=\n b", "a=b"},
	{"‸a = b", "a = b"},
	{"a=b", "a = b"},
	{"‸a   =   b", "a = b"},
	{"‸a\n\n=\t\tb", "a = b"},
	{"‸const  x", "const x"},
	{"constx", "const x"},
	{"‸f ( x )", "f(x)"},
	{"‸f(x)", "f(x)"},
	{"f( x )", "f (x )"},
	{"‸foo\u00A0bar", "foo bar"},
	{"‸foo\u2003bar", "foo bar"},
	{"‸foo\uFEFFbar", "foo bar"},
	{"‸foo\u2028bar", "foo bar"},
	{"‸foo\vbar", "foo\fbar"},
	{"‸foo bar", "foo\n\n  bar"},
	{"x ‸foo y", " foo "},
	{"foo", " foo"},
	{"foo", "foo "},
	{" ‸foo", " foo"},
	{"‸foo ", "foo "},
	{"  \t ‸foo foo", "  foo foo"},
	{"‸=>", "=>"},
	{"= >", "=>"},
	{"‸x?.y", "x?.y"},
	{"‸x ?. y", "x?.y"},
	{"x? .y", "x?.y"},
	{"‸import { a } from 'b'", "import {a} from 'b'"},

	// CRLF and CR are white space like any other.
	{"a\r\n‸temp\r\nb", "temp"},
	{"‸a\r\nb", "a b"},
	{"‸a\rb", "a b"},
	{"‸a\r\n  .b()", "a.b()"},
	{"‸a\r\n  .b()", "a\n.b()"},
	{"{\r\n\t‸x: 1,\r\n\ty: 2", "x: 1,\ny: 2"},

	// Unicode.
	{"const ‸é = 1", "é"},
	{"é‸à", "à"},
	{"‸été ete", "été"},
	{"'😀'; ‸x", "x"},
	{"‸😀 x", "😀"},
	{"x ‸'😀 ok'", "'😀 ok'"},
	{"‸日本語 = 1", "日本語"},
	{"日本語 ‸日本", "日本"},
	{"‸𝒳1", "𝒳1"},
	{"ñ, ‸n", "n"},
	{"‸é́", "é́"},
	{"‸a\u200Db", "a\u200Db"},
	{"'a\u2019b'; ‸b", "; <|>b"},

	// The marker: the cursor is at what follows it.
	{"const ‸temp = 1", "const <|>temp"},
	{"const temp ‸= 1", "temp <|>="},
	{"const temp‸ = 1", "temp<|>"},
	{"const temp‸ = 1", "temp<|> ="},
	{"const temp‸ = 1", "temp<|>="},
	{"‸const temp", "<|>const temp"},
	{"a.‸b", "a.<|>b"},
	{"a‸.b", "a<|>.b"},
	{"a.b‸", "a.b<|>"},
	{"self.‸x, other.x", "self.<|>x"},
	{"self.‸", "self.<|>"},
	{"fo‸o", "fo<|>o"},
	{"fo o", "fo<|>o"},
	{"=‸>", "=<|>>"},
	{"(‸a)", "(<|>a)"},
	{"( ‸a )", "(<|>a)"},
	{"f(‸)", "f(<|>)"},
	{"f‸()", "f<|>()"},
	{"f‸ ()", "f<|>()"},
	{"return‸ x", "return<|> x"},
	{"a ‸b", "a <|> b"},
	{"a   ‸b", "a <|> b"},
	{"ab", "a<|> b"},
	{"x ‸x", "<|> x"},
	{"x‸ y", "x <|>"},
	{" ‸x", " <|>x"},
	{"new ‸Foo(); new Bar()", "new <|>Foo"},
	{"‸temp temp", "<|>temp temp"},
	{"temp ‸temp", "temp <|>temp"},
	{"a ‸a ‸a", "a <|>a"},
	{"‸a ‸a a", "<|>a a"},
	{"temperature(‸x) temp(x)", "temperature(<|>x)"},
	{"temperature(x) temp(‸x)", "temp(<|>x)"},
	{"const\r\n  ‸temp", "const <|>temp"},
	{"'😀' + ‸temp", "'😀' + <|>temp"},
	{"été.‸là", "été.<|>là"},
	{"Map<‸string, number>", "Map<<|>string"},
	{"Map<string>‸()", "Map<string><|>()"},
	{"‸anything", "<|>"},
	{"‸", "<|>"},
	{"‸ x", "<|>"},

	// Nested markers: the deepest that stands there once.
	{"foo‸bar", "foo<<|>>bar"},
	{"x ‸y", "x <<<|>>>y"},
	{"‸y", "<<<<<<<<<<|>>>>>>>>>>y"},
	{"a <|> b ‸c", "a <|> b <<|>>c"},
	{"a ‸b <<|>> c <<|>> d", "a <|>b <<|>> c <<|>> d"},
	{"a <|> b <<|>> ‸c", "a <|> b <<|>> <<<|>>>c"},
	{"a <|> b ‸c <|> d", "a <|> b <<|>>c <|> d"},
	{"<‸x", "<<|>x"},
	{"x‸>", "x<|>>"},
	{"a<‸b", "a<<<|>>b"},
	{"‸a <|> b <|> c", "a <|> b <|> c"},
	{"‸a || b", "a || b"},
	{"‸a | b", "a | b"},
	{"‸a <| b", "a <| b"},
	{"x: ‸A|B", "A|B"},
	{"‸<<<<<<<<<<<|>>>>>>>>>>>y", "<<<<<<<<<<<|>>>>>>>>>>>y"},

	// Markers with line breaks, other white space, Unicode, overloads, and names with "/" or "[".
	{"a\t=\n ‸b", "a = <|>b"},
	{"a\r\n=\r\n‸b", "a = <|>b"},
	{"f(\r\n\t‸x,\r\n\ty)", "f(<|>x, y)"},
	{"x\r\n‸y", "x\n<|>y"},
	{"été\u00A0= ‸là", "été = <|>là"},
	{"a <|> b\r\n‸c", "a <|> b <<|>>c"},
	{"'😀' <|> ‸x", "'😀' <|> <<|>>x"},
	{"function over(a)\r\nfunction over‸(b)", "over<|>(b)"},
	{"function ‸over(a: string)\nfunction over(a: number)", "<|>over(a:string"},
	{"‸a/b; a/c", "a/b"},
	{"get ‸\"a/b\"()", "get <|>\"a/b\""},
	{"x[0] = ‸x[1]", "x[1]"},
	{"x[‸0] = x[1]", "x[<|>0]"},
	{"this[‸\"c\"]", "this[<|>\"c\"]"},
	{"f(temp)\r\ng(‸temp)\r\nh(temp)", "g(<|>temp)"},

	// Overlapping matches are all there.
	{"‸a,‸a,a", "a,a"},
	{"‸=‸= ‸=", "="},
}

func TestFind(t *testing.T) {
	t.Logf("%d cases", len(finds))
	if len(finds) < 150 {
		t.Error("too few")
	}
	for _, test := range finds {
		text := strings.ReplaceAll(test.text, here, "")
		matches, more, err := Find(t.Context(), text, test.find)
		if err != nil || more {
			t.Errorf("%q in %q: more %v, %v", test.find, text, more, err)
			continue
		}
		if got := mark(text, matches); got != test.text && !(test.text == strings.ReplaceAll(got, here, "") && len(matches) == 0) {
			t.Errorf("%q: got %q, want %q", test.find, got, test.text)
		}
	}
}

func mark(text string, matches []Match) string {
	var at []int
	for _, m := range matches {
		at = append(at, m.Cursor)
	}
	slices.Sort(at)
	for _, i := range slices.Backward(slices.Compact(at)) {
		text = text[:i] + here + text[i:]
	}
	return text
}

func TestFindRefuses(t *testing.T) {
	for _, test := range []struct {
		find string
		want error
	}{
		{"", ErrEmpty},
		{"  \t", ErrEmpty},
		{" <|> ", ErrEmpty},
		{strings.Repeat("x", 5000), ErrTooLong},
		{"a <|> b <|>", ErrMarkers},
		{"<<|>> <<|>>", ErrMarkers},
	} {
		if _, _, err := Find(t.Context(), "some a b text", test.find); !errors.Is(err, test.want) {
			t.Errorf("%.20q: %v", test.find, err)
		}
	}
	matches, more, err := Find(t.Context(), strings.Repeat("x ", 5000), "x")
	if err != nil || !more || len(matches) != maxMatches+1 {
		t.Errorf("%d matches, more %v, %v", len(matches), more, err)
	}
}

// A long find in a long text that nearly matches it everywhere is not slow: with a regular expression this took minutes.
func TestFindIsLinear(t *testing.T) {
	text := strings.Repeat("a + ", 1<<20)
	for _, find := range []string{strings.Repeat("a+", 2000) + "b", strings.Repeat("a +", 1300) + " a a", "<|>" + strings.Repeat("a ", 2000)} {
		matches, _, err := Find(t.Context(), text, find)
		if err != nil || len(matches) > 0 {
			t.Errorf("%.10s: %d matches, %v", find, len(matches), err)
		}
	}
}

func TestFindEndsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, _, err := Find(ctx, strings.Repeat("a ", 1<<20), "b"); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}

// Long runs of white space do not make the search slow: this would take hours.
func TestFindInWhiteSpace(t *testing.T) {
	text := "a" + strings.Repeat(" ", 1<<20) + "b" + strings.Repeat("\n", 1<<20)
	for _, find := range []string{" b", "a b", "b ", " <|> b", "a b a", " c"} {
		if _, _, err := Find(t.Context(), text, find); err != nil {
			t.Errorf("%q: %v", find, err)
		}
	}
}

func FuzzFind(f *testing.F) {
	for _, test := range finds {
		f.Add(strings.ReplaceAll(test.text, here, ""), test.find)
	}
	f.Fuzz(func(t *testing.T, text, find string) {
		if len(text) > 1000 || !utf8.ValidString(text) {
			return
		}
		matches, _, err := Find(t.Context(), text, find)
		if err != nil {
			return
		}
		for _, m := range matches {
			if m.Start < 0 || m.Start > m.Cursor || m.Cursor > m.End || m.End > len(text) {
				t.Fatalf("%q in %q: %+v", find, text, m)
			}
			if !utf8.RuneStart((text + " ")[m.Cursor]) {
				t.Fatalf("%q in %q: the cursor is inside of a character", find, text)
			}
		}
	})
}

// FuzzFindSlowly compares Find with one that tries every place by itself, from the definition.
func FuzzFindSlowly(f *testing.F) {
	for _, test := range finds {
		f.Add(strings.ReplaceAll(test.text, here, ""), test.find)
	}
	for _, find := range []string{"aa a", "a a", "a+a", "a +a", "a<|>a", "a <|> a", "+<|>+", "a<|> +", "a+<|> "} {
		f.Add("aa a+ a  +a +  + a aaa ++ a\ta", find)
	}
	f.Fuzz(func(t *testing.T, text, find string) {
		if len(text) > 300 || !utf8.ValidString(text) || len(find) > 100 {
			return
		}
		got, _, err := Find(t.Context(), text, find)
		before, after, marked, _ := split(find)
		if err != nil && !errors.Is(err, ErrMarkers) || before+after == "" {
			return
		}
		if want := findSlowly(text, before, after, marked); !slices.Equal(got, want) {
			t.Fatalf("%q in %q: got %v, want %v", find, text, got, want)
		}
	})
}

// findSlowly compares the tokens of a find with the text at every place.
func findSlowly(text, before, after string, marked bool) []Match {
	left, right := tokens(before), tokens(after)
	all := slices.Concat(left, right)
	var whole, parts []Match
	for start, r := range text {
		if space(r) {
			continue
		}
		m := Match{start, start, start}
		at, spaced, begun, fits := start, false, false, true
		for i, t := range all {
			rest := strings.TrimLeftFunc(text[at:], space)
			switch gap := len(text) - at - len(rest); {
			case t.kind == spaceToken:
				spaced = true
			case begun && (spaced && gap == 0 || !spaced && gap > 0 && marked && i == len(left) && all[i-1].kind == t.kind):
				fits = false
			}
			wordEnds := i > 0 && all[i-1].kind == wordToken && t.kind != wordToken
			if marked && i == len(left) && begun {
				m.Cursor = len(text) - len(rest)
				if wordEnds || all[i-1].kind != spaceToken && t.kind == spaceToken {
					m.Cursor = at
				}
			}
			if t.kind == spaceToken {
				continue
			}
			if begun {
				at = len(text) - len(rest)
			}
			fits = fits && strings.HasPrefix(text[at:], t.text)
			if !fits {
				break
			}
			at += len(t.text)
			spaced, begun = false, true
			m.End = at
		}
		if marked && strings.TrimFunc(after, space) == "" {
			m.Cursor = m.End
		}
		first, last := all[0], all[len(all)-1]
		previous, _ := utf8.DecodeLastRuneInString(text[:start])
		next, _ := utf8.DecodeRuneInString(text[m.End:])
		if !fits || first.kind == spaceToken && !space(previous) || last.kind == spaceToken && !space(next) {
			continue
		}
		own := func(r rune) bool { return kindOf(r) == wordToken }
		opening, _ := utf8.DecodeRuneInString(text[start:])
		closing, _ := utf8.DecodeLastRuneInString(text[:m.End])
		if own(opening) && own(previous) || own(closing) && own(next) {
			parts = append(parts, m)
		} else {
			whole = append(whole, m)
		}
	}
	if len(whole) > 0 {
		return whole
	}
	return parts
}

// FuzzUnique wants a text that Unique returns to lead back to its place.
func FuzzUnique(f *testing.F) {
	for _, line := range []string{"temp temp temp", "const a = a + a", "aaaa", "<|> x <|>", "  x  ", "", "é é", "a<<|>>b"} {
		f.Add(line, 0)
		f.Add(line, 5)
	}
	f.Fuzz(func(t *testing.T, line string, cursor int) {
		if len(line) > 200 || !utf8.ValidString(line) || cursor < 0 || cursor > len(line) || !utf8.RuneStart((line + " ")[cursor]) {
			return
		}
		find, ok := Unique(line, cursor)
		if !ok {
			return
		}
		matches, more, err := Find(t.Context(), line, find)
		if err != nil || more || len(matches) != 1 || matches[0].Cursor != cursor {
			t.Fatalf("%q at %d: %q leads to %+v, %v", line, cursor, find, matches, err)
		}
	})
}

func TestUnique(t *testing.T) {
	for line, want := range map[string]string{
		"const ‸temp = 1":        "<|>temp",
		"‸temp + temp":           "<|>temp +",
		"temp + ‸temp":           "+ <|>temp",
		"f(‸x, x)":               "(<|>x,",
		"a a ‸a a a":             "a a <|>a a a",
		"‸a <|> b":               "<|>a",
		"  this.‸temp = temp;":   ".<|>temp",
		"temp‸":                  "temp<|>",
		"'😀'.‸length + y.length": "'😀'.<|>length",
	} {
		before, after, _ := strings.Cut(line, here)
		if got, ok := Unique(before+after, len(before)); !ok || got != want {
			t.Errorf("%s: %q %v, want %q", line, got, ok, want)
		}
	}
}
