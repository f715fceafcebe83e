package tools_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"tsplan/hostfs/hostfstest"
	"tsplan/runtime"
	"tsplan/tools/plan"
	"tsplan/tools/planner"
	"tsplan/tools/serena"
)

// roundTrip edits the files of a project.
type roundTrip struct {
	*harness
	oracle *oracle
	dir    string
	files  map[string]string
	errors []json.RawMessage // that the project has as it is
}

// insertion is a function that is put beside the index-th symbol of a file.
type insertion struct {
	tool, file, path, name string
	index                  int
	edits                  plan.FileTextEdits
}

// apart is how far from each other symbols are, in one file, beside which something is inserted at once: what is next to
// most insertions is as it was.
const apart = 3

// beside reports whether two insertions should not be made at once.
func (i insertion) beside(j insertion) bool {
	return i.file == j.file && (max(i.index-j.index, j.index-i.index) < apart || i.edits.TextEdits[0].Range == j.edits.TextEdits[0].Range)
}

// TestSymbolEditsRoundTrip takes every symbol at the top of every file of a real package: replacing it by itself changes
// nothing, and what is inserted before or after it (with -extent all both) compiles, and leaves no trace when it is deleted.
func TestSymbolEditsRoundTrip(t *testing.T) {
	compares(t)
	dir := layOutPackage(t, "query-core")
	r := &roundTrip{start(t, runtime.Limits{}, dir), startOracle(t), dir, map[string]string{}, nil}
	r.oracle.ask(t, map[string]any{"op": "open", "root": dir}, &struct{}{})
	r.errors = r.diagnostics(t, nil)
	symbols, inserted := 0, 0
	var rounds [][]insertion
	for n, file := range sourceFiles(t, dir) {
		data, err := os.ReadFile(filepath.Join(dir, file))
		if err != nil {
			t.Fatal(err)
		}
		r.files[file] = string(data)
		if n%byExtent(5, 1, 1) != 0 {
			continue
		}
		for i, path := range r.topLevel(t, file) {
			symbols++
			r.replaceByItself(t, file, path)
			sides := []string{"insert_before_symbol", "insert_after_symbol"}
			if *extent != "all" { // in turn: both take minutes
				sides = sides[i%2:][:1]
			}
			for _, tool := range sides {
				inserted++
				ins := insertion{tool: tool, file: file, path: path, name: fmt.Sprintf("tsplanInserted%d", i), index: i}
				r.insert(t, &ins)
				at := slices.IndexFunc(rounds, func(round []insertion) bool { return !slices.ContainsFunc(round, ins.beside) })
				if at < 0 {
					rounds, at = append(rounds, nil), len(rounds)
				}
				rounds[at] = append(rounds[at], ins)
			}
		}
	}
	deleted := 0
	for _, round := range rounds {
		deleted += r.insertAndDelete(t, round)
	}
	if symbols == 0 || deleted != inserted {
		t.Errorf("%d of %d insertions left no trace, beside %d symbols", deleted, inserted, symbols)
	}
	t.Logf("%d symbols in %d files; %d insertions compiled in %d rounds and were deleted", symbols, len(r.files), deleted, len(rounds))
}

func (r *roundTrip) topLevel(t *testing.T, file string) []string {
	t.Helper()
	var overview serena.OverviewResult
	r.answer(t, "get_symbols_overview", map[string]any{"relative_path": file}, &overview)
	if overview.NextOffset != 0 {
		t.Fatalf("%s: the overview has several pages", file)
	}
	var paths []string
	for _, s := range overview.Symbols {
		path := s.NamePath
		if path == "" {
			path = s.Name
		}
		paths = append(paths, "/"+path)
	}
	return paths
}

func (r *roundTrip) replaceByItself(t *testing.T, file, path string) {
	t.Helper()
	var found serena.FindResult
	r.answer(t, "find_symbol", map[string]any{
		"name_path": path, "relative_path": file, "include_body": true, "substring_matching": false, "max_answer_chars": 1 << 20,
	}, &found)
	if len(found.Symbols) != 1 {
		t.Errorf("%s %s: %d symbols", file, path, len(found.Symbols))
		return
	}
	var edit planner.EditResult
	r.answer(t, "replace_symbol_body", map[string]any{"name_path": path, "relative_path": file, "new_body": found.Symbols[0].Body}, &edit)
	if len(edit.Edits) > 0 {
		t.Errorf("%s %s: replacing it by itself is %+v", file, path, edit.Edits)
	}
}

