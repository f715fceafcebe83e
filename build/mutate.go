package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
)

// guarded lists what is mutated, and the packages whose tests have to notice.
var guarded = []struct {
	files string
	tests []string
}{
	{"hostfs/*.go", []string{"./hostfs"}},
	{"runtime/guest.go", []string{"./runtime"}},
	{"runtime/host_functions.go", []string{"./runtime", "./tools"}},
	{"runtime/imports.go", []string{"./runtime"}},
	{"tools/plan/*.go", []string{"./tools/plan"}},
	{"tools/planner.go", []string{"./tools"}},
}

// guard is the condition of an if whose body leaves the function or loop.
type guard struct {
	file       string
	line       int
	start, end int // of the condition, in bytes
}

// mutate negates one guard at a time and runs the tests over it, in an overlay: the tree is not touched. A guard
// whose negation no test notices is printed, and is an error.
func (b builder) mutate(ctx context.Context) error {
	dir, err := os.MkdirTemp("", "tsplan-mutate")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	killed, survived := 0, 0
	for _, g := range guarded {
		guards, err := guardsIn(g.files)
		if err != nil {
			return err
		}
		for _, m := range guards {
			overlay, err := negate(dir, m)
			if err != nil {
				return err
			}
			args := b.goCommand("test", append([]string{"-overlay", overlay, "-short", "-failfast", "-timeout", "120s"}, g.tests...)...)
			_, err = exec.CommandContext(ctx, args[0], args[1:]...).CombinedOutput()
			if ctx.Err() != nil {
				return ctx.Err()
			}
			if err != nil {
				killed++
				continue
			}
			survived++
			fmt.Printf("survived: %s:%d\n", m.file, m.line)
		}
	}
	fmt.Printf("%d guards negated one at a time: %d killed, %d survived\n", killed+survived, killed, survived)
	if survived > 0 {
		return fmt.Errorf("%d guards are not held by a test", survived)
	}
	return nil
}

func guardsIn(pattern string) ([]guard, error) {
	files, err := filepath.Glob(pattern)
	if err != nil {
		return nil, err
	}
	var guards []guard
	for _, file := range files {
		if ok, _ := filepath.Match("*_test.go", filepath.Base(file)); ok {
			continue
		}
		if built, err := filepath.Match("*_[wod]*.go", filepath.Base(file)); err != nil || built {
			continue // for other systems
		}
		set := token.NewFileSet()
		parsed, err := parser.ParseFile(set, file, nil, 0)
		if err != nil {
			return nil, err
		}
		ast.Inspect(parsed, func(n ast.Node) bool {
			if i, ok := n.(*ast.IfStmt); ok && leaves(i.Body) {
				at := func(p token.Pos) int { return set.Position(p).Offset }
				guards = append(guards, guard{file, set.Position(i.Pos()).Line, at(i.Cond.Pos()), at(i.Cond.End())})
			}
			return true
		})
	}
	return guards, nil
}

// leaves says that a block ends in a return or a jump.
func leaves(b *ast.BlockStmt) bool {
	if len(b.List) == 0 {
		return false
	}
	switch b.List[len(b.List)-1].(type) {
	case *ast.ReturnStmt, *ast.BranchStmt:
		return true
	}
	return false
}

// negate writes the mutated file and the overlay that puts it in place, and returns the overlay's path.
func negate(dir string, g guard) (string, error) {
	source, err := os.ReadFile(g.file)
	if err != nil {
		return "", err
	}
	mutated := bytes.Join([][]byte{source[:g.start], []byte("!("), source[g.start:g.end], []byte(")"), source[g.end:]}, nil)
	path := filepath.Join(dir, "mutated.go")
	if err := os.WriteFile(path, mutated, 0o600); err != nil {
		return "", err
	}
	original, err := filepath.Abs(g.file)
	if err != nil {
		return "", err
	}
	overlay, err := json.Marshal(map[string]any{"Replace": map[string]string{original: path}})
	if err != nil {
		return "", err
	}
	name := filepath.Join(dir, "overlay.json")
	return name, os.WriteFile(name, overlay, 0o600)
}
