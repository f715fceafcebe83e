package bench

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"
)

// proofBudget is how many milliseconds verifyPlan has to end a proof that the plan came without.
const proofBudget = 10_000

// tooLarge is the reason why a plan that one answer does not hold is not compiled.
const tooLarge = "larger than one answer"

// applied is the outcome of random plans about one project. A loaded tsplan made them, each with the proof that it gives by default. The
// oracle applied each plan in memory and compiled all projects before and after. If packages move, links to them lead to their new places.
type applied struct {
	project  string
	verdicts map[string]*verdict
	refused  map[string]int    // requests without a plan, or whose plan was not compiled, by the first words of the reason
	before   map[errorKind]int // the errors without a plan
	planned  []float64         // seconds until the plan with its default proof
	decided  []float64         // seconds until the last verdict, with verifyPlan where the plan had none
	broken   []string          // plans that were called proven and bring an error
}

// verdict counts the plans with one verdict.
type verdict struct{ plans, breaking int }

// randomPlan is a request for a plan: a rename, a move, or both as a batch.
type randomPlan struct {
	name      string // what it is about
	tool      string
	arguments map[string]any
}

// plannedEdits has the fields of an answer that are needed to apply its plan.
type plannedEdits struct {
	CanRename *bool
	CanPlan   *bool // of a batch
	Reason    string
	PlanID    string `json:"planId"`
	Edits     []struct {
		FilePath  string          `json:"filePath"`
		TextEdits json.RawMessage `json:"textEdits"`
	}
	FsMoves []movedPath `json:"fsMoves"`
	Proof   struct{ Verdict string }
	LeftOut string
}

type movedPath struct {
	From string `json:"from"`
	To   string `json:"to"`
}

// apply measures scenario l for one project.
func (m *measurement) apply(ctx context.Context, p *project, t tsplan) error {
	configs, err := configsBelow(p.dir)
	if err != nil {
		return err
	}
	o, err := startOracle(ctx, p, slices.Concat(p.configs, configs)...)
	if err != nil {
		return err
	}
	plans, err := o.randomPlans(p, m.options.Plans, m.options.Seed)
	if err != nil {
		return errors.Join(err, o.Close())
	}
	s, err := t.start(ctx, p)
	if err != nil {
		return errors.Join(err, o.Close())
	}
	a := &applied{project: p.name, verdicts: map[string]*verdict{}, refused: map[string]int{}, before: map[errorKind]int{}}
	m.applied = append(m.applied, a)
	errorsNow, err := o.errorsAfter(nil, nil)
	for _, e := range errorsNow {
		a.before[errorKind{e.Code, e.File}]++
	}
	if err == nil {
		_, err = s.settle(p.questions[0])
	}
	for i, plan := range plans {
		if err != nil {
			break
		}
		var outcome string
		outcome, err = a.ask(s, o, plan)
		fmt.Fprintf(os.Stderr, "bench: %s, plan %d of %d: %s: %s\n", p.name, i+1, len(plans), outcome, plan.name)
	}
	return errors.Join(err, s.Close(), o.Close())
}

// configsBelow finds every tsconfig.json of a directory, outside of dependencies.
func configsBelow(dir string) ([]string, error) {
	var configs []string
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err == nil && d.IsDir() && d.Name() == "node_modules" {
			return fs.SkipDir
		}
		if name, relErr := filepath.Rel(dir, path); err == nil && d.Name() == "tsconfig.json" {
			configs, err = append(configs, filepath.ToSlash(name)), relErr
		}
		return err
	})
	return configs, err
}

