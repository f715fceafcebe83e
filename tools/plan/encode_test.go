package plan_test

import (
	"errors"
	"testing"

	"tsplan/tools/plan"
)

func TestEncode(t *testing.T) {
	file, _, err := plan.Edit("src/a.ts", []byte("\uFEFFa\n"), []plan.Span{{0, 1, "<b & \"null\">\u2028"}})
	if err != nil {
		t.Fatal(err)
	}
	file.SHA256, file.SHA256After = "1", "2"
	empty := plan.FileTextEdits{FilePath: "b.ts", TextEdits: []plan.TextEdit{}}
	for _, c := range []struct {
		name string
		v    any
		want string
		err  error
	}{
		{"file edits", file, `{"filePath":"src/a.ts","textEdits":[{"range":{"start":{"line":0,"character":0},` +
			`"end":{"line":0,"character":1}},"newText":"<b & \"null\">\u2028"}],` +
			`"sha256":"1","sha256After":"2","bom":true}`, nil},
		{"no edits", empty, `{"filePath":"b.ts","textEdits":[],"sha256":"","sha256After":""}`, nil},
		{"moves", []plan.FsMove{{From: "a", To: "b"}}, `[{"from":"a","to":"b"}]`, nil},
		{"null in a string is text", `null\"null`, `"null\\\"null"`, nil},
		{"other words", []bool{true, false}, `[true,false]`, nil},
		{"nil list", plan.FileTextEdits{}, "", plan.ErrNull},
		{"null deep inside", map[string]any{"a": []any{1, map[string]any{"b": nil}}}, "", plan.ErrNull},
	} {
		got, err := plan.Encode(c.v)
		if string(got) != c.want || !errors.Is(err, c.err) {
			t.Errorf("%s: %s, %v; want %s, %v", c.name, got, err, c.want, c.err)
		}
	}
	if _, err := plan.Encode(func() {}); err == nil {
		t.Error("a function was encoded")
	}
}
