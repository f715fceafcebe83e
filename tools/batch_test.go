package tools_test

import (
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"tsplan/hostfs/hostfstest"
	"tsplan/runtime"
	"tsplan/tools/plan"
	"tsplan/tools/planner"
)

// TestBatchIsItsSteps makes random batches for a real package and compares what a batch leads to with what its steps
// lead to, each planned and carried out on the disk before the next.
func TestBatchIsItsSteps(t *testing.T) {
	compares(t)
	batches, steps := byExtent(1, 2, 30), byExtent(4, 4, 6)
	dir := layOutPackage(t, "query-core")
	whole := start(t, runtime.Limits{Time: 10 * time.Minute}, dir) // proofs of batches, on machines that do other things as well
	want := readTree(t, dir)
	made := map[string]int{}
	for seed := range batches {
		single := &sequence{t: t, dir: layOutPackage(t, "query-core"), random: rand.New(rand.NewPCG(uint64(seed), 4)), made: made}
		single.h = start(t, runtime.Limits{}, single.dir)
		for range steps {
			single.step(len(single.steps))
		}
		single.h.end()
		var got planner.BatchResult
		whole.answer(t, "planBatch", map[string]any{"projectRoot": dir, "steps": single.steps, "maxAnswerChars": 4 << 20, "verify": true, "proofBudget": 0}, &got)
		if !got.CanPlan {
			t.Fatalf("%v: %s", single.steps, got.Reason)
		}
		if got.Proof.Verdict == "unproven" {
			t.Errorf("%v: %+v", single.steps, got.Proof)
		}
		checkSame(t, whole, dir, got)
		carryOut(t, dir, got.Edits, got.FsMoves)
		if diff := cmp.Diff(readTree(t, single.dir), readTree(t, dir)); diff != "" {
			t.Fatalf("seed %d, %v: -steps +batch:\n%s", seed, single.steps, diff)
		}
		restore(t, dir, want)
	}
	t.Logf("%v", made)
}

// checkSame hands the plan in and wants the same verdict for the same plan.
func checkSame(t *testing.T, h *harness, dir string, made planner.BatchResult) {
	t.Helper()
	var again planner.VerifyResult
	h.answer(t, "verifyPlan", map[string]any{"projectRoot": dir, "proofBudget": 0, "edits": made.Edits, "fsMoves": moved(made.FsMoves)}, &again)
	if again.Verdict != made.Proof.Verdict || again.PlanID != made.PlanID || len(again.Stale) > 0 {
		t.Errorf("handed in, %s is %s: %+v; it was %s", made.PlanID, again.PlanID, again, made.Proof.Verdict)
	}
}

// sequence plans and carries out steps one by one.
type sequence struct {
	t      *testing.T
	h      *harness
	dir    string
	random *rand.Rand
	steps  []map[string]any
	made   map[string]int
}

func (s *sequence) step(i int) {
	for {
		files := s.sources()
		file := files[s.random.IntN(len(files))]
		switch kind := s.random.IntN(8); kind {
		case 0, 1:
			target := path.Join(path.Dir(file), fmt.Sprintf("sub%d", i), path.Base(file))
			s.move("planFileMove", "oldPath", "newPath", file, target)
			return
		case 2:
			other := files[s.random.IntN(len(files))]
			if other == file || path.Ext(other) != path.Ext(file) {
				continue
			}
			s.swap(file, other)
			return
		case 3:
			dir := path.Dir(file)
			if dir == "src" {
				dir = "src/__tests__"
			}
			if info, err := os.Stat(filepath.Join(s.dir, dir)); err != nil || !info.IsDir() {
				continue
			}
			s.move("planDirectoryMove", "oldDir", "newDir", dir, fmt.Sprintf("src/moved%d", i))
			return
		default:
			if s.rename(file, i) {
				return
			}
		}
	}
}

