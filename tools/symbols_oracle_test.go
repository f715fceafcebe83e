package tools_test

import (
	"cmp"
	"context"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"tsplan/runtime"
	"tsplan/tools/plan"
	"tsplan/tools/planner"
	"tsplan/tools/tool"
)

// navTree is the oracle's answer to navtree.
type navTree struct {
	Name, Kind string
	Ranges     []plan.Range
	NameRange  *plan.Range
	Children   []navTree
}

// symbols lists a tree as tsplan does: one symbol for each range, without imports and nameless functions.
func (n navTree) symbols() []navSymbol {
	var all []navSymbol
	for _, c := range n.Children {
		if c.Kind != "alias" && c.Name != "<function>" && c.Name != "<class>" {
			for _, r := range c.Ranges {
				all = append(all, navSymbol{c.Name, c.Kind, r, c.NameRange})
			}
		}
		all = append(all, c.symbols()...)
	}
	return all
}

func comparePlaces(a, b plan.Range) int {
	return cmp.Or(cmp.Compare(a.Start.Line, b.Start.Line), cmp.Compare(a.Start.Character, b.Start.Character),
		cmp.Compare(a.End.Line, b.End.Line), cmp.Compare(a.End.Character, b.End.Character))
}

// sourceFiles lists the TypeScript files below src of a project.
func sourceFiles(t testing.TB, dir string) []string {
	t.Helper()
	var files []string
	err := fs.WalkDir(os.DirFS(dir), "src", func(name string, d fs.DirEntry, err error) error {
		if strings.HasSuffix(name, ".ts") || strings.HasSuffix(name, ".tsx") {
			files = append(files, name)
		}
		return err
	})
	if err != nil || len(files) == 0 {
		t.Fatalf("%d source files: %v", len(files), err)
	}
	return files
}

// TestSymbolsOracle compares the symbols of every file of real packages, and all references to what stands at random
// identifiers and to random symbols, with what the typescript package on Node answers.
func TestSymbolsOracle(t *testing.T) {
	compares(t)
	each := byExtent(20, 50, 500) // questions of each sort
	o := startOracle(t)
	for _, name := range byExtent([]string{"query-core"}, oraclePackages, oraclePackages) {
		t.Run(name, func(t *testing.T) {
			random := rand.New(rand.NewPCG(20261121, 5))
			dir := layOutPackage(t, name)
			o.ask(t, map[string]any{"op": "open", "root": dir}, &struct{}{})
			h := start(t, runtime.Limits{}, dir)
			project := tool.Place{Root: dir, Name: "."}
			var questions []sampled
			symbols := 0
			files := sourceFiles(t, dir)
			for _, file := range files {
				tree := compareSymbols(t, o, h.planner, project, file)
				for _, s := range tree.symbols() {
					symbols++
					if s.nameRange != nil {
						questions = append(questions, sampled{File: file, Line: s.nameRange.Start.Line, Character: s.nameRange.Start.Character})
					}
				}
			}
			random.Shuffle(len(questions), func(i, j int) { questions[i], questions[j] = questions[j], questions[i] })
			var identifiers struct{ Requests []sampled }
			o.ask(t, map[string]any{"op": "sample", "seed": 20261121, "renames": each}, &identifiers)
			questions = append(questions[:each], identifiers.Requests...)
			references := 0
			for _, q := range questions {
				references += compareReferences(t, o, h.planner, project, q.File, plan.Position{Line: q.Line, Character: q.Character})
			}
			if references < len(questions) {
				t.Errorf("only %d references", references)
			}
			t.Logf("%d symbols in %d files; %d references in the answers to %d questions", symbols, len(files), references, len(questions))
		})
	}
}

