package hostile

import (
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

const guestDir = "../../../wasm/guest"

var guestImport = regexp.MustCompile(`(?:\bfrom|^import) "(\.[^"]+)"`)

// TestGuestImportsRunOneWay holds ARCHITECTURE's table of the guest's folders: a file imports files of its own folder and of folders
// further down in the table, and no files import each other in a circle, types included.
func TestGuestImportsRunOneWay(t *testing.T) {
	page, err := os.ReadFile(filepath.Join("..", "..", "..", "ARCHITECTURE.md"))
	if err != nil {
		t.Fatal(err)
	}
	_, table, _ := strings.Cut(string(page), "| folder | what its files do |\n| --- | --- |\n")
	table, _, _ = strings.Cut(table, "\n\n")
	var folders []string
	for line := range strings.Lines(table) {
		folders = append(folders, path.Clean(strings.Trim(strings.Split(line, "|")[1], " `")))
	}
	imports := guestImports(t)
	for file, imported := range imports {
		at := slices.Index(folders, path.Dir(file))
		if at < 0 {
			t.Errorf("%s is in a folder that ARCHITECTURE's table does not have", file)
		}
		for _, name := range imported {
			if slices.Index(folders, path.Dir(name)) < at {
				t.Errorf("%s imports %s, which is above it", file, name)
			}
		}
	}
	for found := true; found; {
		found = false
		for file, imported := range imports {
			if !slices.ContainsFunc(imported, func(name string) bool { return imports[name] != nil }) {
				delete(imports, file)
				found = true
			}
		}
	}
	if len(imports) > 0 {
		t.Errorf("these files import each other in a circle, or import such files: %q", slices.Sorted(maps.Keys(imports)))
	}
}

// guestImports lists the guest's files with the guest's files that each imports, as paths below guestDir.
func guestImports(t *testing.T) map[string][]string {
	t.Helper()
	imports := map[string][]string{}
	err := fs.WalkDir(os.DirFS(guestDir), ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || path.Ext(name) != ".ts" {
			return err
		}
		source, err := os.ReadFile(filepath.Join(guestDir, filepath.FromSlash(name)))
		imports[name] = []string{}
		for line := range strings.Lines(string(source)) {
			if match := guestImport.FindStringSubmatch(line); match != nil {
				imports[name] = append(imports[name], path.Join(path.Dir(name), match[1]))
			}
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(imports) == 0 {
		t.Fatal("no files")
	}
	for file, imported := range imports {
		for _, name := range imported {
			if imports[name] == nil {
				t.Errorf("%s imports %s, which is not there", file, name)
			}
		}
	}
	return imports
}
