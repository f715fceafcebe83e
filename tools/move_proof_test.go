package tools_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"tsplan/hostfs/hostfstest"
	"tsplan/runtime"
	"tsplan/tools/plan"
	"tsplan/tools/planner"
)

// TestEarlyProofOfMove moves a file in a project that is not loaded. The verdict does not wait for the project, unless a type has to be checked.
func TestEarlyProofOfMove(t *testing.T) {
	t.Parallel()
	const options = `"compilerOptions": {"strict": true, "noEmit": true, "types": [], "module": "nodenext"}`
	for _, c := range []struct{ name, tsconfig, from, to, want string }{
		{"package.json that a configuration names", `{` + options + `, "include": ["*.ts", "package.json"]}`, "entry.ts", "lib/entry.ts", "proven"},
		{"imports lead where they led", `{` + options + `}`, "page.ts", "lib/page.ts", "proven"},
		{"files outside of rootDir, as before", `{"compilerOptions": {"rootDir": "esm", "noEmit": true, "types": [], "module": "nodenext"}}`, "page.ts", "lib/page.ts", "proven"},
		{"another format", `{` + options + `}`, "page.ts", "esm/page.ts", "pending"},
		{"configuration that names the file", `{` + options + `, "files": ["page.ts", "use.ts"]}`, "page.ts", "lib/page.ts", "proven"},
		{"file of no configuration", `{` + options + `, "files": ["use.ts"]}`, "stray.ts", "lib/stray.ts", "proven"},
		{"files of no configuration that a project imports", `{` + options + `, "files": ["via.ts"]}`, "page.ts", "lib/page.ts", "proven"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			dir := hostfstest.LayOut(t, map[string]string{
				"tsconfig.json":    c.tsconfig,
				"package.json":     `{"type": "commonjs", "types": "./entry.ts"}`,
				"entry.ts":         "export const entry = 1;\n",
				"esm/package.json": `{"type": "module"}`,
				"page.ts":          "export const page = 1;\n",
				"use.ts":           "import { page } from './page.js';\nexport const two = page * 2;\nexport const = 3; // an error that stays\n",
				"via.ts":           "export * from './use.js';\n",
				"stray.ts":         "export const stray = 1;\n",
			})
			h := start(t, runtime.Limits{}, dir)
			if got, _ := h.proven(t, "planFileMove", map[string]any{"projectRoot": dir, "oldPath": c.from, "newPath": c.to}); got != c.want {
				t.Errorf("verdict %q, want %q", got, c.want)
			}
		})
	}
}

// TestProofOfGivenMove hands in plans that move a.ts of the project a, with edits that the proof of that project alone finds nothing wrong with.
func TestProofOfGivenMove(t *testing.T) {
	t.Parallel()
	const options = `"strict": true, "noEmit": true, "types": [], "module": "esnext", "moduleResolution": "bundler"`
	for _, c := range []struct {
		name    string
		options string // more compiler options of the project b, whose only own file imports a/index.ts
		edits   string // "path: old text > new text" a line
		want    string
	}{
		{"imports lead where they led", ``, `a/index.ts: ./page > ./lib/page`, "proven"},
		{"relative import that the other project reads with suffixes", `, "moduleSuffixes": [".native", ""]`, `a/index.ts: ./page > ./lib/page`, "unproven"},
		{"import by a name that the other project does not have", ``, `a/index.ts: ./page > @/lib/page`, "unproven"},
		{"import by a name that both projects have", `, "paths": {"@/*": ["../a/*"]}`, `a/index.ts: ./page > @/lib/page`, "proven"},
		{"edit behind the imports", ``, "a/index.ts: ./page > ./lib/page\na/index.ts: ./text > ./te\"xt", "unproven"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			files := map[string]string{
				"a/tsconfig.json":  `{"compilerOptions": {` + options + `, "paths": {"@/*": ["./*"]}}, "include": ["index.ts", "page.ts", "lib"]}`,
				"a/index.ts":       "export * from \"./page\";\nexport const text = \"./text\";\n",
				"a/page.ts":        "export const page = 1;\n",
				"a/page.native.ts": "export const page = 2;\n",
				"b/tsconfig.json":  `{"compilerOptions": {` + options + c.options + `}, "files": ["app.ts"]}`,
				"b/app.ts":         "import { page } from \"../a/index\";\nexport const two = page * 2;\n",
			}
			dir := hostfstest.LayOut(t, files)
			edits := map[string][]plan.TextEdit{}
			for line := range strings.SplitSeq(c.edits, "\n") {
				path, change, _ := strings.Cut(line, ": ")
				old, text, _ := strings.Cut(change, " > ")
				above, _, _ := strings.Cut(files[path], old)
				row := strings.Count(above, "\n")
				at := len(above) - (strings.LastIndex(above, "\n") + 1)
				edits[path] = append(edits[path], plan.TextEdit{
					Range:   plan.Range{Start: plan.Position{Line: row, Character: at}, End: plan.Position{Line: row, Character: at + len(old)}},
					NewText: text,
				})
			}
			var given []map[string]any
			for path, list := range edits {
				given = append(given, map[string]any{"filePath": path, "textEdits": list})
			}
			h := start(t, runtime.Limits{}, dir)
			var out planner.VerifyResult
			h.answer(t, "verifyPlan", map[string]any{"projectRoot": dir, "edits": given,
				"fsMoves": []map[string]string{{"from": "a/page.ts", "to": "a/lib/page.ts"}}}, &out)
			if out.Verdict != c.want {
				t.Errorf("verdict %q, want %q: %+v", out.Verdict, c.want, out.Proof)
			}
		})
	}
}

