package tools_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"tsplan/runtime"
	"tsplan/tools/plan"
	"tsplan/tools/planner"
)

// TestMutants breaks plans that are proven, at one place at a time, and hands them to verifyPlan: an edit is dropped,
// shifted by a character, says something else or stands at another word, or a move goes elsewhere. None may be proven.
//
// A mutant is no mutant if the program after it is as right as after the plan: it compiles without errors, and its files
// are the same JavaScript. Such a one differs in comments only.
func TestMutants(t *testing.T) {
	compares(t)
	c := tally{count: map[string]int{}}
	t.Run("subjects", func(t *testing.T) {
		for _, s := range []subject{
			{name: "query-core", renames: 12, moves: 4, dirMove: 1},
			{name: "redux-toolkit", renames: 8, moves: 3, extent: "all"},
			{name: "1", renames: 30, moves: 12, dirMove: 2, packages: 3, files: 10},
			{name: "2", renames: 30, moves: 12, dirMove: 2, packages: 4, files: 8, extent: "ci"},
		} {
			if !s.asked() {
				continue
			}
			t.Run(s.name, func(t *testing.T) {
				t.Parallel()
				s.mutate(t, &c)
			})
		}
	})
	t.Logf("%v", c.count)
	if c.count["subjects"] > 2 && c.count["mutants"] < 200 { // not if one was chosen with -run
		t.Errorf("%d mutants, want 200", c.count["mutants"])
	}
}

// perPlan is how many mutants are made of one plan: each edit is broken in one of the ways, which take turns.
const perPlan = 5

func (s subject) mutate(t *testing.T, c *tally) {
	o := startOracle(t)
	dir := s.open(t, o)
	before := o.errors(t, nil)
	h := start(t, runtime.Limits{}, dir)
	turn := 0
	for _, r := range s.sample(t, o, 11) {
		p := h.planned(t, dir, r)
		if p == nil || p.proof.Verdict != "proven" {
			continue
		}
		total := 0
		for _, f := range p.edits {
			total += len(f.TextEdits)
		}
		if total < 2 {
			continue // no edit, or another new name at the only place, is a right plan
		}
		var right overlay
		for _, m := range mutants(t, dir, p, &turn) {
			raw, failure := h.call(t, "verifyPlan", map[string]any{"projectRoot": dir, "proofBudget": 0, "edits": given(m.edits), "fsMoves": moved(m.moves)})
			var got planner.VerifyResult
			if failure == "" { // else it is a plan that cannot be carried out at all
				if err := json.Unmarshal(raw, &got); err != nil {
					t.Fatal(err)
				}
			}
			if got.Verdict == "proven" {
				if right == nil {
					right = o.applied(t, dir, p.edits, p.moves)
				}
				wrong := o.applied(t, dir, m.edits, m.moves)
				if slices.Equal(before, o.errors(t, wrong)) && o.emitted(t, right) == o.emitted(t, wrong) {
					c.add("no mutants")
					continue
				}
				t.Errorf("%+v: %s, and the plan is proven", r, m.what)
			}
			c.add("mutants")
			c.add(m.kind)
		}
	}
	c.add("subjects")
}

// emitted is what the files of an overlay are without comments and types.
func (o *oracle) emitted(t testing.TB, with overlay) string {
	t.Helper()
	var answer struct{ Files json.RawMessage }
	o.ask(t, map[string]any{"op": "emitted", "overlay": with}, &answer)
	return string(answer.Files)
}

// mutant is a plan with one thing wrong.
type mutant struct {
	kind, what string
	edits      []plan.FileTextEdits
	moves      []plan.FsMove
}

func mutants(t *testing.T, dir string, p *verified, turn *int) []mutant {
	var out []mutant
	if len(p.moves) == 1 && edits(p, func(path string) bool { return path != p.moves[0].From && strings.HasSuffix(path, "ts") }) {
		// The edits of other files lead to the moved file's new place.
		m := p.moves[0]
		m.To = filepath.Join(filepath.Dir(m.To), "elsewhere", filepath.Base(m.To))
		out = append(out, mutant{"target", "goes to " + m.To, p.edits, []plan.FsMove{m}})
	}
	for f, file := range p.edits {
		data, err := os.ReadFile(file.FilePath)
		if err != nil {
			t.Fatal(err)
		}
		for e := range file.TextEdits {
			broken := mutate(string(data), file.TextEdits, e)
			kinds := slices.Sorted(maps.Keys(broken))
			if len(out) == perPlan {
				return out
			}
			kind := kinds[*turn%len(kinds)]
			*turn++
			mutated := slices.Clone(p.edits)
			mutated[f].TextEdits = broken[kind]
			out = append(out, mutant{kind, fmt.Sprintf("%s: %s: %+v", strings.TrimPrefix(file.FilePath, dir), kind, file.TextEdits[e]), mutated, p.moves})
		}
	}
	return out
}

func edits(p *verified, matches func(path string) bool) bool {
	return slices.ContainsFunc(p.edits, func(f plan.FileTextEdits) bool { return matches(f.FilePath) })
}

var word = regexp.MustCompile(`[A-Za-z_$][\w$]*`)

// mutate returns the edits of a file with the one at index i broken in each way there is.
func mutate(text string, edits []plan.TextEdit, i int) map[string][]plan.TextEdit {
	with := func(e plan.TextEdit) []plan.TextEdit {
		out := slices.Clone(edits)
		out[i] = e
		return out
	}
	shifted := func(by int) plan.TextEdit {
		e := edits[i]
		e.Range.Start.Character += by
		e.Range.End.Character += by
		return e
	}
	other := edits[i]
	other.NewText = "X" + other.NewText
	out := map[string][]plan.TextEdit{
		"dropped": slices.Delete(slices.Clone(edits), i, i+1),
		"later":   with(shifted(1)),
		"another": with(other),
	}
	if edits[i].Range.Start.Character > 0 {
		out["earlier"] = with(shifted(-1))
	}
	// The edit at the next other word of its line.
	end := edits[i].Range.End
	line := strings.Split(text, "\n")[end.Line]
	if end.Character < len(line) && len(edits) == i+1 {
		if next := word.FindStringIndex(line[end.Character:]); next != nil {
			misplaced := edits[i]
			misplaced.Range.Start = plan.Position{Line: end.Line, Character: end.Character + next[0]}
			misplaced.Range.End = plan.Position{Line: end.Line, Character: end.Character + next[1]}
			out["misplaced"] = with(misplaced)
		}
	}
	return out
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
