package tools_test

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"tsplan/hostfs/hostfstest"
	"tsplan/runtime"
	"tsplan/tools/planner"
	"tsplan/tools/tool"
)

// bordering are sources that all mention a member's name at a type of their own, so that a proof type-checks each of them.
func bordering(files int) map[string]string {
	project := map[string]string{
		"tsconfig.json": `{"compilerOptions": {"strict": true, "noEmit": true, "types": [], "module": "esnext", "moduleResolution": "bundler"}}`,
		"page.ts":       "export interface Page { size: number }\nexport const page: Page = { size: 1 };\n",
	}
	for i := range files {
		project[fmt.Sprintf("use%d.ts", i)] = fmt.Sprintf(
			"import { page } from './page';\ninterface Other { size: string }\nconst other: Other = { size: '' };\nexport const use%d = [page.size, other.size];\n", i)
	}
	return project
}

// renameSize asks for a proven rename of the member of page.ts.
func (h *harness) renameSize(t *testing.T, dir, newName string, milliseconds int) planner.RenameResult {
	t.Helper()
	var out planner.RenameResult
	h.answer(t, "planRenameSymbol", map[string]any{"projectRoot": dir, "filePath": "page.ts", "line": 0, "character": 24,
		"newName": newName, "verify": true, "proofBudget": milliseconds}, &out)
	return out
}

// checksOf does so without MCP, and returns the files that are read or type-checked meanwhile, too.
func (h *harness) checksOf(t *testing.T, dir, newName string, milliseconds int) (result *planner.RenameResult, files []string) {
	t.Helper()
	result, err := h.planner.Rename(t.Context(), tool.Place{Root: dir, Name: "."}, planner.RenameParams{
		FilePath: "page.ts", Character: 24, NewName: newName,
		Verifying: planner.Verifying{Verify: new(true), ProofBudget: planner.ProofBudget{Milliseconds: &milliseconds}},
	}, func(_ int, file string) { files = append(files, file) })
	if err != nil {
		t.Fatal(err)
	}
	return result, files
}

// TestProofBudget lets proofs of too little time go on, until nothing is left to check. What was checked once is not checked again.
func TestProofBudget(t *testing.T) {
	t.Parallel()
	const files = 8
	project := bordering(files)
	for name := range project { // what is in the files takes longer than what the compiler does before the first
		if strings.HasPrefix(name, "use") {
			project[name] += strings.Repeat("[1, 2].map((n) => ({ n, other })).filter((o) => o.n > 1);\n", 20)
		}
	}
	dir := hostfstest.LayOut(t, project)
	h := start(t, runtime.Limits{}, dir)
	place := tool.Place{Root: dir, Name: "."}
	whole := h.renameSize(t, dir, "length1", 0).Proof
	if whole.Verdict != "proven" || whole.CheckedFiles != files+1 || whole.OfFiles != 0 {
		t.Fatalf("with no limit: %+v", whole)
	}
	cut := h.renameSize(t, dir, "length2", 1)
	if p := cut.Proof; p.Verdict != "incomplete" || p.CheckedFiles >= files {
		t.Fatalf("in 1 ms: %+v", p)
	}
	checks, rounds, checked := 0, 0, cut.Proof.CheckedFiles
	budget := 50 // milliseconds, more where they are too few for a file
	for {
		rounds++
		more, err := h.planner.Verify(t.Context(), place, planner.VerifyParams{PlanID: cut.PlanID, ProofBudget: planner.ProofBudget{Milliseconds: &budget}},
			func(int, string) { checks++ })
		if err != nil {
			t.Fatal(err)
		}
		if more.Verdict != "incomplete" {
			if more.Verdict != "proven" || more.CheckedFiles != whole.CheckedFiles || more.Identifiers != whole.Identifiers {
				t.Errorf("after %d rounds %+v, want %+v", rounds, more.Proof, whole)
			}
			break
		}
		if more.CheckedFiles < checked {
			t.Fatalf("%d files were checked, and then %d", checked, more.CheckedFiles)
		}
		if more.CheckedFiles == checked {
			budget *= 2
		}
		checked = more.CheckedFiles
	}
	if checks > whole.CheckedFiles+rounds { // a file that the end of a round interrupts is checked again
		t.Errorf("%d checks of %d files in %d rounds", checks, whole.CheckedFiles, rounds)
	}
	t.Logf("%d checks, %d rounds", checks, rounds)
}

