package tools_test

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"tsplan/hostfs/hostfstest"
	"tsplan/runtime"
	"tsplan/tools/planner"
)

// TestModuleObjects renames an export of a module that another file imports. Where that file uses the module as an object,
// the export is one of its members: the rename takes in the member of the type that the object is compared with. Where it
// does not, nothing has to be type-checked.
func TestModuleObjects(t *testing.T) {
	t.Parallel()
	const (
		source      = "export const size = 1;\n"
		declaration = "export declare const size: number;\n"
	)
	cases := []struct {
		name, file, text string // of the module
		user, use        string // the file that imports it
		isObject         bool
	}{
		{"import * as a value", "a.ts", source, "use.ts", "import * as m from './a';\nexport const o: { size: number } = m;\n", true},
		{"typeof of import *", "a.ts", source, "use.ts", "import * as m from './a';\nexport const o: typeof m = { size: 2 };\n", true},
		{"export { m } of import *", "a.ts", source, "use.ts", "import * as m from './a';\nexport { m };\nexport const o: { m: { size: number } } = { m };\n", true},
		{"import * left of a dot", "a.ts", source, "use.ts", "import * as m from './a';\nexport const o = m.size;\n", false},
		{"named import", "a.ts", source, "use.ts", "import { size } from './a';\nexport const o = { size };\n", false},
		{"import for its effect", "a.ts", source, "use.ts", "import './a';\nexport const o = 1;\n", false},
		{"export * as", "a.ts", source, "use.ts", "export * as m from './a';\nexport const o: typeof import('./use.js')['m'] = { size: 2 };\n", true},
		{"export { size } from", "a.ts", source, "use.ts", "export { size as length } from './a';\n", false},
		{"import = require", "a.ts", source, "use.cts", "import m = require('./a.js');\nexport const o: { size: number } = m;\n", true},
		{"import = require, left of a dot", "a.ts", source, "use.cts", "import m = require('./a.js');\nexport const o = m.size;\n", false},
		{"typeof import()", "a.ts", source, "use.ts", "export const o: typeof import('./a.js') = { size: 2 };\n", true},
		{"typeof import().name", "a.ts", source, "use.ts", "export const o: typeof import('./a.js').size = 1;\n", false},
		{"await import() as a value", "a.ts", source, "use.ts", "export const f = async () => { const o: { size: number } = await import('./a.js'); };\n", true},
		{"await import().name", "a.ts", source, "use.ts", "export const f = async () => (await import('./a.js')).size;\n", false},
		{"await import() in a variable left of a dot", "a.ts", source, "use.ts", "export const f = async () => { const m = await import('./a.js'); return m.size; };\n", false},
		{"await import() in a variable as a value", "a.ts", source, "use.ts", "export const f = async () => { const m = await import('./a.js'); const o: { size: number } = m; };\n", true},
		{"await import() taken apart", "a.ts", source, "use.ts", "export const f = async () => { const { size } = await import('./a.js'); return size; };\n", false},
		{"rest of await import()", "a.ts", source, "use.ts", "export const f = async () => { const { ...rest } = await import('./a.js'); const o: { size: number } = rest; };\n", true},
		{"import().then", "a.ts", source, "use.ts", "export const o: Promise<{ size: number }> = import('./a.js').then((m) => m);\n", true},
		{"require in JavaScript", "a.ts", source, "use.cjs", "const m = require('./a.js');\n/** @type {{ size: number }} */\nconst o = m;\n", true},
		{"default import of a declaration file", "a.d.cts", declaration, "use.cts", "import m from './a.cjs';\nexport const o: { size: number } = m;\n", true},
		{"{ default } of a declaration file", "a.d.cts", declaration, "use.cts", "import { default as m } from './a.cjs';\nexport const o: { size: number } = m;\n", true},
		{"export { default } of a declaration file", "a.d.cts", declaration, "use.cts", "export { default as m } from './a.cjs';\nexport const o: typeof import('./use.cjs')['m'] = { size: 2 };\n", true},
		{"default import of CommonJS from an ES module", "a.cts", source, "use.mts", "import m from './a.cjs';\nexport const o: { size: number } = m;\n", true},
		{"export as namespace", "a.d.ts", "export as namespace Lib;\n" + declaration, "use.ts", "const o: { size: number } = Lib;\n", true},
	}
	// Each case is a directory of one project, with a name of its own for the export.
	named := func(i int, text string) string { return strings.ReplaceAll(text, "size", fmt.Sprintf("size%d", i)) }
	files := map[string]string{"tsconfig.json": `{"compilerOptions": {"strict": true, "noEmit": true, "types": [], "module": "nodenext",
		"esModuleInterop": true, "allowJs": true, "checkJs": true, "target": "es2022"}}`}
	for i, c := range cases {
		files[fmt.Sprintf("case%d/%s", i, c.file)] = named(i, c.text)
		files[fmt.Sprintf("case%d/%s", i, c.user)] = named(i, c.use)
	}
	dir := hostfstest.LayOut(t, files)
	h := start(t, runtime.Limits{}, dir)
	for i, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			var got planner.RenameResult
			h.answer(t, "planRenameSymbol", map[string]any{"projectRoot": dir, "newName": fmt.Sprintf("renamed%d", i), "verify": true, "locate": map[string]any{
				"file_path": fmt.Sprintf("case%d/%s", i, c.file), "find": fmt.Sprintf("size%d", i)}}, &got)
			if !got.CanRename {
				t.Fatal(got.Reason)
			}
			if !c.isObject {
				if got.Proof.Verdict != "proven" || got.Proof.CheckedFiles != 0 {
					t.Errorf("%+v", got.Proof)
				}
				return
			}
			for _, f := range got.Edits {
				if filepath.Base(f.FilePath) == c.user {
					return
				}
			}
			t.Errorf("%s is not edited: %+v %+v", c.user, got.Edits, got.Proof)
		})
	}
}
