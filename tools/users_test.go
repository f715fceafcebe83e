package tools_test

import (
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"tsplan/hostfs/hostfstest"
	"tsplan/runtime"
	"tsplan/tools/planner"
)

// TestNewImportsOfMembers edits files between requests for a member that many files mention. The imports that the edits add lead to the member,
// so the files that get them, directly or from a file that no configuration includes, are searched from then on.
func TestNewImportsOfMembers(t *testing.T) {
	const options = `"compilerOptions": {"strict": true, "module": "esnext", "moduleResolution": "bundler", "types": []}`
	files := map[string]string{
		"a/tsconfig.json": `{` + options + `, "include": ["."]}`,
		"b/tsconfig.json": `{` + options + `, "include": ["."], "exclude": ["stray.ts"]}`,
		"a/box.ts":        "export interface Box { size: number }\n",
		"b/use.ts":        "import type { Box } from \"../a/box\"\nexport const use = (it: Box) => it.size\n",
		"b/late.ts":       "export const late = (it: any) => it.size\n",
		"b/stray.ts":      "export type Any = any\n",
		"b/listed.ts":     "import type { Any } from \"./stray\"\nexport const listed = (it: Any) => it.size\n",
	}
	for i := range 10 {
		files[fmt.Sprintf("b/size%d.ts", i)] = "export const size = 1\n"
	}
	dir := hostfstest.LayOut(t, files)
	h := start(t, runtime.Limits{}, dir)
	edited := func() string {
		var result planner.RenameResult
		h.answer(t, "planRenameSymbol", map[string]any{
			"projectRoot": dir, "filePath": "a/box.ts", "line": 0, "character": 23, "newName": "width", "verify": false,
		}, &result)
		paths := map[string]bool{}
		for _, edit := range result.Edits {
			paths[filepath.ToSlash(strings.TrimPrefix(edit.FilePath, dir+string(filepath.Separator)))] = true
		}
		return strings.Join(slices.Sorted(maps.Keys(paths)), " ")
	}
	for _, c := range []struct{ file, text, want string }{
		{"b/other.ts", "export {}\n", "a/box.ts b/use.ts"},
		{"b/late.ts", "import type { Box } from \"../a/box\"\nexport const late = (it: Box) => it.size\n", "a/box.ts b/late.ts b/use.ts"},
		{"b/stray.ts", "export type { Box as Any } from \"../a/box\"\n", "a/box.ts b/late.ts b/listed.ts b/use.ts"},
		{"b/late.ts", "export const late = (it: any) => it.size\n", "a/box.ts b/listed.ts b/use.ts"},
	} {
		hostfstest.WriteAll(t, dir, map[string]string{c.file: c.text})
		if got := edited(); got != c.want {
			t.Errorf("after an edit of %s: %s; want %s", c.file, got, c.want)
		}
	}
}
