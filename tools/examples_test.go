package tools_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
)

// examples are those of the documents that tsplan answers to, each with the test that asks it: a call of a golden in
// testdata/symbols, a golden in testdata/plans or testdata/traps, or a test function.
var examples = []struct{ section, example, test string }{
	// LSAP's Rename API.
	{"LSAP, scenario 1", "symbol_path, compact summary", "symbols/lsap_scenario_1 preview"},
	{"LSAP, scenario 2", "find and show_diffs", "symbols/lsap_scenario_2 preview"},
	{"LSAP, scenario 3", "max_files", "symbols/lsap_scenario_3 preview"},

	// Serena's symbol tools.
	{"Serena, name path patterns", `name_path="UserService"`, "symbols/serena_find_symbol class"},
	{"Serena, name path patterns", `name_path="UserService/getData"`, "symbols/serena_find_symbol method"},
	{"Serena, name path patterns", `name_path="UserService/Inner/method"`, "symbols/serena_find_symbol nested"},
	{"Serena, name path patterns", `name_path="UserService/__init__"`, "symbols/seed_variants python_constructor"},
	{"Serena, name path patterns", `name_path="UserService/constructor"`, "symbols/serena_find_symbol constructor"},
	{"Serena, find_symbol", "class without body", "symbols/serena_find_symbol overview"},
	{"Serena, find_symbol", "class with direct children", "symbols/seed_variants children_with_signatures"},
	{"Serena, find_symbol", "method with implementation", "symbols/serena_find_symbol body"},
	{"Serena, find_symbol", "in a file", "symbols/serena_find_symbol in_file"},
	{"Serena, find_symbol", "substring_matching", "symbols/serena_find_symbol alias"},
	{"Serena, find_symbol", "no substring_matching", "symbols/seed_variants whole_names_only"},
	{"Serena, get_symbols_overview", "of a file", "symbols/serena_get_symbols_overview top"},
	{"Serena, find_referencing_symbols", "usages of a method", "symbols/serena_find_referencing_symbols references"},
	{"Serena, find_referencing_symbols", "no include_code_snippets", "symbols/serena_find_referencing_symbols no_code"},
	{"Serena, replace_symbol_body", "method", "symbols/serena_edits replace"},
	{"Serena, insert_after_symbol", "method after a method", "symbols/serena_edits insert_after"},
	{"Serena, insert_before_symbol", "import before the first class", "symbols/serena_edits insert_before"},
	{"Serena, rename_symbol", "method", "symbols/serena_rename_symbol rename"},
	{"Serena, JetBrains", "jet_brains_find_symbol", "symbols/seed_variants jet_brains_find_symbol"},
	{"Serena, JetBrains", "jet_brains_get_symbols_overview", "symbols/seed_variants jet_brains_get_symbols_overview"},
	{"Serena, JetBrains", "jet_brains_find_referencing_symbols", "symbols/seed_variants jet_brains_find_referencing_symbols"},
	{"Serena, JetBrains", "jet_brains_type_hierarchy", "symbols/type_hierarchy all_super"},
	{"Serena, best practices", "overview, find_symbol with depth 1, body", "TestAgentPath"},

	// ts-rename-helper-mcp.
	{"ts-rename-helper 7.1", "relative and absolute paths", "TestPlans"},
	{"ts-rename-helper 7.1", "error: tsconfig.json not found", "plans/rename_symbol/no_config"},
	{"ts-rename-helper 7.1", "error: file not found", "plans/rename_symbol/file_missing"},
	{"ts-rename-helper 8.1", "canRename and edits", "plans/rename_symbol/import_used_locally"},
	{"ts-rename-helper 8.1", "canRename false and the reason", "plans/rename_symbol/keyword"},
	{"ts-rename-helper 8.1", "findInStrings", "plans/rename_symbol/find_in_strings"},
	{"ts-rename-helper 8.1", "findInComments", "plans/rename_symbol/find_in_comments"},
	{"ts-rename-helper 8.1", "findInStrings and findInComments left out", "plans/rename_symbol/strings_and_comments_not_asked"},
	{"ts-rename-helper 8.1", "without prefix and suffix", "plans/rename_symbol/literal_shorthand"},
	{"ts-rename-helper 8.2", "edits and one move", "plans/file_move/importers"},
	{"ts-rename-helper 8.3", "a move for each file", "plans/directory_move/outward_imports"},
	{"ts-rename-helper 8.3", "edits of one file are merged", "plans/directory_move/mutual_imports"},

	// LSAP's Locate.
	{"Locate, resolution table", "symbol scope, no find", "TestLocate"},
	{"Locate, resolution table", "symbol scope, find with and without marker", "TestLocate"},
	{"Locate, resolution table", "line scope, no find, find with and without marker", "TestLocate"},
	{"Locate, resolution table", "no scope, find with and without marker", "TestFind"},
	{"Locate, resolution table", "neither scope nor find", "TestLocate"},
	{"Locate, markers", "foo<<|>>bar; the deepest level that is there once", "TestFind"},
	{"Locate, matching", "white space between tokens, identifiers in whole", "TestFind"},
	{"Locate, string form", "42; 10,20; 10,0; 10-20; Class.method", "TestParse"},
	{"Locate, string form", "@scope in a path, C: in a path, @ in find", "TestParse"},
	{"Locate, LocateResponse", "position from 1", "symbols/locate text"},
	{"Locate, refusals", "several symbols, with a locate for each", "symbols/locate several"},

	// Serena as it is today, and name paths.
	{"Serena today, find_symbol", "name_path_pattern", "symbols/serena_find_symbol alias"},
	{"Serena today, find_symbol", "include_info, max_matches", "symbols/serena_parameters include_info"},
	{"Serena today, find_declaration", "regex", "symbols/find_declaration by_regex"},
	{"Serena today, find_implementations", "of an interface's member", "symbols/find_implementations member"},
	{"Serena today, get_diagnostics", "of a file", "symbols/get_diagnostics errors"},
	{"Serena today, body", "body for new_body and content", "TestAgentPath"},
	{"Serena today, type_hierarchy", "depth null", "symbols/serena_parameters hierarchy_without_limit"},
	{"Serena today, jet_brains_find_symbol", "search_deps and *", "symbols/serena_parameters search_deps"},
	{"Serena today, name paths", "overload index, leading slash, trailing slash", "TestMatch"},
	{"Serena today, name paths", "it('GET /users') callback, [0]", "symbols/name_paths callback"},
	{"Serena today, empty name path", "an error", "symbols/serena_find_symbol empty"},

	// The errors of ts-rename-helper.
	{"defect 1", "shorthand, export {}, destructuring", "plans/rename_symbol/shorthand_property"},
	{"defect 2", "moved files that import each other", "plans/directory_move/mutual_imports"},
	{"defect 3", "json, css and svg files move along", "plans/directory_move/assets"},
	{"defect 4", "solution tsconfig of Vite", "plans/rename_symbol/vite_layout"},
	{"defect 5", "byte order mark", "plans/file_move/bom_and_crlf"},
	{"defect 6", "edits before moves", "traps/edits_before_moves"},
	{"defect 7", "outside of the root", "plans/file_move/destination_outside"},
	{"defect 7", "a destination that exists", "plans/file_move/destination_exists"},
	{"defect 8", "tsconfig.json follows", "plans/directory_move/tsconfig_include_folder"},
}

// TestSeedExamples finds the test of every example.
func TestSeedExamples(t *testing.T) {
	var code []string
	for _, pattern := range []string{"*_test.go", "*/*_test.go"} {
		files, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			code = append(code, string(text))
		}
	}
	for _, e := range examples {
		golden, call, isCall := strings.Cut(e.test, " ")
		if strings.HasPrefix(golden, "Test") {
			if !slices.ContainsFunc(code, func(text string) bool { return strings.Contains(text, "\nfunc "+golden+"(") }) {
				t.Errorf("%s, %s: there is no %s", e.section, e.example, golden)
			}
			continue
		}
		archive, err := txtar.ParseFile(filepath.Join(testdata, filepath.FromSlash(golden)+".txtar"))
		if err != nil {
			t.Errorf("%s, %s: %v", e.section, e.example, err)
			continue
		}
		if isCall && !slices.ContainsFunc(archive.Files, func(f txtar.File) bool { return f.Name == "call "+call }) {
			t.Errorf("%s, %s: %s has no call %s", e.section, e.example, golden, call)
		}
	}
}