// TestProofBudgetEndsWhileItBegins has a plan of eight files, each of which takes longer to parse than the proof's budget. Each call has to parse
// one file, and has to end then: so it takes as many calls as there are files until the proof knows what to check.
func TestProofBudgetEndsWhileItBegins(t *testing.T) {
	t.Parallel()
	const files = 8
	project := bordering(files)
	for name := range project {
		if strings.HasPrefix(name, "use") {
			project[name] += strings.Repeat("[1, 2].map((n) => ({ n, other })).filter((o) => o.n > 1);\n", 500)
		}
	}
	dir := hostfstest.LayOut(t, project)
	h := start(t, runtime.Limits{}, dir)
	budget := 1
	cut := h.renameSize(t, dir, "length1", budget)
	rounds := 1
	for proof := cut.Proof; proof.OfFiles == 0; rounds++ { // which files are to be checked is not known yet
		if proof.Verdict != "incomplete" || rounds > files+3 {
			t.Fatalf("after %d proofs of 1 ms: %+v", rounds, proof)
		}
		more, err := h.planner.Verify(t.Context(), tool.Place{Root: dir, Name: "."},
			planner.VerifyParams{PlanID: cut.PlanID, ProofBudget: planner.ProofBudget{Milliseconds: &budget}}, nil)
		if err != nil {
			t.Fatal(err)
		}
		proof = &more.Proof
	}
	if rounds < files {
		t.Errorf("it took %d proofs of 1 ms to parse %d files", rounds, files)
	}
}

// TestProofOfLostFile moves page.ts out of project b, which is composite and still imports the file. That is an error in b. The proof has to find the error
// before it begins with project a, whose eight files it would check as well.
func TestProofOfLostFile(t *testing.T) {
	t.Parallel()
	const files = 8
	const options = `"strict": true, "types": [], "lib": ["es2015"], "module": "esnext", "moduleResolution": "bundler"`
	project := map[string]string{
		"a/tsconfig.json": `{"compilerOptions": {` + options + `, "noEmit": true}}`,
		"b/tsconfig.json": `{"compilerOptions": {` + options + `, "composite": true}}`,
		"b/page.ts":       bordering(0)["page.ts"],
		"b/use.ts":        "import { page } from './page';\nexport const use = page;\n",
	}
	for i := range files { // these take longer to parse than b takes to check
		project[fmt.Sprintf("a/use%d.ts", i)] = strings.ReplaceAll(bordering(1)["use0.ts"], "./page", "../b/page") +
			strings.Repeat("[1, 2].map((n) => ({ n, other })).filter((o) => o.n > 1);\n", 200)
	}
	dir := hostfstest.LayOut(t, project)
	h := start(t, runtime.Limits{}, dir)
	var out planner.BatchResult
	h.answer(t, "planBatch", map[string]any{"projectRoot": dir, "verify": true, "proofBudget": 1, "steps": []any{
		map[string]any{"tool": "planRenameSymbol", "filePath": "b/page.ts", "line": 0, "character": 24, "newName": "length1"},
		map[string]any{"tool": "planFileMove", "oldPath": "b/page.ts", "newPath": "a/page.ts"},
	}}, &out)
	proof := *out.Proof
	for budget := 2; proof.Verdict == "incomplete"; budget *= 2 {
		more, err := h.planner.Verify(t.Context(), tool.Place{Root: dir, Name: "."},
			planner.VerifyParams{PlanID: out.PlanID, ProofBudget: planner.ProofBudget{Milliseconds: &budget}}, nil)
		if err != nil {
			t.Fatal(err)
		}
		proof = more.Proof
	}
	if proof.Verdict != "unproven" || max(proof.CheckedFiles, proof.OfFiles) > files {
		t.Errorf("%+v", proof)
	}
}

// TestProofBudgetEndsWithinAFile checks a long file last, with more and more time until its check has begun.
func TestProofBudgetEndsWithinAFile(t *testing.T) {
	t.Parallel()
	project := bordering(1)
	var long strings.Builder
	long.WriteString("import { page } from './page';\nconst other = { size: '' };\n")
	for i := range 1500 {
		fmt.Fprintf(&long, "export function f%d() { return [page, ...[1, 2].map((n) => ({ n, other }))]; }\n", i)
	}
	project["z.ts"] = long.String()
	dir := hostfstest.LayOut(t, project)
	h := start(t, runtime.Limits{}, dir)
	h.renameSize(t, dir, "length1", 1) // loads the project: what is reported from here on are checks
	for budget := 100; ; budget += budget / 4 {
		result, files := h.checksOf(t, dir, fmt.Sprintf("length%d", budget), budget)
		begun := slices.Contains(files, "z.ts")
		if !begun && result.Proof.Verdict == "incomplete" {
			continue // the time was over before the long file
		}
		if p := result.Proof; p.Verdict != "incomplete" || p.CheckedFiles != 2 || p.OfFiles != 3 {
			t.Errorf("in %d ms: %+v", budget, p)
		}
		return
	}
}

