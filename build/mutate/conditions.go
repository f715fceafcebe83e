package mutate

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// condition is a place in the source that a mutant changes. The condition of an if, a case of a switch without a tag, and an operand of &&
// or || are negated. An element of a list is replaced by a value that stands for nothing.
type condition struct {
	file       string
	line       int
	start, end int // in bytes
	text       string
	element    string // a list element's type
	elided     bool   // the element does not name its type
}

func (c condition) String() string { return fmt.Sprintf("%s:%d: %s", c.file, c.line, c.text) }

// conditionsIn returns the conditions of each file that is built on this system, sorted by position. With elements, it returns the elements of
// lists, too.
func conditionsIn(patterns []string, elements bool) (map[string][]condition, error) {
	out := map[string][]condition{}
	for _, pattern := range patterns {
		files, err := filepath.Glob(pattern)
		if err != nil {
			return nil, err
		}
		for _, file := range files {
			if otherSystem(file) {
				continue
			}
			if out[file], err = conditionsOf(file, elements); err != nil {
				return nil, err
			}
		}
	}
	return out, nil
}

func otherSystem(file string) bool {
	for _, suffix := range []string{"_test.go", "_windows.go", "_other.go", "_bsd.go", "_darwin.go", "_arm64.go"} {
		if strings.HasSuffix(file, suffix) {
			return true
		}
	}
	return false
}

func conditionsOf(file string, elements bool) ([]condition, error) {
	source, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	set := token.NewFileSet()
	parsed, err := parser.ParseFile(set, file, source, 0)
	if err != nil {
		return nil, err
	}
	places := map[[2]int]condition{}
	place := func(e ast.Expr) condition {
		from, to := set.Position(e.Pos()), set.Position(e.End()).Offset
		return condition{file: file, line: from.Line, start: from.Offset, end: to, text: string(source[from.Offset:to])}
	}
	add := func(e ast.Expr) {
		c := place(e)
		places[[2]int{c.start, c.end}] = c
	}
	ast.Inspect(parsed, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.IfStmt:
			add(n.Cond)
		case *ast.SwitchStmt:
			if n.Tag != nil {
				return true
			}
			for _, clause := range n.Body.List {
				for _, e := range clause.(*ast.CaseClause).List {
					add(e)
				}
			}
		case *ast.BinaryExpr:
			if n.Op == token.LAND || n.Op == token.LOR {
				add(n.X)
				add(n.Y)
			}
		case *ast.CompositeLit:
			list, ok := n.Type.(*ast.ArrayType)
			if !elements || !ok || list.Len != nil {
				return true
			}
			for _, e := range n.Elts {
				c := place(e)
				c.element = place(list.Elt).text
				literal, ok := e.(*ast.CompositeLit)
				c.elided = ok && literal.Type == nil
				places[[2]int{c.start, c.end}] = c
			}
		}
		return true
	})
	out := make([]condition, 0, len(places))
	for _, c := range places {
		out = append(out, c)
	}
	// If two conditions start together, the outer comes first.
	slices.SortFunc(out, func(a, b condition) int {
		if a.start != b.start {
			return a.start - b.start
		}
		return b.end - a.end
	})
	return out, nil
}

// instrument writes each condition c of a file as mutant(n, c), and each element as mutantElement(n, c), from n = first
// on. Lines stay where they are.
func instrument(source []byte, conditions []condition, first int) []byte {
	before, after := map[int]string{}, map[int]string{}
	for i, c := range conditions {
		call := fmt.Sprintf("mutant(%d, ", first+i)
		if c.element != "" {
			call = fmt.Sprintf("mutantElement[%s](%d, ", c.element, first+i)
		}
		if c.elided {
			call += c.element
		}
		before[c.start] += call
		after[c.end] += ")"
	}
	var out bytes.Buffer
	for at := 0; at <= len(source); at++ {
		out.WriteString(after[at] + before[at])
		if at < len(source) {
			out.WriteByte(source[at])
		}
	}
	return out.Bytes()
}

// support is the file that is added to each package with instrumented files. TSPLAN_MUTANT is the number of the condition that is negated.
// TSPLAN_MUTANTS_SEEN names a file in which the byte of every evaluated condition becomes 1. A mutant that uses 3 GiB of heap ends, so that
// it does not exhaust the memory of the machine.
const support = `package %s

import (
	"os"
	goruntime "runtime"
	"strconv"
	"sync/atomic"
	"time"
)

var mutantChosen = func() int {
	n, err := strconv.Atoi(os.Getenv("TSPLAN_MUTANT"))
	if err != nil {
		return -1
	}
	go func() {
		for s := new(goruntime.MemStats); s.HeapAlloc < 3<<30; goruntime.ReadMemStats(s) {
			time.Sleep(100 * time.Millisecond)
		}
		os.Exit(3)
	}()
	return n
}()

var mutantsSeen, _ = os.OpenFile(os.Getenv("TSPLAN_MUTANTS_SEEN"), os.O_WRONLY, 0)

var mutantsHit [%d]atomic.Bool

func mutantChosenHere(n int) bool {
	if mutantsSeen != nil && !mutantsHit[n].Swap(true) {
		_, _ = mutantsSeen.WriteAt([]byte{1}, int64(n))
	}
	return n == mutantChosen
}

func mutant(n int, condition bool) bool { return condition != mutantChosenHere(n) }

func mutantElement[T any](n int, element T) T {
	if !mutantChosenHere(n) {
		return element
	}
	var none T
	if number, ok := any(&none).(*uintptr); ok {
		*number-- // 0 is the number of a system call
	}
	return none
}
`
