package main

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// What a reader can take in, in lines.
const (
	maxPackage  = 2500 // or folder of the guest, without tests
	maxFile     = 500
	maxFunction = 80
)

// TestSizes holds the sizes of packages, of files and of functions, tests and the guest's included.
func TestSizes(t *testing.T) {
	t.Chdir("..")
	packages := map[string]int{}
	var scripts []string
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
			scripts = append(scripts, path)
		}
		if !strings.HasSuffix(path, "_test.go") {
			packages[filepath.Dir(path)] += lines
		}
		if filepath.Ext(path) != ".go" {
			return nil
		}
		return checkFunctions(t, path, source)
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(packages) == 0 || len(scripts) == 0 {
		t.Errorf("%d packages, and %d files of TypeScript and JavaScript", len(packages), len(scripts))
	}
	arguments := append([]string{"build/testdata/long_functions.mjs", typeScripts()[0].lib() + "/typescript.js", strconv.Itoa(maxFunction)}, scripts...)
	long, err := exec.CommandContext(t.Context(), "node", arguments...).CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, long)
	}
	if len(long) > 0 {
		t.Errorf("%s", long)
	}
	for dir, lines := range packages {
		if lines > maxPackage {
			t.Errorf("%s has %d lines without tests", dir, lines)
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
