package hostile

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/build/constraint"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// banned is what can change something outside the process, or get around the language. Functions are written as
// package.Name, methods as package.Type.Name, whole packages by their path.
var banned = strings.Fields(`
	os.Chdir os.Chmod os.Chown os.Chtimes os.CopyFS os.Create os.CreateTemp os.DirFS os.Lchown os.Link os.Mkdir
	os.MkdirAll os.MkdirTemp os.NewFile os.OpenFile os.Pipe os.Remove os.RemoveAll os.Rename os.Setenv os.StartProcess
	os.Symlink os.Truncate os.WriteFile
	os.File.Chdir os.File.Chmod os.File.Chown os.File.Fd os.File.ReadFrom os.File.Sync os.File.SyscallConn
	os.File.Truncate os.File.Write os.File.WriteAt os.File.WriteString
	os.Root.Chmod os.Root.Chown os.Root.Chtimes os.Root.Create os.Root.FS os.Root.Lchown os.Root.Link os.Root.Mkdir
	os.Root.MkdirAll os.Root.OpenFile os.Root.Remove os.Root.RemoveAll os.Root.Rename os.Root.Symlink os.Root.WriteFile
	os/exec plugin net net/http syscall unsafe C golang.org/x/sys/unix golang.org/x/sys/windows`)

// reasons allows a package what is banned, and says why. One that is no longer needed fails the test.
var reasons = map[string]string{
	"tsplan/hostfs os.Root.OpenFile":      "the one door: its flags are a constant that TestSource of hostfs holds read-only",
	"tsplan/hostfs golang.org/x/sys/unix": "when a root was made",
	"tsplan/hostfs syscall":               "names of errors and flags, file identity",

	"tsplan/runtime/cache os.CreateTemp":   "the cache directory, made whole under a temporary name",
	"tsplan/runtime/cache os.MkdirAll":     "the cache directory itself",
	"tsplan/runtime/cache os.OpenFile":     "marks a cached file as used",
	"tsplan/runtime/cache os.File.WriteAt": "marks a cached file as used",
	"tsplan/runtime/cache os.File.Sync":    "a file in the cache is on the disk before it gets its name",
	"tsplan/runtime/cache os.Remove":       "trims and clears the cache",
	"tsplan/runtime/cache os.Rename":       "puts a finished file in its place in the cache",
	"tsplan/runtime/cache syscall":         "who owns a cached file",
	"tsplan/runtime os.File.Fd":            "maps the guest image privately",
	"tsplan/runtime unsafe":                "maps the guest image privately",
	"tsplan/runtime golang.org/x/sys/unix": "maps the guest image privately",

	"tsplan/runtime/engine unsafe":                   "makes a slice of guest memory on Windows",
	"tsplan/runtime/engine golang.org/x/sys/unix":    "reserves guest memory",
	"tsplan/runtime/engine golang.org/x/sys/windows": "reserves guest memory",

	"tsplan/runtime/seal golang.org/x/sys/unix": "seals the process, and tries what the seal forbids",
	"tsplan/runtime/seal unsafe":                "passes the filter to the kernel",

	"tsplan/cmd/tsplan/setup os.MkdirAll":  "the directory of a host's configuration, with --write",
	"tsplan/cmd/tsplan/setup os.WriteFile": "a host's configuration and a copy of the old one, with --write",
	"tsplan/cmd/tsplan/setup os/exec":      "starts what a host has configured, with --check",

	"tsplan/tools/httpserve net":      "serve --http opens one port, and the seal is put on after that",
	"tsplan/tools/httpserve net/http": "serve --http answers there; it is a client of nobody",

	"tsplan/cmd/tsplan os.File.Fd":    "is it a terminal?",
	"tsplan/cmd/tsplan os.OpenFile":   "a new file outside of the project for the page of --html, opened before the seal",
	"tsplan/cmd/tsplan os.File.Write": "standard output, and that file",
	"tsplan/cmd/tsplan syscall":       "the name of SIGTERM",
}

// forTests are packages that only tests import.
var forTests = []string{"enginetest", "hostfstest", "sealtest", "wasmtest"}

