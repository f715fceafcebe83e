package bench

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestFirstQuestions(t *testing.T) {
	m := measurement{table: table{contenders: []string{"old", "new", "apart"}, reference: "old"}}
	m.first = []*firstRow{{"app", aLocal, map[string]*firstFigures{
		"old": {never: []float64{2, 2, 3}, cpu: []float64{4}, memory: []float64{200}, edits: 3},
		"new": {never: []float64{0.5}, again: []float64{0.1}, cpu: []float64{1}, memory: []float64{100}, edits: 4},
	}}, {"app", aFile, map[string]*firstFigures{
		"old": {never: []float64{2}, edits: 1},
		"new": {failed: errors.New("no answer")},
	}}}
	var b strings.Builder
	if err := m.writeFirst(&b); err != nil {
		t.Fatal(err)
	}
	want := `| project | first question | old | new | ratio | ratio of CPU | ratio of memory | again | ratio | edits |
| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |
| app | a local | 2.00 s | 500 ms | 0.25 | 0.25 | 0.50 | 100 ms | 0.05 | 3, 4 |
| app | a move of a file | 2.00 s | failed |  |  |  | failed |  | 1, 0 |

- app, a move of a file, new failed: no answer`
	if b.String() != want {
		t.Errorf("got\n%s\nwant\n%s", b.String(), want)
	}
}

func TestFindsFirstQuestion(t *testing.T) {
	p := &project{dir: t.TempDir()}
	if err := os.WriteFile(filepath.Join(p.dir, "a.ts"), []byte("const a = 1\nfunction own(other) {}\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	asked, err := p.place(firstQuestion{aLocal, "a.ts", "own(|other"})
	if err != nil || asked.Line != 1 || asked.Character != 13 {
		t.Errorf("line %d, character %d, %v; want 1, 13", asked.Line, asked.Character, err)
	}
	if _, err := p.place(firstQuestion{aLocal, "a.ts", "|none"}); err == nil {
		t.Error("a name that is not there is found")
	}
}
