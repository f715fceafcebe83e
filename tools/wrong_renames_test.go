package tools_test

import (
	"regexp"
	"strings"
	"testing"

	"tsplan/hostfs/hostfstest"
	"tsplan/runtime"
	"tsplan/tools/plan"
	"tsplan/tools/planner"
)

// wrongRenames are plans of a careless client: in the texts, {{old|new}} is an edit. Most of these plans need no type check, so the proof has to
// find the mistake by comparing what the names mean.
var wrongRenames = []struct {
	name  string
	files map[string]string
	want  string
}{
	{"an export and all its uses", map[string]string{
		"a.ts": "export function {{girth|waist}}() { return 1 }\n", "b.ts": "export { {{girth|waist}} } from \"./a\"\n",
		"c.ts": "import { {{girth|waist}} } from \"./b\"\n{{girth|waist}}()\n",
	}, "proven"},
	{"a use in another file is left", map[string]string{
		"a.ts": "export function {{girth|waist}}() { return 1 }\n", "b.ts": "import { girth } from \"./a\"\nsize()\n",
	}, "unproven"},
	{"a use of a module is left", map[string]string{
		"a.ts": "export function {{girth|waist}}() { return 1 }\n", "b.ts": "import * as a from \"./a\"\na.girth()\n",
	}, "unproven"},
	{"one of two declarations of a name", map[string]string{
		"a.ts": "export interface Girth { wide: number }\nexport const {{Girth|Waist}} = 1\n",
		"b.ts": "import { {{Girth|Waist}} } from \"./a\"\nexport const two: {{Girth|Waist}} = { wide: {{Girth|Waist}} }\n",
	}, "unproven"},
	{"an export keeps its name, its importers do not", map[string]string{
		"a.ts": "export function {{girth|waist}}() { return 1 }\n", "b.ts": "export { {{girth|waist as girth}} } from \"./a\"\n",
		"c.ts": "import { {{girth|waist}} } from \"./b\"\n{{girth|waist}}()\n",
	}, "unproven"},
	{"a use gets another name", map[string]string{
		"a.ts": "export function {{girth|waist}}() { return 1 }\n", "b.ts": "import { {{girth|waist}} } from \"./a\"\n{{girth|waists}}()\n",
	}, "unproven"},
	{"a member in quotes, and a use is left", map[string]string{
		"a.ts": "export interface Box { \"{{girth|waist}}\": number }\n", "b.ts": "import type { Box } from \"./a\"\nexport const f = (box: Box) => box.girth\n",
	}, "unproven"},
	{"two names become one", map[string]string{
		"a.ts": "const {{wide|girth}} = 1\nexport const f = ({{high|girth}}: number) => {{wide|girth}} + {{high|girth}}\n",
	}, "unproven"},
	{"locals and all their uses", map[string]string{
		"a.ts": "export function f({{girth|waist}}: number) { const g = ({ a = {{girth|waist}} }: { a?: number }) => ({ a, {{girth|girth: waist}} }); return g({}).girth }\n",
		"b.ts": "import { f } from \"./a\"\nf(1).toFixed\nexport const girth = 1\n",
	}, "proven"},
	{"the default of a pattern is left", map[string]string{
		"a.ts": "export function f({{girth|waist}}: number) { const g = ({ a = girth }: { a?: number }) => a; return g({}) + {{girth|waist}} }\n",
	}, "unproven"},
	{"a second declaration is left", map[string]string{
		"a.ts": "export function f() { var {{girth|waist}} = 1; var { girth } = { girth: 2 }; return {{girth|waist}} }\n",
	}, "unproven"},
	{"a member with the name of the local", map[string]string{
		"a.ts": "interface Box { girth: number }\nexport function f({{girth|waist}}: Box) { return {{girth|waist}}.{{girth|waist}} }\n",
	}, "unproven"},
	{"a private member that a class of a dependency has", map[string]string{
		"a.ts":                         "import { Base } from \"base\"\nexport class Box extends Base { private {{girth|waist}} = 1; get() { return this.{{girth|waist}} } }\n",
		"node_modules/base/index.d.ts": "export declare class Base { waist: number }\n",
	}, "unproven"},
	{"a private member that a type of a dependency has", map[string]string{
		"a.ts":                         "export class Box { id = 1; private {{girth|waist}} = 1; get() { return this.{{girth|waist}} } }\n",
		"b.ts":                         "import { Box } from \"./a\"\nimport { take } from \"take\"\ntake(new Box())\n",
		"node_modules/take/index.d.ts": "export declare function take(it: { id: number; waist?: number }): void\n",
	}, "unproven"},
	{"a private member that a type of the project has", map[string]string{
		"a.ts": "export class Box { id = 1; private {{girth|waist}} = 1; get() { return this.{{girth|waist}} } }\n",
		"b.ts": "import { Box } from \"./a\"\nconst take = (it: { id: number; waist?: number }) => it\ntake(new Box())\n",
	}, "unproven"},
	{"a member that an enum finds by scope", map[string]string{
		"a.ts": "const waist = 1\nexport enum Box { {{girth|waist}} = 5, size = waist }\n",
	}, "unproven"},
	{"a member that a constructor finds by scope", map[string]string{
		"a.ts": "const waist = 1\nexport class Box { constructor(public {{girth|waist}}: number, size = waist) { size++ } }\n",
	}, "unproven"},
	{"a member that a pattern makes a local", map[string]string{
		"a.ts": "interface Box { {{girth|waist}}: number }\nexport function f(box: Box) { const waist = 1; const { {{girth|waist}} } = box; return waist }\n",
	}, "unproven"},
	{"a local with the name of a caught error", map[string]string{
		"a.ts": "export function f() { try { f() } catch (waist) { const {{girth|waist}} = 1; return {{girth|waist}} } }\n",
	}, "unproven"},
	{"a component becomes an element", map[string]string{
		"a.tsx": "declare global { namespace JSX { interface IntrinsicElements { [name: string]: {} } } }\n" +
			"export function f() { const {{Girth|waist}} = () => 1; return <{{Girth|waist}} /> }\n",
	}, "unproven"},
	{"the factory of JSX", map[string]string{
		"a.tsx":         "import { {{make|build}} } from \"./make\"\nexport const it = <p />\n",
		"make.ts":       "export declare function {{make|build}}(): void\nexport declare namespace {{make|build}} { namespace JSX { interface IntrinsicElements { p: {} } } }\n",
		"tsconfig.json": `{"compilerOptions": {"strict": true, "jsx": "react", "jsxFactory": "make", "module": "esnext", "moduleResolution": "bundler", "types": []}}`,
	}, "unproven"},
	{"the factory of JSX in a comment", map[string]string{
		"a.tsx":   "/** @jsx make */\nimport { {{make|build}} } from \"./make\"\nexport const it = <p />\n",
		"make.ts": "export declare function {{make|build}}(): void\nexport declare namespace {{make|build}} { namespace JSX { interface IntrinsicElements { p: {} } } }\n",
	}, "unproven"},
	{"a property instead of the local", map[string]string{
		"a.ts": "export function f({{girth|waist}}: number) { return { {{girth|waist: girth}} } }\n",
	}, "unproven"},
	{"a property with the local, and a use is left", map[string]string{
		"a.ts": "const {{girth|waist}} = 1\nexport const box = { {{girth|waist}} }\n", "b.ts": "import { box } from \"./a\"\nbox.girth\n",
	}, "unproven"},
	{"the member of a pattern with the local", map[string]string{
		"a.ts": "export function f(box: { girth: number }) { const { {{girth|waist}} } = box; return {{girth|waist}} }\n",
	}, "unproven"},
	{"the member of a pattern instead of the local", map[string]string{
		"a.ts": "export function f(box: { girth: number }) { const { {{girth|waist: girth}} } = box; return {{girth|waist}} }\n",
	}, "unproven"},
}

