package plan_test

import (
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"tsplan/tools/plan"
)

func ranges(f plan.FileTextEdits) []string {
	var all []string
	for _, e := range f.TextEdits {
		s, t := e.Range.Start, e.Range.End
		all = append(all, fmt.Sprintf("%d:%d-%d:%d", s.Line, s.Character, t.Line, t.Character))
	}
	return all
}

// tree is a project: names and contents.
type tree map[string]string

func (tr tree) read(name string) ([]byte, error) {
	data, ok := tr[name]
	if !ok {
		return nil, fmt.Errorf("%s: %w", name, fs.ErrNotExist)
	}
	return []byte(data), nil
}

func TestDiff(t *testing.T) {
	for _, c := range []struct {
		name  string
		files tree
		spans map[string][]plan.Span
		moves string
		want  string
	}{
		{"nothing", tree{}, nil, "", ""},
		{"an edit", tree{"src/a.ts": "let foo\n"}, map[string][]plan.Span{"src/a.ts": {{4, 3, "bar"}}}, "",
			"diff --git a/src/a.ts b/src/a.ts\n--- a/src/a.ts\n+++ b/src/a.ts\n" +
				"@@ -1 +1 @@\n-let foo\n+let bar\n"},
		{"an edit that changes nothing", tree{"a.ts": "foo\n"},
			map[string][]plan.Span{"a.ts": {{0, 3, "foo"}}}, "", ""},
		{"a move", tree{"a.png": "\x00\xFF"}, nil, "a.png>img/a.png",
			"diff --git a/a.png b/img/a.png\nsimilarity index 100%\nrename from a.png\nrename to img/a.png\n"},
		{"an edit and a move", tree{"a.ts": "import './b'\n"},
			map[string][]plan.Span{"a.ts": {{8, 3, "../b"}}}, "a.ts>lib/a.ts",
			"diff --git a/a.ts b/lib/a.ts\nsimilarity index 71%\nrename from a.ts\nrename to lib/a.ts\n" +
				"--- a/a.ts\n+++ b/lib/a.ts\n@@ -1 +1 @@\n-import './b'\n+import '../b'\n"},
		{"no newline at the end", tree{"a.ts": "a\nfoo"}, map[string][]plan.Span{"a.ts": {{2, 3, "b"}}}, "",
			"diff --git a/a.ts b/a.ts\n--- a/a.ts\n+++ b/a.ts\n@@ -1,2 +1,2 @@\n a\n" +
				"-foo\n\\ No newline at end of file\n+b\n\\ No newline at end of file\n"},
		{"into an empty file", tree{"a.ts": ""}, map[string][]plan.Span{"a.ts": {{0, 0, "a\n"}}}, "",
			"diff --git a/a.ts b/a.ts\n--- a/a.ts\n+++ b/a.ts\n@@ -0,0 +1 @@\n+a\n"},
		{"names with spaces and others", tree{"a b.ts": "a\n", "型\".ts": "a\n"},
			map[string][]plan.Span{"a b.ts": {{0, 1, "b"}}, "型\".ts": {{0, 1, "b"}}}, "",
			"diff --git a/a b.ts b/a b.ts\n--- a/a b.ts\t\n+++ b/a b.ts\t\n@@ -1 +1 @@\n-a\n+b\n" +
				`diff --git "a/\345\236\213\".ts" "b/\345\236\213\".ts"` + "\n" +
				`--- "a/\345\236\213\".ts"` + "\n" + `+++ "b/\345\236\213\".ts"` + "\n" +
				"@@ -1 +1 @@\n-a\n+b\n"},
		{"a file that goes by another name in between", tree{"a": "1", "b": "2"}, nil, "a>t; b>a; t>b",
			"diff --git a/a b/b\nsimilarity index 100%\nrename from a\nrename to b\n" +
				"diff --git a/b b/a\nsimilarity index 100%\nrename from b\nrename to a\n"},
		{"a move there and back", tree{"a": "1"}, nil, "a>t; t>a", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			edits, _ := editAll(t, c.files, c.spans)
			slices.Reverse(edits)
			got, err := plan.Diff(edits, parseMoves(c.moves), c.files.read)
			if err != nil || string(got) != c.want {
				t.Errorf("%v\n%s\nwant\n%s", err, got, c.want)
			}
		})
	}
}

