package tools_test

import (
	"encoding/json"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/rogpeppe/go-internal/txtar"

	"tsplan/hostfs/hostfstest"
	"tsplan/runtime"
	"tsplan/tools"
)

// TestPlans asks the cases below testdata/plans for plans.
func TestPlans(t *testing.T) {
	t.Parallel()
	testGoldens(t, "plans", nil)
}

// TestSymbolGoldens asks the cases in testdata/symbols about symbols, several questions a project.
func TestSymbolGoldens(t *testing.T) {
	t.Parallel()
	testGoldens(t, "symbols", nil)
}

// testGoldens makes the calls of all cases below a directory of testdata, and compares the answers with those in the files. With -update it
// writes the answers into the files. If there is an oracle, it asks TypeScript on Node the same. It returns the names of the cases.
func testGoldens(t *testing.T, directory string, o *oracle) []string {
	root := filepath.Join(testdata, directory)
	var names []string
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || d.Name() == "README.md" {
			return err
		}
		name, ok := strings.CutSuffix(filepath.ToSlash(strings.TrimPrefix(path, root)), ".txtar")
		if !ok {
			t.Errorf("%s is no case", path)
			return nil
		}
		names = append(names, name[1:])
		t.Run(name[1:], func(t *testing.T) {
			t.Parallel()
			testGolden(t, path, o)
		})
		return nil
	})
	if err != nil || len(names) == 0 {
		t.Fatalf("%d cases, %v", len(names), err)
	}
	return names
}

func testGolden(t *testing.T, path string, o *oracle) {
	c := hostfstest.ReadTextCase(t, path)
	if len(c.Calls) == 0 {
		t.Fatal("no call")
	}
	dir := c.LayOut(t)
	h := start(t, runtime.Limits{}, dir)
	answers := map[string][]txtar.File{} // by the name of the call
	for _, call := range c.Calls {
		if _, ok := answers[call.Name]; ok {
			t.Fatalf("two calls have the name %q", call.Name)
		}
		tsconfig := "tsconfig.json" // of the project that TypeScript is asked about
		if o != nil {
			if other, ok := call.Arguments["tsconfig"].(string); ok {
				tsconfig = other
			}
			delete(call.Arguments, "tsconfig")
		}
		sections := h.sections(t, c, call, dir)
		if _, ok := c.Files[tsconfig]; ok && o != nil {
			if text := o.text(t, call, dir, tsconfig); text != "" {
				sections = append(sections, section("typescript", text))
			}
		}
		for i := range sections {
			sections[i].Name = strings.TrimSpace(sections[i].Name + " " + call.Name)
		}
		answers[call.Name] = sections
	}
	got := &txtar.Archive{Comment: c.Archive.Comment}
	for _, f := range c.Archive.Files {
		if hostfstest.IsAnswer(f.Name) {
			continue
		}
		got.Files = append(got.Files, f)
		if name, ok := strings.CutPrefix(f.Name, "call "); ok {
			got.Files = append(got.Files, answers[name]...)
		}
	}
	got.Files = append(got.Files, answers[""]...)
	switch diff := cmp.Diff(string(txtar.Format(c.Archive)), string(txtar.Format(got))); {
	case diff == "":
	case *tools.Update:
		if err := os.WriteFile(path, txtar.Format(got), 0o644); err != nil {
			t.Fatal(err)
		}
	default:
		t.Errorf("-want +got (use -update if it is right):\n%s", diff)
	}
}

// sections makes a call and returns its answer.
func (h *harness) sections(t *testing.T, c *hostfstest.TextCase, call hostfstest.Call, dir string) []txtar.File {
	t.Helper()
	isPlan := strings.HasPrefix(call.Tool, "plan") || call.Tool == "verifyPlan"
	if isPlan && call.Arguments["projectRoot"] == nil {
		call.Arguments["projectRoot"] = dir
	}
	result := h.result(t, call.Tool, h.withoutProof(t, call.Tool, call.Arguments))
	text := strings.ReplaceAll(result.Content[0].(*mcp.TextContent).Text, dir, "ROOT")
	if result.IsError {
		return []txtar.File{section("error", text+"\n")}
	}
	raw, err := json.Marshal(result.StructuredContent)
	if err != nil {
		t.Fatal(err)
	}
	switch {
	case isPlan:
		return []txtar.File{section("plan", lines(t, raw, dir))}
	case call.Shows == "after":
		rest, after := carriedOut(t, c.Files, dir, raw)
		return []txtar.File{section("answer", indented(t, rest, dir)), section("after", strings.ReplaceAll(after, "\r", "␍"))}
	case json.Valid([]byte(text)):
		return []txtar.File{section("answer", indented(t, raw, dir))}
	default:
		return []txtar.File{section("answer", indented(t, raw, dir)), section("text", text)}
	}
}

func section(name, text string) txtar.File { return txtar.File{Name: name, Data: []byte(text)} }
