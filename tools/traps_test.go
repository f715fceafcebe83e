package tools_test

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"tsplan/hostfs/hostfstest"
	"tsplan/runtime"
	"tsplan/tools"
)

// TestTraps asks for a plan in each of the small projects in testdata/traps, whose first lines say what they are for.
// Beside tsplan's answer stands the one that TypeScript's language service gives on Node.
//
// Sections: "call" is a tool and its arguments (with the tsconfig that TypeScript is asked about), "plan" the answer and "typescript" TypeScript's; all others are
// files, or links where the name has " -> " and a target.
func TestTraps(t *testing.T) {
	t.Parallel()
	paths, err := filepath.Glob(filepath.Join(testdata, "traps", "*.txtar"))
	if err != nil || len(paths) == 0 {
		t.Fatalf("no traps: %v", err)
	}
	page, err := os.ReadFile(filepath.Join(testdata, "traps", "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, path := range paths {
		names = append(names, strings.TrimSuffix(filepath.Base(path), ".txtar"))
	}
	if listed := listedTraps(string(page)); !slices.Equal(listed, names) {
		t.Errorf("README.md lists %q, and there are %q", listed, names)
	}
	o := startOracle(t)
	for i, path := range paths {
		t.Run(names[i], func(t *testing.T) {
			t.Parallel()
			trap(t, o, path)
		})
	}
}

// listedTraps returns the names in the second column of the tables, sorted.
func listedTraps(page string) []string {
	var names []string
	for line := range strings.Lines(page) {
		if cells := strings.Split(line, " | "); len(cells) == 2 && strings.HasPrefix(cells[1], "`") {
			for name := range strings.SplitSeq(strings.TrimSuffix(strings.TrimSpace(cells[1]), " |"), ", ") {
				names = append(names, strings.Trim(name, "`"))
			}
		}
	}
	slices.Sort(names)
	return names
}

// trapCase is a file of testdata/traps.
type trapCase struct {
	archive  *txtar.Archive
	files    map[string]string
	links    map[string]string
	sections map[string]*txtar.File // those of "call", "plan" and "typescript" that are there
}

func readTrap(t *testing.T, path string) *trapCase {
	t.Helper()
	archive, err := txtar.ParseFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if len(bytes.TrimSpace(archive.Comment)) == 0 {
		t.Error("the first line has to say what the case is for")
	}
	c := &trapCase{archive, map[string]string{}, map[string]string{}, map[string]*txtar.File{}}
	for i := range archive.Files {
		f := &archive.Files[i]
		switch f.Name {
		case "call", "plan", "typescript":
			c.sections[f.Name] = f
		default:
			if name, target, ok := strings.Cut(f.Name, " -> "); ok {
				c.links[name] = target
				continue
			}
			c.files[f.Name] = string(f.Data)
		}
	}
	if c.sections["call"] == nil {
		t.Fatal("no call")
	}
	return c
}

// layOut writes the files and the links into a new directory.
func (c *trapCase) layOut(t *testing.T) (dir string) {
	t.Helper()
	dir = hostfstest.LayOut(t, c.files)
	for name, target := range c.links {
		at := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(at), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.Symlink(filepath.FromSlash(target), at); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// check compares the sections "plan" and "typescript" with what was answered, or makes them that with -update.
func (c *trapCase) check(t *testing.T, path string, got map[string]string) {
	t.Helper()
	for _, name := range []string{"plan", "typescript"} {
		text, ok := got[name]
		switch section := c.sections[name]; {
		case !ok && section != nil:
			t.Errorf("section %q is not used", name)
		case !ok:
		case section != nil && string(section.Data) == text:
		case *tools.Update && section != nil:
			section.Data = []byte(text)
		case *tools.Update:
			c.archive.Files = append(c.archive.Files, txtar.File{Name: name, Data: []byte(text)})
		case section == nil:
			t.Errorf("no section %q: run with -update", name)
		default:
			t.Errorf("%s is\n%swant\n%s", name, text, section.Data)
		}
	}
	if *tools.Update {
		if err := os.WriteFile(path, txtar.Format(c.archive), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// trap asks tsplan and TypeScript for the plan of one case, and compares both answers with those in its file.
func trap(t *testing.T, o *oracle, path string) {
	c := readTrap(t, path)
	tool, rest, _ := strings.Cut(string(c.sections["call"].Data), "\n")
	arguments := map[string]any{}
	if err := json.Unmarshal([]byte(rest), &arguments); err != nil {
		t.Fatal(err)
	}
	dir := c.layOut(t)
	arguments["projectRoot"] = dir
	tsconfig, ok := arguments["tsconfig"] // TypeScript is asked about one project only
	if !ok {
		tsconfig = "tsconfig.json"
	}
	delete(arguments, "tsconfig")
	h := start(t, runtime.Limits{}, dir)
	raw, failure := h.call(t, tool, h.withoutProof(t, tool, arguments))
	got := map[string]string{"plan": failure + "\n"}
	if failure == "" {
		got["plan"] = pretty(t, raw, dir)
	}
	_, configured := c.files[tsconfig.(string)]
	if requests := oracleRequests(tool, arguments); configured && len(requests) > 0 {
		o.mu.Lock()
		defer o.mu.Unlock()
		o.ask(t, map[string]any{"op": "open", "root": dir, "tsconfig": tsconfig}, &struct{}{})
		for _, request := range requests {
			var answer json.RawMessage
			if failure := o.try(t, request, &answer); failure != "" {
				got["typescript"] += failure + "\n"
				continue
			}
			got["typescript"] += pretty(t, answer, dir)
		}
	}
	c.check(t, path, got)
}

// oracleRequests are the same question for TypeScript's language service, which plans the steps of a batch one by one
// for the files as they are; none where it has no such question.
func oracleRequests(tool string, arguments map[string]any) []map[string]any {
	switch tool {
	case "planRenameSymbol":
		return []map[string]any{{
			"op": "rename", "file": arguments["filePath"], "line": arguments["line"],
			"character": arguments["character"], "newName": arguments["newName"],
		}}
	case "planFileMove":
		return []map[string]any{{"op": "move", "oldPath": arguments["oldPath"], "newPath": arguments["newPath"]}}
	case "planDirectoryMove":
		return []map[string]any{{"op": "move", "oldPath": arguments["oldDir"], "newPath": arguments["newDir"]}}
	case "planBatch":
		var all []map[string]any
		for _, s := range arguments["steps"].([]any) {
			step := s.(map[string]any)
			all = append(all, oracleRequests(step["tool"].(string), step)...)
		}
		return all
	}
	return nil
}

// pretty renders an answer for reading: one line an edit or a finding, paths relative, no hashes.
func pretty(t *testing.T, raw []byte, dir string) string {
	t.Helper()
	var answer map[string]any
	if err := json.Unmarshal(raw, &answer); err != nil {
		t.Fatal(err)
	}
	delete(answer, "planId")
	var b strings.Builder
	for _, key := range []string{"edits", "suggested"} {
		list, _ := answer[key].([]any)
		for _, e := range list {
			file := e.(map[string]any)
			for _, edit := range file["textEdits"].([]any) {
				path := file["filePath"]
				if key == "suggested" {
					path = "suggested " + path.(string)
				}
				b.WriteString(line(t, path, edit))
			}
		}
		delete(answer, key)
	}
	for _, key := range []string{
		"canRename", "canPlan", "failedStep", "oldName", "reason", "fsMoves", "companions", "mentions", "skipped", "ledger", "aliases", "verdict",
		"appeared", "disappeared", "changed", "open", "stale", "warnings", "proof",
	} {
		value, ok := answer[key]
		if !ok {
			continue
		}
		if list, ok := value.([]any); ok {
			for _, item := range list {
				b.WriteString(line(t, key, item))
			}
			continue
		}
		b.WriteString(line(t, key, value))
	}
	if b.Len() == 0 {
		return "nothing\n"
	}
	sep := string(filepath.Separator)
	return strings.ReplaceAll(strings.ReplaceAll(b.String(), dir+sep, ""), dir, ".")
}

func line(t *testing.T, key, value any) string {
	t.Helper()
	if edit, ok := value.(map[string]any); ok && edit["range"] != nil {
		r := edit["range"].(map[string]any)
		start, end := r["start"].(map[string]any), r["end"].(map[string]any)
		delete(edit, "range")
		text, err := json.Marshal(edit["newText"])
		if err != nil {
			t.Fatal(err)
		}
		mark := ""
		if c, ok := edit["confidence"].(string); ok {
			mark = " (" + c + ")"
		}
		return strings.Join([]string{key.(string), ":", number(start["line"]), ":", number(start["character"]), "-",
			number(end["line"]), ":", number(end["character"]), " ", string(text), mark, "\n"}, "")
	}
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(value); err != nil {
		t.Fatal(err)
	}
	return key.(string) + " " + b.String()
}

func number(v any) string {
	raw, _ := json.Marshal(v)
	return string(raw)
}
