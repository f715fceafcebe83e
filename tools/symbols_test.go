package tools_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"tsplan/hostfs/hostfstest"
	"tsplan/runtime"
	"tsplan/tools"
	"tsplan/tools/kept"
	"tsplan/tools/lsap"
	"tsplan/tools/planner"
	"tsplan/tools/serena"
	"tsplan/tools/tool"
)

func found(t *testing.T, h *harness, namePath string) []string {
	t.Helper()
	var out serena.FindResult
	h.answer(t, "find_symbol", map[string]any{"name_path": namePath}, &out)
	var where []string
	for _, s := range out.Symbols {
		where = append(where, fmt.Sprintf("%s:%d %s", s.RelativePath, s.LineStart, s.NamePath))
	}
	return where
}

// The index follows the disk: files that changed, came and went, build output that a tsconfig names, and files that no
// tsconfig includes.
func TestFindSymbolFollowsTheDisk(t *testing.T) {
	dir := hostfstest.LayOut(t, map[string]string{
		"tsconfig.json":                 `{"include":["src"]}`,
		"src/a.ts":                      "export const wanted = 1;\n",
		"src/deep/b.tsx":                "export function other() {}\n",
		"scripts/run.mjs":               "export const wantedInScript = 1;\n",
		"dist/a.js":                     "export const wanted = 1;\n",
		"node_modules/x/index.ts":       "export const wanted = 1;\n",
		".hidden/a.ts":                  "export const wanted = 1;\n",
		"src/node_modules/y/index.d.ts": "export const wanted: 1;\n",
	})
	h := start(t, runtime.Limits{}, dir)
	want := func(lines ...string) {
		t.Helper()
		if got := found(t, h, "wanted"); !slices.Equal(got, lines) {
			t.Errorf("got %q, want %q", got, lines)
		}
	}
	want("dist/a.js:1 wanted", "src/a.ts:1 wanted", "scripts/run.mjs:1 wantedInScript")
	hostfstest.WriteAll(t, dir, map[string]string{"tsconfig.json": `{"compilerOptions":{"outDir":"dist"},"include":["src"]}`})
	want("src/a.ts:1 wanted", "scripts/run.mjs:1 wantedInScript")
	hostfstest.WriteAll(t, dir, map[string]string{"src/a.ts": "\n\nexport function wanted() {}\n", "src/deep/c.ts": "class C { wanted() {} }\n"})
	want("src/a.ts:3 wanted", "src/deep/c.ts:1 C/wanted", "scripts/run.mjs:1 wantedInScript")
	if err := os.Remove(filepath.Join(dir, "src/a.ts")); err != nil {
		t.Fatal(err)
	}
	hostfstest.WriteAll(t, dir, map[string]string{"src/deep/b.tsx": "export function other() { const wanted = 1; }\n"})
	want("src/deep/b.tsx:1 other/wanted", "src/deep/c.ts:1 C/wanted", "scripts/run.mjs:1 wantedInScript")
	var within serena.FindResult
	h.answer(t, "find_symbol", map[string]any{"name_path": "wanted", "relative_path": "src/deep/c.ts"}, &within)
	if len(within.Symbols) != 1 {
		t.Errorf("%+v", within)
	}
	for path, want := range map[string]string{"../x": "outside_root: ", "nothing": "not_found: ", "tsconfig.json": "invalid_argument: "} {
		if _, failure := h.call(t, "find_symbol", map[string]any{"name_path": "x", "relative_path": path}); !strings.HasPrefix(failure, want) {
			t.Errorf("%s: %s", path, failure)
		}
	}
}

// A file that is not UTF-8 has no symbols, and keeps nothing else from being found; one that does not parse has those
// that can be made out.
func TestFindSymbolInOddFiles(t *testing.T) {
	dir := hostfstest.LayOut(t, map[string]string{
		"tsconfig.json": `{ broken`,
		"latin1.ts":     "export const wanted = '\xe9';\n",
		"utf16.ts":      "\xff\xfee\x00x\x00",
		"bom.ts":        "\xef\xbb\xbfexport const wanted = '😀'; export const wantedToo = 1;\r\n",
		"broken.ts":     "class {{{ wanted( { ]\nexport const wanted = 1;",
	})
	h := start(t, runtime.Limits{}, dir)
	got := found(t, h, "wanted")
	if !slices.Contains(got, "bom.ts:1 wanted") || !slices.Contains(got, "bom.ts:1 wantedToo") {
		t.Errorf("%q", got)
	}
}

// An overview makes the guest read one file, and not the project around it.
func TestOverviewDoesNotLoadTheProject(t *testing.T) {
	dir := hostfstest.LayOut(t, map[string]string{
		"tsconfig.json": `{"include":["src"]}`,
		"src/a.ts":      "import { b } from './b';\nexport const a = b;\n",
		"src/b.ts":      "export const b = 1;\n",
	})
	h := start(t, runtime.Limits{}, dir)
	var loaded []string
	_, err := serena.Overview(t.Context(), h.planner, tool.Place{Root: dir, Name: "."}, serena.OverviewParams{RelativePath: "src/a.ts"},
		func(_ int, name string) { loaded = append(loaded, name) })
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(loaded, []string{"src/a.ts"}) {
		t.Errorf("loaded %q", loaded)
	}
}

