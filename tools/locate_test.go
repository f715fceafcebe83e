package tools_test

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"tsplan/hostfs/hostfstest"
	"tsplan/runtime"
)

// locateProject has what a locate can be wrong about. The lines are counted in the cases below.
const locateFile = `import { join } from "./join";

/** temp in a comment */
const temp = join("temp", "x");
export const other = temp + temp;

export class Client {
  static run(): number { return 1; }
  run(a: string): void;
  run(a: number): void;
  run(a: unknown): void { console.log(a, temp); }
  get size(): number { return 1; }
  set size(value: number) { this.#hidden = value; }
  #hidden = 0;
  "a/b" = 1;
  "x[0]" = 2;
  ["c"] = 3;
  fetch(temp: string): string { return temp; }
}

export interface Merged { a: number }
export namespace Merged { export const b = 1; }

export function over(a: string): string;
export function over(a: number): number;
export function over(a: unknown): unknown { return a; }

export namespace Outer { export namespace Inner { export function deep(): void {} } }
export const été = "😀"; export const après = été;
function outer() { const local = 1; function inner() { return local; } return inner; }
export default outer;
`

var locates = []struct {
	locate string // JSON
	want   string // the old name and the number of occurrences in the file, or the start of the error
}{
	// A symbol path.
	{`{"file_path":"src/a.ts","scope":{"symbol_path":["temp"]}}`, "temp 4"},
	{`{"file_path":"src/a.ts","scope":{"symbol_path":["Client"]}}`, "Client 1"},
	{`{"file_path":"src/a.ts","scope":{"symbol_path":["Client","fetch"]}}`, "fetch 1"},
	{`{"file_path":"src/a.ts","scope":{"symbol_path":["fetch"]}}`, "fetch 1"},
	{`{"file_path":"src/a.ts","scope":{"symbol_path":["Client","#hidden"]}}`, "invalid_argument: #hidden is a private name"},
	{`{"file_path":"src/a.ts","scope":{"symbol_path":["over"]}}`, "over 3"},
	{`{"file_path":"src/a.ts","scope":{"symbol_path":["over[1]"]}}`, "over 3"},
	{`{"file_path":"src/a.ts","scope":{"symbol_path":["over[3]"]}}`, "symbol_not_found: no symbol over[3]"},
	{`{"file_path":"src/a.ts","scope":{"symbol_path":["Client","size"]}}`, "size 2"},
	{`{"file_path":"src/a.ts","scope":{"symbol_path":["Client","run"]}}`, "locate_ambiguous: Client.run means 2 different things"},
	{`{"file_path":"src/a.ts","scope":{"symbol_path":["Client","run[0]"]}}`, "run 1"},
	{`{"file_path":"src/a.ts","scope":{"symbol_path":["Client","run[2]"]}}`, "run 3"},
	{`{"file_path":"src/a.ts","scope":{"symbol_path":["Merged"]}}`, "locate_ambiguous: Merged means 2 different things"}, // a type and a value
	{`{"file_path":"src/a.ts","scope":{"symbol_path":["Merged[1]"]}}`, "Merged 2"},
	{`{"file_path":"src/a.ts","scope":{"symbol_path":["Merged","b"]}}`, "b 1"},
	{`{"file_path":"src/a.ts","scope":{"symbol_path":["Outer","Inner","deep"]}}`, "deep 1"},
	{`{"file_path":"src/a.ts","scope":{"symbol_path":["Inner","deep"]}}`, "deep 1"},
	{`{"file_path":"src/a.ts","scope":{"symbol_path":["outer","local"]}}`, "local 2"},
	{`{"file_path":"src/a.ts","scope":{"symbol_path":["été"]}}`, "été 2"},
	{`{"file_path":"src/a.ts","scope":{"symbol_path":["Client","\"a/b\""]}}`, "a/b 1"},
	{`{"file_path":"src/a.ts","scope":{"symbol_path":["Client","\"x[0]\""]}}`, "x[0] 1"},
	{`{"file_path":"src/a.ts","scope":{"symbol_path":["Client","[\"c\"]"]}}`, "c 1"},
	{`{"file_path":"src/a.ts","scope":{"symbol_path":["Client","nothing"]}}`, "symbol_not_found: no symbol Client.nothing in src/a.ts"},
	{`{"file_path":"src/a.ts","scope":{"symbol_path":["client"]}}`, "symbol_not_found: no symbol client in src/a.ts; there is [\"Client\"]"},
	{`{"file_path":"src/a.ts","scope":{"symbol_path":["feth"]}}`, "symbol_not_found: no symbol feth in src/a.ts; there is [\"Client\",\"fetch\"]"},
	{`{"file_path":"src/a.ts","scope":{"symbol_path":[]}}`, "invalid_argument: scope needs"},
	{`{"file_path":"src/a.ts","scope":{"symbol_path":["default"]}}`, "outer 2"},

	// A text.
	{`{"file_path":"src/a.ts","find":"const <|>temp"}`, "temp 4"},
	{`{"file_path":"src/a.ts","find":"class Client"}`, "Client 1"},
	{`{"file_path":"src/a.ts","find":"<|>local"}`, "local 2"},
	{`{"file_path":"src/a.ts","find":"temp"}`, "locate_ambiguous: \"temp\" means 2 different things in src/a.ts"},
	{`{"file_path":"src/a.ts","find":"temp","first_match":true}`, "invalid_argument: there is no name at this place, and none in its line"},
	{`{"file_path":"src/a.ts","find":"temp","occurrence":2}`, "temp 4"},
	{`{"file_path":"src/a.ts","find":"temp","occurrence":99}`, "scope_out_of_range: occurrence is 99"},
	{`{"file_path":"src/a.ts","find":"<|>temp+temp"}`, "temp 4"},
	{`{"file_path":"src/a.ts","find":"temp+<|>temp"}`, "temp 4"},
	{`{"file_path":"src/a.ts","find":"nowhere"}`, "locate_not_found: \"nowhere\" is not in src/a.ts"},
	{`{"file_path":"src/a.ts","find":"a <|> b <|>"}`, "marker_ambiguous: no marker"},
	{`{"file_path":"src/a.ts","find":""}`, "invalid_argument: find is empty"},
	{`{"file_path":"src/a.ts","find":"\"😀\"; export const <|>après"}`, "après 1"},
	{`{"file_path":"src/a.ts","find":"this.<|>#hidden"}`, "invalid_argument: #hidden is a private name"},

	{`{"file_path":"src/a.ts","find":"function <|>over(a:number)"}`, "over 3"},
	{`{"file_path":"src/a.ts","find":"<|>over(a: unknown)"}`, "over 3"},
	{`{"file_path":"src/a.ts","find":"<|>run(a: number)"}`, "run 3"},
	{`{"file_path":"src/a.ts","find":"static <|>run"}`, "run 1"},
	{`{"file_path":"src/a.ts","find":"<|>\"a/b\""}`, "a/b 1"},
	{`{"file_path":"src/a.ts","find":"<|>\"x[0]\""}`, "x[0] 1"},
	{`{"file_path":"src/a.ts","find":"[<|>\"c\"]"}`, "c 1"},
	{`{"file_path":"src/a.ts","scope":{"symbol_path":["over[0]"]}}`, "over 3"},
	{`{"file_path":"src/a.ts","scope":{"symbol_path":["over[2]"]}}`, "over 3"},

	// A text in a symbol or in lines.
	{`{"file_path":"src/a.ts","scope":{"symbol_path":["Client","fetch"]},"find":"temp"}`, "temp 2"},
	{`{"file_path":"src/a.ts","scope":{"symbol_path":["Client"]},"find":"log(a, <|>temp)"}`, "temp 4"},
	{`{"file_path":"src/a.ts","scope":{"symbol_path":["over"]},"find":"return <|>a"}`, "a 2"},
	{`{"file_path":"src/a.ts","scope":{"symbol_path":["over"]},"find":"temp"}`, "locate_not_found: \"temp\" is not in symbol over of src/a.ts"},
	{`{"file_path":"src/a.ts","scope":{"line":4},"find":"temp"}`, "temp 4"},
	{`{"file_path":"src/a.ts","scope":{"line":5},"find":"temp"}`, "temp 4"},
	{`{"file_path":"src/a.ts","scope":{"line":18},"find":"temp"}`, "temp 2"},
	{`{"file_path":"src/a.ts","scope":{"start_line":4,"end_line":5},"find":"temp"}`, "temp 4"},
	{`{"file_path":"src/a.ts","scope":{"start_line":18,"end_line":0},"find":"temp"}`, "temp 2"},
	{`{"file_path":"src/a.ts","scope":{"start_line":1,"end_line":6},"find":"temp"}`, "temp 4"},
	{`{"file_path":"src/a.ts","scope":{"line":[4,5]},"find":"temp"}`, "temp 4"},
	{`{"file_path":"src/a.ts","scope":{"line":[18,0]},"find":"temp"}`, "temp 2"},
	{`{"file_path":"src/a.ts","scope":{"line":9}}`, "run 3"},
	{`{"file_path":"src/a.ts","scope":{"line":2}}`, "locate_not_found: lines 2 to 2 of src/a.ts: there is nothing"},
	{`{"file_path":"src/a.ts","scope":{"line":99},"find":"temp"}`, "scope_out_of_range: src/a.ts: there is no line 99"},
	{`{"file_path":"src/a.ts","scope":{"start_line":4,"end_line":99},"find":"temp"}`, "scope_out_of_range: src/a.ts: there is no line 98"},
	{`{"file_path":"src/a.ts","scope":{"start_line":4,"end_line":4},"find":"temp"}`, "scope_out_of_range: src/a.ts: end_line 4 is not after"},
	{`{"file_path":"src/a.ts","scope":{"line":0},"find":"temp"}`, "invalid_argument: scope needs"},
	{`{"file_path":"src/a.ts","scope":{"line":4,"symbol_path":["temp"]}}`, "invalid_argument: scope is either"},
	{`{"file_path":"src/a.ts","scope":{"line":-4}}`, "invalid_argument: scope needs"},

	// As a string.
	{`"src/a.ts:Client.fetch"`, "fetch 1"},
	{`"src/a.ts:Client.fetch@temp"`, "temp 2"},
	{`"src/a.ts:4@<|>temp"`, "temp 4"},
	{`"src/a.ts:4,5@temp"`, "temp 4"},
	{`"src/a.ts:18-0@temp"`, "temp 2"},
	{`"src/a.ts@const <|>temp"`, "temp 4"},
	{`"src/a.ts:Client.run[1]"`, "run 3"},
	{`"src/a.ts"`, "invalid_argument: locate needs scope, find, or both"},
	{`"src/b.ts:x"`, "not_found: no file src/b.ts:x"},
	{`"../a.ts:x"`, "not_found: no file ../a.ts:x"},
	{`{"file_path":"src/a.ts:Client.fetch"}`, "fetch 1"},
	{`{"file_path":"src/a.ts"}`, "invalid_argument: locate needs scope, find, or both"},
	{`{"file_path":"src/nothing.ts","find":"x"}`, "not_found: file not found: src/nothing.ts"},
	{`{"file_path":"src","find":"x"}`, "invalid_argument: src is a directory"},
	{`{"file_path":"../a.ts","find":"x"}`, "outside_root"},
	{`7`, "invalid_argument: field \"locate\" must be"},
	{`{"find":"x"}`, "invalid_argument: field \"locate.file_path\" is missing"},
}

