package tools_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"tsplan/tools/plan"
)

// lines renders a plan for reading: a line for each edit, for each item of a list and for each other field. Paths are relative. The
// identifier of the plan, which depends on the directory, and the version of TypeScript are left out.
func lines(t *testing.T, raw []byte, dir string) string {
	t.Helper()
	var fields map[string]any
	var planned struct{ Edits, Suggested []plan.FileTextEdits }
	if err := errors.Join(json.Unmarshal(raw, &fields), json.Unmarshal(raw, &planned)); err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	writeEdits(&b, t, "", planned.Edits)
	writeEdits(&b, t, "suggested ", planned.Suggested)
	for _, name := range slices.Sorted(maps.Keys(fields)) {
		switch name {
		case "edits", "suggested", "planId", "typescript":
			continue
		}
		items, ok := fields[name].([]any)
		if !ok {
			items = []any{fields[name]}
		}
		for _, item := range items {
			fmt.Fprintf(&b, "%s %s\n", name, compact(t, item))
		}
	}
	if b.Len() == 0 {
		return "nothing\n"
	}
	return relative(b.String(), dir)
}

func writeEdits(b *strings.Builder, t *testing.T, mark string, files []plan.FileTextEdits) {
	t.Helper()
	for _, file := range files {
		for _, e := range file.TextEdits {
			r := e.Range
			fmt.Fprintf(b, "%s%s:%d:%d-%d:%d %s", mark, file.FilePath, r.Start.Line, r.Start.Character, r.End.Line, r.End.Character, compact(t, e.NewText))
			if e.Confidence != "" {
				fmt.Fprintf(b, " (%s)", e.Confidence)
			}
			b.WriteString("\n")
		}
	}
}

func relative(text, dir string) string {
	return strings.ReplaceAll(strings.ReplaceAll(text, dir+string(filepath.Separator), ""), dir, ".")
}

func indented(t *testing.T, raw []byte, dir string) string {
	t.Helper()
	var v any
	if err := json.Unmarshal(raw, &v); err != nil {
		t.Fatal(err)
	}
	return strings.ReplaceAll(encoded(t, v, "  "), dir, "ROOT")
}

func compact(t *testing.T, v any) string {
	t.Helper()
	return strings.TrimSpace(encoded(t, v, ""))
}

func encoded(t *testing.T, v any, indent string) string {
	t.Helper()
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", indent)
	if err := e.Encode(v); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// carriedOut applies the plan of an answer, which edits one file. It returns the edited text, and the answer without the plan.
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