func (s *sequence) sources() []string {
	var files []string
	for name := range readTree(s.t, s.dir) {
		if strings.HasPrefix(name, "src/") && strings.HasSuffix(name, ".ts") {
			files = append(files, name)
		}
	}
	slices.Sort(files)
	return files
}

func (s *sequence) move(tool, from, to, old, new string) {
	arguments := map[string]any{"projectRoot": s.dir, from: old, to: new, "maxAnswerChars": 4 << 20, "verify": false}
	var got planner.MoveResult
	s.h.answer(s.t, tool, arguments, &got)
	carryOut(s.t, s.dir, got.Edits, got.FsMoves)
	s.steps = append(s.steps, map[string]any{"tool": tool, from: old, to: new})
	s.made[tool]++
}

// swap is two steps of the batch; one by one it takes three.
func (s *sequence) swap(a, b string) {
	n := len(s.steps)
	aside := strings.TrimSuffix(a, ".ts") + "-aside.ts"
	s.move("planFileMove", "oldPath", "newPath", a, aside)
	s.move("planFileMove", "oldPath", "newPath", b, a)
	s.move("planFileMove", "oldPath", "newPath", aside, b)
	s.steps = append(s.steps[:n],
		map[string]any{"tool": "planFileMove", "oldPath": a, "newPath": b},
		map[string]any{"tool": "planFileMove", "oldPath": b, "newPath": a})
	s.made["swap"]++
}

var declared = regexp.MustCompile(`(?m)^\s*(?:export )?(?:const|function|class|interface|type|readonly|public|private)? ?(\w{3,})[ (:=<]`)

func (s *sequence) rename(file string, i int) bool {
	data, err := os.ReadFile(filepath.Join(s.dir, file))
	if err != nil {
		s.t.Fatal(err)
	}
	places := declared.FindAllSubmatchIndex(data, -1)
	if len(places) == 0 {
		return false
	}
	at := places[s.random.IntN(len(places))][2]
	line := strings.Count(string(data[:at]), "\n")
	character := at - strings.LastIndex(string(data[:at]), "\n") - 1 // the sources are ASCII where it counts
	step := map[string]any{"filePath": file, "line": line, "character": character, "newName": fmt.Sprintf("fresh%d", i)}
	arguments := map[string]any{"projectRoot": s.dir, "maxAnswerChars": 4 << 20, "verify": false}
	for k, v := range step {
		arguments[k] = v
	}
	var got planner.RenameResult
	s.h.answer(s.t, "planRenameSymbol", arguments, &got)
	if !got.CanRename {
		return false
	}
	carryOut(s.t, s.dir, got.Edits, nil)
	step["tool"] = "planRenameSymbol"
	s.steps = append(s.steps, step)
	s.made["planRenameSymbol"]++
	return true
}

