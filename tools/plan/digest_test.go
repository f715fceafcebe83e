package plan_test

import (
	"slices"
	"testing"

	"tsplan/tools/plan"
)

func TestDigest(t *testing.T) {
	edits := func() []plan.FileTextEdits {
		var all []plan.FileTextEdits
		for _, name := range []string{"a.ts", "b.ts"} {
			f, _, err := plan.Edit(name, []byte("foo(foo)\n"), []plan.Span{{0, 3, "x"}, {4, 3, "y"}})
			if err != nil {
				t.Fatal(err)
			}
			all = append(all, f)
		}
		return all
	}
	moves := []plan.FsMove{{From: "a.ts", To: "c.ts"}, {From: "d", To: "e"}}
	const want = "sha256:7721d26b765567ca7838808e46ca3cca6a4b7dae159368bb275c5cc9947e4a92"
	got := plan.Digest(edits(), moves)
	if got != want {
		t.Errorf("Digest = %s; want %s: an old plan would not be known again", got, want)
	}

	same := edits()
	slices.Reverse(same)
	slices.Reverse(same[0].TextEdits)
	if plan.Digest(same, moves) != got {
		t.Error("the order of files and edits counts")
	}
	if same[0].FilePath != "b.ts" || same[0].TextEdits[0].NewText != "y" {
		t.Error("the caller's edits are sorted")
	}

	for name, change := range map[string]func(e []plan.FileTextEdits, m []plan.FsMove) ([]plan.FileTextEdits, []plan.FsMove){
		"path": func(e []plan.FileTextEdits, m []plan.FsMove) ([]plan.FileTextEdits, []plan.FsMove) {
			e[0].FilePath = "z.ts"
			return e, m
		},
		"hash before": func(e []plan.FileTextEdits, m []plan.FsMove) ([]plan.FileTextEdits, []plan.FsMove) {
			e[0].SHA256 = e[0].SHA256After
			return e, m
		},
		"hash after": func(e []plan.FileTextEdits, m []plan.FsMove) ([]plan.FileTextEdits, []plan.FsMove) {
			e[0].SHA256After = e[0].SHA256
			return e, m
		},
		"text": func(e []plan.FileTextEdits, m []plan.FsMove) ([]plan.FileTextEdits, []plan.FsMove) {
			e[1].TextEdits[1].NewText = "z"
			return e, m
		},
		"range": func(e []plan.FileTextEdits, m []plan.FsMove) ([]plan.FileTextEdits, []plan.FsMove) {
			e[1].TextEdits[1].Range.End.Character++
			return e, m
		},
		"an edit": func(e []plan.FileTextEdits, m []plan.FsMove) ([]plan.FileTextEdits, []plan.FsMove) {
			e[1].TextEdits = e[1].TextEdits[:1]
			return e, m
		},
		"a file": func(e []plan.FileTextEdits, m []plan.FsMove) ([]plan.FileTextEdits, []plan.FsMove) {
			return e[:1], m
		},
		"a move": func(e []plan.FileTextEdits, m []plan.FsMove) ([]plan.FileTextEdits, []plan.FsMove) {
			return e, m[:1]
		},
		"order of moves": func(e []plan.FileTextEdits, m []plan.FsMove) ([]plan.FileTextEdits, []plan.FsMove) {
			slices.Reverse(m)
			return e, m
		},
	} {
		if plan.Digest(change(edits(), slices.Clone(moves))) == got {
			t.Errorf("%s does not count", name)
		}
	}
}