// TestProofGoesOnOnlyUnchanged changes a file that the plan leaves alone, between two halves of a proof.
func TestProofGoesOnOnlyUnchanged(t *testing.T) {
	dir := hostfstest.LayOut(t, bordering(20))
	h := start(t, runtime.Limits{}, dir)
	cut := h.renameSize(t, dir, "length1", 1)
	if cut.Proof.Verdict != "incomplete" {
		t.Fatalf("in 1 ms: %+v", cut.Proof)
	}
	hostfstest.Write(t, filepath.Join(dir, "bound.ts"), "import { page } from './page';\nexport const sized: { size: number } = page;\n")
	var more planner.VerifyResult
	h.answer(t, "verifyPlan", map[string]any{"projectRoot": dir, "planId": cut.PlanID, "proofBudget": 0}, &more)
	if more.Verdict != "unproven" || len(more.Appeared) != 1 || !strings.HasSuffix(more.Appeared[0].FilePath, "bound.ts") {
		t.Errorf("%+v", more.Proof)
	}
}

// TestProofOfCoupledMembers renames Page.size. sized.ts assigns a Page to a type with a member of that name, so both have to be
// renamed. The files that only import page.ts are checked once, with the plan that renames both. A proof of the plan that renames
// Page.size alone checks all files when it is continued.
func TestProofOfCoupledMembers(t *testing.T) {
	t.Parallel()
	project := bordering(0)
	project["sized.ts"] = "import { page } from './page';\ninterface Sized { size: number }\nexport const sized: Sized = page;\n"
	const importers = 4
	for i := range importers {
		project[fmt.Sprintf("import%d.ts", i)] = "import { page } from './page';\nexport default page;\n"
	}
	dir := hostfstest.LayOut(t, project)
	h := start(t, runtime.Limits{}, dir)
	cut := h.renameSize(t, dir, "length1", 1)
	if cut.Proof.Verdict != "incomplete" {
		t.Fatalf("in 1 ms: %+v", cut.Proof)
	}
	var whole planner.VerifyResult
	h.answer(t, "verifyPlan", map[string]any{"projectRoot": dir, "planId": cut.PlanID, "proofBudget": 0}, &whole)
	if whole.Verdict != "unproven" || whole.CheckedFiles != 2+importers || whole.OfFiles != 0 {
		t.Errorf("without the member: %+v", whole.Proof)
	}
	result, checked := h.checksOf(t, dir, "length2", 0)
	if result.Proof.Verdict != "proven" || len(result.Edits) != 2 || len(checked) != 2+result.Proof.CheckedFiles {
		t.Errorf("%d files are edited, %q are checked: %+v", len(result.Edits), checked, result.Proof)
	}
}

func TestProofBudgetRefusals(t *testing.T) {
	dir := hostfstest.LayOut(t, bordering(1))
	h := start(t, runtime.Limits{}, dir)
	for _, c := range []struct {
		tool      string
		arguments map[string]any
		want      string
	}{
		{"planFileMove", map[string]any{"oldPath": "page.ts", "newPath": "a/page.ts", "verify": true, "proofBudget": -1}, "proofBudget is -1"},
		{"verifyPlan", map[string]any{"edits": []any{}, "proofBudget": 1 << 52}, "proofBudget is 4503599627370496"}, // more than a Duration holds
		{"verifyPlan", map[string]any{}, "give its planId"},
		{"verifyPlan", map[string]any{"planId": strings.Repeat("a", 64), "edits": []any{}}, "given twice"},
		{"verifyPlan", map[string]any{"planId": strings.Repeat("a", 64)}, "no plan"},
		{"verifyPlan", map[string]any{"planId": "a plan"}, "planId"},
	} {
		c.arguments["projectRoot"] = dir
		if _, failure := h.call(t, c.tool, c.arguments); !strings.Contains(failure, c.want) {
			t.Errorf("%s %v: %q, want %q", c.tool, c.arguments, failure, c.want)
		}
	}
}
