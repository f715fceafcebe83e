package hostfs_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"tsplan/hostfs"
)

// api is every exported type and its methods. Whatever is added has to be added here too, by
// somebody who asked whether it can change anything on disk.
var api = map[reflect.Type][]string{
	reflect.TypeFor[*hostfs.Root]():        {"Close", "Dir", "Identity", "Name", "ReadDir", "ReadFile", "Realpath", "Stat", "Walk"},
	reflect.TypeFor[*hostfs.View]():        {"Begin", "Check", "Denied", "Err", "Kind", "Listed", "ReadDir", "ReadFile", "Realpath", "Save", "Served", "SetBudget", "Stat", "Sum"},
	reflect.TypeFor[hostfs.Style]():        {"Abs", "IsAbs", "Rel", "Resolve", "ValidName"},
	reflect.TypeFor[*hostfs.PathError]():   {"Error", "Unwrap"},
	reflect.TypeFor[hostfs.Kind]():         {"String"},
	reflect.TypeFor[*hostfs.BudgetError](): {"Error", "Unwrap"},
	reflect.TypeFor[hostfs.Budget]():       {},
	reflect.TypeFor[hostfs.Changes]():      {},
	reflect.TypeFor[hostfs.Denied]():       {},
	reflect.TypeFor[hostfs.Entry]():        {},
	reflect.TypeFor[hostfs.File]():         {},
	reflect.TypeFor[hostfs.Limits]():       {},
	reflect.TypeFor[hostfs.Stat]():         {},
	reflect.TypeFor[hostfs.Tree]():         {},
	reflect.TypeFor[hostfs.WalkOptions]():  {},
}

func TestMethodSets(t *testing.T) {
	names := map[string]bool{}
	for typ, want := range api {
		got := []string{}
		for m := range typ.Methods() {
			got = append(got, m.Name)
			for out := range m.Type.Outs() {
				readOnly(t, typ.String()+"."+m.Name, out)
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("%v has methods %v, want %v", typ, got, want)
		}
		if typ.Kind() == reflect.Pointer {
			typ = typ.Elem()
		}
		names[typ.Name()] = true
		if typ.Kind() != reflect.Struct {
			continue
		}
		for f := range typ.Fields() {
			if f.IsExported() || f.Anonymous {
				readOnly(t, typ.String()+"."+f.Name, f.Type)
			}
		}
	}
	for _, file := range source(t) {
		ast.Inspect(file, func(n ast.Node) bool {
			if s, ok := n.(*ast.TypeSpec); ok && s.Name.IsExported() && !names[s.Name.Name] {
				t.Errorf("exported type %s is not in the list", s.Name.Name)
			}
			return true
		})
	}
}

// readOnly fails if a value of a type that callers get can change a file or is one.
func readOnly(t *testing.T, where string, typ reflect.Type) {
	if typ.Implements(reflect.TypeFor[io.Writer]()) {
		t.Errorf("%s is an io.Writer", where)
	}
	for m := range typ.Methods() {
		for _, bad := range []string{"Write", "Truncate", "Chmod", "Sync", "Fd", "SyscallConn"} {
			if strings.HasPrefix(m.Name, bad) {
				t.Errorf("%s has method %s", where, m.Name)
			}
		}
	}
	if strings.HasPrefix(strings.TrimPrefix(typ.String(), "*"), "os.") {
		t.Errorf("%s is of type %v", where, typ)
	}
}

// The package imports little, opens files in one place and for reading, and knows of package os
// only what is listed.
func TestSource(t *testing.T) {
	imports := strings.Fields("bytes cmp context crypto/sha256 encoding/binary encoding/gob errors fmt io io/fs maps os path " +
		"path/filepath slices strconv strings sync syscall time unicode unicode/utf16 unicode/utf8 golang.org/x/sys/unix")
	ofOS := strings.Fields("File FileInfo Lstat O_RDONLY OpenRoot Root SameFile Stat")
	ofSyscall := strings.Fields("EINVAL ELOOP ENAMETOOLONG ENODEV ENOTDIR ENXIO Errno " +
		"O_CLOEXEC O_NOCTTY O_NONBLOCK Stat_t")
	ofUnix := strings.Fields("AT_FDCWD AT_SYMLINK_NOFOLLOW STATX_BTIME STATX_INO Statx Statx_t")
	banned := strings.Fields("Chmod Chown Chtimes Create Lchown Link Mkdir MkdirAll OpenInRoot " +
		"Remove RemoveAll Rename Symlink Sync Truncate Write WriteAt WriteFile WriteString")
	opens := 0
	for path, file := range source(t) {
		for _, imp := range file.Imports {
			if p, err := strconv.Unquote(imp.Path.Value); err != nil || !slices.Contains(imports, p) {
				t.Errorf("%s imports %s", path, imp.Path.Value)
			}
		}
		ast.Inspect(file, func(n ast.Node) bool {
			if call, ok := n.(*ast.CallExpr); ok {
				if sel, ok := call.Fun.(*ast.SelectorExpr); ok && sel.Sel.Name == "OpenFile" {
					opens++
					if flag, ok := call.Args[1].(*ast.Ident); !ok || flag.Name != "openFlags" {
						t.Errorf("%s opens with other flags than openFlags", path)
					}
				}
			}
			if sel, ok := n.(*ast.SelectorExpr); ok {
				from, name := "", sel.Sel.Name
				if x, ok := sel.X.(*ast.Ident); ok {
					from = x.Name
				}
				if slices.Contains(banned, name) ||
					from == "os" && !slices.Contains(ofOS, name) ||
					from == "unix" && !slices.Contains(ofUnix, name) ||
					from == "syscall" && !slices.Contains(ofSyscall, name) {
					t.Errorf("%s uses %s.%s", path, from, name)
				}
			}
			return true
		})
	}
	if opens != 1 {
		t.Errorf("OpenFile is called in %d places, want 1", opens)
	}
}

// source parses the package for all systems, without its tests.
func source(t *testing.T) map[string]*ast.File {
	paths, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]*ast.File{}
	for _, path := range paths {
		if strings.HasSuffix(path, "_test.go") {
			continue
		}
		if files[path], err = parser.ParseFile(token.NewFileSet(), path, nil, 0); err != nil {
			t.Fatal(err)
		}
	}
	if len(files) == 0 {
		t.Fatal("no source")
	}
	return files
}
