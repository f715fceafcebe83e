package tools_test

import (
	"os"
	"slices"
	"strings"
	"testing"

	"tsplan/hostfs/hostfstest"
	"tsplan/runtime"
	"tsplan/tools/planner"
)

// A plan without edits is no plan.
func TestRenameWithoutEdits(t *testing.T) {
	dir := hostfstest.LayOut(t, map[string]string{
		"tsconfig.json": `{"compilerOptions":{"strict":true}}`,
		"a.ts":          "export {};\ndeclare global { interface Window { own: number } }\n",
	})
	h := start(t, runtime.Limits{}, dir)
	var result planner.RenameResult
	h.answer(t, "planRenameSymbol", planner.RenameParams{ProjectRoot: dir, FilePath: "a.ts", Line: 1, Character: 9, NewName: "sum"}, &result)
	if result.CanRename || !strings.HasPrefix(result.Reason, "global ") {
		t.Errorf("%+v", result)
	}
}

// A dependency that imports the sources is not edited: the plan has the rest, and says which dependencies it leaves out.
func TestMoveLeavesDependenciesOut(t *testing.T) {
	for name, consumer := range map[string]map[string]string{
		"sources": {"package.json": `{"name":"consumer"}`, "index.ts": "import { total } from \"../../packages/core/src/lib/a\";\nexport const more = total;\n"},
		"declarations that do not say what they depend on": {"index.d.ts": "export { total as more } from \"../../packages/core/src/lib/a\";\n"},
		"declarations that depend on the workspace": {
			"package.json": `{"name":"consumer","peerDependencies":{"@w/core":"*"}}`,
			"index.d.ts":   "export { total as more } from \"@w/core/src/lib/a\";\n",
		},
	} {
		t.Run(name, func(t *testing.T) {
			files := map[string]string{
				"package.json":                `{"workspaces":["packages/*"]}`,
				"packages/core/package.json":  `{"name":"@w/core"}`,
				"packages/core/tsconfig.json": `{"compilerOptions":{"strict":true,"module":"esnext","moduleResolution":"bundler"},"include":["src"]}`,
				"packages/core/src/lib/a.ts":  "export const total = 1;\n",
				"packages/core/src/user.ts":   "import { total } from \"./lib/a\";\nimport { more } from \"consumer\";\nexport const all = [total, more];\n",
			}
			for name, text := range consumer {
				files["node_modules/consumer/"+name] = text
			}
			dir := hostfstest.LayOut(t, files)
			h := start(t, runtime.Limits{}, dir)
			var move planner.MoveResult
			h.answer(t, "planDirectoryMove", planner.DirectoryMoveParams{ProjectRoot: dir, OldDir: "packages/core/src/lib", NewDir: "packages/core/src/other"}, &move)
			if len(move.Edits) != 1 || move.Edits[0].FilePath != dir+"/packages/core/src/user.ts" || len(move.FsMoves) != 1 {
				t.Errorf("%+v", move)
			}
			if !slices.ContainsFunc(move.Warnings, func(w string) bool {
				return strings.HasPrefix(w, "the plan leaves out node_modules/consumer/index.")
			}) {
				t.Errorf("warnings: %q", move.Warnings)
			}
		})
	}
}

// packageWithDependencies is packages/a of a workspace after an installation, with a repository of its own.
func packageWithDependencies(t *testing.T) string {
	t.Helper()
	const config = `{"compilerOptions":{"strict":true,"module":"esnext","moduleResolution":"bundler"},"include":["src"]}`
	dir := hostfstest.LayOut(t, map[string]string{
		"package.json":                             `{"workspaces":["packages/*"]}`,
		"packages/b/package.json":                  `{"name":"linked","types":"src/index.ts"}`,
		"packages/b/tsconfig.json":                 config,
		"packages/b/src/index.ts":                  "export const far = 1;\n",
		"packages/a/package.json":                  `{"name":"a"}`,
		"packages/a/tsconfig.json":                 config,
		"packages/a/src/a.ts":                      "import { far } from \"linked\";\nimport { dep } from \"dep\";\nexport const all = far + dep;\n",
		"packages/a/node_modules/dep/package.json": `{"name":"dep","types":"index.d.ts"}`,
		"packages/a/node_modules/dep/index.d.ts":   "export declare const dep: number;\n",
		"packages/a/.git/config":                   "[core]\n",
	})
	if err := os.Symlink("../../b", dir+"/packages/a/node_modules/linked"); err != nil {
		t.Fatal(err)
	}
	return dir
}

