package tools_test

import (
	"path/filepath"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"tsplan/hostfs/hostfstest"
	"tsplan/runtime"
	"tsplan/tools/planner"
)

// TestEditProofs hands the plans of the golden to verifyPlan, which is not told what they are plans of: it finds the same.
func TestEditProofs(t *testing.T) {
	c := hostfstest.ReadTextCase(t, filepath.Join(testdata, "symbols", "edit_proofs.txtar"))
	dir := c.LayOut(t)
	h := start(t, runtime.Limits{}, dir)
	verdicts := map[string]int{}
	for _, call := range c.Calls {
		var planned planner.EditResult
		h.answer(t, call.Tool, call.Arguments, &planned)
		var verified planner.VerifyResult
		h.answer(t, "verifyPlan", map[string]any{"projectRoot": dir, "edits": given(planned.Edits)}, &verified)
		if diff := gocmp.Diff(planned.Proof, &verified.Proof); diff != "" {
			t.Errorf("%s: -with the plan +by verifyPlan:\n%s", call.Name, diff)
		}
		verdicts[verified.Verdict]++
	}
	if verdicts["proven"] == 0 || verdicts["unproven"] == 0 {
		t.Errorf("the golden shows only %v", verdicts)
	}
}
