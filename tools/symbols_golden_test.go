package tools_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/rogpeppe/go-internal/txtar"

	"tsplan/hostfs/hostfstest"
	"tsplan/runtime"
	"tsplan/tools"
	"tsplan/tools/plan"
)

// TestSymbolGoldens asks one project questions and compares the whole answers. Each file in testdata/symbols holds a
// line that says what it is for, the project's files below project/, and for each question NAME.call.json with tool
// and arguments, then what is expected: NAME.json for the structured answer, NAME.md where the text is another one,
// NAME.error for a refusal. A call with "show": "after" has the text of the one file that its plan edits in NAME.after,
// in place of the edits. The project's directory is written as ROOT.
func TestSymbolGoldens(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob(filepath.Join(testdata, "symbols", "*.txtar"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no goldens: %v", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) {
			t.Parallel()
			archive, err := txtar.ParseFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if len(bytes.TrimSpace(archive.Comment)) == 0 {
				t.Error("the first line must say what the case is for")
			}
			got := answerAll(t, archive)
			if *tools.Update {
				if err := os.WriteFile(file, txtar.Format(got), 0o666); err != nil {
					t.Fatal(err)
				}
				return
			}
			for i := range max(len(got.Files), len(archive.Files)) {
				if i >= len(got.Files) {
					t.Fatalf("nothing answers %s", archive.Files[i].Name)
				}
				if i >= len(archive.Files) || archive.Files[i].Name != got.Files[i].Name || !bytes.Equal(archive.Files[i].Data, got.Files[i].Data) {
					t.Fatalf("got (use -update if it is right) %s:\n%s", got.Files[i].Name, got.Files[i].Data)
				}
			}
		})
	}
}

// answerAll returns the archive with the answers that there are to its calls, and no others.
func answerAll(t *testing.T, archive *txtar.Archive) *txtar.Archive {
	project := map[string]string{}
	out := &txtar.Archive{Comment: archive.Comment}
	for _, f := range archive.Files {
		if name, ok := strings.CutPrefix(f.Name, "project/"); ok {
			project[name] = strings.ReplaceAll(string(f.Data), "␍", "\r")
			out.Files = append(out.Files, f)
		}
	}
	dir := hostfstest.LayOut(t, project)
	h := start(t, runtime.Limits{}, dir)
	for _, f := range archive.Files {
		name, ok := strings.CutSuffix(f.Name, ".call.json")
		if !ok {
			continue
		}
		var call struct {
			Tool      string
			Arguments map[string]any
			Show      string
		}
		if err := json.Unmarshal(f.Data, &call); err != nil {
			t.Fatal(err)
		}
		result, err := h.session.CallTool(context.Background(), &mcp.CallToolParams{Name: call.Tool, Arguments: h.withoutProof(t, call.Tool, call.Arguments)})
		if err != nil {
			t.Fatal(err)
		}
		add := func(suffix, text string) {
			text = strings.ReplaceAll(text, dir, "ROOT")
			out.Files = append(out.Files, txtar.File{Name: name + suffix, Data: []byte(text)})
		}
		out.Files = append(out.Files, f)
		text := result.Content[0].(*mcp.TextContent).Text
		if result.IsError {
			add(".error", text+"\n")
			continue
		}
		raw, err := json.Marshal(result.StructuredContent)
		if err != nil {
			t.Fatal(err)
		}
		if call.Show == "after" {
			rest, after := carriedOut(t, project, dir, raw)
			add(".json", indented(t, rest))
			add(".after", strings.ReplaceAll(after, "\r", "␍"))
			continue
		}
		add(".json", indented(t, raw))
		if !json.Valid([]byte(text)) {
			add(".md", text)
		}
	}
	return out
}

// carriedOut returns the answer without its plan, and the text of the one file that the plan edits.
func carriedOut(t *testing.T, project map[string]string, dir string, answer json.RawMessage) (rest json.RawMessage, after string) {
	t.Helper()
	var planned struct{ Edits []plan.FileTextEdits }
	var fields map[string]json.RawMessage
	if err := errors.Join(json.Unmarshal(answer, &planned), json.Unmarshal(answer, &fields)); err != nil {
		t.Fatal(err)
	}
	if len(planned.Edits) != 1 {
		t.Fatalf("%d files are edited: %s", len(planned.Edits), answer)
	}
	name, err := filepath.Rel(dir, planned.Edits[0].FilePath)
	if err != nil {
		t.Fatal(err)
	}
	name = filepath.ToSlash(name)
	planned.Edits[0].FilePath = name
	text, err := plan.Apply(planned.Edits[0], []byte(project[name]))
	if err != nil {
		t.Fatal(err)
	}
	delete(fields, "edits")
	delete(fields, "planId")
	rest, err = json.Marshal(fields)
	if err != nil {
		t.Fatal(err)
	}
	return rest, string(text)
}

func indented(t *testing.T, raw []byte) string {
	t.Helper()
	var v any
	if err := json.Unmarshal(raw, &v); err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	if err := e.Encode(v); err != nil {
		t.Fatal(err)
	}
	return b.String()
}
