package tools_test

import (
	"encoding/json"
	"testing"

	"tsplan/runtime"
	"tsplan/tools/plan"
	"tsplan/tools/planner"
)

// TestMutants breaks plans that are proven, in one edit at a time, and hands them to verifyPlan: an edit is dropped,
// shifted by a character, or says something else. None may be called proven.
func TestMutants(t *testing.T) {
	renames, moves, most := 5, 3, 24
	if *full {
		renames, moves, most = 30, 20, 400
	}
	o := startOracle(t)
	dir := layOutPackage(t, "query-core")
	o.ask(t, map[string]any{"op": "open", "root": dir}, &struct{}{})
	var sample struct{ Requests []sampled }
	o.ask(t, map[string]any{"op": "sample", "seed": 11, "renames": renames, "moves": moves}, &sample)
	h := start(t, runtime.Limits{}, dir)
	mutants := 0
	for _, r := range sample.Requests {
		p := h.planned(t, dir, r)
		if p == nil || p.proof.Verdict != "proven" {
			continue
		}
		edits, fsMoves := p.edits, p.moves
		total := 0
		for _, f := range edits {
			total += len(f.TextEdits)
		}
		if total < 2 {
			continue // no edit, or another new name at the only place, is a right plan
		}
		perPlan := 0
		for f := range edits {
			for e := range edits[f].TextEdits {
				for kind, mutated := range mutate(edits[f].TextEdits, e) {
					if mutants == most || perPlan == most/6 {
						continue
					}
					mutants++
					perPlan++
					given := given(edits)
					given[f].TextEdits = mutated
					raw, failure := h.call(t, "verifyPlan", map[string]any{"projectRoot": dir, "edits": given, "fsMoves": moved(fsMoves)})
					if failure != "" {
						continue // a plan that cannot be carried out at all
					}
					var got planner.VerifyResult
					if err := json.Unmarshal(raw, &got); err != nil {
						t.Fatal(err)
					}
					if got.Verdict == "proven" {
						t.Errorf("%+v, %s: edit %d: %s, and the plan is proven", r, edits[f].FilePath, e, kind)
					}
				}
			}
		}
	}
	t.Logf("%d mutants", mutants)
	if mutants < 20 {
		t.Errorf("only %d mutants", mutants)
	}
}

// mutate returns the edits of a file with the one at index i broken in each way there is.
func mutate(edits []plan.TextEdit, i int) map[string][]plan.TextEdit {
	with := func(e plan.TextEdit) []plan.TextEdit {
		out := append([]plan.TextEdit{}, edits...)
		out[i] = e
		return out
	}
	shifted, other := edits[i], edits[i]
	shifted.Range.Start.Character++
	shifted.Range.End.Character++
	other.NewText = "X" + other.NewText
	return map[string][]plan.TextEdit{
		"dropped": append(append([]plan.TextEdit{}, edits[:i]...), edits[i+1:]...),
		"shifted": with(shifted),
		"another": with(other),
	}
}

// given is a plan as a client hands it in, without the hashes that would give a mutant away.
func given(edits []plan.FileTextEdits) []planner.GivenEdits {
	out := make([]planner.GivenEdits, len(edits))
	for i, f := range edits {
		out[i] = planner.GivenEdits{FilePath: f.FilePath, TextEdits: f.TextEdits}
	}
	return out
}

func moved(moves []plan.FsMove) []plan.FsMove {
	if moves == nil {
		return []plan.FsMove{}
	}
	return moves
}
