package tools_test

import (
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"tsplan/hostfs/hostfstest"
	"tsplan/runtime"
	"tsplan/tools/planner"
)

// TestEditProofs hands the plans of the golden to verifyPlan, which is not told what they are plans of: it finds the same.
func TestEditProofs(t *testing.T) {
	archive, err := txtar.ParseFile(filepath.Join(testdata, "symbols", "edit_proofs.txtar"))
	if err != nil {
		t.Fatal(err)
	}
	project := map[string]string{}
	for _, f := range archive.Files {
		if name, ok := strings.CutPrefix(f.Name, "project/"); ok {
			project[name] = string(f.Data)
		}
	}
	dir := hostfstest.LayOut(t, project)
	h := start(t, runtime.Limits{}, dir)
	verdicts := map[string]int{}
	for _, f := range archive.Files {
		name, ok := strings.CutSuffix(f.Name, ".call.json")
		if !ok {
			continue
		}
		var call struct {
			Tool      string
			Arguments map[string]any
		}
		if err := json.Unmarshal(f.Data, &call); err != nil {
			t.Fatal(err)
		}
		var planned planner.EditResult
		h.answer(t, call.Tool, call.Arguments, &planned)
		var verified planner.VerifyResult
		h.answer(t, "verifyPlan", map[string]any{"projectRoot": dir, "edits": given(planned.Edits)}, &verified)
		if diff := gocmp.Diff(planned.Proof, &verified.Proof); diff != "" {
			t.Errorf("%s: -with the plan +by verifyPlan:\n%s", name, diff)
		}
		verdicts[verified.Verdict]++
	}
	if verdicts["proven"] == 0 || verdicts["unproven"] == 0 {
		t.Errorf("the golden shows only %v", verdicts)
	}
}
