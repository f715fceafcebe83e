package tools_test

import (
	"encoding/json"
	"regexp"
	"slices"
	"strings"
	"testing"

	"tsplan/hostfs/hostfstest"
	"tsplan/runtime"
	"tsplan/tools/plan"
	"tsplan/tools/planner"
)

// A directory called project, as the guest's mount point was once, and texts that look like paths in it.
func projectInProject() map[string]string {
	return map[string]string{
		"tsconfig.json": `{"compilerOptions":{"strict":true,"module":"nodenext"},"include":["src"]}`,
		"src/project/a.ts": "export interface Keyed { \"k/project/v\": number }\n" +
			"export function first(): number {\n  const one = 1;\n  return one;\n}\n" +
			"export class Twice {\n  static run(): void {}\n  run(): void {}\n}\n" +
			"export const url = \"https://host/project/x\";\n",
		"src/user.ts": "import { first, type Keyed, url } from \"./project/a.js\";\n" +
			"export const used = [first(), url];\nexport const k: Keyed = { \"k/project/v\": 1 };\n",
		"src/broken.ts": "export const broken: \"/project/src/user\" = \"/project/src/project/a\";\n",
		"README.md":     "See src/project/a.ts.\n",
	}
}

// A path in an answer can be asked about, whatever its directories are called.
func TestDirectoryCalledProject(t *testing.T) {
	dir := hostfstest.LayOut(t, projectInProject())
	h := start(t, runtime.Limits{}, dir)
	const file = "src/project/a.ts"
	ask := func(tool string, arguments map[string]any) string {
		t.Helper()
		arguments["projectRoot"] = dir
		raw, failure := h.call(t, tool, arguments)
		if failure != "" {
			t.Fatalf("%s: %s", tool, failure)
		}
		return string(raw)
	}
	wants := func(answer string, parts ...string) {
		t.Helper()
		for _, part := range parts {
			if !strings.Contains(answer, part) {
				t.Errorf("%q is not in %s", part, answer)
			}
		}
	}
	wants(ask("get_symbols_overview", map[string]any{"relative_path": file}), `"file":"src/project/a.ts"`)
	wants(ask("find_referencing_symbols", map[string]any{"relative_path": file, "name_path": "first"}), `"file":"src/user.ts"`)
	wants(ask("find_referencing_symbols", map[string]any{"relative_path": "src/user.ts", "name_path": "used"}), `[]`)

	var found struct {
		Symbols []struct {
			RelativePath string `json:"relative_path"`
			NamePath     string `json:"name_path"`
		}
	}
	h.answer(t, "find_symbol", map[string]any{"projectRoot": dir, "name_path": "first"}, &found)
	if len(found.Symbols) != 1 || found.Symbols[0].RelativePath != file {
		t.Fatalf("found %+v", found)
	}
	wants(ask("replace_symbol_body", map[string]any{
		"relative_path": found.Symbols[0].RelativePath, "name_path": "first", "new_body": "export function first(): number {\n  return 2;\n}",
	}), `/src/project/a.ts"`)

	preview := ask("rename_preview", map[string]any{
		"locate": map[string]any{"file_path": file, "find": `"<|>k/project/v"`}, "new_name": "k/v", "show_diffs": false,
	})
	wants(preview, `"old_name":"k/project/v"`, `"file_path":"src/project/a.ts"`, `"file_path":"src/user.ts"`)

	_, failure := h.call(t, "rename_preview", map[string]any{
		"projectRoot": dir, "locate": map[string]any{"file_path": file, "find": "run"}, "new_name": "go",
	})
	locators := regexp.MustCompile(`\{"file_path".*?\}(?:;|$|\}[;]?)`).FindAllString(failure, -1)
	if !strings.HasPrefix(failure, "locate_ambiguous") || len(locators) != 2 {
		t.Fatalf("%s: %q", failure, locators)
	}
	for _, locator := range locators {
		wants(ask("rename_preview", map[string]any{"locate": json.RawMessage(strings.TrimSuffix(locator, ";")), "new_name": "go"}),
			`"old_name":"run"`)
	}
}

// The words of a batch's steps name files as they are, and what still mentions the old path is found by it.
func TestBatchInDirectoryCalledProject(t *testing.T) {
	dir := hostfstest.LayOut(t, projectInProject())
	h := start(t, runtime.Limits{}, dir)
	var batch planner.BatchResult
	h.answer(t, "planBatch", map[string]any{"projectRoot": dir, "steps": []map[string]any{
		{"tool": "planFileMove", "oldPath": "src/project/a.ts", "newPath": "src/project/c.ts"},
		{"tool": "planRenameSymbol", "locate": map[string]any{"file_path": "src/user.ts", "find": `"<|>k/project/v"`}, "newName": "k/w"},
	}}, &batch)
	if want := []string{"move src/project/a.ts to src/project/c.ts", "rename k/project/v to k/w"}; !slices.Equal(batch.Steps, want) {
		t.Errorf("steps: %q, want %q", batch.Steps, want)
	}
	if batch.Ledger == nil || !slices.ContainsFunc(batch.Ledger.Mentions, func(m plan.Mentions) bool {
		return m.Class == "other" && strings.HasSuffix(m.First[0].FilePath, "/README.md")
	}) {
		t.Errorf("the mention in README.md is not found: %+v", batch.Ledger)
	}
}