func TestLocate(t *testing.T) {
	t.Logf("%d cases, each with both line breaks", len(locates))
	for _, eol := range []string{"\n", "\r\n"} {
		dir := hostfstest.LayOut(t, map[string]string{
			"tsconfig.json":      `{"compilerOptions":{"target":"es2022","types":[]},"include":["src"]}`,
			"src/a.ts":           strings.ReplaceAll(locateFile, "\n", eol),
			"src/join.ts":        "export function join(...parts: string[]): string { return parts[0]; }\n",
			"src/globals.d.ts":   "declare const console: { log(...all: unknown[]): void };\n",
			"packages/@x/y/a.ts": "export const z = 1;\n",
		})
		h := start(t, runtime.Limits{}, dir)
		for _, test := range locates {
			raw, failure := h.call(t, "rename_preview", map[string]any{"locate": json.RawMessage(test.locate), "new_name": "renamed"})
			got := failure
			if failure == "" {
				var out struct {
					OldName string `json:"old_name"`
					Changes []struct{ Occurrences json.Number }
				}
				if err := json.Unmarshal(raw, &out); err != nil {
					t.Fatal(err)
				}
				got = out.OldName + " " + out.Changes[0].Occurrences.String()
			}
			if !strings.HasPrefix(got, test.want) || failure == "" && got != test.want {
				t.Errorf("%s (%q line breaks):\n got %s\nwant %s", test.locate, eol, got, test.want)
			}
		}
	}
}

