package tools_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"tsplan/hostfs/hostfstest"
	"tsplan/runtime"
	"tsplan/tools/kept"
	"tsplan/tools/plan"
	"tsplan/tools/planner"
)

// keptBatch is a server and the answer to a batch that it was asked for: a rename, and the move of the file with the symbol.
type keptBatch struct {
	*harness
	dir   string
	batch planner.BatchResult
}

func keptFiles() map[string]string {
	return map[string]string{
		"tsconfig.json": `{"include":["src"]}`,
		"src/a.ts":      "export const temp = 1;\n// ``` \n",
		"src/b.ts":      "import { temp } from \"./a\";\nexport const b = temp;\n",
		"src/c/d.ts":    "export {};\n",
	}
}

// keptSteps are the steps of the batch.
var keptSteps = []map[string]any{
	{"tool": "planRenameSymbol", "locate": "src/a.ts:temp", "newName": "buffer"},
	{"tool": "planFileMove", "oldPath": "src/a.ts", "newPath": "src/e.ts"},
}

func planKeptBatch(t *testing.T) *keptBatch {
	t.Helper()
	dir := hostfstest.LayOut(t, keptFiles())
	k := &keptBatch{harness: start(t, runtime.Limits{}, dir), dir: dir}
	k.answer(t, "planBatch", map[string]any{"projectRoot": dir, "steps": keptSteps, "verify": false}, &k.batch)
	return k
}

// get asks get_plan for the batch in a format.
func (k *keptBatch) get(t *testing.T, format string) kept.GetPlanResult {
	t.Helper()
	var out kept.GetPlanResult
	k.answer(t, "get_plan", map[string]any{"planId": k.batch.PlanID, "format": format}, &out)
	return out
}

// read reads a resource of the server.
func (k *keptBatch) read(t *testing.T, uri string) (*mcp.ResourceContents, error) {
	t.Helper()
	result, err := k.session.ReadResource(t.Context(), &mcp.ReadResourceParams{URI: uri})
	if err != nil {
		return nil, err
	}
	return result.Contents[0], nil
}

// TestGetPlan gets a plan in each format: as edits, as Markdown, as a patch that leads to the plan's bytes, and as LSP has it.
func TestGetPlan(t *testing.T) {
	k := planKeptBatch(t)
	if got := k.get(t, "edits"); len(got.Stale) != 0 || len(got.Edits) != 2 || len(got.FsMoves) != 1 || got.Patch+got.Markdown != "" {
		t.Errorf("%+v", got)
	}
	result, err := k.session.CallTool(t.Context(), &mcp.CallToolParams{Name: "get_plan", Arguments: map[string]any{"planId": k.batch.PlanID, "format": "markdown"}})
	if err != nil {
		t.Fatal(err)
	}
	want := "# Plan `" + k.batch.PlanID + "`\n\n- **Files edited**: 2\n- **Files moved**: 1\n" +
		"\n## src/a.ts\n````diff\n@@ -1,2 +1,2 @@\n-export const temp = 1;\n+export const buffer = 1;\n // ``` \n````\n" +
		"\n## src/b.ts\n```diff\n@@ -1,2 +1,2 @@\n-import { temp } from \"./a\";\n+import { buffer } from \"./e\";\n-export const b = temp;\n+export const b = buffer;\n```\n" +
		"\n## Moves\n- src/a.ts → src/e.ts\n"
	if text := result.Content[0].(*mcp.TextContent).Text; text != want {
		t.Errorf("got %s", text)
	}

	patch := k.get(t, "patch")
	if len(patch.Edits)+len(patch.FsMoves) != 0 {
		t.Errorf("%+v", patch)
	}
	copied := hostfstest.LayOut(t, keptFiles())
	pipe(t, copied, patch.Patch, "git", "apply", "-")
	for _, e := range k.batch.Edits {
		path := strings.Replace(strings.Replace(e.FilePath, k.dir, copied, 1), "a.ts", "e.ts", 1)
		if plan.Short(sumOf(t, path)) != e.SHA256AfterShort {
			t.Errorf("%s has other bytes", path)
		}
	}

	edit := k.get(t, "workspaceEdit")
	raw, err := json.Marshal(edit.WorkspaceEdit)
	if err != nil {
		t.Fatal(err)
	}
	uri := "file:///" + strings.TrimPrefix(filepath.ToSlash(k.dir), "/") + "/src/"
	if want := fmt.Sprintf(`{"documentChanges":[`+
		`{"textDocument":{"uri":"%[1]sa.ts","version":null},"edits":[%[2]s]},`+
		`{"textDocument":{"uri":"%[1]sb.ts","version":null},"edits":[%[3]s]},`+
		`{"kind":"rename","oldUri":"%[1]sa.ts","newUri":"%[1]se.ts"}]}`, uri,
		lspEdits(t, k.batch.Edits[0]), lspEdits(t, k.batch.Edits[1])); string(raw) != want || len(edit.Edits) != 0 {
		t.Errorf("got %s\nwant %s", raw, want)
	}
}

