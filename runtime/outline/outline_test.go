package outline

import (
	"slices"
	"strings"
	"testing"
)

const long = "{ first: string; second: number; third: boolean }"

// TestStatements compares the statements that an outline lists, which TypeScript leaves unparsed until somebody looks at them, with the
// expected ones.
func TestStatements(t *testing.T) {
	for name, test := range map[string]struct {
		text string
		want []string
	}{
		"each kind": {
			"export interface A " + long + "\ndeclare class B " + long + "\nexport type C = " + long + ";\nexport function d(x: " + long + "): void\nexport const e: " + long + ";",
			[]string{"export interface A " + long, "declare class B " + long, "export type C = " + long + ";", "export function d(x: " + long + "): void", "export const e: " + long + ";"},
		},
		"in modules and namespaces": {
			"declare module \"m\" { namespace N.O { interface A " + long + " } }\ndeclare global { var b: " + long + " }",
			[]string{"interface A " + long, "var b: " + long},
		},
		"short statements":           {"interface A { a: string }", nil},
		"imports lead to files":      {"type A = { first: import(\"a\").B; second: number; third: boolean };", nil},
		"values":                     {"export const a: " + long + " = 5;", nil},
		"several variables":          {"export const a: " + long + ", b: string;", nil},
		"no arrow closes a bracket":  {"type A = Map<string, () => void> | " + long, []string{"type A = Map<string, () => void> | " + long}},
		"brackets in text":           {"type A = `}${`{${B}`}` | '}' | " + long + " // }\n/* } */", []string{"type A = `}${`{${B}`}` | '}' | " + long}},
		"a type over several lines":  {"type A =\n  | " + long + "\n  | typeof\n  b\ninterface B { }", []string{"type A =\n  | " + long + "\n  | typeof\n  b"}},
		"a line that may go on":      {"type A = " + long + "\n[0]", nil},
		"a word that may be a type":  {"type A = " + long + " | readonly\ntype\nB = string", nil},
		"a body":                     {"function a(x: " + long + ") { return 1; }", nil},
		"an operator":                {"declare enum E { A = 1 << 2 }\ntype A = " + long, []string{"type A = " + long}},
		"a regular expression":       {"type A = " + long + "\nlet a = /}/;", nil},
		"a line of another alphabet": {"type A = " + long + " //\u2028", nil},
		"a bracket that stays open":  {"type A = " + long + "\ninterface B {", nil},
		"a second brace":             {"type A = " + long + " }", nil},
		"a statement without a name": {"interface\nA " + long, nil},
		"nothing after the name":     {"type A\nexport interface B " + long, nil},
	} {
		var got []string
		for _, s := range spansOf(Declarations, test.text) {
			got = append(got, test.text[s.Start:s.End])
		}
		if !slices.Equal(got, test.want) {
			t.Errorf("%s: %q instead of %q", name, got, test.want)
		}
	}
}

// A text that nests without end has no outline, and takes neither the stack nor the time of the host.
func TestDeepNesting(t *testing.T) {
	for _, unit := range []string{"namespace a { ", "type A = `${", "`${", "type A = { a: ", "type A = (", "type A = B<"} {
		if found := statements(strings.Repeat(unit, 1<<20)); found != nil {
			t.Errorf("%q: %d statements", unit, len(found))
		}
		if found := statements("type A = " + strings.Repeat(unit, 1<<20)); found != nil {
			t.Errorf("type and %q: %d statements", unit, len(found))
		}
	}
}

// Offsets are those of UTF-16, and the semicolon is not of the variable.
func TestEncode(t *testing.T) {
	text := "/* 𝒳é */ const a: " + long + " ;"
	start := strings.Index(text, "const") - 3 // 𝒳 is two units of four bytes, é one of two
	if got, want := Of(Declarations, text), "10 68 70"; start != 10 || got != want {
		t.Errorf("%q instead of %q (start %d)", got, want, start)
	}
}

// No text makes the scanner fail, or go on for ever.
func FuzzStatements(f *testing.F) {
	f.Add("export import a = b;\ntype A = `${B}`;\ndeclare global { }")
	f.Add(`type A = { "\`)
	f.Add("type A = { `\\")
	f.Fuzz(func(t *testing.T, text string) {
		end := 0
		for _, s := range statements(text) {
			if s.Start < end || s.Last <= s.Start || s.End < s.Last || s.End > len(text) {
				t.Fatalf("%+v after %d", s, end)
			}
			end = s.End
		}
	})
}