// randomPlans chooses n requests: half are renames, a quarter are moves of files, and a quarter are moves of directories. It makes n/10 batches of
// one rename and one move each. Every other request is a plan of its own. So it returns n - n/10 plans.
func (o *oracle) randomPlans(p *project, n, seed int) ([]randomPlan, error) {
	var sampled struct {
		Requests []struct {
			Op string
			question
			move
		}
	}
	moves, batches := n/4, n/10
	sample := map[string]any{"op": "sample", "seed": seed, "renames": n - 2*moves, "moves": moves, "dirMoves": moves}
	if err := o.ask(sample, &sampled); err != nil {
		return nil, err
	}
	var renames, others []randomPlan
	for _, r := range sampled.Requests {
		if r.Op == "rename" {
			arguments := map[string]any{"filePath": r.File, "line": r.Line, "character": r.Character, "newName": r.NewName}
			name := fmt.Sprintf("%s:%d:%d to %s", r.File, r.Line, r.Character, r.NewName)
			renames = append(renames, randomPlan{name, "planRenameSymbol", arguments})
			continue
		}
		plan := randomPlan{r.OldPath + " to " + r.NewPath, "planFileMove", map[string]any{"oldPath": r.OldPath, "newPath": r.NewPath}}
		if info, err := os.Stat(filepath.Join(p.dir, r.OldPath)); err != nil {
			return nil, err
		} else if info.IsDir() {
			plan.tool, plan.arguments = "planDirectoryMove", map[string]any{"oldDir": r.OldPath, "newDir": r.NewPath}
		}
		others = append(others, plan)
	}
	plans := slices.Concat(renames[batches:], others[batches:])
	for i := range batches {
		plans = append(plans, batchOf(renames[i], others[i]))
	}
	return plans, nil
}

// batchOf returns a batch of a rename and a move. The rename comes first: its arguments name a file, and the move may move that file.
func batchOf(rename, move randomPlan) randomPlan {
	step := func(plan randomPlan) map[string]any {
		arguments := maps.Clone(plan.arguments)
		arguments["tool"] = plan.tool
		return arguments
	}
	return randomPlan{rename.name + ", then " + move.name, "planBatch", map[string]any{"steps": []any{step(rename), step(move)}}}
}

// ask has one plan made, applied and compiled. It returns the last verdict and the time until then, or why there is no plan.
func (a *applied) ask(s *tsplanServer, o *oracle, plan randomPlan) (string, error) {
	arguments := maps.Clone(plan.arguments)
	arguments["projectRoot"], arguments["maxAnswerChars"] = s.project.dir, 4<<20
	start := time.Now()
	var answer plannedEdits
	refusal, err := s.answer(plan.tool, arguments, &answer)
	if err != nil {
		return "", err
	}
	took := time.Since(start).Seconds()
	if refusal == "" && (isFalse(answer.CanRename) || isFalse(answer.CanPlan)) {
		refusal = answer.Reason
	}
	if refusal == "" && answer.LeftOut != "" {
		refusal = tooLarge
	}
	if refusal != "" {
		a.refused[firstWords(refusal)]++
		return refusal, nil
	}
	a.planned = append(a.planned, took)
	last := answer.Proof.Verdict
	if last == "pending" || last == "incomplete" {
		var proof struct{ Verdict string }
		arguments := map[string]any{"projectRoot": s.project.dir, "planId": answer.PlanID, "proofBudget": proofBudget}
		if err := s.must("verifyPlan", arguments, &proof); err != nil {
			return "", fmt.Errorf("%s: verifyPlan: %w", plan.name, err)
		}
		last = proof.Verdict
	}
	decided := time.Since(start).Seconds()
	a.decided = append(a.decided, decided)
	outcome := fmt.Sprintf("%s after %.1f s", last, decided)
	found, err := a.newErrors(o, answer)
	var notCompiled oracleError
	if errors.As(err, &notCompiled) {
		a.refused[firstWords(last+", but not compiled: "+err.Error())]++
		return err.Error(), nil
	}
	if err != nil {
		return "", fmt.Errorf("%s: %w", plan.name, err)
	}
	v := a.verdicts[last]
	if v == nil {
		v = new(verdict)
		a.verdicts[last] = v
	}
	if v.plans++; len(found) == 0 {
		return outcome, nil
	}
	if v.breaking++; last == "proven" {
		a.broken = append(a.broken, plan.name+": "+found[0])
	}
	return outcome + ", breaks the build: " + found[0], nil
}

func isFalse(field *bool) bool { return field != nil && !*field }

// compilerError is an error of the TypeScript compiler, as the oracle reports it.
type compilerError struct {
	Code    int
	File    string
	Message string
}

// errorKind is what identifies an error before and after a plan. The message does not, since a plan may change the names in it.
type errorKind struct {
	code int
	file string // by its path before the plan
}

