package tools_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"tsplan/hostfs/hostfstest"
	"tsplan/runtime"
	"tsplan/tools/planner"
)

// TestUnbuiltPackages renames names of packages that are not built, so that their importers do not find them. Such a plan names these importers
// in a warning and is not proven. It does not name importers of other packages. A name that its package does not export has no such warning.
func TestUnbuiltPackages(t *testing.T) {
	const tsconfig = `{"compilerOptions": {"strict": true, "module": "esnext", "moduleResolution": "bundler", "noEmit": true, "types": []}, "include": ["src"]}`
	files := map[string]string{
		"package.json":                `{"workspaces": ["packages/*"]}`,
		"packages/core/package.json":  `{"name": "@scope/core", "types": "./dist/index.d.mts"}`,
		"packages/core/src/index.ts":  "export interface User { email: string }\nexport function load() { const inbox = 1; return inbox }\n",
		"packages/kit/package.json":   `{"name": "@scope/kit", "types": "./dist/index.d.mts", "dependencies": {"@scope/core": "*"}}`,
		"packages/kit/src/index.ts":   "export * from \"@scope/core\"\n",
		"packages/other/package.json": `{"name": "@scope/other", "types": "./dist/index.d.mts"}`,
		"packages/other/src/index.ts": "export function load() {}\nexport function store() {}\n",
		"packages/app/package.json":   `{"name": "app"}`,
		"packages/app/src/user.ts":    "import type { User } from \"@scope/kit\"\nexport const mailOf = (user: User) => user.email\n",
		"packages/app/src/load.ts":    "import { load, inbox } from \"@scope/core\"\nload(inbox)\n",
		"packages/app/src/local.ts":   "import { make } from \"@scope/core\"\nconst load = make()\nexport const all = [load]\n",
		"packages/app/src/names.ts":   "import * as core from \"@scope/core\"\nimport { store } from \"@scope/other\"\ncore.load(store)\n",
	}
	for _, name := range []string{"core", "kit", "other", "app"} {
		files["packages/"+name+"/tsconfig.json"] = tsconfig
	}
	for i := range 12 { // so many that imports decide which files are searched for a member
		files[fmt.Sprintf("packages/app/src/email%d.ts", i)] = "export const email = 1\n"
	}
	dir := hostfstest.LayOut(t, files)
	isUnknown := func(warnings []string) bool {
		return slices.ContainsFunc(warnings, func(w string) bool {
			return strings.Contains(w, "TypeScript does not know, since it does not find @scope/")
		})
	}
	p := startPartly(t, dir)
	var early []partialAnswer
	for _, c := range []struct{ name, file, place, untyped, verdict string }{
		{"a member", "packages/core/src/index.ts", "email", "packages/app/src/user.ts:1", "warnings"},
		{"an export", "packages/core/src/index.ts", "load", "packages/app/src/load.ts:0 packages/app/src/load.ts:1 packages/app/src/names.ts:2", "warnings"},
		{"an export of another package", "packages/other/src/index.ts", "load", "", "proven"},
		{"a name that no other package imports", "packages/core/src/index.ts", "inbox", "", "proven"},
	} {
		t.Run(c.name, func(t *testing.T) {
			line, character := firstPlace(files[c.file], c.place)
			rename := planner.RenameParams{
				ProjectRoot: dir, FilePath: c.file, Line: line, Character: character, NewName: "renamed", Verifying: planner.Verifying{Verify: new(true)},
			}
			var plan planner.RenameResult
			h := start(t, runtime.Limits{}, dir)
			h.answer(t, "planRenameSymbol", rename, &plan)
			var untyped []string
			for _, mentions := range plan.Ledger.Mentions {
				for _, place := range mentions.First {
					untyped = append(untyped, fmt.Sprintf("%s:%d", strings.TrimPrefix(place.FilePath, dir+"/"), place.Line))
				}
			}
			if got := strings.Join(untyped, " "); got != c.untyped {
				t.Errorf("the mentions %q are not edited, want %q", got, c.untyped)
			}
			if isUnknown(plan.Warnings) != (c.untyped != "") || plan.Proof.Verdict != c.verdict {
				t.Errorf("the warnings are %q, the verdict is %s, want %s", plan.Warnings, plan.Proof.Verdict, c.verdict)
			}
			if c.place == "load" {
				var deletion planner.DeleteResult
				h.answer(t, "safe_delete_symbol", map[string]any{"projectRoot": dir, "relative_path": c.file, "name_path": c.place}, &deletion)
				if !deletion.CanDelete || isUnknown(deletion.Warnings) != (c.untyped != "") {
					t.Errorf("the deletion is %+v", deletion)
				}
			}
			rename.Verify = nil // a proof that the whole project has to make is none of a partial load
			answer := p.plan(t, rename)
			if early = append(early, answer); answer.unknown != "" {
				t.Errorf("nothing is known early: %s", answer.unknown)
			}
		})
	}
	for _, answer := range early { // from the first one on, the projects of the importers are loaded
		p.compare(t, answer)
	}
}