// TestGetPlanAsResource reads the same plan by its URI, which an answer that is cut links to, and URIs that name no plan.
func TestGetPlanAsResource(t *testing.T) {
	k := planKeptBatch(t)
	templates, err := k.session.ListResourceTemplates(t.Context(), nil)
	if err != nil || len(templates.ResourceTemplates) != 3 || templates.ResourceTemplates[1].URITemplate != "tsplan://plan/{+planId}.json" {
		t.Errorf("%v: templates %+v", err, templates)
	}
	patch := k.get(t, "patch").Patch
	for _, id := range []string{k.batch.PlanID, k.batch.PlanID[:len("sha256:")+16]} {
		got, err := k.read(t, "tsplan://plan/"+id+".patch")
		if err != nil || got.Text != patch || got.MIMEType != "text/x-diff" {
			t.Errorf("%s: %v: %+v", id, err, got)
		}
	}
	cut, err := k.session.CallTool(t.Context(), &mcp.CallToolParams{Name: "planBatch", Arguments: map[string]any{
		"projectRoot": k.dir, "maxAnswerChars": 1000, "fullHashes": true, "steps": keptSteps, "verify": false}})
	if err != nil || len(cut.Content) != 2 {
		t.Fatalf("%v: a plan that is cut has no link: %+v", err, cut)
	}
	link, ok := cut.Content[1].(*mcp.ResourceLink)
	if !ok || link.URI != "tsplan://plan/"+k.batch.PlanID+".patch" {
		t.Errorf("%+v", cut.Content[1])
	}
	got, err := k.read(t, "tsplan://plan/"+k.batch.PlanID+".json")
	if err != nil {
		t.Fatal(err)
	}
	whole, err := json.Marshal(k.get(t, "edits"))
	if err != nil {
		t.Fatal(err)
	}
	if !sameJSON(t, got.Text, string(whole)) || got.MIMEType != "application/json" {
		t.Errorf("got %s\nwant %s", got.Text, whole)
	}
	page, err := k.read(t, "tsplan://plan/"+k.batch.PlanID+".html")
	if err != nil || page.MIMEType != "text/html" {
		t.Fatalf("%v: %+v", err, page)
	}
	for _, part := range []string{"<title>tsplan: 2 steps</title>", "<code>src/a.ts</code> → <code>src/e.ts</code>", "<mark>buffer</mark>", `<b id="verdict" class="open">not verified</b>`} {
		if !strings.Contains(page.Text, part) {
			t.Errorf("the page lacks %s", part)
		}
	}
	for uri, want := range map[string]string{
		"tsplan://plan/sha256:0123456789abcdef.json": "not_found: ",
		"tsplan://plan/x.patch":                      "invalid_argument: ",
		"tsplan://plan/x.html":                       "invalid_argument: ",
		"tsplan://plan/x.txt":                        "Resource not found",
		"file:///etc/passwd":                         "Resource not found",
	} {
		if _, err := k.read(t, uri); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", uri, err)
		}
	}
}

// TestGetPlanOfChangedFiles gets a plan whose files changed since: as edits it names them, in all other forms it is refused.
func TestGetPlanOfChangedFiles(t *testing.T) {
	k := planKeptBatch(t)
	hostfstest.WriteAll(t, k.dir, map[string]string{"src/b.ts": "export {};\n", "src/e.ts": "export {};\n"})
	for _, form := range []string{".patch", ".json", ".html"} {
		if _, err := k.read(t, "tsplan://plan/"+k.batch.PlanID+form); err == nil || !strings.Contains(err.Error(), "changed: ") {
			t.Errorf("%s of a plan whose files changed: %v", form, err)
		}
	}
	if err := os.Remove(filepath.Join(k.dir, "src", "a.ts")); err != nil {
		t.Fatal(err)
	}
	if got := strings.Join(k.get(t, "edits").Stale, " "); got != "src/a.ts src/b.ts src/e.ts" {
		t.Errorf("stale: %s", got)
	}
	for _, format := range []string{"patch", "workspaceEdit", "markdown"} {
		if _, failure := k.call(t, "get_plan", map[string]any{"planId": k.batch.PlanID, "format": format}); !strings.HasPrefix(failure, "changed: ") {
			t.Errorf("%s: %s", format, failure)
		}
	}
}

// lspEdits are the edits of a file as LSP has them.
func lspEdits(t *testing.T, f plan.FileTextEdits) string {
	var all []string
	for _, e := range f.TextEdits {
		text, err := json.Marshal(e.NewText)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, fmt.Sprintf(`{"range":{"start":{"line":%d,"character":%d},"end":{"line":%d,"character":%d}},"newText":%s}`,
			e.Range.Start.Line, e.Range.Start.Character, e.Range.End.Line, e.Range.End.Character, text))
	}
	return strings.Join(all, ",")
}

func sameJSON(t *testing.T, a, b string) bool {
	t.Helper()
	var x, y any
	if err := errors.Join(json.Unmarshal([]byte(a), &x), json.Unmarshal([]byte(b), &y)); err != nil {
		t.Fatal(err)
	}
	return reflect.DeepEqual(x, y)
}