// newErrors applies a plan in memory, compiles the result, and returns the compiler's errors that the plan brings. If a file has more errors with
// the same code than before the plan, the plan brings the last of them.
func (a *applied) newErrors(o *oracle, answer plannedEdits) ([]string, error) {
	edits := []map[string]any{}
	for _, e := range answer.Edits {
		edits = append(edits, map[string]any{"filePath": o.below(e.FilePath), "textEdits": e.TextEdits})
	}
	moves, err := o.movedFiles(answer.FsMoves)
	if err != nil {
		return nil, err
	}
	var overlay struct{ Overlay json.RawMessage }
	if err := o.ask(map[string]any{"op": "apply", "edits": edits, "fsMoves": moves}, &overlay); err != nil {
		return nil, err
	}
	after, err := o.errorsAfter(overlay.Overlay, moves)
	if err != nil {
		return nil, err
	}
	was := map[string]string{}
	for _, m := range moves {
		was[m.To] = m.From
	}
	known := maps.Clone(a.before)
	var found []string
	for _, e := range after {
		kind := errorKind{e.Code, e.File}
		if from, moved := was[e.File]; moved {
			kind.file = from
		}
		if known[kind]--; known[kind] < 0 {
			found = append(found, fmt.Sprintf("%s TS%d %s", e.File, e.Code, e.Message))
		}
	}
	return found, nil
}

// errorsAfter compiles the project and returns the compiler's errors. Files of the overlay take the place of files on disk; a nil overlay has none.
func (o *oracle) errorsAfter(overlay json.RawMessage, moves []movedPath) ([]compilerError, error) {
	request := map[string]any{"op": "diagnostics"}
	if overlay != nil {
		request["overlay"], request["fsMoves"] = overlay, moves
	}
	var answer struct{ Errors []compilerError }
	err := o.ask(request, &answer)
	return answer.Errors, err
}

// movedFiles lists the files that move. A directory moves with all of its files.
func (o *oracle) movedFiles(moves []movedPath) ([]movedPath, error) {
	files := []movedPath{}
	for _, m := range moves {
		from, to := o.below(m.From), o.below(m.To)
		err := filepath.WalkDir(filepath.Join(o.root, from), func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() {
				return err
			}
			inside := strings.TrimPrefix(o.below(path), from)
			files = append(files, movedPath{from + inside, to + inside})
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	return files, nil
}

// firstWords shortens a reason, so that reasons of one kind are counted together.
func firstWords(reason string) string {
	words := strings.Fields(reason)
	return strings.Join(words[:min(len(words), 12)], " ")
}

// writeApplied writes a table of the random plans, as Markdown.
func (m *measurement) writeApplied(w io.Writer) error {
	lines := [][]string{
		{"project", "plan p50", "p95", "verdict p50", "p95", "verdict: plans, of which break the build", "not compiled"},
		slices.Repeat([]string{"---"}, 7),
	}
	var notes []string
	for _, a := range m.applied {
		var verdicts []string
		for _, name := range slices.Sorted(maps.Keys(a.verdicts)) {
			v := a.verdicts[name]
			verdicts = append(verdicts, fmt.Sprintf("%s: %d, %d", name, v.plans, v.breaking))
		}
		refused := 0
		for _, reason := range slices.Sorted(maps.Keys(a.refused)) {
			refused += a.refused[reason]
			notes = append(notes, fmt.Sprintf("\n- %s, not compiled, %d times: %s", a.project, a.refused[reason], reason))
		}
		at := func(samples []float64, q float64) string {
			if len(samples) == 0 {
				return ""
			}
			return seconds.format(quantile(samples, q))
		}
		lines = append(lines, []string{
			a.project, at(a.planned, 0.5), at(a.planned, 0.95), at(a.decided, 0.5), at(a.decided, 0.95),
			strings.Join(verdicts, "; "), strconv.Itoa(refused),
		})
		for _, broken := range a.broken {
			notes = append(notes, fmt.Sprintf("\n- %s, called proven, but it brings an error: %s", a.project, broken))
		}
	}
	if err := writeRows(w, lines); err != nil {
		return err
	}
	_, err := io.WriteString(w, strings.Join(notes, ""))
	return err
}
