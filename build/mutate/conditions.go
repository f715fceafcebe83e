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

// condition is what decides something in the source: the condition of an if, a case of a switch without a tag, or an
// operand of && or ||.
type condition struct {
	file       string
	line       int
	start, end int // in bytes
	text       string
}

func (c condition) String() string { return fmt.Sprintf("%s:%d: %s", c.file, c.line, c.text) }

// conditionsIn lists the conditions of the files that are built here, by place.
func conditionsIn(patterns []string) (map[string][]condition, error) {
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
			if out[file], err = conditionsOf(file); err != nil {
				return nil, err
			}
		}
	}
	return out, nil
}

func otherSystem(file string) bool {
	for _, suffix := range []string{"_test.go", "_windows.go", "_other.go", "_bsd.go", "_darwin.go"} {
		if strings.HasSuffix(file, suffix) {
			return true
		}
	}
	return false
}

func conditionsOf(file string) ([]condition, error) {
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
	add := func(e ast.Expr) {
		from, to := set.Position(e.Pos()), set.Position(e.End()).Offset
		places[[2]int{from.Offset, to}] = condition{file, from.Line, from.Offset, to, string(source[from.Offset:to])}
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
		}
		return true
	})
	out := make([]condition, 0, len(places))
	for _, c := range places {
		out = append(out, c)
	}
	// The outer one first where two start together.
	slices.SortFunc(out, func(a, b condition) int {
		if a.start != b.start {
			return a.start - b.start
		}
		return b.end - a.end
	})
	return out, nil
}

// instrument writes each condition c of a file as mutant(n, c), from n = first on. Lines stay where they are.
func instrument(source []byte, conditions []condition, first int) []byte {
	before, after := map[int]string{}, map[int]string{}
	for i, c := range conditions {
		before[c.start] += fmt.Sprintf("mutant(%d, ", first+i)
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

// support is the file that each package with instrumented files gets. TSPLAN_MUTANT is the condition that is negated,
// TSPLAN_MUTANTS_SEEN a file in which the byte of every condition that was evaluated becomes 1. A mutant that eats
// memory ends before the machine does.
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

func mutant(n int, condition bool) bool {
	if mutantsSeen != nil && !mutantsHit[n].Swap(true) {
		_, _ = mutantsSeen.WriteAt([]byte{1}, int64(n))
	}
	return condition != (n == mutantChosen)
}
`
