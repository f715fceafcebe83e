package tools

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// TestErrorsAreDocumented compares the codes of tool/error.go with the headings of docs/errors.md, and looks for those that
// hostfs and the guest give.
func TestErrorsAreDocumented(t *testing.T) {
	file, err := parser.ParseFile(token.NewFileSet(), "tool/error.go", nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	var codes []string
	ast.Inspect(file, func(n ast.Node) bool {
		if v, ok := n.(*ast.ValueSpec); ok {
			if of, ok := v.Type.(*ast.Ident); ok && of.Name == "Code" {
				code, err := strconv.Unquote(v.Values[0].(*ast.BasicLit).Value)
				if err != nil {
					t.Fatal(err)
				}
				codes = append(codes, code)
			}
		}
		return true
	})
	for name, codeIn := range map[string]string{
		"../hostfs/errors.go":               `\{[\w.]+, "(\w+)"\}`,
		"../wasm/guest/protocol/methods.ts": `[=|] "(\w+)"`,
	} {
		source, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		given := regexp.MustCompile(codeIn).FindAllStringSubmatch(string(source), -1)
		if len(given) == 0 {
			t.Errorf("%s gives no codes", name)
		}
		for _, g := range given {
			if !slices.Contains(codes, g[1]) {
				t.Errorf("%s gives %s, which tool/error.go does not have", name, g[1])
			}
		}
	}
	page, err := os.ReadFile("../docs/errors.md")
	if err != nil {
		t.Fatal(err)
	}
	paragraphs := regexp.MustCompile(`(?m)^## (.*)\n\n(.*)\n`).FindAllStringSubmatch(string(page), -1)
	var documented []string
	for _, p := range paragraphs {
		documented = append(documented, p[1])
		if len(p[2]) < 40 && !strings.Contains(p[2], ". ") {
			t.Errorf("%s: its paragraph is too short to say when it comes and what to do", p[1])
		}
	}
	if n := strings.Count(string(page), "\n## "); n != len(documented) {
		t.Errorf("%d headings, %d of them with a paragraph", n, len(documented))
	}
	slices.Sort(codes)
	slices.Sort(documented)
	if len(codes) == 0 || !slices.Equal(codes, documented) {
		t.Errorf("docs/errors.md is about\n%q\nthe codes are\n%q", documented, codes)
	}
}