// TestWrongRenames verifies renames that a client wrote without TypeScript. A rename that breaks the project must not be proven.
func TestWrongRenames(t *testing.T) {
	edit := regexp.MustCompile(`\{\{(\w+)\|([^}]+)\}\}`)
	for _, c := range wrongRenames {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			files := map[string]string{"tsconfig.json": `{"compilerOptions": {"strict": true, "jsx": "preserve", "module": "esnext", "moduleResolution": "bundler", "types": []}}`}
			for name, text := range c.files {
				files[name] = edit.ReplaceAllString(text, "$1")
			}
			dir := hostfstest.LayOut(t, files)
			var edits []planner.GivenEdits
			for name, text := range c.files {
				given := planner.GivenEdits{FilePath: name}
				for at := edit.FindStringSubmatchIndex(text); at != nil; at = edit.FindStringSubmatchIndex(text) {
					before, old, renamed := text[:at[0]], text[at[2]:at[3]], text[at[4]:at[5]]
					start := plan.Position{Line: strings.Count(before, "\n"), Character: len(before) - strings.LastIndex(before, "\n") - 1}
					end := plan.Position{Line: start.Line, Character: start.Character + len(old)}
					given.TextEdits = append(given.TextEdits, plan.TextEdit{Range: plan.Range{Start: start, End: end}, NewText: renamed})
					text = before + old + text[at[1]:]
				}
				if len(given.TextEdits) > 0 {
					edits = append(edits, given)
				}
			}
			h := start(t, runtime.Limits{}, dir)
			var got planner.VerifyResult
			h.answer(t, "verifyPlan", map[string]any{"projectRoot": dir, "proofBudget": 0, "edits": edits, "fsMoves": []plan.FsMove{}}, &got)
			if got.Verdict != c.want {
				t.Errorf("%s, want %s: %+v", got.Verdict, c.want, got)
			}
		})
	}
}
