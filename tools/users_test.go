package tools_test

import (
	"fmt"
	"testing"

	"tsplan/hostfs/hostfstest"
	"tsplan/runtime"
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
	rename := map[string]any{"projectRoot": dir, "filePath": "a/box.ts", "line": 0, "character": 23, "newName": "width", "verify": false}
	for _, c := range []struct{ file, text, want string }{
		{"b/other.ts", "export {}\n", "a/box.ts:1 b/use.ts:1"},
		{"b/late.ts", "import type { Box } from \"../a/box\"\nexport const late = (it: Box) => it.size\n", "a/box.ts:1 b/late.ts:1 b/use.ts:1"},
		{"b/stray.ts", "export type { Box as Any } from \"../a/box\"\n", "a/box.ts:1 b/late.ts:1 b/listed.ts:1 b/use.ts:1"},
		{"b/late.ts", "export const late = (it: any) => it.size\n", "a/box.ts:1 b/listed.ts:1 b/use.ts:1"},
	} {
		hostfstest.WriteAll(t, dir, map[string]string{c.file: c.text})
		if got := h.editedBy(t, dir, rename); got != c.want {
			t.Errorf("after an edit of %s: %s; want %s", c.file, got, c.want)
		}
	}
}