// An installed package moves without what was installed in it, and its imports lead where they led.
func TestMoveOfAnInstalledPackage(t *testing.T) {
	dir := packageWithDependencies(t)
	h := start(t, runtime.Limits{}, dir)
	warnings := []string{
		"packages/a/.git is not moved: move the repository in it with git",
		"packages/a/node_modules is not moved: install the dependencies again after the move",
		`run "npm install" after the move: until then node_modules leads to the old place of a (packages/a, which becomes packages/x)`,
	}
	var move planner.MoveResult
	h.answer(t, "planDirectoryMove", planner.DirectoryMoveParams{
		ProjectRoot: dir, OldDir: "packages/a", NewDir: "packages/x", Verifying: planner.Verifying{Verify: new(true)},
	}, &move)
	if len(move.Edits) != 0 || !slices.Equal(move.Warnings, warnings) || move.Proof.Verdict != "proven" || move.Proof.Imports == 0 {
		t.Errorf("%+v, proof %+v", move, move.Proof)
	}
	files := []string{"package.json", "src/a.ts", "tsconfig.json"}
	for i, m := range move.FsMoves {
		if len(move.FsMoves) != len(files) || m.From != dir+"/packages/a/"+files[i] || m.To != dir+"/packages/x/"+files[i] {
			t.Fatalf("moves: %v", move.FsMoves)
		}
	}
	var again planner.VerifyResult
	h.answer(t, "verifyPlan", planner.VerifyParams{ProjectRoot: dir, Edits: []planner.GivenEdits{}, FsMoves: move.FsMoves}, &again)
	if again.Verdict != "proven" || again.PlanID != move.PlanID {
		t.Errorf("%+v", again)
	}
	var batch planner.BatchResult
	h.answer(t, "planBatch", map[string]any{"projectRoot": dir, "verify": true, "steps": []map[string]any{
		{"tool": "planDirectoryMove", "oldDir": "packages/a", "newDir": "packages/x"},
		{"tool": "planFileMove", "oldPath": "packages/x/src/a.ts", "newPath": "packages/x/src/c.ts"},
		{"tool": "planDirectoryMove", "oldDir": "packages/x", "newDir": "packages/y"},
	}}, &batch)
	if len(batch.Edits) != 0 || !containsAll(batch.Warnings, warnings) || batch.Proof.Verdict != "proven" || len(batch.FsMoves) != 3 {
		t.Errorf("%+v, proof %+v", batch, batch.Proof)
	}
	_, failure := h.call(t, "planDirectoryMove", planner.DirectoryMoveParams{ProjectRoot: dir, OldDir: "packages/a/node_modules", NewDir: "packages/m"})
	if !strings.HasPrefix(failure, "invalid_argument: packages/a/node_modules is in node_modules") {
		t.Error(failure)
	}
}

func containsAll(list, wanted []string) bool {
	return !slices.ContainsFunc(wanted, func(w string) bool { return !slices.Contains(list, w) })
}

// A plan tool says that it took another length for its answer than the one that was asked for.
func TestMaxAnswerCharsOutOfBounds(t *testing.T) {
	dir := hostfstest.LayOut(t, map[string]string{"tsconfig.json": `{}`, "a.ts": "export const temp = 1;\n"})
	h := start(t, runtime.Limits{}, dir)
	for asked, want := range map[int]string{
		10:         "maxAnswerChars is 10: it must be from 1000 to 4194304, and the nearest was taken",
		1000000000: "maxAnswerChars is 1000000000: it must be from 1000 to 4194304, and the nearest was taken",
		-1:         "",
		5000:       "",
	} {
		var result planner.RenameResult
		h.answer(t, "planRenameSymbol", map[string]any{"projectRoot": dir, "locate": "a.ts:temp", "newName": "buffer", "maxAnswerChars": asked}, &result)
		if strings.Join(result.Warnings, "\n") != want {
			t.Errorf("%d: %q", asked, result.Warnings)
		}
	}
}
