package tools_test

import (
	"strings"
	"testing"

	"tsplan/runtime"
	"tsplan/tools/planner"
)

// Files outside of the root are absent, and named as the configuration names them.
func TestFilesOutsideTheRoot(t *testing.T) {
	for _, files := range []string{`["../shared/globals.ts", "a.ts"]`, `["/x.ts", "a.ts"]`, `["a.ts", "../../../y.ts", "/lib/z.ts"]`} {
		t.Run(files, func(t *testing.T) {
			dir := layOut(t, map[string]string{
				"tsconfig.json": `{"compilerOptions":{"strict":true,"outDir":"dist"},"files":` + files + `}`,
				"a.ts":          "export const total = 1;\n",
			})
			h := start(t, runtime.Limits{}, dir)
			outside, _, _ := strings.Cut(strings.TrimPrefix(strings.ReplaceAll(files, `"a.ts", `, ""), `[`), `, "a.ts"`)
			want := `tsconfig.json: "files" names ` + strings.TrimSuffix(outside, "]") + ` outside of the root`
			var rename planner.RenameResult
			h.answer(t, "planRenameSymbol", planner.RenameParams{ProjectRoot: dir, FilePath: "a.ts", Character: 13, NewName: "sum"}, &rename)
			if !rename.CanRename || len(rename.Warnings) == 0 || !strings.HasPrefix(rename.Warnings[0], want) {
				t.Errorf("%+v: want a warning %s", rename, want)
			}
			var move planner.MoveResult
			h.answer(t, "planFileMove", planner.FileMoveParams{ProjectRoot: dir, OldPath: "a.ts", NewPath: "b.ts"}, &move)
			if len(move.FsMoves) != 1 || len(move.Warnings) == 0 || !strings.HasPrefix(move.Warnings[0], want) {
				t.Errorf("%+v: want a warning %s", move, want)
			}
			h.answer(t, "find_symbol", map[string]any{"projectRoot": dir, "name_path": "total"}, &struct{}{})
		})
	}
}
