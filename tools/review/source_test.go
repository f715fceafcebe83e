package review

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestMarkupIsConstant: no text becomes markup by a conversion, and only the methods of writer write to the page.
func TestMarkupIsConstant(t *testing.T) {
	paths, err := filepath.Glob("*.go")
	if err != nil || len(paths) == 0 {
		t.Fatal(err)
	}
	writers := 0
	for _, path := range paths {
		if strings.HasSuffix(path, "_test.go") {
			continue
		}
		files := token.NewFileSet()
		file, err := parser.ParseFile(files, path, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, declaration := range file.Decls {
			f, _ := declaration.(*ast.FuncDecl)
			ast.Inspect(declaration, func(n ast.Node) bool {
				call, ok := n.(*ast.CallExpr)
				if !ok {
					return true
				}
				if to, ok := call.Fun.(*ast.Ident); ok && to.Name == "markup" {
					if _, constant := call.Args[0].(*ast.BasicLit); !constant {
						t.Errorf("%s: a conversion to markup", files.Position(n.Pos()))
					}
				}
				if method, ok := call.Fun.(*ast.SelectorExpr); ok && strings.HasPrefix(method.Sel.Name, "Write") {
					writers++
					if f == nil || !slices.Contains([]string{"markup", "text", "source", "number", "head", "foot"}, f.Name.Name) {
						t.Errorf("%s: writes to the page", files.Position(n.Pos()))
					}
				}
				return true
			})
		}
	}
	if writers == 0 {
		t.Error("nothing writes")
	}
}
