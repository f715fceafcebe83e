package tools_test

import (
	"log/slog"
	"maps"
	"slices"
	"strings"
	"testing"

	"tsplan/hostfs/hostfstest"
	"tsplan/runtime"
	"tsplan/tools/planner"
)

// TestFailedProof asks for plans whose proof needs code that is nested too deep for the guest's stack, while the plans do not. Each plan is
// answered, and says why it has no proof. verifyPlan, whose answer is the proof, fails.
func TestFailedProof(t *testing.T) {
	t.Parallel()
	deep := strings.Repeat("!", 50_000) + "1"
	files := map[string]string{
		"tsconfig.json": `{ "compilerOptions": { "strict": true, "types": [], "lib": ["es5"] } }`,
		"note.ts":       "export interface Note { message: string }\n", // the Error of the lib files has such a member, too, so the proof checks use.ts
		"use.ts":        "import { Note } from './note'\nexport const messageOf = (note: Note) => note.message\n",
	}
	inBody, atTop := maps.Clone(files), maps.Clone(files)
	inBody["use.ts"] += "export function deep() { return " + deep + " }\n" // parsed when the file is checked
	atTop["deep.ts"] = "export const deep = " + deep + "\n"                // parsed when the whole project is loaded
	atTop["tsconfig.json"] = strings.Replace(files["tsconfig.json"], " }", " }, \"include\": [\"*.ts\", \"in\"]", 1)
	atTop["old/global.d.ts"] = "declare const added: string\n" // a global declaration that comes into the project has all files checked
	dir, other := hostfstest.LayOut(t, inBody), hostfstest.LayOut(t, atTop)
	h := start(t, runtime.Limits{}, dir, other)
	var log strings.Builder
	h.planner.Logger = slog.New(slog.NewTextHandler(&log, nil))
	const reason = "all of it: the proof failed: the code is nested deeper than the guest's stack of 63 MiB allows; raise --max-guest-stack"

	asked := func(dir, tool string, more ...map[string]any) (planned planner.Account) {
		arguments := map[string]any{"projectRoot": dir}
		for _, m := range more {
			maps.Copy(arguments, m)
		}
		h.answer(t, tool, arguments, &planned)
		return planned
	}
	renamed := map[string]any{"filePath": "note.ts", "line": 0, "character": 24, "newName": "body", "proofBudget": 0}
	steps := map[string]any{"steps": []any{map[string]any{"tool": "planRenameSymbol", "filePath": "note.ts", "line": 0, "character": 24, "newName": "body"}}, "proofBudget": 0}
	inserted := map[string]any{"name_path": "Note", "relative_path": "note.ts", "content": "export type Long = string"}
	verify := func(is bool) map[string]any { return map[string]any{"verify": is} }

	asked(dir, "planBatch", steps, verify(false)) // loads the project, so that the next plan has a proof without verify
	for name, planned := range map[string]planner.Account{
		"planRenameSymbol without verify": asked(dir, "planRenameSymbol", renamed),
		"planRenameSymbol":                asked(dir, "planRenameSymbol", renamed, verify(true)),
		"planRenameSymbol, early":         asked(other, "planRenameSymbol", renamed, verify(true)),
		"planFileMove":                    asked(other, "planFileMove", map[string]any{"oldPath": "old/global.d.ts", "newPath": "global.d.ts"}, verify(true)),
		"planDirectoryMove":               asked(other, "planDirectoryMove", map[string]any{"oldDir": "old", "newDir": "in/old"}, verify(true)),
		"planBatch":                       asked(dir, "planBatch", steps, verify(true)),
		"insert_after_symbol":             asked(dir, "insert_after_symbol", inserted, verify(true)),
	} {
		if planned.Proof == nil || planned.Proof.Verdict != "incomplete" || !slices.Equal(planned.Proof.Open, []string{reason}) {
			t.Errorf("%s: %+v", name, planned.Proof)
		}
	}
	inFull := map[string]any{"projectRoot": dir, "planId": asked(dir, "planRenameSymbol", renamed, verify(false)).PlanID, "proofBudget": 0}
	if _, failure := h.call(t, "verifyPlan", inFull); !strings.HasPrefix(failure, "memory: ") {
		t.Errorf("verifyPlan: %q", failure)
	}
	log.Reset()
	rename := map[string]any{"projectRoot": other, "verify": false, "filePath": "deep.ts", "line": 0, "character": 13, "newName": "deeper"}
	if _, failure := h.call(t, "planRenameSymbol", rename); !strings.HasPrefix(failure, "memory: ") {
		t.Errorf("a plan that fails without a proof, too: %q", failure)
	}
	if again := "the plan is made without a proof"; strings.Contains(log.String(), again) {
		t.Errorf("a plan that wants no proof is made twice: %s", &log)
	}
}
