package main

import (
	"encoding/json"
	"flag"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"tsplan/hostfs"
	"tsplan/runtime/outline"
)

var (
	every        = flag.Int("every", 30, "of how many declaration files one is compared")
	declarations = flag.String("declarations", "", "one more directory with declaration files")
)

// Declarations that are parsed and bound on demand are, once all was looked at, what they are when parsed and bound
// whole, in each version of TypeScript. To compare all files that the packages here ship, and more:
//
//	go test ./build -run OnDemand -v -every 1 -declarations DIR
func TestOnDemand(t *testing.T) {
	t.Chdir("..")
	outlines := map[string]string{}
	statements, files := 0, 0
	roots := []string{nodeModules, "testdata"}
	if *declarations != "" {
		roots = append(roots, *declarations)
	}
	for _, root := range roots {
		err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
			if err != nil || entry.IsDir() || !isDeclarationFile(path) {
				return err
			}
			if files++; files%*every != 0 {
				return nil
			}
			data, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			text, _ := hostfs.Decode(data)
			found := outline.Of(text)
			statements += len(found)
			outlines[path] = outline.Encode(found)
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if statements < 300 {
		t.Fatalf("%d statements in %d files: too few to say anything", statements, len(outlines))
	}
	encoded, err := json.Marshal(outlines)
	if err != nil {
		t.Fatal(err)
	}
	list := filepath.Join(t.TempDir(), "outlines.json")
	if err := os.WriteFile(list, encoded, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, v := range typeScripts() {
		text, err := os.ReadFile(v.lib() + "/typescript.js")
		if err != nil {
			t.Fatal(err)
		}
		changed, err := replace(string(text))
		if err != nil {
			t.Fatal(err)
		}
		library := filepath.Join(t.TempDir(), "typescript.cjs")
		if err := os.WriteFile(library, []byte(changed), 0o600); err != nil {
			t.Fatal(err)
		}
		out, err := exec.CommandContext(t.Context(), "node", "testdata/outline/compare.mjs", library, list).CombinedOutput()
		if err != nil {
			t.Errorf("%s: %v\n%s", v.pkg, err, out)
		}
		t.Logf("%s: %s", v.pkg, out)
	}
}

func isDeclarationFile(path string) bool {
	for _, suffix := range []string{".d.ts", ".d.mts", ".d.cts"} {
		if strings.HasSuffix(path, suffix) {
			return true
		}
	}
	return false
}
