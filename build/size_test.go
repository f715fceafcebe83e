package main

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// What a reader can take in, in lines.
const (
	maxPackage  = 2500 // without tests
	maxFile     = 500
	maxFunction = 80
)

// TestSizes holds the sizes of packages, of files, tests and the guest's included, and of Go functions.
func TestSizes(t *testing.T) {
	t.Chdir("..")
	packages := map[string]int{}
	err := filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && slices.Contains([]string{".git", "node_modules", "bin", "dist"}, d.Name()) {
			return filepath.SkipDir
		}
		if d.IsDir() || !slices.Contains([]string{".go", ".ts", ".js", ".mjs"}, filepath.Ext(path)) {
			return nil
		}
		source, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		lines := bytes.Count(source, []byte("\n"))
		if lines > maxFile {
			t.Errorf("%s has %d lines", path, lines)
		}
		if filepath.Ext(path) != ".go" {
			return nil
		}
		if !strings.HasSuffix(path, "_test.go") {
			packages[filepath.Dir(path)] += lines
		}
		return checkFunctions(t, path, source)
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(packages) == 0 {
		t.Error("no packages")
	}
	for dir, lines := range packages {
		if lines > maxPackage {
			t.Errorf("package %s has %d lines without tests", dir, lines)
		}
	}
}

func checkFunctions(t *testing.T, path string, source []byte) error {
	files := token.NewFileSet()
	file, err := parser.ParseFile(files, path, source, parser.SkipObjectResolution)
	if err != nil {
		return err
	}
	for _, declaration := range file.Decls {
		if f, ok := declaration.(*ast.FuncDecl); ok {
			if lines := files.Position(f.End()).Line - files.Position(f.Pos()).Line + 1; lines > maxFunction {
				t.Errorf("%s: %s has %d lines", path, f.Name.Name, lines)
			}
		}
	}
	return nil
}
