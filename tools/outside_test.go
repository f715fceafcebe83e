package tools_test

import (
	"strings"
	"testing"

	"tsplan/hostfs/hostfstest"
	"tsplan/runtime"
	"tsplan/tools/planner"
)

// Files outside of the root are absent, and named as the configuration names them.
func TestFilesOutsideTheRoot(t *testing.T) {
	for _, files := range []string{`["../shared/globals.ts", "a.ts"]`, `["/x.ts", "a.ts"]`, `["a.ts", "../../../y.ts", "/lib/z.ts"]`} {
		t.Run(files, func(t *testing.T) {
			dir := hostfstest.LayOut(t, map[string]string{
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

// A plan that rests on a configuration outside of the root says so first, and is not proven where imports lead nowhere.
func TestBaseOutsideTheRoot(t *testing.T) {
	const wants = `"extends" names "../../base.json" outside of the root, so imports`
	for _, c := range []struct {
		name, config, more, imports, warning, verdict string
	}{
		{"extends", `{"extends":"../../base.json"}`, "{}", `import { x } from "@app/x";`, "tsconfig.json: " + wants, "warnings"},
		{"without such imports", `{"extends":"../../base.json"}`, "{}", ``, "tsconfig.json: " + wants, "proven"},
		{"by another", `{"extends":"./own.json"}`, `{"extends":["../../base.json"]}`, `import { x } from "@app/x";`, "own.json: " + wants, "warnings"},
		{"references", `{"references":[{"path":"../x"}],"include":["*.ts"]}`, "{}", `import { x } from "../x/x";`,
			`tsconfig.json: "references" names "../x" outside of the root`, "warnings"},
		{"of a package that is not installed", `{"extends":"@app/config/base.json"}`, "{}", `import { x } from "@app/x";`,
			"tsconfig.json: File '@app/config/base.json' not found.", "warnings"},
		{"of a file that is absent", `{"extends":"./absent.json"}`, "{}", `import { x } from "@app/x";`,
			"tsconfig.json: Cannot read file 'absent.json'.", "warnings"},
		{"inside", `{"extends":"./own.json"}`, "{}", `import { x } from "@app/x";`, "", "proven"},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := hostfstest.LayOut(t, map[string]string{
				"tsconfig.json": c.config,
				"own.json":      c.more,
				"a.ts":          "export const total = 1;\n" + c.imports + "\n",
			})
			h := start(t, runtime.Limits{}, dir)
			var rename planner.RenameResult
			h.answer(t, "planRenameSymbol", planner.RenameParams{
				ProjectRoot: dir, FilePath: "a.ts", Character: 13, NewName: "sum", Verifying: planner.Verifying{Verify: new(true)},
			}, &rename)
			var move planner.MoveResult
			h.answer(t, "planFileMove", planner.FileMoveParams{ProjectRoot: dir, OldPath: "a.ts", NewPath: "b.ts"}, &move)
			for what, warnings := range map[string][]string{"rename": rename.Warnings, "move": move.Warnings} {
				if first := append(warnings, "")[0]; !strings.HasPrefix(first, c.warning) || c.warning == "" && first != "" {
					t.Errorf("%s: the warnings are %q, want first %q", what, warnings, c.warning)
				}
			}
			if rename.Proof.Verdict != c.verdict {
				t.Errorf("%+v, want %s", rename.Proof, c.verdict)
			}
		})
	}
}