// Each candidate in the answer to an ambiguous locate leads to one place.
func TestLocateCandidates(t *testing.T) {
	dir := hostfstest.LayOut(t, map[string]string{
		"tsconfig.json": `{"include":["src"]}`,
		"src/a.ts":      "function f(x: number) { return x + x; }\nfunction g(x: string) { return (x) => x; }\n",
	})
	h := start(t, runtime.Limits{}, dir)
	_, failure := h.call(t, "rename_preview", map[string]any{"locate": "src/a.ts@x", "new_name": "y"})
	if !strings.Contains(failure, "means 3 different things") {
		t.Fatal(failure)
	}
	rest := failure
	for range 3 {
		_, after, _ := strings.Cut(rest, " is {")
		locator, more, ok := strings.Cut(after, "};")
		if !ok {
			locator, more = strings.TrimSuffix(after, "}"), ""
		}
		rest = more
		if _, failure := h.call(t, "rename_preview", map[string]any{"locate": json.RawMessage("{" + locator + "}"), "new_name": "y"}); failure != "" {
			t.Errorf("{%s}: %s", locator, failure)
		}
	}
}

func TestPlanRenameSymbolTakesLocate(t *testing.T) {
	dir := hostfstest.LayOut(t, map[string]string{"tsconfig.json": `{"include":["src"]}`, "src/a.ts": "export const temp = 1;\n"})
	h := start(t, runtime.Limits{}, dir)
	var byLocate, byPosition map[string]any
	h.answer(t, "planRenameSymbol", map[string]any{"projectRoot": dir, "locate": "src/a.ts:temp", "newName": "x"}, &byLocate)
	h.answer(t, "planRenameSymbol", map[string]any{"projectRoot": dir, "filePath": "src/a.ts", "line": 0, "character": 13, "newName": "x"}, &byPosition)
	if byLocate["planId"] == nil || byLocate["planId"] != byPosition["planId"] {
		t.Errorf("%v, %v", byLocate, byPosition)
	}
	for _, arguments := range []map[string]any{
		{"projectRoot": dir, "newName": "x"},
		{"projectRoot": dir, "newName": "x", "filePath": "src/a.ts", "line": 0},
		{"projectRoot": dir, "newName": "x", "filePath": "src/a.ts", "line": nil, "character": 1},
		{"projectRoot": dir, "newName": "x", "locate": "src/a.ts:temp", "line": 0},
	} {
		if _, failure := h.call(t, "planRenameSymbol", arguments); !strings.HasPrefix(failure, "invalid_argument: the symbol is given by") {
			t.Errorf("%v: %q", arguments, failure)
		}
	}
}