func TestDiffRefusals(t *testing.T) {
	files := tree{"a.ts": "foo\n"}
	edits, _ := editAll(t, files, map[string][]plan.Span{"a.ts": {{0, 3, "bar"}}})
	if _, err := plan.Diff(edits, nil, tree{"a.ts": "fou\n"}.read); !errors.Is(err, plan.ErrStale) {
		t.Errorf("a changed file: %v", err)
	}
	if _, err := plan.Diff(edits, nil, tree{}.read); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a file that is gone: %v", err)
	}
}

// git has to make of the diff what Edit makes of the claims, on every shape of file.
func TestDiffGitApply(t *testing.T) {
	for _, c := range []struct {
		name  string
		files tree
		spans map[string][]plan.Span
		moves string
	}{
		{"text traps",
			tree{
				"bom.ts": "\uFEFFfoo\r\nfoo\r\n", "cr.ts": "a\rfoo\rb\r", "crlf.ts": "a\r\nfoo",
				"u2028.ts": "a\u2028foo\u2029b", "astral.ts": "😀foo\n", "nul.ts": "a\x00foo\n",
				"empty.ts": "", "gone.ts": "foo", "end.ts": "a\n", "trap.ts": "-- foo\n--- a/b\n+++ b\n@@\n\\ No\n",
				"line.ts": "a\n\n\nb\n", "noeol.ts": "a\nb",
			},
			map[string][]plan.Span{
				"bom.ts": {{0, 3, "barbar"}, {5, 3, "b"}}, "cr.ts": {{2, 3, "bar"}},
				"crlf.ts": {{3, 3, "bar\r\n"}}, "u2028.ts": {{2, 3, "bar"}}, "astral.ts": {{2, 3, "😀\n"}},
				"nul.ts": {{2, 3, "bar"}}, "empty.ts": {{0, 0, "\r"}}, "gone.ts": {{0, 3, ""}},
				"end.ts": {{2, 0, "b"}}, "trap.ts": {{3, 3, "bar"}}, "line.ts": {{2, 0, "x"}},
				"noeol.ts": {{3, 0, "\n"}},
			}, ""},
		{"a directory",
			tree{"src/foo/a.ts": "import './b.css'\n", "src/foo/b.css": "", "src/foo/deep/c.png": "\x89PNG\x00\xFF\r\n",
				"src/foobar/a.ts": "import '../foo/a'\n"},
			map[string][]plan.Span{"src/foo/a.ts": {{0, 0, "// moved\n"}}, "src/foobar/a.ts": {{8, 8, "../../lib/a"}}},
			"src/foo/a.ts>lib/a.ts; src/foo/b.css>lib/b.css; src/foo/deep/c.png>lib/deep/c.png"},
		{"a chain", tree{"a": "1\n", "b": "2\n", "c": "3\n"}, map[string][]plan.Span{"b": {{0, 1, "two"}}},
			"c>d; b>c; a>b"},
		{"a swap", tree{"a": "1\n", "b": "2\n"}, map[string][]plan.Span{"b": {{0, 1, "two"}}}, "a>t; b>a; t>b"},
		{"a file makes room", tree{"a": "1\n", "b": "2\n"}, nil, "a>z; b>a/b"},
		{"names", tree{"a b/c d.ts": "foo\n", "型/é😀.ts": "foo\n", "[x]/$(id) 'y'.ts": "foo\n", "-r.ts": "foo\n"},
			map[string][]plan.Span{"a b/c d.ts": {{0, 3, "bar"}}, "型/é😀.ts": {{0, 3, "bar"}}, "-r.ts": {{0, 3, "bar"}}},
			"a b/c d.ts>a b/c  d.ts; 型/é😀.ts>型 型/é.ts; [x]/$(id) 'y'.ts>[x]/z.ts"},
	} {
		t.Run(c.name, func(t *testing.T) {
			applyWithGit(t, c.files, c.spans, parseMoves(c.moves))
		})
	}
}