// TestProofOfLists verifies plans that change "include" in a configuration which another one extends and a third one references.
// A plan with a move needs only these projects compared. A plan without a move needs all projects compared.
func TestProofOfLists(t *testing.T) {
	t.Parallel()
	const options = `"types": [], "composite": true, "module": "esnext", "moduleResolution": "bundler"`
	files := map[string]string{
		"base.json":       `{"compilerOptions": {` + options + `}, "include": ["a/src", "a/lib"]}`,
		"a/tsconfig.json": `{"extends": "../base.json"}`,
		"a/src/main.ts":   "export const main = 1;\n",
		"a/lib/item.ts":   "export const item = 2;\n",
		"b/tsconfig.json": `{"compilerOptions": {` + options + `}, "include": ["src"], "references": [{"path": "../a"}]}`,
		"b/src/use.ts":    "import { item } from \"../../a/lib/item\";\nexport const two = item * 2;\n",
		"c/tsconfig.json": `{"compilerOptions": {` + options + `}}`,
		"c/page.ts":       "export const page = 1;\n",
		"d/tsconfig.json": `{"compilerOptions": {"types": []}, "files": ["../a/src/main.ts"]}`,
	}
	move := []map[string]string{{"from": "c/page.ts", "to": "c/lib/page.ts"}}
	for _, c := range []struct {
		name, old, text string
		moves           []map[string]string
		want            string
	}{
		{"a directory is listed in another way", `a/lib`, `a/lib/*.ts`, move, "proven [] 0"},
		{"a directory is not listed any more", `a/lib`, `a/out`, move, "unproven [6307] 0"},
		{"another project lists the file, and no file moves", `a/src`, `a/out`, []map[string]string{}, "proven [] 0"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			dir := hostfstest.LayOut(t, files)
			at := strings.Index(files["base.json"], c.old)
			edit := plan.TextEdit{Range: plan.Range{Start: plan.Position{Character: at}, End: plan.Position{Character: at + len(c.old)}}, NewText: c.text}
			h := start(t, runtime.Limits{}, dir)
			var out planner.VerifyResult
			h.answer(t, "verifyPlan", map[string]any{"projectRoot": dir, "edits": []map[string]any{{"filePath": "base.json", "textEdits": []plan.TextEdit{edit}}},
				"fsMoves": c.moves}, &out)
			if got := fmt.Sprintf("%s %v %d", out.Verdict, codesOf(out), len(out.Changed)); got != c.want {
				t.Errorf("%s, want %s: %+v", got, c.want, out.Proof)
			}
		})
	}
}

