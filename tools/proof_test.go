package tools_test

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"tsplan/hostfs/hostfstest"
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

type overlay = map[string]*string

// applied carries a plan out in the oracle's memory.
func (o *oracle) applied(t testing.TB, dir string, edits []plan.FileTextEdits, moves []plan.FsMove) overlay {
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
	var answer struct{ Overlay overlay }
	o.ask(t, map[string]any{"op": "apply", "edits": byName, "fsMoves": movesByName}, &answer)
	return answer.Overlay
}

// errors compiles with an overlay, or what is on disk.
func (o *oracle) errors(t testing.TB, with overlay) []compilerError {
	t.Helper()
	request := map[string]any{"op": "diagnostics"}
	if with != nil {
		request["overlay"] = with
	}
	var checked struct{ Errors []compilerError }
	o.ask(t, request, &checked)
	return checked.Errors
}

// subject is a project about which random plans are made.
type subject struct {
	name                    string
	renames, moves, dirMove int
	packages, files         int    // of a generated workspace; zero for an npm package
	regular                 bool   // a workspace whose packages are alike, as the benchmark's
	extent                  string // the least -extent that asks about it; "" is sample
}

// asked reports whether this run, by its -extent, includes the subject.
func (s subject) asked() bool {
	return slices.Contains(byExtent([]string{""}, []string{"", "ci"}, []string{"", "ci", "all"}), s.extent)
}

// subjects are four npm packages and generated workspaces of 3 to 20 packages; a workspace's number is its seed.
var subjects = []subject{
	{name: "query-core", renames: 50, moves: 14, dirMove: 2},
	{name: "redux-toolkit", renames: 26, moves: 12, dirMove: 4, extent: "all"},
	{name: "zod", renames: 18, moves: 8, dirMove: 3, extent: "all"},
	{name: "rxjs", renames: 22, moves: 8, dirMove: 3, extent: "ci"},
	{name: "1", renames: 50, moves: 20, dirMove: 6, packages: 3, files: 10},
	{name: "2", renames: 50, moves: 20, dirMove: 6, packages: 4, files: 8, extent: "ci"},
	{name: "5", renames: 30, moves: 14, dirMove: 6, packages: 8, files: 6, extent: "ci"},
	{name: "6", renames: 20, moves: 10, dirMove: 4, packages: 20, files: 5, extent: "ci"},
}

// open lays a subject out and has the oracle look at all its projects.
func (s subject) open(t testing.TB, o *oracle) string {
	t.Helper()
	if s.packages == 0 {
		dir := layOutPackage(t, s.name)
		o.ask(t, map[string]any{"op": "open", "root": dir}, &struct{}{})
		return dir
	}
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	script, folders := filepath.Join(testdata, "oracle", "random_workspace.mjs"), "packages/p"
	if s.regular {
		script, folders = filepath.Join(testdata, "oracle", "workspace.mjs"), "packages/pkg"
	}
	if out, err := exec.Command("node", script, dir, strconv.Itoa(s.packages), strconv.Itoa(s.files), s.name).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	tsconfigs := []string{}
	for p := range s.packages {
		folder := folders + strconv.Itoa(p)
		tsconfigs = append(tsconfigs, folder+"/tsconfig.json", folder+"/tests/tsconfig.json")
	}
	o.ask(t, map[string]any{"op": "open", "root": dir, "tsconfigs": tsconfigs}, &struct{}{})
	return dir
}

// sample asks for random requests.
func (s subject) sample(t testing.TB, o *oracle, seed int) []sampled {
	t.Helper()
	within, fewer := 0, byExtent(6, 1, 1)
	if s.packages > 0 {
		within = 3 // packages/p0/src: what leaves it needs another tsconfig.json
	}
	var sample struct{ Requests []sampled }
	o.ask(t, map[string]any{
		"op": "sample", "seed": seed, "renames": s.renames / fewer, "moves": s.moves / fewer, "dirMoves": s.dirMove / fewer, "within": within,
	}, &sample)
	return sample.Requests
}

// tally counts what became of the plans of all subjects.
type tally struct {
	sync.Mutex
	count map[string]int
}

func (c *tally) add(what string) {
	c.Lock()
	defer c.Unlock()
	c.count[what]++
}

// TestPlansKeepPrograms carries out random plans for real packages and generated workspaces and compiles them with the
// typescript package on Node: the set of errors is what it was before. A plan that is called proven breaks nothing.
func TestPlansKeepPrograms(t *testing.T) {
	compares(t)
	c := tally{count: map[string]int{}}
	t.Run("subjects", func(t *testing.T) {
		for _, s := range subjects {
			if !s.asked() {
				continue
			}
			t.Run(s.name, func(t *testing.T) {
				t.Parallel()
				s.keepProgram(t, &c)
			})
		}
	})
	plans := c.count["proven"] + c.count["warnings"] + c.count["unproven"]
	t.Logf("%d plans: %v", plans, c.count)
	if c.count["subjects"] >= 6 && plans < 300 {
		t.Errorf("%d plans, want 300", plans)
	}
}

