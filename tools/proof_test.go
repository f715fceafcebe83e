package tools_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"tsplan/runtime"
	"tsplan/tools/plan"
	"tsplan/tools/planner"
)

// compilerError is an error of the oracle; positions are left out since plans shift them.
type compilerError struct {
	Code    int
	File    string
	Message string
}

// errorsAfter carries a plan out in the oracle and compiles.
func (o *oracle) errorsAfter(t testing.TB, dir string, edits []plan.FileTextEdits, moves []plan.FsMove) []compilerError {
	t.Helper()
	relative := func(path string) string {
		return filepath.ToSlash(strings.TrimPrefix(path, dir+string(filepath.Separator)))
	}
	byName := []plan.FileTextEdits{}
	for _, f := range edits {
		f.FilePath = relative(f.FilePath)
		byName = append(byName, f)
	}
	movesByName := []plan.FsMove{}
	for _, m := range moves {
		movesByName = append(movesByName, plan.FsMove{From: relative(m.From), To: relative(m.To)})
	}
	var applied struct{ Overlay json.RawMessage }
	o.ask(t, map[string]any{"op": "apply", "edits": byName, "fsMoves": movesByName}, &applied)
	var checked struct{ Errors []compilerError }
	o.ask(t, map[string]any{"op": "diagnostics", "overlay": applied.Overlay}, &checked)
	return checked.Errors
}

// TestPlansKeepPrograms carries out random plans for real packages and compiles them with the typescript package on
// Node: what did not break before does not break after. A plan that is called proven breaks none.
func TestPlansKeepPrograms(t *testing.T) {
	names, renames, moves, dirMoves := []string{"query-core"}, 6, 4, 2
	if *full {
		names, renames, moves, dirMoves = []string{"query-core", "redux-toolkit", "rxjs", "zod"}, 60, 25, 10
	}
	o := startOracle(t)
	verdicts := map[string]int{}
	for _, name := range names {
		t.Run(name, func(t *testing.T) {
			dir := layOutPackage(t, name)
			o.ask(t, map[string]any{"op": "open", "root": dir}, &struct{}{})
			if before := o.errorsAfter(t, dir, nil, nil); len(before) > 0 {
				t.Fatalf("errors before any plan: %v", before)
			}
			var sample struct{ Requests []sampled }
			o.ask(t, map[string]any{"op": "sample", "seed": 7, "renames": renames, "moves": moves, "dirMoves": dirMoves}, &sample)
			h := start(t, runtime.Limits{}, dir)
			for _, r := range sample.Requests {
				edits, fsMoves, proof := h.proven(t, dir, r)
				if proof == nil {
					verdicts["refused"]++
					continue
				}
				verdicts[proof.Verdict]++
				after := o.errorsAfter(t, dir, edits, fsMoves)
				if len(after) > 0 {
					t.Errorf("%+v, %s: breaks: %v", r, proof.Verdict, after)
				} else if proof.Verdict != "proven" {
					t.Errorf("%+v breaks nothing and is %s: %+v", r, proof.Verdict, proof)
				}
			}
		})
	}
	t.Logf("%v", verdicts)
}

// proven plans with verify; the proof is nil for a plan that was refused.
func (h *harness) proven(t *testing.T, dir string, r sampled) ([]plan.FileTextEdits, []plan.FsMove, *planner.Proof) {
	t.Helper()
	if r.Op == "rename" {
		var got planner.RenameResult
		h.answer(t, "planRenameSymbol", map[string]any{
			"projectRoot": dir, "filePath": r.File, "line": r.Line, "character": r.Character, "newName": r.NewName, "verify": true,
		}, &got)
		return got.Edits, nil, got.Proof
	}
	var got planner.MoveResult
	if info, err := os.Stat(filepath.Join(dir, r.OldPath)); err != nil {
		t.Fatal(err)
	} else if info.IsDir() {
		h.answer(t, "planDirectoryMove", map[string]any{"projectRoot": dir, "oldDir": r.OldPath, "newDir": r.NewPath, "verify": true}, &got)
	} else {
		h.answer(t, "planFileMove", map[string]any{"projectRoot": dir, "oldPath": r.OldPath, "newPath": r.NewPath, "verify": true}, &got)
	}
	return got.Edits, got.FsMoves, got.Proof
}