func (r *roundTrip) insert(t *testing.T, ins *insertion) {
	t.Helper()
	var edit planner.EditResult
	block := fmt.Sprintf("function %s(): number {\n  return 1;\n}", ins.name)
	r.answer(t, ins.tool, map[string]any{"name_path": ins.path, "relative_path": ins.file, "content": block}, &edit)
	ins.edits = r.only(t, edit.Edits)
	if after := r.apply(t, ins.edits, r.files[ins.file]); !strings.Contains(after, block) {
		t.Errorf("%s %s %s: the text is not there", ins.tool, ins.file, ins.path)
	}
}

// insertAndDelete makes some insertions at once, has the result compiled, and deletes each. It says how many of them left
// the rest as it was.
func (r *roundTrip) insertAndDelete(t *testing.T, round []insertion) (deleted int) {
	t.Helper()
	before, after := map[string]string{}, map[string]string{}
	for _, ins := range round {
		before[ins.file], after[ins.file] = r.files[ins.file], r.with(t, round, ins.file, "")
	}
	if diff := gocmp.Diff(r.errors, r.diagnostics(t, after)); diff != "" {
		t.Errorf("%+v: -without +with:\n%s", round, diff)
	}
	hostfstest.WriteAll(t, r.dir, after)
	defer hostfstest.WriteAll(t, r.dir, before)
	for _, ins := range round {
		var answer planner.DeleteResult
		r.answer(t, "safe_delete_symbol", map[string]any{"name_path": "/" + ins.name, "relative_path": ins.file}, &answer)
		if !answer.CanDelete {
			t.Errorf("%s: %s", ins.file, answer.Reason)
			continue
		}
		want := r.with(t, round, ins.file, ins.name)
		if got := r.apply(t, r.only(t, answer.Edits), after[ins.file]); got != want {
			t.Errorf("%s beside %s of %s, then deleted: -want +got:\n%s", ins.tool, ins.path, ins.file, gocmp.Diff(want, got))
			continue
		}
		deleted++
	}
	return deleted
}

// with is a file with the insertions of a round, but for the one of that name.
func (r *roundTrip) with(t *testing.T, round []insertion, file, without string) string {
	t.Helper()
	var all []plan.TextEdit
	for _, ins := range round {
		if ins.file == file && ins.name != without {
			all = append(all, ins.edits.TextEdits...)
		}
	}
	slices.SortFunc(all, func(a, b plan.TextEdit) int { return comparePlaces(b.Range, a.Range) })
	out := r.files[file]
	text, err := plan.NewText([]byte(out))
	if err != nil {
		t.Fatal(err)
	}
	for _, edit := range all { // the last one first
		at, err := text.Offset(edit.Range.Start)
		if err != nil || edit.Range.Start != edit.Range.End {
			t.Fatalf("%s: %+v: %v", file, edit, err)
		}
		head, err := text.Slice(0, at)
		if err != nil {
			t.Fatal(err)
		}
		out = head + edit.NewText + out[len(head):]
	}
	return out
}

// only is the edits of one file, the only one of a plan.
func (r *roundTrip) only(t *testing.T, edits []plan.FileTextEdits) plan.FileTextEdits {
	t.Helper()
	if len(edits) != 1 {
		t.Fatalf("edits of %d files", len(edits))
	}
	edit := edits[0]
	edit.FilePath = strings.TrimPrefix(edit.FilePath, r.dir+string(filepath.Separator))
	return edit
}

func (r *roundTrip) apply(t *testing.T, edit plan.FileTextEdits, text string) string {
	t.Helper()
	after, err := plan.Apply(edit, []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return string(after)
}

func (r *roundTrip) diagnostics(t *testing.T, overlay map[string]string) []json.RawMessage {
	t.Helper()
	var answer struct{ Errors []json.RawMessage }
	r.oracle.ask(t, map[string]any{"op": "diagnostics", "overlay": overlay}, &answer)
	return answer.Errors
}
