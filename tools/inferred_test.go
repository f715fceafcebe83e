package tools_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"tsplan/hostfs/hostfstest"
	"tsplan/runtime"
	"tsplan/tools/planner"
)

// TestManyFilesOfNoProject renames an export. No configuration includes the files that import it. At first there are 200 of them, and
// all are edited. With one more none is searched, and the answer says so.
func TestManyFilesOfNoProject(t *testing.T) {
	t.Parallel()
	files := map[string]string{
		"tsconfig.json": `{"compilerOptions": {"strict": true, "module": "esnext", "moduleResolution": "bundler", "types": []}, "include": ["src"]}`,
		"src/a.ts":      "export const own = 1;\nexport const other = 2;\n",
	}
	for i := range 200 {
		files[fmt.Sprintf("fixtures/f%d.ts", i)] = "import { own } from \"../src/a\";\nown;\n"
	}
	dir := hostfstest.LayOut(t, files)
	h := start(t, runtime.Limits{}, dir)
	rename := func(character int) (edited int, warned bool) {
		t.Helper()
		var result planner.RenameResult
		h.answer(t, "planRenameSymbol", planner.RenameParams{ProjectRoot: dir, FilePath: "src/a.ts", Character: character, NewName: "its"}, &result)
		return len(result.Edits), slices.ContainsFunc(result.Warnings, func(w string) bool { return strings.HasPrefix(w, "201 files that no configuration includes") })
	}
	if edited, warned := rename(13); edited != 201 || warned {
		t.Errorf("200 files: %d are edited, warned: %t", edited, warned)
	}
	hostfstest.WriteAll(t, dir, map[string]string{"fixtures/more.ts": "import { own } from \"../src/a\";\nown;\n"})
	if edited, warned := rename(13); edited != 1 || !warned {
		t.Errorf("201 files: %d are edited, warned: %t", edited, warned)
	}
	references, failure := h.call(t, "find_referencing_symbols", map[string]any{"name_path": "own", "relative_path": "src/a.ts"})
	var answer struct{ Notes []string }
	if failure != "" || json.Unmarshal(references, &answer) != nil || len(answer.Notes) != 1 {
		t.Errorf("references: %s%s", failure, references)
	}
}
