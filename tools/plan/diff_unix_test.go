//go:build unix

package plan_test

import (
	"os"
	"path/filepath"
	"testing"

	"tsplan/tools/plan"
)

// Names that only unix allows.
func TestDiffGitApplyNames(t *testing.T) {
	files := tree{`"a".ts`: "foo\n", `b "c": d.ts`: "foo\n", `|<>?*.ts `: "foo\n"}
	spans := map[string][]plan.Span{`"a".ts`: {{0, 3, "bar"}}, `b "c": d.ts`: {{0, 3, "bar"}}}
	applyWithGit(t, files, spans, []plan.FsMove{
		{From: `"a".ts`, To: `'a'.ts`}, {From: `|<>?*.ts `, To: `" ".ts`},
	})
}

// A diff says nothing about modes, so that a script stays executable.
func TestDiffGitApplyKeepsMode(t *testing.T) {
	dir := t.TempDir()
	files := tree{"a": "foo\n", "b": "foo\n", "c": "foo\n"}
	for name, data := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(data), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	edit := []plan.Span{{0, 3, "bar"}}
	edits, _ := editAll(t, files, map[string][]plan.Span{"a": edit, "b": edit})
	diff, err := plan.Diff(edits, parseMoves("b>d; c>e"), files.read)
	if err != nil {
		t.Fatal(err)
	}
	gitApply(t, dir, diff)
	for _, name := range []string{"a", "d", "e"} {
		info, err := os.Stat(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		if info.Mode().Perm()&0o100 == 0 {
			t.Errorf("%s: mode %v", name, info.Mode())
		}
	}
}
