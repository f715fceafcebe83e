package tools_test

import (
	"strings"
	"testing"

	"tsplan/hostfs/hostfstest"
	"tsplan/runtime"
)

// TestDirectoryForAFile passes a directory to a tool that wants a file. The error names a source file in the directory, and no
// file where the directory has no source files.
func TestDirectoryForAFile(t *testing.T) {
	dir := hostfstest.LayOut(t, map[string]string{
		"tsconfig.json":        `{}`,
		"sources/README.md":    "",
		"sources/a.ts/text.md": "",
		"sources/b.ts":         "export const b = 1;\n",
		"texts/README.md":      "",
	})
	h := start(t, runtime.Limits{}, dir)
	for name, want := range map[string]string{
		"sources": "sources is a directory, not a file: name a file in it, such as sources/b.ts",
		"texts":   "texts is a directory, not a file: name a file in it",
	} {
		_, failure := h.call(t, "planRenameSymbol", map[string]any{"projectRoot": dir, "filePath": name, "line": 0, "character": 0, "newName": "c"})
		if strings.TrimPrefix(failure, "invalid_argument: ") != want {
			t.Errorf("%s: %q, want %q", name, failure, want)
		}
	}
}