// A find that nearly matches a large file everywhere is answered within the limit, and so is a question that waits for it.
func TestLocateInALargeFile(t *testing.T) {
	dir := hostfstest.LayOut(t, map[string]string{
		"tsconfig.json": `{"include":["src"]}`,
		"src/a.ts":      "export const temp = 1;\n/* " + strings.Repeat("a + ", 256<<10) + "*/\n",
	})
	h := start(t, runtime.Limits{Time: 20 * time.Second}, dir)
	arguments := map[string]any{"new_name": "x", "locate": map[string]any{"file_path": "src/a.ts", "find": strings.Repeat("a+", 2000) + "b"}}
	failures := make(chan string)
	for range 2 {
		go func() {
			_, failure := h.call(t, "rename_preview", arguments)
			failures <- failure
		}()
	}
	for range 2 {
		if failure := <-failures; !strings.HasPrefix(failure, "locate_not_found: ") {
			t.Errorf("%.100s", failure)
		}
	}
}

// The candidates of an ambiguous locate in a line that is too long for a text of its own are told apart by number, within
// the scope of that locate.
func TestLocateInALongLine(t *testing.T) {
	dir := hostfstest.LayOut(t, map[string]string{
		"tsconfig.json": `{"include":["src"]}`,
		"src/a.ts":      "const a = 1;\n{ let a = 2; /* " + strings.Repeat("x ", 6000) + "*/ { let a = 3; } }\nexport default a;\n",
	})
	h := start(t, runtime.Limits{}, dir)
	locate := map[string]any{"file_path": "src/a.ts", "scope": map[string]any{"line": 2}, "find": "a ="}
	_, failure := h.call(t, "rename_preview", map[string]any{"new_name": "x", "locate": locate})
	if !strings.Contains(failure, `{"file_path":"src/a.ts","scope":{"start_line":2,"end_line":3},"find":"a =","occurrence":2}`) {
		t.Fatalf("%s", failure)
	}
	locate["scope"], locate["occurrence"] = map[string]any{"start_line": 2, "end_line": 3}, 2
	var plan struct{ Edits []struct{ TextEdits []any } }
	h.answer(t, "planRenameSymbol", map[string]any{"projectRoot": dir, "newName": "x", "locate": locate}, &plan)
	if len(plan.Edits) != 1 || len(plan.Edits[0].TextEdits) != 1 {
		t.Errorf("%+v", plan)
	}
}
