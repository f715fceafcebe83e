package tools_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"tsplan/hostfs/hostfstest"
	"tsplan/runtime"
)

// An answer says which files changed since the answer before, whoever changed them. The first says nothing, and neither
// does one between which and the answer before nothing changed.
func TestChangedOnDisk(t *testing.T) {
	files := map[string]string{
		"tsconfig.json": `{"include":["src"]}`,
		"src/a.ts":      "export const a = 1;\n",
		"src/b.ts":      "import { a } from \"./a\";\nexport const b = a;\n",
	}
	for i := range 12 {
		files[fmt.Sprintf("src/many/m%02d.ts", i)] = "export {};\n"
	}
	dir := hostfstest.LayOut(t, files)
	h := start(t, runtime.Limits{}, dir)
	type hint struct {
		ChangedOnDisk      []string
		ChangedOnDiskCount int
	}
	calls := map[string]map[string]any{
		"find_referencing_symbols": {"name_path": "a", "relative_path": "src/a.ts"},
		"planFileMove":             {"projectRoot": dir, "oldPath": "src/a.ts", "newPath": "src/c.ts"},
		"rename_preview":           {"locate": "src/a.ts:a", "new_name": "c"},
		"get_symbols_overview":     {"relative_path": "src/b.ts"},
	}
	changed := func(tool string) (got hint) {
		t.Helper()
		h.answer(t, tool, calls[tool], &got)
		return got
	}
	expect := func(what string, got hint, count int, want ...string) {
		t.Helper()
		if strings.Join(got.ChangedOnDisk, " ") != strings.Join(want, " ") || got.ChangedOnDiskCount != count {
			t.Errorf("%s: %+v; want %v", what, got, want)
		}
	}
	expect("the first answer", changed("find_referencing_symbols"), 0)
	for tool := range calls {
		expect("nothing changed", changed(tool), 0)
	}

	for tool, arguments := range calls {
		hostfstest.WriteAll(t, dir, map[string]string{"src/a.ts": "export const a = 1; // " + tool + "\n"})
		result, err := h.session.CallTool(t.Context(), &mcp.CallToolParams{Name: tool, Arguments: arguments})
		if err != nil {
			t.Fatal(err)
		}
		raw, err := json.Marshal(result.StructuredContent)
		var got hint
		if err != nil || json.Unmarshal(raw, &got) != nil {
			t.Fatal(err)
		}
		expect("after an edit, "+tool, got, 0, "src/a.ts")
		if text := result.Content[0].(*mcp.TextContent).Text; !strings.Contains(text, "src/a.ts") ||
			tool == "rename_preview" && !strings.HasSuffix(text, "\n> [!NOTE]\n> Changed on disk since the answer before:\n> - src/a.ts\n") {
			t.Errorf("%s: %s", tool, text)
		}
		expect("the answer after", changed(tool), 0)
	}

	// A refusal does not use the hint up.
	hostfstest.WriteAll(t, dir, map[string]string{"src/b.ts": "export const b = 2;\n", "src/new.ts": "export {};\n"})
	if err := os.Remove(filepath.Join(dir, "src/many/m00.ts")); err != nil {
		t.Fatal(err)
	}
	if _, failure := h.call(t, "planFileMove", map[string]any{"projectRoot": dir, "oldPath": "src/none.ts", "newPath": "src/c.ts"}); failure == "" {
		t.Error("a missing file moves")
	}
	expect("files that came and went", changed("find_referencing_symbols"), 0, "src/", "src/b.ts", "src/many/", "src/many/m00.ts")

	many := map[string]string{}
	for name := range files {
		if strings.Contains(name, "many") {
			many[name] = "export const more = 1;\n"
		}
	}
	hostfstest.WriteAll(t, dir, many)
	if got := changed("planFileMove"); len(got.ChangedOnDisk) != 10 || got.ChangedOnDiskCount != 13 {
		t.Errorf("%+v", got)
	}
}

// The hint is short even where paths are long, and is about the project that is asked.
func TestChangedOnDiskIsShort(t *testing.T) {
	long := strings.Repeat("long/", 150)
	dir := hostfstest.LayOut(t, map[string]string{
		"tsconfig.json":        `{"include":["src"]}`,
		"src/a.ts":             "export const a = 1;\n",
		"src/" + long + "a.ts": "export {};\n",
		"src/" + long + "b.ts": "export {};\n",
		"other/tsconfig.json":  `{}`,
		"other/c.ts":           "export const c = 1;\n",
	})
	h := start(t, runtime.Limits{}, dir)
	var got struct {
		ChangedOnDisk      []string
		ChangedOnDiskCount int
	}
	references := func(project, name string) {
		t.Helper()
		got.ChangedOnDisk, got.ChangedOnDiskCount = nil, 0
		h.answer(t, "find_referencing_symbols", map[string]any{"projectRoot": filepath.Join(dir, project), "name_path": name, "relative_path": map[string]string{"a": "src/a.ts", "c": "c.ts"}[name]}, &got)
	}
	references("", "a")
	references("other", "c")
	hostfstest.WriteAll(t, dir, map[string]string{"src/" + long + "a.ts": "export const x = 1;\n", "src/" + long + "b.ts": "export const x = 1;\n"})
	references("other", "c")
	if got.ChangedOnDisk != nil {
		t.Errorf("%+v", got)
	}
	references("", "a")
	if len(got.ChangedOnDisk) != 1 || got.ChangedOnDiskCount != 2 {
		t.Errorf("%+v", got)
	}
}
