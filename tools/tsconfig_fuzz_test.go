package tools_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"tsplan/hostfs/hostfstest"
	"tsplan/runtime"
	"tsplan/runtime/paths"
	"tsplan/tools/planner"
)

// FuzzTSConfig gives the guest any bytes as tsconfig.json, by way of the disk and the server. Whatever they are, the
// answer is a plan or an error of the list, and nothing in it hides or names a path of the guest.
func FuzzTSConfig(f *testing.F) {
	for _, seed := range []string{
		`{"include": ["src"]}`, `{"extends": ["./tsconfig.json", "../x", "pkg"], "files": [7, "src/a.ts"]}`,
		"// c\n{'include': [`src`], \"compilerOptions\": {\"paths\": {\"*\": [\"../*\"]}, \"\u202e\": 1,}}", "\xff\xfe{", "[]", "",
		`{"references": [{"path": "."}], "include": ["**/*"], "compilerOptions": {"composite": true, "outDir": "src"}}`,
	} {
		f.Add([]byte(seed))
	}
	dir := hostfstest.LayOut(f, map[string]string{"src/a.ts": "export const a = 1\n", "src/b.ts": "import { a } from './a'\nexport const b = a\n"})
	h := start(f, runtime.Limits{Time: 20 * time.Second}, dir)
	f.Fuzz(func(t *testing.T, config []byte) {
		if err := os.WriteFile(filepath.Join(dir, "tsconfig.json"), config, 0o600); err != nil {
			t.Fatal(err)
		}
		for tool, arguments := range map[string]any{
			"planRenameSymbol": planner.RenameParams{ProjectRoot: dir, FilePath: "src/a.ts", Character: 13, NewName: "renamed"},
			"planFileMove":     planner.FileMoveParams{ProjectRoot: dir, OldPath: "src/a.ts", NewPath: "src/c.ts"},
		} {
			answer, failure := h.call(t, tool, arguments)
			if strings.HasPrefix(failure, "internal") {
				t.Fatalf("%s: %s", tool, failure)
			}
			if text := failure + string(answer); strings.ContainsAny(text, "\x00\x1b\u202e\u200b") || strings.Contains(text, string(paths.Mount)) {
				t.Fatalf("%s: %q", tool, text)
			}
		}
	})
}