// shipped lists the packages that end up in the binary, without build and tests.
func shipped(t *testing.T) map[string]string {
	t.Helper()
	out := map[string]string{}
	root := filepath.Join("..", "..", "..")
	for _, top := range []string{"cmd", "hostfs", "runtime", "tools", "wasm"} {
		err := filepath.WalkDir(filepath.Join(root, top), func(path string, d os.DirEntry, err error) error {
			if err != nil {
				return err
			}
			if d.IsDir() && (d.Name() == "node_modules" || d.Name() == "testdata" || slices.Contains(forTests, d.Name())) {
				return filepath.SkipDir
			}
			if strings.HasSuffix(path, ".go") && !strings.HasSuffix(path, "_test.go") {
				rel, _ := filepath.Rel(root, filepath.Dir(path))
				out[filepath.Dir(path)] = "tsplan/" + filepath.ToSlash(rel)
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return out
}

// TestSourceCannotWrite looks at every name that the source of the binary uses, resolved by the type checker, and at
// the files for other systems by their imports.
func TestSourceCannotWrite(t *testing.T) {
	imported := exportData(t)
	fset := token.NewFileSet()
	from := importer.ForCompiler(fset, "gc", func(path string) (io.ReadCloser, error) {
		if file := imported[path]; file != "" {
			return os.Open(file)
		}
		return nil, fmt.Errorf("no export data of %s", path)
	})
	used := map[string]string{} // to where
	names := 0
	for dir, pkg := range shipped(t) {
		var here []*ast.File
		paths, err := filepath.Glob(filepath.Join(dir, "*.go"))
		if err != nil {
			t.Fatal(err)
		}
		for _, path := range paths {
			if strings.HasSuffix(path, "_test.go") {
				continue
			}
			file, err := parser.ParseFile(fset, path, nil, parser.ParseComments)
			if err != nil {
				t.Fatal(err)
			}
			for _, group := range file.Comments {
				for _, c := range group.List {
					if strings.HasPrefix(c.Text, "//go:linkname") {
						t.Errorf("%s: linkname", fset.Position(c.Pos()))
					}
				}
			}
			for _, i := range file.Imports {
				if path, _ := strconv.Unquote(i.Path.Value); slices.Contains(banned, path) {
					used[pkg+" "+path] = fset.Position(i.Pos()).String()
				}
			}
			if onLinux(t, path, file) {
				here = append(here, file)
			} else {
				byName(pkg, file, fset, used)
			}
		}
		info := &types.Info{Uses: map[*ast.Ident]types.Object{}}
		if _, err := (&types.Config{Importer: from}).Check(pkg, fset, here, info); err != nil {
			t.Fatal(err)
		}
		for ident, object := range info.Uses {
			names++
			if name := qualified(object); slices.Contains(banned, name) {
				used[pkg+" "+name] = fset.Position(ident.Pos()).String()
			}
		}
	}
	for use, where := range used {
		if reasons[use] == "" {
			t.Errorf("%s: %s, for which there is no reason", where, use)
		}
	}
	for use := range reasons {
		if used[use] == "" {
			t.Errorf("%s has a reason and is not used", use)
		}
	}
	t.Logf("%d names resolved, %d uses of what is banned, each with a reason", names, len(used))
}

// qualified is package.Name or package.Type.Name.
func qualified(o types.Object) string {
	f, ok := o.(*types.Func)
	if !ok || f.Pkg() == nil {
		return ""
	}
	if recv := f.Signature().Recv(); recv != nil {
		typ := recv.Type()
		if p, ok := typ.(*types.Pointer); ok {
			typ = p.Elem()
		}
		if named, ok := typ.(*types.Named); ok {
			return f.Pkg().Path() + "." + strings.ToUpper(named.Obj().Name()[:1]) + named.Obj().Name()[1:] + "." + f.Name()
		}
	}
	return f.Pkg().Path() + "." + f.Name()
}

// byName finds package.Name in a file that the type checker does not see here.
func byName(pkg string, file *ast.File, fset *token.FileSet, used map[string]string) {
	ast.Inspect(file, func(n ast.Node) bool {
		if sel, ok := n.(*ast.SelectorExpr); ok {
			if x, ok := sel.X.(*ast.Ident); ok && slices.Contains(banned, x.Name+"."+sel.Sel.Name) {
				used[pkg+" "+x.Name+"."+sel.Sel.Name] = fset.Position(n.Pos()).String()
			}
		}
		return true
	})
}

func onLinux(t *testing.T, path string, file *ast.File) bool {
	t.Helper()
	base := strings.TrimSuffix(filepath.Base(path), ".go")
	for _, part := range strings.Split(base, "_")[1:] {
		if slices.Contains([]string{"windows", "darwin", "arm64"}, part) {
			return false
		}
	}
	for _, group := range file.Comments {
		for _, c := range group.List {
			if !constraint.IsGoBuild(c.Text) {
				continue
			}
			expr, err := constraint.Parse(c.Text)
			if err != nil {
				t.Fatal(err)
			}
			return expr.Eval(func(tag string) bool {
				return tag == "linux" || tag == "unix" || tag == "amd64" || strings.HasPrefix(tag, "go1.")
			})
		}
	}
	return true
}

// exportData lists the compiled packages that the binary is made of.
func exportData(t *testing.T) map[string]string {
	t.Helper()
	list := exec.Command("go", "list", "-export", "-deps", "-json=ImportPath,Export", "tsplan/cmd/tsplan")
	list.Env = append(os.Environ(), "CGO_ENABLED=0", "GOOS=linux", "GOARCH=amd64")
	out, err := list.Output()
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]string{}
	for d := json.NewDecoder(bytes.NewReader(out)); ; {
		var p struct{ ImportPath, Export string }
		if err := d.Decode(&p); errors.Is(err, io.EOF) {
			return files
		} else if err != nil {
			t.Fatal(err)
		}
		files[p.ImportPath] = p.Export
	}
}
