package main

import (
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"

	"tsplan/runtime/outline"
)

// TestSameAnswers bundles TypeScript as the guest has it, with all patches and tables, and compares it with TypeScript as it
// was published. The trees of files are the same: of the lib files, and of TypeScript and JavaScript in npm packages. So are the
// edits of moves: for those the bundle resolves imports without a checker. So is what the checker and the emitter find out about all files
// of two packages, and of testdata/outline/checked, also where the bodies of functions are parsed on demand.
func TestSameAnswers(t *testing.T) {
	t.Chdir("..")
	for _, v := range typeScripts() {
		entry, bundle := filepath.Join(t.TempDir(), "entry.js"), filepath.Join(t.TempDir(), "bundle.js")
		if err := os.WriteFile(entry, []byte(`import ts from "typescript"; globalThis.bundled = ts;`), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := v.makeBundle(t.Context(), entry, bundle); err != nil {
			t.Fatal(err)
		}
		checked := []string{testPackages + "/node_modules/rxjs/src/internal", testPackages + "/node_modules/immer/src", "testdata/outline/checked"}
		for script, files := range map[string][]string{
			"same_trees.mjs":  parsedFiles(t, v),
			"same_moves.mjs":  nil,
			"same_checks.mjs": append([]string{outlinesOf(t, checked...)}, checked...),
		} {
			out, err := exec.CommandContext(t.Context(), "node", slices.Concat(
				[]string{"build/testdata/" + script, v.lib() + "/typescript.js", bundle}, files)...).CombinedOutput()
			if err != nil {
				t.Errorf("TypeScript %s, %s: %v\n%s", v.major, script, err, out[max(0, len(out)-1000):])
			}
			t.Logf("TypeScript %s, %s: %s", v.major, script, out)
		}
	}
}

// outlinesOf writes the outlines of all files in some folders, by their absolute paths, and returns the path of what it wrote.
func outlinesOf(t *testing.T, folders ...string) string {
	t.Helper()
	outlines := map[string]string{}
	for _, folder := range folders {
		err := filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
			kind, isOutlined := kindOf(path)
			if err != nil || d.IsDir() || !isOutlined {
				return err
			}
			text, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			absolute, err := filepath.Abs(path)
			outlines[absolute] = outline.Of(kind, string(text))
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return writeJSON(t, outlines)
}

// parsedFiles are lib files and every eighth file of npm packages that the build installs.
func parsedFiles(t *testing.T, v typeScript) []string {
	t.Helper()
	files, err := filepath.Glob(v.lib() + "/lib.*.d.ts")
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for _, dir := range []string{"rxjs/src", "rxjs/dist/cjs", "@reduxjs/toolkit/src", "@types/react", "@types/node", "zod/v4"} {
		err := filepath.WalkDir(filepath.Join(testPackages, "node_modules", dir), func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || !slices.Contains([]string{".ts", ".tsx", ".js"}, filepath.Ext(path)) {
				return err // go run ./build test installs the packages
			}
			if n++; n%8 == 0 {
				files = append(files, path)
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return files
}