func TestDiffGitApplyGenerated(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	pieces := []string{"foo", "a", " ", "\n", "\n", "\n", "\r\n", "\r", "é", "型", "😀", "\u2028", "\x00", "-", "+", "\\", "@@ -1 +1 @@\n", "\n\n\n\n\n\n\n\n"}
	text := func(n int) string {
		var b strings.Builder
		for range rnd.IntN(n) {
			b.WriteString(pieces[rnd.IntN(len(pieces))])
		}
		return b.String()
	}
	for range 20 {
		files, spans, moves := tree{}, map[string][]plan.Span{}, []plan.FsMove{}
		for i := range 25 {
			name := fmt.Sprintf("d%d/f%d.ts", i%4, i)
			files[name] = text(60)
			if rnd.IntN(3) == 0 {
				files[name] = "\uFEFF" + files[name]
			}
			ref := newReference([]byte(files[name]))
			for at := 0; at <= len(ref.units); at += rnd.IntN(30) {
				s := plan.Span{Start: at, Length: rnd.IntN(6), NewText: strings.ReplaceAll(text(4), "\x00", "")}
				if _, err := ref.edit(append(spans[name], s)); err == nil {
					spans[name] = append(spans[name], s)
				}
				at++
			}
			if rnd.IntN(2) == 0 {
				moves = append(moves, plan.FsMove{From: name, To: fmt.Sprintf("m%d/f%d.ts", i%3, i)})
			}
		}
		applyWithGit(t, files, spans, moves)
	}
}

func FuzzDiff(f *testing.F) {
	f.Add("a\nfoo\nb\n", 2, 3, "bar", 6, 0, "x", true)
	f.Add("\uFEFFa\r\nb", 0, 1, "", 3, 1, "\n", false)
	f.Add("", 0, 0, "\\", 0, 0, "\\", true)
	f.Fuzz(func(t *testing.T, data string, start1, length1 int, text1 string,
		start2, length2 int, text2 string, move bool) {
		spans := []plan.Span{near(data, start1, length1, text1), near(data, start2, length2, text2)}
		if _, _, err := plan.Edit("a", []byte(data), spans); err != nil {
			return
		}
		var moves []plan.FsMove
		if move {
			moves = parseMoves("a>b/a")
		}
		applyWithGit(t, tree{"a": data}, map[string][]plan.Span{"a": spans}, moves)
	})
}

// applyWithGit compares what git makes of the diff with the bytes that Edit promises.
func applyWithGit(t *testing.T, files tree, spans map[string][]plan.Span, moves []plan.FsMove) {
	t.Helper()
	edits, after := editAll(t, files, spans)
	diff, err := plan.Diff(edits, moves, files.read)
	if err != nil {
		t.Fatal(err)
	}
	want := tree{}
	for name, data := range files {
		want[name] = data
	}
	for name, data := range after {
		want[name] = data
	}
	for _, m := range moves {
		data := want[m.From]
		delete(want, m.From)
		want[m.To] = data
	}

	dir := t.TempDir()
	for name, data := range files {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(data), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	gitApply(t, dir, diff)
	got := tree{}
	err = fs.WalkDir(os.DirFS(dir), ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		data, err := os.ReadFile(filepath.Join(dir, name))
		got[name] = string(data)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for name := range want {
		if data, ok := got[name]; !ok || data != want[name] {
			t.Errorf("%s: git has %q (%t), Edit has %q\n%s", name, data, ok, want[name], diff)
		}
	}
	if len(got) != len(want) {
		t.Errorf("git has %d files, the plan %d\n%s", len(got), len(want), diff)
	}
}

func gitApply(t *testing.T, dir string, diff []byte) {
	t.Helper()
	if len(diff) == 0 {
		return // git refuses an empty patch
	}
	cmd := exec.Command("git", "apply", "--whitespace=nowarn", "-")
	cmd.Dir = dir
	cmd.Stdin = strings.NewReader(string(diff))
	// git ignores a repository around the directory, and all settings.
	cmd.Env = append(os.Environ(), "GIT_CEILING_DIRECTORIES="+filepath.Dir(dir),
		"GIT_CONFIG_GLOBAL="+os.DevNull, "GIT_CONFIG_NOSYSTEM=1")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("git apply: %v\n%s\n%s", err, out, diff)
	}
}

// editAll returns the checked edits sorted by name, and the files they change.
func editAll(t *testing.T, files tree, spans map[string][]plan.Span) ([]plan.FileTextEdits, tree) {
	t.Helper()
	var edits []plan.FileTextEdits
	after := tree{}
	for name, s := range spans {
		f, data, err := plan.Edit(name, []byte(files[name]), s)
		if err != nil {
			t.Fatal(err)
		}
		edits = append(edits, f)
		after[name] = string(data)
	}
	slices.SortFunc(edits, func(a, b plan.FileTextEdits) int { return strings.Compare(a.FilePath, b.FilePath) })
	return edits, after
}
