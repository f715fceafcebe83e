package tools_test

import (
	goruntime "runtime"
	"strings"
	"testing"

	"tsplan/hostfs/hostfstest"
	"tsplan/runtime"
	"tsplan/tools/planner"
)

// A file that no plan touches is named, and the next question is answered.
func TestFilesThatNoPlanTouches(t *testing.T) {
	for _, file := range []string{"src/.Git/x.ts", "src/Node_Modules/x.ts"} {
		t.Run(file, func(t *testing.T) {
			dir := hostfstest.LayOut(t, map[string]string{
				"tsconfig.json": `{"compilerOptions":{"strict":true},"include":["src/a.ts","` + file + `"]}`,
				"src/a.ts":      "export const total = 1;\nexport const other = 2;\n",
				file:            "import { total } from \"../a\";\nexport const more = total;\n",
			})
			h := start(t, runtime.Limits{}, dir)
			var result planner.RenameResult
			h.answer(t, "planRenameSymbol", planner.RenameParams{ProjectRoot: dir, FilePath: "src/a.ts", Character: 13, NewName: "sum"}, &result)
			if result.CanRename || !strings.Contains(result.Reason, file) {
				t.Errorf("%+v", result)
			}
			var batch planner.BatchResult
			h.answer(t, "planBatch", map[string]any{"projectRoot": dir, "steps": []map[string]any{
				{"tool": "planRenameSymbol", "filePath": "src/a.ts", "line": 0, "character": 13, "newName": "sum"},
			}}, &batch)
			if batch.CanPlan || batch.FailedStep == nil || !strings.Contains(batch.Reason, file) {
				t.Errorf("%+v", batch)
			}
			_, failure := h.call(t, "planFileMove", planner.FileMoveParams{ProjectRoot: dir, OldPath: "src/a.ts", NewPath: "src/b.ts"})
			if !strings.HasPrefix(failure, "invalid_argument: ") || !strings.Contains(failure, file) {
				t.Error(failure)
			}
			result = planner.RenameResult{}
			h.answer(t, "planRenameSymbol", planner.RenameParams{ProjectRoot: dir, FilePath: "src/a.ts", Line: 1, Character: 13, NewName: "sum"}, &result)
			if !result.CanRename {
				t.Errorf("%+v", result)
			}
		})
	}
}

// A name with a colon is a name like any other where there are no drives.
func TestColonInName(t *testing.T) {
	if goruntime.GOOS == "windows" {
		return // such a file cannot be there
	}
	dir := hostfstest.LayOut(t, map[string]string{
		"tsconfig.json": `{"compilerOptions":{"strict":true}}`,
		"a:b.ts":        "import { total } from \"./c\";\nexport const more = total;\n",
		"c.ts":          "export const total = 1;\n",
	})
	h := start(t, runtime.Limits{}, dir)
	var result planner.RenameResult
	h.answer(t, "planRenameSymbol", planner.RenameParams{
		ProjectRoot: dir, FilePath: "c.ts", Character: 13, NewName: "sum", Verifying: planner.Verifying{Verify: new(true)},
	}, &result)
	if !result.CanRename || len(result.Edits) != 2 || result.Edits[0].FilePath != dir+"/a:b.ts" || result.Proof.Verdict != "proven" {
		t.Errorf("%+v", result)
	}
}
