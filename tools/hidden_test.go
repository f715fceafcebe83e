package tools_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"unicode"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"tsplan/hostfs/hostfstest"
	"tsplan/runtime"
)

// hiddenFile has names, texts and comments full of what hides or steers: ESC, BEL, C1, bidirectional, zero-width and tag
// characters, in every place where TypeScript allows them.
const hiddenFile = "/** \x1b]0;doc\a \u202edoc \U000e0041 */\n" +
	"export class Cl\u200dass {\n" +
	"  \"\x1b[31mred\u009b\" = 1;\n" +
	"  [\"\u202ecomputed\U000e0041\"](): string { return \"\u2066\a\"; }\n" +
	"  jo\u200dined(a: \"\u200b\" = \"\u200b\"): number { return this[\"\x1b[31mred\u009b\"]; } // \u202e\n" +
	"}\n" +
	"export class Below\u200c extends Cl\u200dass { jo\u200dined() { return 2; } }\n" +
	"export const un\u200cused = 1; // \x1b[31m\n" +
	"it(\"\u202ecase \U000e0042\", () => { new Cl\u200dass().jo\u200dined(); });\n" +
	"declare function it(name: string, f: () => void): void;\n"

// No answer or error of any tool has characters that hide text or steer a terminal, but for the text of edits.
func TestNothingHidden(t *testing.T) {
	dir := hostfstest.LayOut(t, map[string]string{
		"tsconfig.json": `{"include":["src"],"compilerOptions":{"target":"esnext","\u001b[31m\u202e":1}}`,
		"src/a.ts":      hiddenFile,
		"src/b.ts":      "import { Cl\u200dass } from \"./a\";\nexport const made = new Cl\u200dass().jo\u200dined(); // \u202e jo\u200dined\n",
		"notes.md":      "\x1b jo\u200dined \u202e\n",
	})
	h := start(t, runtime.Limits{}, dir)
	var plan struct {
		PlanID string
		Edits  []any
	}
	h.answer(t, "planRenameSymbol", renameHidden(dir), &plan)
	calls := hiddenCalls(dir, plan.PlanID, plan.Edits)
	list, err := h.session.ListTools(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	escaped := 0
	for _, offered := range list.Tools {
		if calls[offered.Name] == nil {
			t.Errorf("%s is not asked", offered.Name)
		}
		for i, arguments := range calls[offered.Name] {
			result, err := h.session.CallTool(t.Context(), &mcp.CallToolParams{Name: offered.Name, Arguments: arguments})
			if err != nil {
				t.Fatal(err)
			}
			text := result.Content[0].(*mcp.TextContent).Text
			if result.IsError && i == 0 {
				t.Errorf("%s: %s", offered.Name, text)
			}
			noneHidden(t, offered.Name+": text", "", decoded(t, text))
			noneHidden(t, offered.Name, "", result.StructuredContent)
			escaped += strings.Count(text, `\u{200D}`)
		}
	}
	if escaped == 0 {
		t.Error("nothing was escaped")
	}
}

// hiddenSymbol says where the method is that TestNothingHidden asks most tools about.
var hiddenSymbol = map[string]any{"file_path": "src/a.ts", "scope": map[string]any{"symbol_path": []string{`Cl\u{200D}ass`, `jo\u{200D}ined`}}}

// renameHidden has the arguments of a rename that can be planned.
func renameHidden(dir string) map[string]any {
	return extended(nil, "projectRoot", dir, "locate", hiddenSymbol, "newName", "plain", "verify", true)
}

// hiddenCalls has arguments for each tool. The first of a tool succeed. The plan is that of renameHidden.
func hiddenCalls(dir, planID string, edits []any) map[string][]map[string]any {
	root := map[string]any{"projectRoot": dir}
	joined := map[string]any{"name_path": `Cl\u{200D}ass/jo\u{200D}ined`, "relative_path": "src/a.ts"}
	find := extended(nil, "name_path", "e", "include_body", true, "depth", 2)
	hierarchy := extended(nil, "name_path", `Cl\u{200D}ass`, "relative_path", "src/a.ts")
	return map[string][]map[string]any{
		"planRenameSymbol":  {renameHidden(dir), extended(root, "filePath", "src/a.ts", "line", 2, "character", 4, "newName", "x\u202e")},
		"planFileMove":      {extended(root, "oldPath", "src/a.ts", "newPath", "src/c.ts", "verify", true)},
		"planDirectoryMove": {extended(root, "oldDir", "src", "newDir", "lib", "verify", true)},
		"planBatch": {extended(root, "steps", []any{map[string]any{"tool": "planRenameSymbol", "locate": hiddenSymbol, "newName": "plain"}}),
			extended(root, "steps", []any{map[string]any{"tool": "planRenameSymbol", "locate": hiddenSymbol, "newName": "un\u200cused\x1b"}})},
		"verifyPlan": {extended(root, "edits", edits), extended(root, "edits", []any{map[string]any{"filePath": "src/b.ts", "textEdits": []any{
			map[string]any{"range": map[string]any{"start": map[string]int{"line": 1, "character": 0}, "end": map[string]int{"line": 1, "character": 1}}, "newText": "\u00a0\u200ca"}}}})},
		"get_plan": {{"planId": planID}, {"planId": "\x1b"}},
		"rename_preview": {{"locate": hiddenSymbol, "new_name": "plain", "show_diffs": true},
			{"locate": map[string]any{"file_path": "src/a.ts", "find": `jo\u{200D}ined`}, "new_name": "plain"}},
		"find_symbol":                         {find, extended(joined, "include_body", true)},
		"get_symbols_overview":                {{"relative_path": "src/a.ts", "depth": 2}},
		"find_referencing_symbols":            {joined},
		"type_hierarchy":                      {hierarchy},
		"replace_symbol_body":                 {extended(joined, "body", "jo\u200dined(): number { return 7; }")},
		"insert_after_symbol":                 {extended(joined, "body", "after\u200d() {}")},
		"insert_before_symbol":                {extended(joined, "body", "before\u200d() {}")},
		"rename_symbol":                       {extended(joined, "new_name", "plain"), extended(joined, "new_name", "no\u202ename")},
		"safe_delete_symbol":                  {joined, {"name_path": `un\u{200C}used`, "relative_path": "src/a.ts"}},
		"find_declaration":                    {{"locate": hiddenSymbol, "include_body": true}},
		"find_implementations":                {extended(hierarchy, "include_body", true)},
		"locate":                              {{"locate": hiddenSymbol}},
		"get_diagnostics":                     {{"relative_path": "src/a.ts"}},
		"jet_brains_find_symbol":              {find},
		"jet_brains_type_hierarchy":           {hierarchy},
		"jet_brains_get_symbols_overview":     {{"relative_path": "src/a.ts", "depth": 2}},
		"jet_brains_find_referencing_symbols": {joined},
	}
}

// extended returns arguments with more of them, each a name and then a value.
func extended(base map[string]any, more ...any) map[string]any {
	all := map[string]any{}
	for k, v := range base {
		all[k] = v
	}
	for i := 0; i < len(more); i += 2 {
		all[more[i].(string)] = more[i+1]
	}
	return all
}

// decoded is the JSON in a text, or the text.
func decoded(t *testing.T, text string) any {
	var v any
	if json.Unmarshal([]byte(text), &v) != nil {
		return text
	}
	return v
}

func noneHidden(t *testing.T, at, field string, v any) {
	t.Helper()
	switch v := v.(type) {
	case map[string]any:
		for field, v := range v {
			noneHidden(t, at+"."+field, field, v)
		}
	case []any:
		for i, v := range v {
			noneHidden(t, fmt.Sprintf("%s[%d]", at, i), field, v)
		}
	case string:
		hides := func(r rune) bool { return unicode.In(r, unicode.Cc, unicode.Cf) && r != '\n' && r != '\t' }
		if field != "newText" && strings.ContainsFunc(v, hides) {
			t.Errorf("%s holds hidden characters: %q", at, v)
		}
	}
}

// The name of a symbol in an answer leads back to the symbol.
func TestEscapedNamesLeadBack(t *testing.T) {
	dir := hostfstest.LayOut(t, map[string]string{"tsconfig.json": `{"include":["src"]}`, "src/a.ts": hiddenFile + "export const own = { \"\\\\u{200D}\": 1 };\n"})
	h := start(t, runtime.Limits{}, dir)
	type symbol struct {
		Name     string
		NamePath string `json:"name_path"`
		Line     int
	}
	var overview struct{ Symbols []symbol }
	h.answer(t, "get_symbols_overview", map[string]any{"relative_path": "src/a.ts", "depth": 3}, &overview)
	if len(overview.Symbols) < 10 {
		t.Fatalf("%+v", overview)
	}
	for _, s := range overview.Symbols {
		if s.NamePath == "" {
			s.NamePath = s.Name
		}
		for _, within := range []string{"src/a.ts", ""} {
			var found struct {
				Symbols []struct {
					NamePath string `json:"name_path"`
				}
			}
			arguments := map[string]any{"name_path": "/" + s.NamePath, "relative_path": within, "substring_matching": false}
			h.answer(t, "find_symbol", arguments, &found)
			if len(found.Symbols) != 1 || found.Symbols[0].NamePath != s.NamePath {
				t.Errorf("%q in %q leads to %+v", s.NamePath, within, found)
			}
		}
	}
}
