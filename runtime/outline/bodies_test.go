package outline

import (
	"slices"
	"strings"
	"testing"
)

// TestBodies compares the pairs of braces that an outline lists with the pairs that it should list. In the texts below, @ stands before each pair
// that it should list. LONG stands for code that is long enough to be listed, and BODY for @, an opening brace, this code and a closing brace.
func TestBodies(t *testing.T) {
	for name, test := range map[string]string{
		"functions":                     "function a(b: { c: string }): { d: number } BODY\nclass E @{ f<T>(g = 1): T BODY get h(): void BODY }",
		"arrows":                        "const a = (b) => BODY, c = async <T,>(d: T): Promise<T> => BODY",
		"bodies in a body":              "function a() @{ b(() => BODY); const c = { d() BODY } }",
		"an object":                     "const a = {LONG}; b({LONG}); c = [{LONG}]; d ? {LONG} : e; f = { g: {LONG} }",
		"a condition":                   "if (a) {LONG} else {LONG}",
		"a short body":                  "function a() { return 1; }",
		"an import":                     "function a() { import('b');LONG} function c() BODY",
		"an import in a body in a body": "function a() { b(() => { type C = import('c').C;LONG}); d(() => BODY) }",
		"braces in texts":               "function a() @{ '}'; \"}\"; `}${b}}`; /}/; /[/}]/; 1 /* } */ // }\nLONG}",
		"code in a template":            "const a = `}${b(() => BODY)}}`",
		"divisions":                     "function a() @{ b() / 2; c[0] / 2; d! / 2; e++ / 2; 1 / 2; (f) / g /h;LONG}",
		"regular expressions":           "function a() @{ return /}/.test(b) && !/}/.test(b) && c(/}/); d\n!/}/.test(e);LONG}",
		"behind a condition":            "function a() @{ if (b) /}/.test(c); while (d) /}/.exec(e); for await (f of g) /}/.test(f);LONG}",
		"a member named like a word":    "function a() @{ b.return / 2;LONG}",
		"members named like words":      "function a() @{ b.return / 2; c?.if (d) / 2;LONG}",
		"escapes without letters":       "function a() @{ '\\n\\'\\\\';LONG}",
		"a first line for the shell":    "#!/usr/bin/env node '\nfunction a() BODY",
		"an element":                    "const a = () => @{ return <b c=\"it's }\" d='{' e={() => BODY} {...f}>Don't {/* } */} {g} <h.i /> <></></b>;LONG}",
		"elements behind operators":     "const a = () => @{ b && <c />; d ? <e>'</e> : <f>\"</f>; g = [<h />, <i>{j}</i>]; return (<k />);LONG}",
		"a comparison":                  "const a = () => @{ b < c; d() < e; f[0] < g; h! < i;LONG}",
		"type parameters":               "const a = <T,>(b: T) => BODY; const c = <T extends object>() => BODY; const d = <const T,>() => BODY; const e = <T = 1>() => BODY",
		"type arguments":                "a<B<C>>(() => BODY); new D<{ e: string }>(() => BODY)",
	} {
		if got, want := bodiesIn(test, true); !slices.Equal(got, want) {
			t.Errorf("%s: %v instead of %v", name, got, want)
		}
	}
	for name, test := range map[string]string{
		"a division":                    "function a() { return b / c } / 1",
		"behind a block":                "function a() {LONG} /{}/.test('')",
		"behind a comparison":           "function a() { return b > /{}/;LONG}",
		"a word that may be an operand": "function a() { yield /}/;LONG}",
		"a name with an escape":         "function a() { b['\\x61'];LONG}",
		"an escaped dollar":             "function a() { b['c\\$'];LONG}",
		"an escape that means nothing":  "function a() { b['\\a'];LONG}",
		"an identifier with an escape":  "function a() { \\u0061;LONG}",
		"a string over two lines":       "function a() { 'b\\\nc';LONG}",
		"a bracket that stays open":     "function a() {LONG} (",
		"a bracket too many":            "function a() {LONG} )",
		"brackets that cross":           "function a() {LONG} ( [ ) ]",
		"a string that stays open":      "function a() {LONG} 'b\n",
		"a template that stays open":    "function a() {LONG} `b",
		"a comment that stays open":     "function a() {LONG} /* b",
		"an expression that stays open": "function a() {LONG} b = /[c/]\n",
		"an element or parameters":      "const a = <T>(b: T) => {LONG}",
		"another element is closed":     "const a = () => { return <b>{c}</d>;LONG}",
		"an element that stays open":    "const a = () => { return <b>;LONG}",
		"a brace in a text":             "const a = () => { return <b>}</b>;LONG}",
		"a member with type parameters": "interface A { <T>(b: T): void } const c = () => {LONG}",
	} {
		if got, _ := bodiesIn(test, true); got != nil {
			t.Errorf("%s: %v, although there is a doubt", name, got)
		}
	}
	if got, _ := bodiesIn("function a() {LONG}\n<<<<<<< HEAD\n", false); got != nil {
		t.Errorf("marks of a merge: %v, although there is a doubt", got)
	}
	// Without JSX, < is an operator or opens a list of types.
	if got, want := bodiesIn("const a = <T>(b: T) => BODY; <any>c; const d = <() => void>(() => BODY)", false); !slices.Equal(got, want) {
		t.Errorf("without JSX: %v instead of %v", got, want)
	}
}

// bodiesIn returns where the listed pairs start in a text, and where the expected ones do.
func bodiesIn(marked string, hasJSX bool) (got, want []int) {
	const long = " return 'a text that makes the braces around it long enough to be listed in an outline'; "
	text := strings.NewReplacer("BODY", "@{"+long+"}", "LONG", long).Replace(marked)
	for {
		before, after, found := strings.Cut(text, "@{")
		if !found {
			break
		}
		want = append(want, len(before))
		text = before + "{" + after
	}
	for _, s := range bodies(text, hasJSX) {
		got = append(got, s.Start)
	}
	return got, want
}

// A text that nests deep, or has very many bodies, has no outline, and takes neither the stack nor the memory of the host.
func TestHostileBodies(t *testing.T) {
	body := "a() {" + strings.Repeat(" ", leastBody) + "}"
	if bodies(body, true) == nil {
		t.Fatal("the body is not listed")
	}
	for _, nest := range [][2]string{{"(", ")"}, {"a() {", "}"}, {"`${", "}`"}, {"<a>", "</a>"}, {"<a b={", "}/>"}} {
		if found := bodies(body+"; b = "+strings.Repeat(nest[0], 1<<16)+strings.Repeat(nest[1], 1<<16), true); found != nil {
			t.Errorf("%q: %d bodies", nest, len(found))
		}
	}
	if found := bodies(strings.Repeat(body, mostBodies+1), true); found != nil {
		t.Errorf("%d bodies", len(found))
	}
}

// No text makes the scanner fail, or go on for ever, and each span that it lists is a pair of braces.
func FuzzBodies(f *testing.F) {
	f.Add("const a = () => { return <b c='d'>{`${e / 2}`}</b>; /}/ }", true)
	f.Add("if (a) /[}]/.test('\\'')", false)
	f.Add("a = `${", true)
	f.Fuzz(func(t *testing.T, text string, hasJSX bool) {
		start := -1
		for _, s := range bodies(text, hasJSX) {
			if s.Start <= start || s.End-s.Start < leastBody || s.Last != s.End || s.End > len(text) || text[s.Start] != '{' || text[s.End-1] != '}' {
				t.Fatalf("%+v after %d", s, start)
			}
			start = s.Start
		}
	})
}
