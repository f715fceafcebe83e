package tools_test

import (
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"tsplan/hostfs/hostfstest"
	"tsplan/runtime"
	"tsplan/tools/plan"
	"tsplan/tools/planner"
)

// corpusPath leads to cases from TypeScript's own tests with the answers of its language service.
const corpusPath = "../../shared/corpus/compiler-cases.json"

type corpusCase struct {
	Name, Kind, Tsconfig string
	Files                map[string]string
	Symlinks             []struct{ Path, Target string }
	Materialisable       bool
	Requests             []corpusRequest
	Expected             []corpusExpectation
}

type corpusRequest struct {
	File, NewName, OldPath, NewPath string
	Line, Character                 int
	FilesBefore                     map[string]string
}

type corpusExpectation struct {
	Plain    corpusPlan
	Prefix   json.RawMessage // a corpusPlan, or "same as plain"
	Variants []struct {
		Options struct{ Strings, Comments, Prefix bool }
		Result  corpusPlan
	}
	OraclePlan      corpusPlan
	NewFileContents map[string]string
}

type corpusPlan struct {
	CanRename bool
	Error     string
	Edits     []plan.FileTextEdits
}

func readCorpus(t *testing.T) []corpusCase {
	t.Helper()
	data, err := os.ReadFile(filepath.FromSlash(corpusPath))
	if errors.Is(err, fs.ErrNotExist) {
		if os.Getenv("CI") == "true" {
			t.Fatalf("the compiler cases are missing: CI wants them at %s from this directory", corpusPath)
		}
		t.Skipf("the compiler cases are not at %s from this directory; testdata/plans covers what they cover", corpusPath)
	}
	if err != nil {
		t.Fatal(err)
	}
	var corpus struct{ Cases []corpusCase }
	if err := json.Unmarshal(data, &corpus); err != nil {
		t.Fatal(err)
	}
	return corpus.Cases
}

// TestCorpus asks for every rename and move of TypeScript's own test cases.
func TestCorpus(t *testing.T) {
	t.Parallel()
	asked := 0
	used := map[string]bool{}
	for _, c := range readCorpus(t) {
		if !c.Materialisable {
			continue
		}
		t.Run(c.Name, func(t *testing.T) {
			dir := hostfstest.LayOut(t, c.Files)
			for _, link := range c.Symlinks {
				at := filepath.Join(dir, filepath.FromSlash(link.Path))
				if err := os.MkdirAll(filepath.Dir(at), 0o755); err != nil {
					t.Fatal(err)
				}
				target, err := filepath.Rel(filepath.Dir(at), filepath.Join(dir, filepath.FromSlash(link.Target)))
				if err != nil {
					t.Fatal(err)
				}
				if err := os.Symlink(target, at); err != nil {
					t.Fatal(err)
				}
			}
			h := start(t, runtime.Limits{}, dir)
			for i, request := range c.Requests {
				if c.Kind == "rename" {
					h.corpusRename(t, c, i, dir, request, used)
				} else {
					h.corpusMove(t, c, i, dir, request)
				}
				asked++
			}
		})
	}
	for name := range betterThanTypeScript {
		if !used[name] {
			t.Errorf("%s is listed as better than TypeScript and is not", name)
		}
	}
	t.Logf("%d requests", asked)
}

func (h *harness) corpusRename(t *testing.T, c corpusCase, i int, dir string, r corpusRequest, used map[string]bool) {
	expected := c.Expected[i]
	var prefixed corpusPlan
	if string(expected.Prefix) == `"same as plain"` {
		prefixed = expected.Plain
	} else if err := json.Unmarshal(expected.Prefix, &prefixed); err != nil {
		t.Fatal(err)
	}
	check := func(variant string, want corpusPlan, prefix, inStrings, inComments bool) {
		t.Helper()
		var got planner.RenameResult
		h.answer(t, "planRenameSymbol", map[string]any{
			"projectRoot": path.Dir(path.Join(dir, c.Tsconfig)), "filePath": filepath.Join(dir, r.File),
			"line": r.Line, "character": r.Character, "newName": r.NewName,
			"providePrefixAndSuffixText": prefix, "findInStrings": inStrings, "findInComments": inComments, "verify": false,
		}, &got)
		if better, ok := betterThanTypeScript[c.Name]; ok && want.CanRename && strings.Contains(got.Reason, better) {
			used[c.Name] = true
			return
		}
		if got.CanRename != want.CanRename {
			t.Errorf("%s, request %d (%s:%d:%d): canRename %v (%s), want %v (%s)", variant, i, r.File, r.Line, r.Character,
				got.CanRename, got.Reason, want.CanRename, want.Error)
			return
		}
		if diff := cmp.Diff(normal(want.Edits, ""), normal(got.Edits, dir)); diff != "" {
			t.Errorf("%s, request %d (%s:%d:%d) -want +got:\n%s", variant, i, r.File, r.Line, r.Character, diff)
		}
	}
	check("prefix", prefixed, true, false, false)
	check("plain", expected.Plain, false, false, false)
	for _, v := range expected.Variants {
		check("variant", v.Result, v.Options.Prefix, v.Options.Strings, v.Options.Comments)
	}
}