// large is a project whose answers do not fit.
func large(t *testing.T) (*harness, string) {
	files := map[string]string{"tsconfig.json": `{"include":["src"]}`, "src/base.ts": "export class Base {}\n"}
	for i := range 200 {
		var b strings.Builder
		fmt.Fprintf(&b, "import { Base } from './base';\n/** Number %d, %s. */\nexport class Common%d extends Base {\n", i, strings.Repeat("with words ", 20), i)
		for j := range 4 {
			fmt.Fprintf(&b, "  method%d(base: Base): Base { return base ?? new Base(); /* %s */ }\n", j, strings.Repeat("text ", 20))
		}
		files[fmt.Sprintf("src/file%03d.ts", i)] = b.String() + "}\n"
	}
	dir := hostfstest.LayOut(t, files)
	return start(t, runtime.Limits{}, dir), dir
}

// Every answer fits, says what it leaves out, and the pages together are the whole.
func TestAnswersFit(t *testing.T) {
	t.Parallel()
	h, dir := large(t)
	const most = 100_000 // 25,000 tokens of 4 bytes
	for _, call := range []struct {
		tool      string
		arguments map[string]any
		leftOut   string
	}{
		{"find_symbol", map[string]any{"name_path": "Common", "include_body": true, "depth": 1}, "bodies: ask with include_body"},
		{"find_symbol", map[string]any{"name_path": "method"}, "more: ask with offset"},
		{"find_symbol", map[string]any{"name_path": "Common", "max_answer_chars": 5000}, "more: ask with offset"},
		{"find_referencing_symbols", map[string]any{"name_path": "Base", "relative_path": "src/base.ts"}, "code: ask with a smaller limit"},
		{"type_hierarchy", map[string]any{"name_path": "Base", "relative_path": "src/base.ts", "max_answer_chars": 5000}, " more: ask"},
		{"safe_delete_symbol", map[string]any{"name_path": "Base", "relative_path": "src/base.ts"}, "the first 50 are shown"},
		{"rename_preview", map[string]any{"locate": "src/base.ts:Base", "new_name": "Root", "show_diffs": true}, "did not fit: get_plan"},
		{"rename_symbol", map[string]any{"name_path": "Base", "relative_path": "src/base.ts", "new_name": "Root"}, "get_plan"},
		{"planRenameSymbol", map[string]any{"projectRoot": dir, "locate": "src/base.ts:Base", "newName": "Root"}, "get_plan"},
		{"planFileMove", map[string]any{"projectRoot": dir, "oldPath": "src/base.ts", "newPath": "src/other/base.ts"}, ""},
	} {
		raw, failure := h.call(t, call.tool, call.arguments)
		if failure != "" {
			t.Errorf("%s: %s", call.tool, failure)
			continue
		}
		if len(raw) > most || !strings.Contains(string(raw), call.leftOut) {
			t.Errorf("%s %v answers with %d bytes: ...%s", call.tool, call.arguments, len(raw), raw[max(0, len(raw)-300):])
		}
	}
}

func TestPagesAreTheWhole(t *testing.T) {
	t.Parallel()
	h, _ := large(t)
	var all []string
	for offset := 0; ; {
		var page serena.FindResult
		h.answer(t, "find_symbol", map[string]any{"name_path": "method", "offset": offset}, &page)
		for _, s := range page.Symbols {
			all = append(all, s.RelativePath+" "+s.NamePath)
		}
		if page.Total != 800 {
			t.Fatalf("total %d", page.Total)
		}
		if page.NextOffset == 0 {
			break
		}
		offset = page.NextOffset
	}
	if len(all) != 800 || !slices.IsSorted(all) || len(slices.Compact(all)) != 800 {
		t.Errorf("%d symbols", len(all))
	}

	var preview lsap.PreviewResult
	h.answer(t, "rename_preview", map[string]any{"locate": "src/base.ts:Base", "new_name": "Root", "max_files": 3}, &preview)
	if preview.TotalFiles != 201 || len(preview.Changes) != 3 || !preview.HasMoreFiles {
		t.Errorf("%+v", preview)
	}
	edited := map[string]bool{}
	for offset := 0; ; {
		var page kept.GetPlanResult
		h.answer(t, "get_plan", map[string]any{"planId": preview.PlanID, "offset": offset}, &page)
		for _, f := range page.Edits {
			edited[f.FilePath] = true
		}
		if offset = page.NextOffset; offset == 0 {
			break
		}
	}
	if len(edited) != 201 {
		t.Errorf("%d files", len(edited))
	}
	for _, bad := range []map[string]any{{"planId": preview.PlanID, "offset": 202}, {"planId": preview.PlanID, "limit": -1}} {
		if _, failure := h.call(t, "get_plan", bad); !strings.HasPrefix(failure, "invalid_argument: ") {
			t.Errorf("%v: %s", bad, failure)
		}
	}
}

