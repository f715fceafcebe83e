package tools_test

import (
	"fmt"
	"maps"
	"testing"

	"tsplan/hostfs/hostfstest"
	"tsplan/runtime"
	"tsplan/tools/planner"
)

// TestCompiledElsewhere renames the parameter _girth to girth in the project a. Only the project b has an option that reports the parameter as unused.
// A build of b reports the parameter if b compiles the file of a, and does not report it if b reads the output of a.
func TestCompiledElsewhere(t *testing.T) {
	t.Parallel()
	const options = `"strict": true, "module": "esnext", "moduleResolution": "bundler"`
	const box = "export function box(_girth: number) {}\n"
	const b = `{"compilerOptions": {` + options + `, "noUnusedParameters": true, "types": [], "paths": {"a": ["../a/dist/index.d.ts"]}}, "include": ["."]}`
	for _, c := range []struct {
		name, file string
		files      map[string]string
		want       string // verdict, and identifiers that were compared
	}{
		{"an import of the output", "a/src/index.ts", map[string]string{
			"a/src/index.ts": box, "b/use.ts": "import { box } from \"a\";\nexport const boxes = [box];\n",
		}, "proven 1"},
		{"an import of the source", "a/src/index.ts", map[string]string{
			"a/src/index.ts": box, "b/use.ts": "import { box } from \"../a/src/index\";\nexport const boxes = [box];\n",
		}, "unproven 2"},
		{"an import of the output, and a reference to the source", "a/src/index.ts", map[string]string{
			"a/src/index.ts": box, "b/use.ts": "/// <reference path=\"../a/src/index.ts\" />\nimport { box } from \"a\";\nexport const boxes = [box];\n",
		}, "unproven 2"},
		{"an import of another output, and one of a source that imports the file", "a/src/box.ts", map[string]string{
			"a/src/box.ts": box, "a/src/index.ts": "export { box } from \"./box\";\n", "a/src/other.ts": "export { box } from \"./box\";\n",
			"b/use.ts": "import { box } from \"a\";\nexport { box as other } from \"../a/src/other\";\nexport const boxes = [box];\n",
		}, "unproven 2"},
		{"a file that no configuration names", "a/src/box.ts", map[string]string{
			"a/tsconfig.json": `{"compilerOptions": {` + options + `, "outDir": "dist", "rootDir": "src"}, "files": ["src/index.ts"]}`,
			"a/src/box.ts":    box, "a/src/index.ts": "export { box } from \"./box\";\n",
			"b/use.ts": "import { box } from \"a\";\nexport const boxes = [box];\n",
		}, "unproven 1"},
		{"a declaration that an option names", "a/src/boxes/index.d.ts", map[string]string{
			"a/src/boxes/index.d.ts": "declare function box(_girth: number): void\n", "b/use.ts": "export const boxes = [box];\n",
			"b/tsconfig.json": `{"compilerOptions": {` + options + `, "noUnusedParameters": true, "typeRoots": ["../a/src"], "types": ["boxes"]}}`,
		}, "proven 2"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			files := map[string]string{
				"a/tsconfig.json": `{"compilerOptions": {` + options + `, "types": [], "outDir": "dist", "rootDir": "src"}, "include": ["src"]}`,
				"b/tsconfig.json": b,
			}
			maps.Copy(files, c.files)
			dir := hostfstest.LayOut(t, files)
			h := start(t, runtime.Limits{}, dir)
			var out planner.VerifyResult
			for _, rename := range []struct{ file, old, text string }{{"b/use.ts", "boxes", "crates"}, {c.file, "_girth", "girth"}} { // the first one loads b
				line, character := firstPlace(files[rename.file], rename.old)
				var renamed planner.RenameResult
				h.answer(t, "planRenameSymbol", map[string]any{
					"projectRoot": dir, "filePath": rename.file, "line": line, "character": character, "newName": rename.text, "verify": false,
				}, &renamed)
				h.answer(t, "verifyPlan", map[string]any{"projectRoot": dir, "planId": renamed.PlanID, "proofBudget": 0}, &out)
			}
			if got := fmt.Sprint(out.Verdict, " ", out.Identifiers); got != c.want {
				t.Errorf("%s, want %s: %+v", got, c.want, out.Proof)
			}
		})
	}
}
