package hostfstest

import (
	"encoding/base64"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
)

// TextCase is a file of testdata that holds a small project and calls, in the format of testdata/README.md.
type TextCase struct {
	About        string            // the first line, which says what the case is for
	Instructions string            // the lines between the first one and the first section
	Files        map[string]string // the files of the project: their texts, by path
	Links        map[string]string // the symbolic links of the project: their targets, by path
	Calls        []Call
	Archive      *txtar.Archive // all sections, those with answers, too
}

// Call is a question to a tool.
type Call struct {
	Name      string // empty for the only call of a case
	Tool      string
	Shows     string // "after" if the answer shows the edited text instead of the edits
	Arguments map[string]any
}

// ReadTextCase reads the file of a case. The test fails if a section cannot be read or the first line is empty.
func ReadTextCase(tb testing.TB, path string) *TextCase {
	tb.Helper()
	archive, err := txtar.ParseFile(path)
	if err != nil {
		tb.Fatal(err)
	}
	about, instructions, _ := strings.Cut(string(archive.Comment), "\n")
	if strings.TrimSpace(about) == "" {
		tb.Error("the first line has to say what the case is for")
	}
	c := &TextCase{About: about, Instructions: instructions, Files: map[string]string{}, Links: map[string]string{}, Archive: archive}
	for _, f := range archive.Files {
		if name, target, ok := strings.Cut(f.Name, " -> "); ok {
			c.Links[name] = target
			continue
		}
		kind, name, _ := strings.Cut(f.Name, " ")
		switch {
		case kind == "call":
			c.Calls = append(c.Calls, readCall(tb, name, string(f.Data)))
		case IsAnswer(f.Name):
		default:
			c.addFile(tb, f)
		}
	}
	return c
}

func readCall(tb testing.TB, name, text string) Call {
	tb.Helper()
	call := Call{Name: name}
	tool, arguments, _ := strings.Cut(text, "\n")
	call.Tool, call.Shows, _ = strings.Cut(tool, " ")
	if err := json.Unmarshal([]byte(arguments), &call.Arguments); err != nil {
		tb.Fatalf("call %s: %v", name, err)
	}
	return call
}

func (c *TextCase) addFile(tb testing.TB, f txtar.File) {
	tb.Helper()
	name, encoded := strings.CutSuffix(f.Name, ".base64")
	if !encoded {
		c.Files[name] = strings.ReplaceAll(string(f.Data), "␍", "\r")
		return
	}
	data, err := base64.StdEncoding.DecodeString(strings.Join(strings.Fields(string(f.Data)), ""))
	if err != nil {
		tb.Fatal(err)
	}
	c.Files[name] = string(data)
}

// IsAnswer says whether a section holds an answer.
func IsAnswer(section string) bool {
	kind, _, _ := strings.Cut(section, " ")
	switch kind {
	case "plan", "answer", "text", "after", "error", "typescript":
		return true
	}
	return false
}

// LayOut writes the files and the links into a new directory and returns the directory's path.
func (c *TextCase) LayOut(tb testing.TB) string {
	tb.Helper()
	dir := LayOut(tb, c.Files)
	for name, target := range c.Links {
		at := filepath.Join(dir, filepath.FromSlash(name))
		Mkdir(tb, filepath.Dir(at))
		if err := os.Symlink(filepath.FromSlash(target), at); err != nil {
			tb.Fatal(err)
		}
	}
	return dir
}