// A plan is had only in the root that it was made for.
func TestGetPlanStaysInItsRoot(t *testing.T) {
	files := map[string]string{"tsconfig.json": `{}`, "a.ts": "export const a = 1;\n"}
	one, two := hostfstest.LayOut(t, files), hostfstest.LayOut(t, files)
	h := start(t, runtime.Limits{}, one, two)
	var preview lsap.PreviewResult
	h.answer(t, "rename_preview", map[string]any{"locate": "a.ts:a", "new_name": "b", "projectRoot": one}, &preview)
	var page kept.GetPlanResult
	h.answer(t, "get_plan", map[string]any{"planId": preview.PlanID, "projectRoot": one}, &page)
	if len(page.Edits) != 1 || page.TotalFiles != 1 || page.NextOffset != 0 {
		t.Errorf("%+v", page)
	}
	if _, failure := h.call(t, "get_plan", map[string]any{"planId": preview.PlanID, "projectRoot": two}); !strings.HasPrefix(failure, "not_found: ") {
		t.Error(failure)
	}
}

func TestToolsets(t *testing.T) {
	for _, test := range []struct {
		sets []string
		want string
	}{
		{[]string{"plan"}, "get_plan planBatch planDirectoryMove planFileMove planRenameSymbol verifyPlan"},
		{[]string{"lsap", "lsap"}, "get_plan rename_preview"},
		{[]string{"serena"}, "find_referencing_symbols find_symbol get_plan get_symbols_overview insert_after_symbol insert_before_symbol rename_symbol replace_symbol_body safe_delete_symbol type_hierarchy"},
		{[]string{"navigate"}, "find_declaration find_implementations get_diagnostics get_plan locate"},
		{[]string{"jetbrains"}, "get_plan jet_brains_find_referencing_symbols jet_brains_find_symbol jet_brains_get_symbols_overview jet_brains_type_hierarchy"},
	} {
		offered, err := tools.Toolsets(&planner.Planner{}, test.sets)
		if err != nil {
			t.Fatal(err)
		}
		var names []string
		for _, tool := range offered {
			names = append(names, tool.Name)
		}
		slices.Sort(names)
		if got := strings.Join(names, " "); got != test.want {
			t.Errorf("%v: got %s", test.sets, got)
		}
		text := tools.InstructionsFor(test.sets)
		if strings.Contains(text, "find_symbol") != slices.Contains(test.sets, "serena") {
			t.Errorf("%v: %s", test.sets, text)
		}
	}
	for _, bad := range [][]string{nil, {"plan", "nothing"}} {
		if _, err := tools.Toolsets(&planner.Planner{}, bad); err == nil {
			t.Errorf("%v is taken", bad)
		}
	}
}

// A plan that is too long for an answer is cut after whole files, says so, and get_plan has the rest.
func TestLongPlansAreCut(t *testing.T) {
	t.Parallel()
	h, dir := large(t)
	arguments := map[string]any{"projectRoot": dir, "locate": "src/base.ts:Base", "newName": "Root", "maxAnswerChars": 50_000, "fullHashes": true}
	var whole, cut planner.RenameResult
	h.answer(t, "planRenameSymbol", arguments, &cut)
	arguments["maxAnswerChars"] = 4 << 20
	h.answer(t, "planRenameSymbol", arguments, &whole)
	if whole.LeftOut != "" || len(whole.Edits) != 201 || cut.PlanID != whole.PlanID || cut.TotalFiles != 201 ||
		cut.NextOffset != len(cut.Edits) || !strings.Contains(cut.LeftOut, "get_plan") {
		t.Fatalf("cut to %d of %d files: %+v", len(cut.Edits), len(whole.Edits), cut.PlanPart)
	}
	edits := cut.Edits
	for offset := cut.NextOffset; offset > 0; {
		var page kept.GetPlanResult
		h.answer(t, "get_plan", map[string]any{"projectRoot": dir, "planId": cut.PlanID, "offset": offset}, &page)
		edits, offset = append(edits, page.Edits...), page.NextOffset
	}
	if diff := cmp.Diff(whole.Edits, edits); diff != "" {
		t.Errorf("-whole +pages:\n%s", diff)
	}

	var move planner.MoveResult
	h.answer(t, "planDirectoryMove", map[string]any{"projectRoot": dir, "oldDir": "src", "newDir": "lib", "maxAnswerChars": 5000}, &move)
	moves := move.FsMoves
	for offset := move.NextOffset; offset > 0; {
		var page kept.GetPlanResult
		h.answer(t, "get_plan", map[string]any{"planId": move.PlanID, "offset": offset, "limit": 150}, &page)
		moves, offset = append(moves, page.FsMoves...), page.NextOffset
	}
	if len(move.FsMoves) == 201 || len(moves) != 201 {
		t.Errorf("%d moves at first, %d in all", len(move.FsMoves), len(moves))
	}
}