func compareSymbols(t *testing.T, o *oracle, p *planner.Planner, project tool.Place, file string) navTree {
	t.Helper()
	var want struct{ Navtree navTree }
	o.ask(t, map[string]any{"op": "navtree", "file": file}, &want)
	got, err := symbolsOf(t.Context(), p, project, file)
	if err != nil {
		t.Fatal(err)
	}
	expected := want.Navtree.symbols()
	order := func(a, b navSymbol) int {
		return cmp.Or(comparePlaces(a.Range, b.Range), cmp.Compare(a.Name, b.Name), cmp.Compare(a.Kind, b.Kind))
	}
	slices.SortFunc(got, order)
	slices.SortFunc(expected, order)
	if diff := gocmp.Diff(expected, got, cmpopts.IgnoreUnexported(navSymbol{})); diff != "" {
		t.Errorf("%s -want +got:\n%s", file, diff)
	}
	return want.Navtree
}

// compareReferences asks for the references to what is at a position, its declarations too, and says how many there are.
func compareReferences(t *testing.T, o *oracle, p *planner.Planner, project tool.Place, file string, at plan.Position) int {
	t.Helper()
	var want struct{ References []referencePlace }
	o.ask(t, map[string]any{"op": "references", "file": file, "line": at.Line, "character": at.Character}, &want)
	expected := slices.DeleteFunc(want.References, func(r referencePlace) bool { // lib files
		return filepath.IsAbs(r.FilePath) || strings.HasPrefix(r.FilePath, "..")
	})
	got, err := allReferences(t.Context(), p, project, file, at)
	if err != nil {
		t.Errorf("%s:%+v: %v", file, at, err)
		return 0
	}
	order := func(a, b referencePlace) int {
		return cmp.Or(strings.Compare(a.FilePath, b.FilePath), comparePlaces(a.Range, b.Range))
	}
	slices.SortFunc(expected, order)
	slices.SortFunc(got, order)
	if diff := gocmp.Diff(expected, got, cmpopts.EquateEmpty()); diff != "" {
		t.Errorf("%s:%+v -want +got:\n%s", file, at, diff)
	}
	return len(got)
}

// navSymbol is a symbol as TypeScript's navigation tree has it.
type navSymbol struct {
	Name, Kind string
	Range      plan.Range
	nameRange  *plan.Range // nil where the oracle tells none
}

// symbolsOf lists the symbols of a file as the guest tells them. The tools show their lines only.
func symbolsOf(ctx context.Context, p *planner.Planner, place tool.Place, file string) ([]navSymbol, error) {
	var all []navSymbol
	err := p.Ask(ctx, place, nil, func(r *planner.Request) error {
		symbols, text, err := r.Outline(file)
		if err != nil {
			return err
		}
		for s := range symbols.All() {
			start, err := text.Position(s.Span.Start)
			if err != nil {
				return err
			}
			end, err := text.Position(s.Span.End)
			if err != nil {
				return err
			}
			all = append(all, navSymbol{Name: s.OwnName(), Kind: s.Kind, Range: plan.Range{Start: start, End: end}})
		}
		return nil
	})
	return all, err
}

// referencePlace is a reference, or a declaration of the symbol.
type referencePlace struct {
	FilePath   string
	Range      plan.Range
	Definition bool
}

// allReferences lists what the guest finds for the symbol at a position, declarations too.
func allReferences(ctx context.Context, p *planner.Planner, place tool.Place, file string, at plan.Position) ([]referencePlace, error) {
	var all []referencePlace
	err := p.Ask(ctx, place, nil, func(r *planner.Request) error {
		text, err := r.Text(file)
		if err != nil {
			return err
		}
		offset, err := text.Offset(at)
		if err != nil {
			return err
		}
		found, _, err := r.References(file, offset)
		if err != nil {
			return err
		}
		for _, ref := range found {
			text, err := r.Text(ref.Name)
			if err != nil {
				return err
			}
			start, err := text.Position(ref.At.Start)
			if err != nil {
				return err
			}
			end, err := text.Position(ref.At.End)
			if err != nil {
				return err
			}
			all = append(all, referencePlace{ref.Name, plan.Range{Start: start, End: end}, ref.Definition})
		}
		return nil
	})
	return all, err
}
