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
				all = append(all, navSymbol{Name: c.Name, Kind: c.Kind, Range: r})
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

// TestSymbolsOracle compares the symbols of real files and the references to some of them with what the typescript
// package on Node answers.
func TestSymbolsOracle(t *testing.T) {
	o := startOracle(t)
	random := rand.New(rand.NewPCG(20261121, 5))
	for _, name := range []string{"query-core", "redux-toolkit", "rxjs"} {
		t.Run(name, func(t *testing.T) {
			dir := layOutPackage(t, name)
			o.ask(t, map[string]any{"op": "open", "root": dir}, &struct{}{})
			h := start(t, runtime.Limits{}, dir)
			p, project := h.planner, tool.Place{Root: dir, Name: "."}
			files := sourceFiles(t, dir)
			random.Shuffle(len(files), func(i, j int) { files[i], files[j] = files[j], files[i] })
			asked, compared := 0, 0
			for i, file := range files {
				if !*full && i >= 40 {
					break
				}
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
				if diff := gocmp.Diff(expected, got); diff != "" {
					t.Errorf("%s -want +got:\n%s", file, diff)
				}
				compared += len(got)
				named := slices.DeleteFunc(want.Navtree.Children, func(n navTree) bool { return n.NameRange == nil || n.Kind == "alias" })
				if len(named) > 0 && (*full || i < 10) {
					s := named[random.IntN(len(named))]
					asked++
					compareReferences(t, o, p, project, file, s.NameRange.Start)
				}
			}
			if compared == 0 || asked == 0 {
				t.Errorf("%d symbols and %d questions for references were compared", compared, asked)
			}
			t.Logf("%d symbols, %d questions for references", compared, asked)
		})
	}
}

func compareReferences(t *testing.T, o *oracle, p *planner.Planner, project tool.Place, file string, at plan.Position) {
	t.Helper()
	var want struct {
		References []struct {
			FilePath string
			Range    plan.Range
		}
	}
	o.ask(t, map[string]any{"op": "references", "file": file, "line": at.Line, "character": at.Character}, &want)
	var expected []referencePlace
	for _, r := range want.References {
		if !filepath.IsAbs(r.FilePath) && !strings.HasPrefix(r.FilePath, "..") { // a lib file
			expected = append(expected, referencePlace{File: r.FilePath, Range: r.Range})
		}
	}
	got, err := allReferences(t.Context(), p, project, file, at)
	if err != nil {
		t.Errorf("%s:%+v: %v", file, at, err)
		return
	}
	order := func(a, b referencePlace) int {
		return cmp.Or(strings.Compare(a.File, b.File), comparePlaces(a.Range, b.Range))
	}
	slices.SortFunc(expected, order)
	slices.SortFunc(got, order)
	if diff := gocmp.Diff(slices.Compact(expected), slices.Compact(got)); diff != "" {
		t.Errorf("%s:%+v -want +got:\n%s", file, at, diff)
	}
}

// navSymbol is a symbol as TypeScript's navigation tree has it.
type navSymbol struct {
	Name, Kind string
	Range      plan.Range
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
			all = append(all, navSymbol{s.OwnName(), s.Kind, plan.Range{Start: start, End: end}})
		}
		return nil
	})
	return all, err
}

// referencePlace is a reference, or a declaration of the symbol.
type referencePlace struct {
	File  string
	Range plan.Range
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
			all = append(all, referencePlace{ref.Name, plan.Range{Start: start, End: end}})
		}
		return nil
	})
	return all, err
}
