package tools_test

import (
	"fmt"
	"testing"

	"tsplan/hostfs/hostfstest"
	"tsplan/runtime"
	"tsplan/tools/planner"
)

// TestUnderscores renames a declaration with a leading underscore in its name, which is at the start of a.ts. TypeScript reports some declarations
// that nothing uses, unless their names begin with an underscore. The proof has to check types where such a declaration is renamed, and only there.
func TestUnderscores(t *testing.T) {
	const user = "import * as all from \"./a\"\nexport const uses = [all.it]\n"
	for _, c := range []struct {
		name, text string
		line       int
		character  int
		newName    string
		want       string // the verdict, and how many files were checked
	}{
		{"a private member", "export class C {\nprivate _girth = 1\nof() { return this._girth }\n}\nexport const it = new C()\n", 1, 8, "girth", "proven 0"},
		{"a private member, to a name with an underscore", "export class C {\nprivate girth = 1\nof() { return this.girth }\n}\nexport const it = new C()\n", 1, 8, "_girth", "proven 0"},
		{"a private member that nothing uses", "export class C {\nprivate _girth = 1\n}\nexport const it = new C()\n", 1, 8, "girth", "proven 0"},
		{"a private member that a parameter declares", "export class C {\nconstructor(private _girth: number) {}\nof() { return this._girth }\n}\nexport const it = new C(1)\n", 1, 20, "girth", "proven 0"},
		{"a public member", "export interface Box {\n_girth: number\n}\nexport const it: Box = { _girth: 1 }\n", 1, 0, "girth", "proven 0"},
		{"a function", "function _girth() { return 1 }\nexport const it = _girth()\n", 0, 9, "girth", "proven 0"},
		{"a member with the name of a prototype", "export interface Box {\ngirth: number\n}\nexport const it = { girth: 1 } as Box\n", 1, 0, "__proto__", "proven 2"},
		{"a parameter", "export const it = (_girth: number) => 1\n", 0, 19, "girth", "unproven 2"},
		{"a parameter, to a name with an underscore", "export const it = (girth: number) => girth\n", 0, 19, "_girth", "proven 2"},
		{"a type parameter", "export interface Box<_Girth> { size: 1 }\nexport const it: Box<1> = { size: 1 }\n", 0, 21, "Girth", "unproven 2"},
		{"an inferred type", "type Of<T> = T extends Array<infer _Girth> ? 1 : 2\nexport const it: Of<1> = 2\n", 0, 35, "Girth", "unproven 2"},
		{"a variable of a loop", "for (const _girth of [1]) {}\nexport const it = 1\n", 0, 11, "girth", "unproven 2"},
		{"a variable of a pattern", "const { size: _girth } = { size: 1 }\nexport const it = 1\n", 0, 14, "girth", "unproven 2"},
		{"a variable of a list", "const [_girth, size] = [1, 2]\nexport const it = size\n", 0, 7, "girth", "unproven 2"},
		{"an import", "import { it as _girth } from \"./b\"\nexport const it = 1\n", 0, 15, "girth", "unproven 2"},
		{"a default import", "import _girth from \"./b\"\nexport const it = 1\n", 0, 7, "girth", "unproven 2"},
		{"an import of all", "import * as _girth from \"./b\"\nexport const it = 1\n", 0, 12, "girth", "unproven 2"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			dir := hostfstest.LayOut(t, map[string]string{
				"a.ts": c.text, "user.ts": user, "b.ts": "export const it = 1\nexport default it\n",
				"tsconfig.json": `{"compilerOptions": {"strict": true, "noUnusedLocals": true, "noUnusedParameters": true,` +
					`"module": "esnext", "moduleResolution": "bundler", "types": []}}`,
			})
			h := start(t, runtime.Limits{}, dir)
			var plan planner.RenameResult
			h.answer(t, "planRenameSymbol", map[string]any{
				"projectRoot": dir, "filePath": "a.ts", "line": c.line, "character": c.character, "newName": c.newName, "verify": true, "proofBudget": 0,
			}, &plan)
			if plan.Proof == nil {
				t.Fatalf("no proof: %+v", plan)
			}
			if got := fmt.Sprintf("%s %d", plan.Proof.Verdict, plan.Proof.CheckedFiles); got != c.want {
				t.Errorf("%s, want %s: %+v", got, c.want, plan.Proof)
			}
		})
	}
}
