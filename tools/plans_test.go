package tools_test

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"errors"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"tsplan/hostfs/hostfstest"
	"tsplan/runtime"
	"tsplan/tools"
	"tsplan/tools/plan"
)

// TestPlans asks what each file below testdata/plans asks, and wants what it says: a project, a call, and the plan or
// the error that comes of it. -update rewrites the answers.
func TestPlans(t *testing.T) {
	t.Parallel()
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
		t.Run(name[1:], func(t *testing.T) {
			t.Parallel()
			testPlan(t, path)
		})
		return nil
	})
	if err != nil || cases == 0 {
		t.Fatalf("%d cases, %v", cases, err)
	}
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
	dir := hostfstest.LayOut(t, files)
	if call.Arguments["projectRoot"] == nil {
		call.Arguments["projectRoot"] = dir
	}
	h := start(t, runtime.Limits{}, dir)
	section, data := "plan", []byte(nil)
	answer, failure := h.call(t, call.Tool, h.withoutProof(t, call.Tool, call.Arguments))
	if failure != "" {
		section, data = "error", []byte(strings.ReplaceAll(failure, dir, "$ROOT")+"\n")
	} else {
		data = golden(t, answer, dir)
	}
	got := section + "\n" + string(data)
	if diff := cmp.Diff(want, got); diff != "" {
		if *tools.Update {
			archive.Files = append(inputs, txtar.File{Name: section, Data: data})
			if err := os.WriteFile(path, txtar.Format(archive), 0o644); err != nil {
				t.Fatal(err)
			}
			return
		}
		t.Errorf("-want +got:\n%s", diff)
	}
}

// golden renders an answer without its hashes, one element of a list a line and the edits of a file below its path. Paths
// are below the project. The fields of the plan come first, what is said about it after them.
func golden(t *testing.T, answer json.RawMessage, dir string) []byte {
	t.Helper()
	answer = json.RawMessage(strings.ReplaceAll(string(answer), dir+"/", ""))
	var fields map[string]any
	var planned struct {
		Edits []struct {
			FilePath  string
			TextEdits []plan.TextEdit
		}
		FsMoves []plan.FsMove
	}
	if err := errors.Join(json.Unmarshal(answer, &fields), json.Unmarshal(answer, &planned)); err != nil {
		t.Fatal(err)
	}
	delete(fields, "planId")
	delete(fields, "typescript")
	first := []string{"canRename", "canPlan", "failedStep", "reason", "edits", "fsMoves"}
	names := slices.DeleteFunc(slices.Clone(first), func(name string) bool { return fields[name] == nil })
	for _, name := range slices.Sorted(maps.Keys(fields)) {
		if !slices.Contains(first, name) {
			names = append(names, name)
		}
	}
	lists := map[string][]string{}
	for _, f := range planned.Edits {
		var edits []string
		for _, e := range f.TextEdits {
			edits = append(edits, "\n      "+compact(t, e))
		}
		lists["edits"] = append(lists["edits"], "{\"filePath\": "+compact(t, f.FilePath)+", \"textEdits\": ["+strings.Join(edits, ",")+"\n    ]}")
	}
	for _, move := range planned.FsMoves {
		lists["fsMoves"] = append(lists["fsMoves"], compact(t, move))
	}
	var out []string
	for _, name := range names {
		list, ok := fields[name].([]any)
		if ok && lists[name] == nil {
			for _, item := range list {
				lists[name] = append(lists[name], compact(t, item))
			}
		}
		switch {
		case !ok:
			out = append(out, compact(t, name)+": "+compact(t, fields[name]))
		case len(list) == 0:
			out = append(out, compact(t, name)+": []")
		default:
			out = append(out, compact(t, name)+": [\n    "+strings.Join(lists[name], ",\n    ")+"\n  ]")
		}
	}
	return []byte("{\n  " + strings.Join(out, ",\n  ") + "\n}\n")
}

func compact(t *testing.T, v any) string {
	t.Helper()
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(b.String())
}
