package tools_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"tsplan/runtime"
	"tsplan/tools/plan"
	"tsplan/tools/planner"
	"tsplan/tools/serena"
)

const insertedBlock = "function tsplanInserted(): number {\n  return 1;\n}"

// roundTrip edits the files of a project.
type roundTrip struct {
	*harness
	oracle *oracle
	dir    string
	errors []json.RawMessage // that the project has as it is
}

// TestSymbolEditsRoundTrip takes the symbols at the top of every file of a real package: replacing one by itself
// changes nothing, and what is inserted before or after it compiles, and leaves no trace when it is deleted.
func TestSymbolEditsRoundTrip(t *testing.T) {
	dir := layOutPackage(t, "query-core")
	r := &roundTrip{start(t, runtime.Limits{}, dir), startOracle(t), dir, nil}
	r.oracle.ask(t, map[string]any{"op": "open", "root": dir}, &struct{}{})
	r.errors = r.diagnostics(t, nil)
	symbols := map[string][]string{}
	most, all := 0, 0
	for _, file := range sourceFiles(t, dir) {
		symbols[file] = r.topLevel(t, file)
		most = max(most, len(symbols[file]))
		all += len(symbols[file])
	}
	each, step := 1, 1
	if !*full {
		each, step = 8, most/2+1
	}
	for file, paths := range symbols {
		for i := 0; i < len(paths); i += each {
			r.replaceByItself(t, file, paths[i])
		}
	}
	for i := 0; i < most; i += step {
		for _, tool := range []string{"insert_before_symbol", "insert_after_symbol"} {
			r.insertAndDelete(t, tool, symbols, i)
		}
	}
	t.Logf("%d symbols in %d files", all, len(symbols))
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

// insertAndDelete inserts beside the i-th symbol of every file that has one.
func (r *roundTrip) insertAndDelete(t *testing.T, tool string, symbols map[string][]string, i int) {
	t.Helper()
	before, after := map[string]string{}, map[string]string{}
	for file, paths := range symbols {
		if i >= len(paths) {
			continue
		}
		var edit planner.EditResult
		r.answer(t, tool, map[string]any{"name_path": paths[i], "relative_path": file, "content": insertedBlock}, &edit)
		data, err := os.ReadFile(filepath.Join(r.dir, file))
		if err != nil {
			t.Fatal(err)
		}
		before[file], after[file] = string(data), r.apply(t, edit.Edits, data)
		if !strings.Contains(after[file], insertedBlock) {
			t.Errorf("%s %s %s: the text is not there", tool, file, paths[i])
		}
	}
	if diff := gocmp.Diff(r.errors, r.diagnostics(t, after)); diff != "" {
		t.Errorf("%s, symbol %d of each file: -without +with:\n%s", tool, i, diff)
	}
	writeFiles(t, r.dir, after)
	defer writeFiles(t, r.dir, before)
	for file := range after {
		var deleted planner.DeleteResult
		r.answer(t, "safe_delete_symbol", map[string]any{"name_path": "/tsplanInserted", "relative_path": file}, &deleted)
		if !deleted.CanDelete {
			t.Errorf("%s: %s", file, deleted.Reason)
			continue
		}
		if got := r.apply(t, deleted.Edits, []byte(after[file])); got != before[file] {
			t.Errorf("%s beside %s of %s, then deleted: -want +got:\n%s", tool, symbols[file][i], file, gocmp.Diff(before[file], got))
		}
	}
}

func (r *roundTrip) apply(t *testing.T, edits []plan.FileTextEdits, data []byte) string {
	t.Helper()
	if len(edits) != 1 {
		t.Fatalf("edits of %d files", len(edits))
	}
	edit := edits[0]
	edit.FilePath = strings.TrimPrefix(edit.FilePath, r.dir+string(filepath.Separator))
	after, err := plan.Apply(edit, data)
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