// TestProofOfImportsThatStay verifies plans that leave the text of use.ts as it is. In most of them the import of use.ts leads to another file after the plan.
// The proof must report such an import, although the proof does not resolve every import again.
func TestProofOfImportsThatStay(t *testing.T) {
	t.Parallel()
	const suffixes = `"types": [], "moduleSuffixes": [".native", ""]`
	for _, c := range []struct {
		name   string
		text   string // of use.ts
		moves  string // "from > to" a line
		edited string // the configuration that gets the option moduleSuffixes
		want   string
	}{
		{"nothing changes for the import", "./page", "other.ts > lib/other.ts", "", "proven"},
		{"its file moves", "./page", "page.ts > lib/page.ts", "", "unproven"},
		{"its file moves to where the import leads as well", "./page", "page.ts > page/index.ts", "", "proven"},
		{"a file moves to where TypeScript looks first", "./dir", "other.ts > dir.ts", "", "unproven"},
		{"the package.json moves that names its file", "./named", "named/package.json > lib/package.json\nother.ts > lib/other.ts", "", "unproven"},
		{"a source moves to where its output is looked for", "./b/dist/item", "b/src/other.ts > b/src/item.ts", "", "unproven"},
		{"a source moves to where a link leads to its output", "linked/dist/item", "b/src/other.ts > b/src/item.ts", "", "unproven"},
		{"the configuration has another option", "./page", "other.ts > lib/other.ts", "tsconfig.json", "unproven"},
		{"the base of the configuration has another option", "./page", "other.ts > lib/other.ts", "base.jsonc", "unproven"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			files := map[string]string{
				"tsconfig.json":       `{"extends": "./base.jsonc", "compilerOptions": {"types": []}, "exclude": ["b/src/item"]}`,
				"base.jsonc":          `{"compilerOptions": {"types": [], "noEmit": true, "module": "esnext", "moduleResolution": "bundler"}}`,
				"use.ts":              "import { item } from \"" + c.text + "\";\nexport const two = item * 2;\n",
				"page.ts":             "export const item = 1;\n",
				"page.native.ts":      "export const item = 2;\n",
				"other.ts":            "export const item = 3;\n",
				"dir/index.ts":        "export const item = 4;\n",
				"named/package.json":  `{"types": "./main.ts"}`,
				"named/main.ts":       "export const item = 5;\n",
				"named/index.ts":      "export const item = 6;\n",
				"b/tsconfig.json":     `{"compilerOptions": {"types": [], "rootDir": "src", "outDir": "dist"}, "include": ["src"]}`,
				"b/src/item/index.ts": "export const item = 7;\n",
				"b/src/other.ts":      "export const item = 8;\n",
			}
			if !strings.Contains(c.text, "dist") {
				delete(files, "b/tsconfig.json") // without it no import can lead to an output
			}
			dir := hostfstest.LayOut(t, files)
			if strings.HasPrefix(c.text, "linked") {
				if err := errors.Join(os.Mkdir(filepath.Join(dir, "node_modules"), 0o700), os.Symlink("../b", filepath.Join(dir, "node_modules/linked"))); err != nil {
					t.Fatal(err)
				}
			}
			var edits []map[string]any
			if c.edited != "" {
				const old = `"types": []`
				at := strings.Index(files[c.edited], old)
				edits = append(edits, map[string]any{"filePath": c.edited, "textEdits": []plan.TextEdit{{
					Range: plan.Range{Start: plan.Position{Character: at}, End: plan.Position{Character: at + len(old)}}, NewText: suffixes,
				}}})
			}
			var moves []map[string]string
			for move := range strings.SplitSeq(c.moves, "\n") {
				from, to, _ := strings.Cut(move, " > ")
				moves = append(moves, map[string]string{"from": from, "to": to})
			}
			h := start(t, runtime.Limits{}, dir)
			var out planner.VerifyResult
			h.answer(t, "verifyPlan", map[string]any{"projectRoot": dir, "edits": edits, "fsMoves": moves}, &out)
			isFound := slices.ContainsFunc(out.Changed, func(f plan.Finding) bool { return filepath.Base(f.FilePath) == "use.ts" })
			if out.Verdict != c.want || isFound != (c.want == "unproven") {
				t.Errorf("verdict %q, want %q: %+v", out.Verdict, c.want, out.Proof)
			}
		})
	}
}

// TestProofOfDeclarations brings an export without a type into a project, by a move or by an edit. If the project writes declarations, its build reports
// such an export under isolatedDeclarations.
func TestProofOfDeclarations(t *testing.T) {
	t.Parallel()
	const options = `"types": [], "module": "esnext", "moduleResolution": "bundler", "isolatedDeclarations": true`
	const untyped = "export const page = Math.random();\n"
	files := map[string]string{
		"a/tsconfig.json": `{"compilerOptions": {"types": []}}`,
		"a/page.ts":       untyped,
		"a/rest.ts":       "export {};\n",
		"b/tsconfig.json": `{"compilerOptions": {` + options + `, "declaration": true}}`,
		"b/old.ts":        untyped,
		"b/typed.ts":      "export const typed: number = 1;\n",
		"c/tsconfig.json": `{"compilerOptions": {` + options + `}}`,
		"c/only.ts":       "export {};\n",
	}
	for _, c := range []struct{ name, from, to, edited, want string }{
		{"a move into the project", "a/page.ts", "b/page.ts", "", "unproven [9010]"},
		{"a move into a project that writes none", "a/page.ts", "c/page.ts", "", "proven []"},
		{"a move inside of the project", "b/old.ts", "b/lib/old.ts", "", "proven []"},
		{"an edit in the project", "", "", "b/typed.ts", "unproven [9010]"},
		{"an edit in a file that has such an export", "", "", "b/old.ts", "unproven [9010]"},
		{"an edit in a project that writes none", "", "", "c/only.ts", "proven []"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			dir := hostfstest.LayOut(t, files)
			request := map[string]any{"projectRoot": dir, "proofBudget": 0}
			h := start(t, runtime.Limits{}, dir)
			if c.edited == "" {
				var move planner.MoveResult
				h.answer(t, "planFileMove", map[string]any{"projectRoot": dir, "oldPath": c.from, "newPath": c.to, "verify": false}, &move)
				request["planId"] = move.PlanID
			} else {
				edit := plan.TextEdit{NewText: "export const more = Math.random();\n"}
				request["edits"] = []planner.GivenEdits{{FilePath: c.edited, TextEdits: []plan.TextEdit{edit}}}
			}
			var out planner.VerifyResult
			h.answer(t, "verifyPlan", request, &out)
			if got := fmt.Sprint(out.Verdict, " ", codesOf(out)); got != c.want {
				t.Errorf("%s, want %s: %+v", got, c.want, out.Proof)
			}
		})
	}
}

// codesOf returns the codes of the errors that a plan would bring.
func codesOf(out planner.VerifyResult) []int {
	codes := []int{}
	for _, finding := range out.Appeared {
		codes = append(codes, finding.Code)
	}
	return codes
}
