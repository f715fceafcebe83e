package tools_test

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"flag"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"tsplan/runtime"
	"tsplan/tools/plan"
)

// TestPlans asks what each file below testdata/plans asks, and wants what it says: a project, a call, and the plan or
// the error that comes of it. -update rewrites the answers.
func TestPlans(t *testing.T) {
	root := filepath.Join(testdata, "plans")
	cases := 0
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		name, ok := strings.CutSuffix(filepath.ToSlash(strings.TrimPrefix(path, root)), ".txtar")
		if !ok {
			t.Errorf("%s is no case", path)
			return nil
		}
		cases++
		t.Run(name[1:], func(t *testing.T) { testPlan(t, path) })
		return nil
	})
	if err != nil || cases == 0 {
		t.Fatalf("%d cases, %v", cases, err)
	}
}

// goldenPlan is the part of an answer that a case states, in this order. Paths are below the project.
type goldenPlan struct {
	CanRename  *bool         `json:"canRename,omitempty"`
	CanPlan    *bool         `json:"canPlan,omitempty"`
	FailedStep *int          `json:"failedStep,omitempty"`
	Reason     string        `json:"reason,omitempty"`
	Edits      []goldenEdits `json:"edits,omitempty"`
	FsMoves    []plan.FsMove `json:"fsMoves,omitempty"`
}

type goldenEdits struct {
	FilePath  string          `json:"filePath"`
	TextEdits []plan.TextEdit `json:"textEdits"`
}

func testPlan(t *testing.T, path string) {
	archive, err := txtar.ParseFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if strings.TrimSpace(string(archive.Comment)) == "" {
		t.Error("the first line has to say what the case is for")
	}
	var call struct {
		Tool      string
		Arguments map[string]any
	}
	files := map[string]string{}
	var inputs []txtar.File
	var want string
	for _, f := range archive.Files {
		switch name, encoded := strings.CutSuffix(f.Name, ".base64"); {
		case f.Name == "call":
			if err := json.Unmarshal(f.Data, &call); err != nil {
				t.Fatal(err)
			}
		case f.Name == "plan" || f.Name == "error":
			if want != "" {
				t.Errorf("%q is not used: one answer is enough", f.Name)
			}
			want = f.Name + "\n" + string(f.Data)
			continue
		case encoded:
			data, err := base64.StdEncoding.DecodeString(strings.Join(strings.Fields(string(f.Data)), ""))
			if err != nil {
				t.Fatal(err)
			}
			files[name] = string(data)
		default:
			files[f.Name] = string(f.Data)
		}
		inputs = append(inputs, f)
	}
	dir := layOut(t, files)
	if call.Arguments["projectRoot"] == nil {
		call.Arguments["projectRoot"] = dir
	}
	h := start(t, runtime.Limits{}, dir)
	section, data := "plan", []byte(nil)
	answer, failure := h.call(t, call.Tool, call.Arguments)
	if failure != "" {
		section, data = "error", []byte(strings.ReplaceAll(failure, dir, "$ROOT")+"\n")
	} else {
		data = golden(t, answer, dir)
	}
	got := section + "\n" + string(data)
	if diff := cmp.Diff(want, got); diff != "" {
		if flag.Lookup("update").Value.String() == "true" {
			archive.Files = append(inputs, txtar.File{Name: section, Data: data})
			if err := os.WriteFile(path, txtar.Format(archive), 0o644); err != nil {
				t.Fatal(err)
			}
			return
		}
		t.Errorf("-want +got:\n%s", diff)
	}
}

// golden renders an answer as the cases state it: one edit a line.
func golden(t *testing.T, answer json.RawMessage, dir string) []byte {
	t.Helper()
	var g goldenPlan
	if err := json.Unmarshal([]byte(strings.ReplaceAll(string(answer), dir+"/", "")), &g); err != nil {
		t.Fatal(err)
	}
	compact := func(v any) string {
		var b bytes.Buffer
		e := json.NewEncoder(&b)
		e.SetEscapeHTML(false)
		if err := e.Encode(v); err != nil {
			t.Fatal(err)
		}
		return strings.TrimSpace(b.String())
	}
	var fields []string
	if g.CanRename != nil {
		fields = append(fields, `"canRename": `+compact(*g.CanRename))
	}
	if g.CanPlan != nil {
		fields = append(fields, `"canPlan": `+compact(*g.CanPlan))
	}
	if g.FailedStep != nil {
		fields = append(fields, `"failedStep": `+compact(*g.FailedStep))
	}
	if g.Reason != "" {
		fields = append(fields, `"reason": `+compact(g.Reason))
	}
	refused := g.CanRename != nil && !*g.CanRename || g.CanPlan != nil && !*g.CanPlan
	if !refused {
		var list []string
		for _, f := range g.Edits {
			var edits []string
			for _, e := range f.TextEdits {
				edits = append(edits, "\n      "+compact(e))
			}
			list = append(list, "\n    {\"filePath\": "+compact(f.FilePath)+", \"textEdits\": ["+strings.Join(edits, ",")+"\n    ]}")
		}
		fields = append(fields, array("edits", list))
	}
	if g.CanRename == nil && !refused {
		var list []string
		for _, m := range g.FsMoves {
			list = append(list, "\n    "+compact(m))
		}
		fields = append(fields, array("fsMoves", list))
	}
	return []byte("{\n  " + strings.Join(fields, ",\n  ") + "\n}\n")
}

func array(name string, items []string) string {
	if len(items) == 0 {
		return `"` + name + `": []`
	}
	return `"` + name + `": [` + strings.Join(items, ",") + "\n  ]"
}