func (s subject) keepProgram(t *testing.T, c *tally) {
	o := startOracle(t)
	dir := s.open(t, o)
	before := o.errors(t, nil)
	h := start(t, runtime.Limits{Time: 10 * time.Minute}, dir)
	var planning, checking time.Duration
	for _, r := range s.sample(t, o, 7) {
		began := time.Now()
		p := h.planned(t, dir, r)
		planning += time.Since(began)
		if p == nil {
			c.add("refused")
			continue
		}
		began = time.Now()
		after := o.errors(t, o.applied(t, dir, p.edits, p.moves))
		checking += time.Since(began)
		c.add(p.proof.Verdict)
		if !slices.Equal(before, after) {
			c.add("broken")
			t.Errorf("%+v, %s: breaks: before %v, after %v\n%+v", r, p.proof.Verdict, before, after, p.proof)
		} else if p.proof.Verdict != "proven" {
			t.Errorf("%+v breaks nothing and is %s: %+v", r, p.proof.Verdict, p.proof)
		}
	}
	c.add("subjects")
	t.Logf("planned in %v, compiled in %v", planning.Round(time.Second), checking.Round(time.Second))
}

// verified is a plan with its proof.
type verified struct {
	edits []plan.FileTextEdits
	moves []plan.FsMove
	proof *plan.Proof
}

// TestProofOfOptions hands in an edit of a configuration. If it changes more than where imports lead, all files are type-checked.
func TestProofOfOptions(t *testing.T) {
	t.Parallel()
	const before = `{"compilerOptions": {"strict": false, "noEmit": true, "types": [], "outDir": "dist"}}`
	dir := hostfstest.LayOut(t, map[string]string{"tsconfig.json": before, "a.ts": "export function a(n) { return n; }\n"})
	h := start(t, runtime.Limits{}, dir)
	for _, c := range []struct {
		old, text, verdict string
		checked            int
	}{{"false", "true", "unproven", 1}, {"dist", "lib", "proven", 0}} {
		at := strings.Index(before, c.old)
		var out planner.VerifyResult
		h.answer(t, "verifyPlan", map[string]any{"projectRoot": dir, "edits": []map[string]any{{"filePath": "tsconfig.json", "textEdits": []plan.TextEdit{{
			Range: plan.Range{Start: plan.Position{Character: at}, End: plan.Position{Character: at + len(c.old)}}, NewText: c.text,
		}}}}}, &out)
		if out.Verdict != c.verdict || out.CheckedFiles != c.checked {
			t.Errorf("%s to %s: %+v", c.old, c.text, out.Proof)
		}
	}
}

// call returns the call of a tool that makes the plan.
func (r sampled) call(t testing.TB, dir string) (tool string, arguments map[string]any) {
	t.Helper()
	if r.Op != "move" {
		return "planRenameSymbol", map[string]any{"projectRoot": dir, "filePath": r.File, "line": r.Line, "character": r.Character, "newName": r.NewName}
	}
	if info, err := os.Stat(filepath.Join(dir, r.OldPath)); err != nil {
		t.Fatal(err)
	} else if info.IsDir() {
		return "planDirectoryMove", map[string]any{"projectRoot": dir, "oldDir": r.OldPath, "newDir": r.NewPath}
	}
	return "planFileMove", map[string]any{"projectRoot": dir, "oldPath": r.OldPath, "newPath": r.NewPath}
}

// planned plans with verify; nil for a plan that was refused.
func (h *harness) planned(t testing.TB, dir string, r sampled) *verified {
	t.Helper()
	tool, arguments := r.call(t, dir)
	arguments["verify"], arguments["proofBudget"], arguments["maxAnswerChars"] = true, 0, 4<<20
	raw, failure := h.call(t, tool, arguments)
	if failure != "" {
		if !strings.HasPrefix(failure, "invalid_argument") {
			t.Errorf("%+v: %s", r, failure)
		}
		return nil
	}
	var got struct {
		Edits   []plan.FileTextEdits
		FsMoves []plan.FsMove
		Proof   *plan.Proof
	}
	if err := json.Unmarshal(raw, &got); err != nil {
		t.Fatal(err)
	}
	if got.Proof == nil {
		return nil
	}
	return &verified{got.Edits, got.FsMoves, got.Proof}
}