// carryOut applies a plan with absolute paths to the disk.
func carryOut(t testing.TB, dir string, edits []plan.FileTextEdits, moves []plan.FsMove) {
	t.Helper()
	for _, f := range edits {
		at := f.FilePath
		data, err := os.ReadFile(at)
		if err != nil {
			t.Fatal(err)
		}
		f.FilePath = filepath.ToSlash(strings.TrimPrefix(at, dir+string(filepath.Separator)))
		if data, err = plan.Apply(f, data); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(at, data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for _, m := range moves {
		if err := os.MkdirAll(filepath.Dir(m.To), 0o755); err != nil {
			t.Fatal(err)
		}
		if _, err := os.Lstat(m.To); err == nil {
			t.Fatalf("%s is taken when its turn comes in %v", m.To, moves)
		}
		if err := os.Rename(m.From, m.To); err != nil {
			t.Fatal(err)
		}
		for d := filepath.Dir(m.From); os.Remove(d) == nil; d = filepath.Dir(d) { // as long as it is empty
		}
	}
}

// readTree returns the files of a project, dependencies aside.
func readTree(t testing.TB, dir string) map[string]string {
	t.Helper()
	files := map[string]string{}
	err := filepath.WalkDir(dir, func(at string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.Name() == "node_modules" {
			if d.IsDir() {
				return filepath.SkipDir
			}
			return nil
		}
		if d.Type().IsRegular() {
			data, err := os.ReadFile(at)
			files[filepath.ToSlash(strings.TrimPrefix(at, dir+string(filepath.Separator)))] = string(data)
			return err
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// restore makes a project what it was.
func restore(t testing.TB, dir string, files map[string]string) {
	t.Helper()
	for name := range readTree(t, dir) {
		if _, ok := files[name]; !ok {
			if err := os.Remove(filepath.Join(dir, name)); err != nil {
				t.Fatal(err)
			}
		}
	}
	hostfstest.WriteAll(t, dir, files)
}

// TestBatchFollowsCoupledMembers renames members in batches. An object with a member of the same name is passed where the renamed type is
// expected, so that its member has to be renamed, too: with verify, a batch does so, as a single rename does. Where the other member belongs to a
// dependency, the step is refused.
func TestBatchFollowsCoupledMembers(t *testing.T) {
	t.Parallel()
	dir := hostfstest.LayOut(t, map[string]string{
		"tsconfig.json": `{"compilerOptions": {"strict": true, "noEmit": true, "types": [], "module": "esnext", "moduleResolution": "bundler"}}`,
		"page.ts":       "export interface Page { size: number }\nexport const half = (page: Page) => page.size / 2;\n",
		"use.ts":        "import { half } from './page';\nconst large = { size: 4 };\nexport const two = half(large);\n",
		"box.ts":        "import { wide } from 'box';\nexport interface Box { width: number }\nexport const open = (box: Box) => wide(box);\n",

		"node_modules/box/package.json": `{"name": "box", "version": "1.0.0", "types": "index.d.ts"}`,
		"node_modules/box/index.d.ts":   "export declare function wide(box: { width: number }): boolean;\n",
	})
	h := start(t, runtime.Limits{}, dir)
	move := map[string]any{"tool": "planFileMove", "oldPath": "page.ts", "newPath": "lib/page.ts"}
	rename := func(file string, line, character int) map[string]any {
		return map[string]any{"tool": "planRenameSymbol", "filePath": file, "line": line, "character": character, "newName": "renamed"}
	}
	for _, c := range []struct {
		name   string
		steps  []any
		verify bool
		edited []string // lines; nil if the second step is refused
	}{
		{"verified", []any{move, rename("lib/page.ts", 0, 24)}, true, []string{"page.ts:0", "page.ts:1", "use.ts:0", "use.ts:1"}},
		{"not verified", []any{move, rename("lib/page.ts", 0, 24)}, false, []string{"page.ts:0", "page.ts:1", "use.ts:0"}},
		{"of a dependency", []any{move, rename("box.ts", 1, 23)}, true, nil},
	} {
		var out planner.BatchResult
		h.answer(t, "planBatch", map[string]any{"projectRoot": dir, "steps": c.steps, "verify": c.verify, "proofBudget": 0}, &out)
		if c.edited == nil {
			if out.CanPlan || out.FailedStep == nil || *out.FailedStep != 1 {
				t.Errorf("%s: %+v", c.name, out)
			}
			continue
		}
		var edited []string
		for _, file := range out.Edits {
			for _, edit := range file.TextEdits {
				edited = append(edited, fmt.Sprintf("%s:%d", filepath.Base(file.FilePath), edit.Range.Start.Line))
			}
		}
		if slices.Sort(edited); !slices.Equal(edited, c.edited) {
			t.Errorf("%s: edits in %v, want %v: %s", c.name, edited, c.edited, out.Reason)
		}
		if c.verify && out.Proof.Verdict != "proven" {
			t.Errorf("%s: %+v", c.name, out.Proof)
		}
	}
}
