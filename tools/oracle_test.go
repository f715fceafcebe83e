package tools_test

import (
	"bufio"
	"encoding/json"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"tsplan/runtime"
	"tsplan/tools/plan"
	"tsplan/tools/planner"
)

const testdata = "../testdata"

// oracle is the typescript package on Node, asked directly. It has one project open at a time: a parallel test locks mu before
// it opens a project, and unlocks mu after its last request about it.
type oracle struct {
	mu  sync.Mutex
	in  io.WriteCloser
	out *bufio.Reader
}

func startOracle(t testing.TB) *oracle {
	t.Helper()
	c := exec.Command("node", filepath.Join(testdata, "oracle", "oracle.mjs"))
	c.Stderr = os.Stderr
	in, err := c.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := c.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Start(); err != nil {
		t.Fatalf("the oracle needs node: %v", err)
	}
	t.Cleanup(func() {
		in.Close()
		if err := c.Wait(); err != nil {
			t.Errorf("oracle: %v", err)
		}
	})
	return &oracle{in: in, out: bufio.NewReaderSize(out, 1<<20)}
}

// ask sends a request and decodes the answer, which must not be an error.
func (o *oracle) ask(t testing.TB, request, answer any) {
	t.Helper()
	if failure := o.try(t, request, answer); failure != "" {
		t.Fatalf("oracle, asked %v: %s", request, failure)
	}
}

// try is ask for an answer that may be an error, whose text it returns.
func (o *oracle) try(t testing.TB, request, answer any) (failure string) {
	t.Helper()
	line, err := json.Marshal(request)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := o.in.Write(append(line, '\n')); err != nil {
		t.Fatal(err)
	}
	reply, err := o.out.ReadBytes('\n')
	if err != nil {
		t.Fatal(err)
	}
	var failed struct{ Error string }
	if err := json.Unmarshal(reply, &failed); err != nil {
		t.Fatalf("oracle, asked %s: %v", line, err)
	}
	if failed.Error != "" {
		return failed.Error
	}
	if err := json.Unmarshal(reply, answer); err != nil {
		t.Fatalf("oracle: %v: %s", err, reply)
	}
	return ""
}

// layOutPackage makes an ordinary project of an npm package with TypeScript sources, see testdata/projects.json.
func layOutPackage(t testing.TB, name string) string {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command("node", filepath.Join(testdata, "oracle", "layout.mjs"), name, dir).CombinedOutput(); err != nil {
		t.Fatalf("laying out %s: %v\n%s\n(go run ./build test installs the packages)", name, err, out)
	}
	return dir
}

type sampled struct {
	Op               string
	File, NewName    string
	Line, Character  int
	OldPath, NewPath string
}

// oraclePackages are the npm packages that random questions are asked about.
var oraclePackages = []string{"query-core", "redux-toolkit", "rxjs"}

// TestOracle compares random renames and moves in real packages with what the typescript package on Node answers.
func TestOracle(t *testing.T) {
	compares(t)
	renames, moves, dirMoves := byExtent(20, 40, 150), byExtent(6, 10, 30), byExtent(2, 3, 10)
	o := startOracle(t)
	for _, name := range byExtent([]string{"query-core"}, oraclePackages, oraclePackages) {
		t.Run(name, func(t *testing.T) {
			dir := layOutPackage(t, name)
			o.ask(t, map[string]any{"op": "open", "root": dir}, &struct{}{})
			var sample struct{ Requests []json.RawMessage }
			o.ask(t, map[string]any{"op": "sample", "seed": 20261121, "renames": renames, "moves": moves, "dirMoves": dirMoves}, &sample)
			if len(sample.Requests) != renames+moves+dirMoves {
				t.Fatalf("%d requests, want %d", len(sample.Requests), renames+moves+dirMoves)
			}
			h := start(t, runtime.Limits{}, dir)
			for _, raw := range sample.Requests {
				var r sampled
				if err := json.Unmarshal(raw, &r); err != nil {
					t.Fatal(err)
				}
				if _, better := betterThanOracle[name+" "+r.NewName+r.NewPath]; better {
					continue
				}
				var want corpusPlan
				o.ask(t, raw, &want)
				if r.Op == "rename" {
					h.compareRename(t, dir, r, want)
				} else {
					h.compareMove(t, dir, r, want)
				}
			}
		})
	}
}

