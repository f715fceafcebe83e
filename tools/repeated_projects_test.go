package tools_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"tsplan/hostfs/hostfstest"
	"tsplan/runtime"
	"tsplan/tools/plan"
	"tsplan/tools/planner"
)

// TestRepeatedProjects renames a member that two projects have. The proof compares three identifiers in each of them, and only in the first one
// if the second one repeats it.
func TestRepeatedProjects(t *testing.T) {
	t.Parallel()
	const options = `"types": [], "module": "esnext", "moduleResolution": "bundler", "skipLibCheck": true`
	const paths = `"paths": {"box": ["./out/box.d.ts"]}, `
	for _, c := range []struct {
		name, first, second string
		more                map[string]string
		want                int // identifiers
	}{
		{"only the output differs", `{"compilerOptions": {` + options + `}}`, `{"extends": "./tsconfig.json", "compilerOptions": {"outDir": "out", "declaration": true, "stripInternal": true}}`, nil, 3},
		{"an option about types differs", `{"compilerOptions": {` + options + `}}`, `{"extends": "./tsconfig.json", "compilerOptions": {"strictNullChecks": true}}`, nil, 6},
		{"fewer files", `{"compilerOptions": {` + options + `}}`, `{"extends": "./tsconfig.json", "files": ["use.ts"]}`,
			map[string]string{"test.ts": "export {};\n"}, 3},
		{"fewer files, the first project, and no global declaration", `{"compilerOptions": {` + options + `}, "files": ["use.ts"]}`, `{"compilerOptions": {` + options + `}}`,
			map[string]string{"test.ts": "declare global { var test: number }\nexport {};\n"}, 6},
		{"each has a file that the other lacks", `{"compilerOptions": {` + options + `}, "files": ["use.ts", "one.ts"]}`, `{"compilerOptions": {` + options + `}, "files": ["use.ts", "two.ts"]}`,
			map[string]string{"one.ts": "export {};\n", "two.ts": "export {};\n"}, 6},
		{"the smaller one reports unused names", `{"compilerOptions": {` + options + `}}`, `{"extends": "./tsconfig.json", "compilerOptions": {"noUnusedLocals": true}, "files": ["use.ts"]}`,
			map[string]string{"test.ts": "export {};\n"}, 6},
		{"one reports unused names", `{"compilerOptions": {` + options + `}}`, `{"extends": "./tsconfig.json", "compilerOptions": {"noUnusedParameters": true}}`, nil, 3},
		{"the base of one is missing", `{"compilerOptions": {` + options + `}}`, `{"extends": "./missing.json", "compilerOptions": {` + options + `}}`, nil, 6},
		{"the output of the smaller one", `{"compilerOptions": {` + paths + options + `, "outDir": "out"}, "files": ["box.ts"]}`,
			`{"compilerOptions": {` + paths + options + `}, "files": ["use.ts"]}`,
			map[string]string{"use.ts": "import type { Box } from \"box\";\nexport const girthOf = (box: Box) => box.girth + box.girth;\n"}, 3},
		{"the file is the source of a referenced project", `{"compilerOptions": {` + options + `}, "files": ["use.ts"], "references": [{"path": "./box"}]}`,
			`{"compilerOptions": {` + options + `}, "files": ["use.ts"]}`,
			map[string]string{"box/tsconfig.json": `{"compilerOptions": {"composite": true, "strict": true, ` + options + `}, "files": ["../box.ts"]}`}, 6},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			files := map[string]string{
				"tsconfig.json":       c.first,
				"tsconfig.build.json": c.second,
				"box.ts":              "export interface Box { girth: number }\n",
				"use.ts":              "import type { Box } from \"./box\";\nexport const girthOf = (box: Box) => box.girth + box.girth;\n",
			}
			maps.Copy(files, c.more)
			dir := hostfstest.LayOut(t, files)
			h := start(t, runtime.Limits{}, dir)
			var renamed planner.RenameResult
			h.answer(t, "planRenameSymbol", map[string]any{"projectRoot": dir, "filePath": "box.ts", "line": 0, "character": 23, "newName": "waist", "verify": false}, &renamed)
			var out planner.VerifyResult
			h.answer(t, "verifyPlan", map[string]any{"projectRoot": dir, "planId": renamed.PlanID}, &out)
			if out.Identifiers != c.want {
				t.Errorf("%d identifiers, want %d: %+v", out.Identifiers, c.want, out.Proof)
			}
			for _, config := range []string{"tsconfig.json", "tsconfig.build.json"} {
				if !slices.Contains(out.Projects, config) {
					t.Errorf("%s is not among the projects %q", config, out.Projects)
				}
			}
		})
	}
}

// TestChangesOfRepeatedProjects verifies plans that change more than names. The second project repeats the first one before such a plan, and
// only the second one has an error after it.
func TestChangesOfRepeatedProjects(t *testing.T) {
	t.Parallel()
	files := map[string]string{
		"tsconfig.json":       `{"compilerOptions": {"types": [], "rootDir": ".", "outDir": "out"}, "include": ["src", "lib", "test"]}`,
		"tsconfig.build.json": `{"extends": "./tsconfig.json", "compilerOptions": {"rootDir": "src"}, "include": ["src"]}`,
		"src/page.ts":         "export const page = 1;\n",
		"src/use.ts":          "import { page } from \"./page\";\nexport const two = page * 2;\n",
		"test/test.ts":        "export {};\n",
	}
	text := func(line, character, length int, text string) []plan.TextEdit {
		start, end := plan.Position{Line: line, Character: character}, plan.Position{Line: line, Character: character + length}
		return []plan.TextEdit{{Range: plan.Range{Start: start, End: end}, NewText: text}}
	}
	root := strings.Index(files["tsconfig.build.json"], `src`)
	for _, c := range []struct {
		name  string
		edits []planner.GivenEdits
		moves []map[string]string
		want  string
	}{
		{"a move", []planner.GivenEdits{{FilePath: "src/use.ts", TextEdits: text(0, 22, 6, "../lib/page")}}, []map[string]string{{"from": "src/page.ts", "to": "lib/page.ts"}}, "unproven [6059]"},
		{"an option", []planner.GivenEdits{{FilePath: "tsconfig.build.json", TextEdits: text(0, root, 3, "lib")}}, []map[string]string{}, "unproven [6059 6059]"},
		{"a text", []planner.GivenEdits{
			{FilePath: "test/test.ts", TextEdits: text(1, 0, 0, "declare global { var late: number }\n")},
			{FilePath: "src/use.ts", TextEdits: text(2, 0, 0, "export const then = () => { late };\n")},
		}, []map[string]string{}, "unproven [2304]"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			dir := hostfstest.LayOut(t, files)
			h := start(t, runtime.Limits{}, dir)
			verify := func(edits []planner.GivenEdits, moves []map[string]string) (out planner.VerifyResult) {
				h.answer(t, "verifyPlan", map[string]any{"projectRoot": dir, "edits": edits, "fsMoves": moves}, &out)
				return out
			}
			verify([]planner.GivenEdits{ // loads both projects
				{FilePath: "src/page.ts", TextEdits: text(0, 13, 4, "leaf")}, {FilePath: "src/use.ts", TextEdits: text(0, 9, 4, "leaf as page")},
			}, []map[string]string{})
			out := verify(c.edits, c.moves)
			if got := fmt.Sprint(out.Verdict, " ", codesOf(out)); got != c.want {
				t.Errorf("%s, want %s: %+v", got, c.want, out.Proof)
			}
		})
	}
}
