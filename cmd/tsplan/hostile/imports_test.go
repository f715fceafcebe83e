package hostile

import (
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// layers are the packages of ARCHITECTURE's table, in its order, with all that each imports: packages of tsplan, which
// come after it in the list, modules of others, and what of the standard library reaches out of the process.
var layers = []struct{ pkg, imports string }{
	{"cmd/tsplan", "cmd/tsplan/setup tools tools/serena tools/planner tools/kept tools/project tools/tool tools/stdio tools/httpserve tools/plan tools/namepath tools/sanitize runtime runtime/engine runtime/seal runtime/cache wasm hostfs " +
		"github.com/spf13/cobra github.com/spf13/pflag golang.org/x/term os os/signal syscall"},
	{"cmd/tsplan/setup", "tools/sanitize github.com/BurntSushi/toml os os/exec"},
	{"tools", "tools/lsap tools/serena tools/navigate tools/planner tools/kept tools/review tools/tool tools/sanitize hostfs github.com/google/jsonschema-go github.com/modelcontextprotocol/go-sdk"},
	{"tools/lsap", "tools/planner tools/project tools/tool tools/plan"},
	{"tools/serena", "tools/planner tools/project tools/tool tools/plan tools/namepath runtime runtime/protocol runtime/paths hostfs"},
	{"tools/navigate", "tools/planner tools/project tools/tool runtime runtime/protocol runtime/paths hostfs"},
	{"tools/planner", "tools/kept tools/project tools/tool tools/plan tools/gitattr tools/sanitize runtime runtime/protocol runtime/paths hostfs github.com/google/jsonschema-go"},
	{"tools/kept", "tools/project tools/review tools/tool tools/plan tools/sanitize runtime/cache hostfs github.com/google/jsonschema-go"},
	{"tools/project", "tools/tool tools/plan tools/locate tools/namepath tools/sanitize runtime runtime/protocol runtime/paths wasm hostfs"},
	{"tools/review", "tools/plan tools/sanitize github.com/tdewolff/parse"},
	{"tools/tool", "tools/sanitize github.com/google/jsonschema-go"},
	{"tools/stdio", "tools/message github.com/modelcontextprotocol/go-sdk"},
	{"tools/httpserve", "tools/message github.com/modelcontextprotocol/go-sdk net net/http net/netip"},
	{"tools/message", "tools/sanitize github.com/modelcontextprotocol/go-sdk"},
	{"tools/plan", ""},
	{"tools/locate", ""},
	{"tools/namepath", ""},
	{"tools/gitattr", ""},
	{"tools/sanitize", ""},
	{"runtime", "runtime/engine runtime/host runtime/protocol runtime/paths runtime/cache wasm hostfs github.com/klauspost/compress golang.org/x/sys os"},
	{"runtime/engine", "runtime/cache wasm github.com/tetratelabs/wazero github.com/bytecodealliance/wasmtime-go golang.org/x/sys"},
	{"runtime/host", "runtime/paths runtime/outline hostfs"},
	{"runtime/protocol", "runtime/paths"},
	{"runtime/paths", ""},
	{"runtime/seal", "github.com/landlock-lsm/go-landlock golang.org/x/sys os"},
	{"runtime/outline", ""},
	{"runtime/cache", "os syscall"},
	{"wasm", ""},
	{"hostfs", "golang.org/x/sys os syscall"},
}

// onlyThere are words of the table's last column, and the import or the name of the standard library that only the
// packages with these words may use.
var onlyThere = map[string][]string{
	"standard input and output": {"os.Stdin", "os.Stdout"},
	"the MCP SDK":               {"github.com/modelcontextprotocol/go-sdk"},
	"the WebAssembly engine":    {"github.com/tetratelabs/wazero", "github.com/bytecodealliance/wasmtime-go"},
	"the kernel's seal":         {"github.com/landlock-lsm/go-landlock"},
	"the cache directory":       {"os.CreateTemp", "os.Rename"},
	"the project's disk":        {"os.OpenRoot"},
	"the hosts' configuration":  {"os.WriteFile"},
	"other programs":            {"os/exec"},
	"the network":               {"net", "net/http"},
}

// TestImportsRunOneWay holds every row of ARCHITECTURE's table of packages.
func TestImportsRunOneWay(t *testing.T) {
	rows, names := packageTable(t)
	var listed []string
	for _, l := range layers {
		listed = append(listed, l.pkg)
	}
	if !slices.Equal(names, listed) {
		t.Fatalf("ARCHITECTURE's table has %q, the test %q", names, listed)
	}
	used := usedBy(t)
	for pkg := range used {
		if !slices.Contains(listed, pkg) {
			t.Errorf("%s has no row in ARCHITECTURE's table", pkg)
		}
	}
	for i, l := range layers {
		may := strings.Fields(l.imports)
		for _, name := range may {
			if slices.Index(listed, name) >= 0 && slices.Index(listed, name) <= i {
				t.Errorf("%s may import %s, which is above it", l.pkg, name)
			}
			if !used[l.pkg][name] {
				t.Errorf("%s may import %s, and does not", l.pkg, name)
			}
			if strings.Contains(rows[l.pkg].does, "No I/O") && reachesOut(name) {
				t.Errorf("%s has no I/O, and may import %s", l.pkg, name)
			}
		}
		for name := range used[l.pkg] {
			if !strings.HasPrefix(name, "os.") && !slices.Contains(may, name) {
				t.Errorf("%s imports %s, which the test does not list", l.pkg, name)
			}
		}
		for words, reached := range onlyThere {
			for _, name := range reached {
				if used[l.pkg][name] && !strings.Contains(rows[l.pkg].only, words) {
					t.Errorf("%s uses %s, but only rows with %q may", l.pkg, name, words)
				}
			}
			if strings.Contains(rows[l.pkg].only, words) && !used[l.pkg][reached[0]] {
				t.Errorf("ARCHITECTURE says that %s touches %s, and it does not use %s", l.pkg, words, reached[0])
			}
		}
	}
	for pkg, row := range rows {
		for _, words := range strings.Split(row.only, ", ") {
			if _, known := onlyThere[words]; words != "" && !known {
				t.Errorf("%s: nothing holds %q", pkg, words)
			}
		}
	}
}

type packageRow struct{ does, only string }

// packageTable reads the table of packages of ARCHITECTURE.md, and returns the packages in its order as well.
func packageTable(t *testing.T) (map[string]packageRow, []string) {
	t.Helper()
	page, err := os.ReadFile(filepath.Join("..", "..", "..", "ARCHITECTURE.md"))
	if err != nil {
		t.Fatal(err)
	}
	_, table, _ := strings.Cut(string(page), "| package | what it does | what only it may touch |\n| --- | --- | --- |\n")
	table, _, _ = strings.Cut(table, "\n\n")
	rows, names := map[string]packageRow{}, []string{}
	for line := range strings.Lines(table) {
		cells := strings.Split(strings.TrimSpace(line), "|")
		if len(cells) != 5 {
			t.Fatalf("not a row: %s", line)
		}
		for _, name := range strings.Split(cells[1], ",") {
			name = strings.Trim(name, " `")
			names = append(names, name)
			rows[name] = packageRow{cells[2], strings.TrimSpace(cells[3])}
		}
	}
	return rows, names
}

// reachesOut says that a package of the standard library has to do with files, processes or networks.
func reachesOut(path string) bool {
	first, _, _ := strings.Cut(path, "/")
	return path != "net/url" && (first == "os" || first == "net" || first == "syscall" || first == "plugin")
}

// usedBy lists for each package of the binary what it imports, as in layers, and the names of package os that it uses,
// on every system.
func usedBy(t *testing.T) map[string]map[string]bool {
	t.Helper()
	used := map[string]map[string]bool{}
	for dir, pkg := range shipped(t) {
		here := map[string]bool{}
		paths, err := filepath.Glob(filepath.Join(dir, "*.go"))
		if err != nil {
			t.Fatal(err)
		}
		for _, path := range paths {
			if strings.HasSuffix(path, "_test.go") {
				continue
			}
			file, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
			if err != nil {
				t.Fatal(err)
			}
			for _, i := range file.Imports {
				what, err := strconv.Unquote(i.Path.Value)
				if err != nil {
					t.Fatal(err)
				}
				if name := imported(what); name != "" {
					here[name] = true
				}
			}
			maps.Copy(here, namesOfOS(file))
		}
		used[strings.TrimPrefix(pkg, "tsplan/")] = here
	}
	return used
}

// imported is how layers writes an import, "" for what it leaves out.
func imported(path string) string {
	if rest, ours := strings.CutPrefix(path, "tsplan/"); ours {
		return rest
	}
	parts := strings.Split(path, "/")
	if strings.Contains(parts[0], ".") { // a module of somebody else
		return strings.Join(parts[:min(3, len(parts))], "/")
	}
	if reachesOut(path) {
		return path
	}
	return ""
}

func namesOfOS(file *ast.File) map[string]bool {
	names := map[string]bool{}
	ast.Inspect(file, func(n ast.Node) bool {
		if sel, ok := n.(*ast.SelectorExpr); ok {
			if x, ok := sel.X.(*ast.Ident); ok && x.Name == "os" {
				names["os."+sel.Sel.Name] = true
			}
		}
		return true
	})
	return names
}
