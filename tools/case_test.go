package tools_test

import (
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"

	"tsplan/hostfs"
	"tsplan/hostfs/hostfstest"
	"tsplan/runtime"
	"tsplan/tools/plan"
	"tsplan/tools/planner"
)

// foldingDisk is a disk that takes names for one that differ only in case, and keeps the case that they were made with.
type foldingDisk map[string]string // the name as it was made, by its lower case

func (d foldingDisk) move(t *testing.T, m plan.FsMove) {
	t.Helper()
	from, to := strings.ToLower(m.From), strings.ToLower(m.To)
	if _, ok := d[from]; !ok {
		t.Fatalf("%s is not there", m.From)
	}
	if _, ok := d[to]; ok {
		t.Fatalf("%s is taken", m.To)
	}
	delete(d, from)
	d[to] = m.To
}

// TestCaseOnlyMoves moves a file and a directory to names that differ in case only, on a disk that ignores it: a plan
// takes two steps, and verifyPlan knows them for one move.
func TestCaseOnlyMoves(t *testing.T) {
	files := map[string]string{
		"tsconfig.json":      "{}",
		"src/Button.ts":      "export const button = 1;\n",
		"src/widgets/one.ts": "export const one = 1;\n",
		"src/use.ts":         "import { button } from './Button';\nimport { one } from './widgets/one';\nexport const n = button + one;\n",
	}
	dir := hostfstest.LayOut(t, files)
	h := start(t, runtime.Limits{}, dir)
	h.planner.Projects.IgnoresCase = func(*hostfs.Root, []string) bool { return true }
	for _, c := range []struct {
		tool      string
		arguments map[string]any
		moves     []string
		text      string
	}{
		{"planFileMove", map[string]any{"oldPath": "src/Button.ts", "newPath": "src/button.ts"},
			[]string{"src/Button.ts>src/Button.ts.tsplan-tmp", "src/Button.ts.tsplan-tmp>src/button.ts"}, "./button"},
		{"planDirectoryMove", map[string]any{"oldDir": "src/widgets", "newDir": "src/Widgets"},
			[]string{"src/widgets/one.ts>src/widgets/one.ts.tsplan-tmp", "src/widgets/one.ts.tsplan-tmp>src/Widgets/one.ts"}, "./Widgets/one"},
		{"planBatch", map[string]any{"steps": []any{
			map[string]any{"tool": "planFileMove", "oldPath": "src/Button.ts", "newPath": "src/button.ts"}}},
			[]string{"src/Button.ts>src/Button.ts.tsplan-tmp", "src/Button.ts.tsplan-tmp>src/button.ts"}, "./button"},
	} {
		t.Run(c.tool, func(t *testing.T) {
			c.arguments["projectRoot"], c.arguments["verify"] = dir, true
			var got planner.MoveResult
			h.answer(t, c.tool, c.arguments, &got)
			disk := foldingDisk{}
			for name := range files {
				disk[strings.ToLower(name)] = name
			}
			relative := func(path string) string {
				return filepath.ToSlash(strings.TrimPrefix(path, dir+string(filepath.Separator)))
			}
			for i, m := range got.FsMoves {
				m = plan.FsMove{From: relative(m.From), To: relative(m.To)}
				if i >= len(c.moves) || m.From+">"+m.To != c.moves[i] {
					t.Errorf("moves %v, want %v", got.FsMoves, c.moves)
				}
				disk.move(t, m)
			}
			last := strings.Split(c.moves[len(c.moves)-1], ">")[1]
			if disk[strings.ToLower(last)] != last {
				t.Errorf("the disk has %v", disk)
			}
			if raw, _ := json.Marshal(got.Edits); len(got.Edits) != 1 || !strings.Contains(string(raw), c.text) {
				t.Errorf("edits %s", raw)
			}
			if got.Proof.Verdict != "proven" {
				t.Errorf("%+v", got.Proof)
			}
			var again planner.VerifyResult
			h.answer(t, "verifyPlan", map[string]any{"projectRoot": dir, "edits": got.Edits, "fsMoves": got.FsMoves}, &again)
			if again.Verdict != "proven" || again.PlanID != got.PlanID {
				t.Errorf("handed in, %s is %+v", got.PlanID, again)
			}
		})
	}
}