// betterThanOracle lists the random requests, by project and new name or path, where TypeScript's own plan breaks the program
// and tsplan's does not. They come up with -extent all only.
var betterThanOracle = map[string]string{
	"query-core freshName135":   "the key of a Pick or Omit is renamed with the member",
	"redux-toolkit freshName76": "the key of a Pick or Omit is renamed with the member",
	"redux-toolkit src/moved3":  "imports through a paths alias follow the directory, where TypeScript leaves them leading nowhere",
}

func (h *harness) compareRename(t *testing.T, dir string, r sampled, want corpusPlan) {
	t.Helper()
	var got planner.RenameResult
	h.answer(t, "planRenameSymbol", map[string]any{
		"projectRoot": dir, "filePath": r.File, "line": r.Line, "character": r.Character, "newName": r.NewName, "maxAnswerChars": 4 << 20, "verify": false,
	}, &got)
	if got.CanRename != want.CanRename {
		t.Errorf("%+v: canRename %v (%s), want %v (%s)", r, got.CanRename, got.Reason, want.CanRename, want.Error)
		return
	}
	if diff := cmp.Diff(normal(want.Edits, ""), normal(got.Edits, dir)); diff != "" {
		t.Errorf("%+v -want +got:\n%s", r, diff)
	}
}

func (h *harness) compareMove(t *testing.T, dir string, r sampled, want corpusPlan) {
	t.Helper()
	tool, arguments := "planFileMove", map[string]any{"projectRoot": dir, "oldPath": r.OldPath, "newPath": r.NewPath, "maxAnswerChars": 4 << 20, "verify": false}
	if info, err := os.Stat(filepath.Join(dir, r.OldPath)); err != nil {
		t.Fatal(err)
	} else if info.IsDir() {
		tool, arguments = "planDirectoryMove", map[string]any{"projectRoot": dir, "oldDir": r.OldPath, "newDir": r.NewPath, "maxAnswerChars": 4 << 20, "verify": false}
	}
	var got planner.MoveResult
	h.answer(t, tool, arguments, &got)
	// tsplan keeps the "./" of a path in tsconfig.json, which TypeScript drops.
	edits := normal(got.Edits, dir)
	for _, f := range edits {
		for i, e := range f.TextEdits {
			if f.FilePath == "tsconfig.json" {
				f.TextEdits[i].NewText = strings.TrimPrefix(e.NewText, "./")
			}
		}
	}
	if diff := cmp.Diff(normal(withoutAliases(t, dir, want.Edits), ""), edits); diff != "" {
		t.Errorf("%+v -want +got:\n%s", r, diff)
	}
	for _, f := range got.Edits {
		data, err := os.ReadFile(f.FilePath)
		if err != nil {
			t.Fatal(err)
		}
		f.FilePath = strings.TrimPrefix(f.FilePath, dir+string(filepath.Separator))
		if _, err := plan.Apply(f, data); err != nil {
			t.Error(err)
		}
	}
}

// withoutAliases leaves out the edits with which TypeScript turns an alias of tsconfig.json into a relative path. tsplan
// keeps an alias that still leads to the file.
func withoutAliases(t *testing.T, dir string, edits []plan.FileTextEdits) []plan.FileTextEdits {
	t.Helper()
	var out []plan.FileTextEdits
	for _, f := range edits {
		data, err := os.ReadFile(filepath.Join(dir, f.FilePath))
		if err != nil {
			t.Fatal(err)
		}
		text, err := plan.NewText(data)
		if err != nil {
			t.Fatal(err)
		}
		f.TextEdits = slices.DeleteFunc(slices.Clone(f.TextEdits), func(e plan.TextEdit) bool {
			start, err := text.Offset(e.Range.Start)
			if err != nil {
				t.Fatal(err)
			}
			end, err := text.Offset(e.Range.End)
			if err != nil {
				t.Fatal(err)
			}
			old, err := text.Slice(start, end)
			if err != nil {
				t.Fatal(err)
			}
			return strings.HasPrefix(old, "@internal/")
		})
		out = append(out, f)
	}
	return out
}
