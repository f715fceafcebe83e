package tools_test

import (
	"slices"
	"strings"
	"testing"

	"tsplan/runtime"
	"tsplan/tools/planner"
)

// A plan without edits is no plan.
func TestRenameWithoutEdits(t *testing.T) {
	dir := layOut(t, map[string]string{
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
	dir := layOut(t, map[string]string{
		"tsconfig.json":                  `{"compilerOptions":{"strict":true,"module":"esnext","moduleResolution":"bundler"},"include":["src"]}`,
		"src/lib/a.ts":                   "export const total = 1;\n",
		"src/user.ts":                    "import { total } from \"./lib/a\";\nimport { more } from \"consumer\";\nexport const all = [total, more];\n",
		"node_modules/consumer/index.ts": "import { total } from \"../../src/lib/a\";\nexport const more = total;\n",
	})
	h := start(t, runtime.Limits{}, dir)
	var move planner.MoveResult
	h.answer(t, "planDirectoryMove", planner.DirectoryMoveParams{ProjectRoot: dir, OldDir: "src/lib", NewDir: "src/core"}, &move)
	if len(move.Edits) != 1 || move.Edits[0].FilePath != dir+"/src/user.ts" || len(move.FsMoves) != 1 {
		t.Errorf("%+v", move)
	}
	if !slices.ContainsFunc(move.Warnings, func(w string) bool {
		return strings.HasPrefix(w, "the plan leaves out node_modules/consumer/index.ts: ")
	}) {
		t.Errorf("warnings: %q", move.Warnings)
	}
}