// betterThanTypeScript lists the cases in which TypeScript plans what tsplan refuses, with words of the reason.
var betterThanTypeScript = map[string]string{
	// The symbol is declared in node_modules, which no plan edits.
	"findAllRefsImportStarOfExportEquals": "belongs to a dependency",
	"renameFromNodeModulesDep2":           "belongs to a dependency",
	// <MainButton/> would become <renamedByTest/>, which is an HTML element.
	"tsxRename9": "HTML element",
}

// keepsDot lists the cases in which tsplan keeps the "./" of a path in tsconfig.json that TypeScript drops. Without
// baseUrl a `paths` entry without it is an error (TS5090).
var keepsDot = map[string]bool{"getEditsForFileRename_tsconfig": true}

// belowBase lists the cases in which TypeScript edits a value of `paths` as if it were not relative to baseUrl, with the
// line of that edit. There baseUrl follows the move, and the value leads to the new place as it is.
var belowBase = map[string]int{"getEditsForFileRename_tsconfig": 4}

func (h *harness) corpusMove(t *testing.T, c corpusCase, i int, dir string, r corpusRequest) {
	if r.FilesBefore != nil {
		// The disk changes between two requests of one session.
		for name := range c.Files {
			if err := os.Remove(filepath.Join(dir, name)); err != nil {
				t.Fatal(err)
			}
		}
		hostfstest.WriteAll(t, dir, r.FilesBefore)
	}
	tool, arguments := "planFileMove", map[string]any{"oldPath": r.OldPath, "newPath": r.NewPath}
	if info, err := os.Stat(filepath.Join(dir, r.OldPath)); err == nil && info.IsDir() {
		tool, arguments = "planDirectoryMove", map[string]any{"oldDir": r.OldPath, "newDir": r.NewPath}
	}
	arguments["projectRoot"], arguments["verify"] = dir, false
	var got planner.MoveResult
	h.answer(t, tool, arguments, &got)
	edits := normal(got.Edits, dir)
	if keepsDot[c.Name] {
		for _, f := range edits {
			for j, e := range f.TextEdits {
				f.TextEdits[j].NewText = strings.TrimPrefix(e.NewText, "./")
			}
		}
	}
	want := normal(c.Expected[i].OraclePlan.Edits, "")
	if line, ok := belowBase[c.Name]; ok {
		for j, f := range want {
			want[j].TextEdits = slices.DeleteFunc(f.TextEdits, func(e plan.TextEdit) bool { return e.Range.Start.Line == line })
		}
	}
	if diff := cmp.Diff(want, edits); diff != "" {
		t.Errorf("request %d -want +got:\n%s", i, diff)
	}
}

// normal makes plans comparable with TypeScript's: relative paths, files and edits sorted, no hashes, no files without
// edits, no confidence.
func normal(edits []plan.FileTextEdits, dir string) []plan.FileTextEdits {
	out := []plan.FileTextEdits{}
	for _, f := range edits {
		if len(f.TextEdits) == 0 {
			continue
		}
		name := f.FilePath
		if dir != "" {
			name = filepath.ToSlash(strings.TrimPrefix(name, dir+string(filepath.Separator)))
		}
		list := slices.Clone(f.TextEdits)
		for i := range list {
			list[i].Confidence = ""
		}
		slices.SortFunc(list, func(a, b plan.TextEdit) int {
			return (a.Range.Start.Line-b.Range.Start.Line)<<20 + a.Range.Start.Character - b.Range.Start.Character
		})
		out = append(out, plan.FileTextEdits{FilePath: name, TextEdits: slices.Compact(list)})
	}
	slices.SortFunc(out, func(a, b plan.FileTextEdits) int { return strings.Compare(a.FilePath, b.FilePath) })
	return out
}