// Paths in TypeScript's messages are shown relative to the workspace, and text quoted from the program stays as it is.
func TestPathsInCompilerMessages(t *testing.T) {
	files := projectInProject()
	files["src/project/t.ts"] = "export class Same { private own = 1 }\n"
	files["src/t.ts"] = "export class Same { private own = 1 }\n"
	files["src/both.ts"] = "import { Same } from \"./t.js\";\nimport * as other from \"./project/t.js\";\nexport const same: Same = new other.Same();\n"
	dir := hostfstest.LayOut(t, files)
	h := start(t, runtime.Limits{}, dir)
	edit := func(file, text string) planner.GivenEdits {
		var e planner.GivenEdits
		e.FilePath = file
		if err := json.Unmarshal([]byte(`[{"range":{"start":{"line":0,"character":0},"end":{"line":0,"character":0}},"newText":`+text+`}]`), &e.TextEdits); err != nil {
			t.Fatal(err)
		}
		return e
	}
	var result planner.VerifyResult
	h.answer(t, "verifyPlan", planner.VerifyParams{ProjectRoot: dir, Edits: []planner.GivenEdits{
		edit("src/both.ts", `"export const wrong: Same = new other.Same();\n"`),
		edit("src/broken.ts", `"export const more: \"/project/src/user\" = \"/project/src/project/a\";\n"`),
	}}, &result)
	var all strings.Builder
	for _, f := range result.Appeared {
		all.WriteString(f.Message + "\n")
	}
	for _, want := range []string{`import("src/project/t")`, `import("src/t")`, `'"/project/src/project/a"'`, `'"/project/src/user"'`} {
		if !strings.Contains(all.String(), want) {
			t.Errorf("%s is not in\n%s", want, all.String())
		}
	}
}

// A message with several paths in a row has all of them shown.
func TestPathsInARow(t *testing.T) {
	dir := hostfstest.LayOut(t, map[string]string{
		"tsconfig.json": `{"extends":"./project/a.json"}`, "project/a.json": `{"extends":"../b.json"}`, "b.json": `{"extends":"./project/a.json"}`,
		"src/a.ts": "export const total = 1;\n",
	})
	h := start(t, runtime.Limits{}, dir)
	var rename planner.RenameResult
	h.answer(t, "planRenameSymbol", planner.RenameParams{ProjectRoot: dir, FilePath: "src/a.ts", Character: 13, NewName: "sum"}, &rename)
	if len(rename.Warnings) != 1 || !strings.HasSuffix(rename.Warnings[0], ": tsconfig.json -> project/a.json -> b.json -> project/a.json") {
		t.Errorf("warnings: %q", rename.Warnings)
	}
}

// In a package of a monorepo files of others are shown by paths that lead there from the package.
func TestPathsOutsideTheWorkspace(t *testing.T) {
	dir := hostfstest.LayOut(t, map[string]string{
		"package.json":                   `{"workspaces":["packages/*"]}`,
		"packages/project/tsconfig.json": `{"compilerOptions":{"strict":true},"include":["src"]}`,
		"packages/project/src/a.ts":      "import { far } from \"../../other/src/far\";\nexport const near = far;\n",
		"packages/other/src/far.ts":      "export const far = 1;\n",
	})
	h := start(t, runtime.Limits{}, dir)
	root := dir + "/packages/project"
	var found struct {
		Symbols []struct {
			RelativePath string `json:"relative_path"`
		}
	}
	h.answer(t, "find_symbol", map[string]any{"projectRoot": root, "relative_path": "../other/src", "name_path": "far"}, &found)
	if len(found.Symbols) != 1 || found.Symbols[0].RelativePath != "../other/src/far.ts" {
		t.Fatalf("found %+v", found)
	}
	h.answer(t, "get_symbols_overview", map[string]any{"projectRoot": root, "relative_path": found.Symbols[0].RelativePath}, &struct{}{})
	_, failure := h.call(t, "get_symbols_overview", map[string]any{"projectRoot": root, "relative_path": "src/none.ts"})
	if failure != "not_found: file not found: src/none.ts" {
		t.Error(failure)
	}
	_, failure = h.call(t, "planFileMove", map[string]any{"projectRoot": root, "oldPath": "src/a.ts", "newPath": "../other/src/far.ts"})
	if failure != "invalid_argument: the destination exists: ../other/src/far.ts" {
		t.Error(failure)
	}
}
