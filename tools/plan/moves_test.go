package plan_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"tsplan/tools/plan"
)

// disk lists files; what lies above them are directories.
type disk []string

func (d disk) look(name string) (exists, dir bool) {
	if slices.Contains(d, name) {
		return true, false
	}
	for _, file := range d {
		if strings.HasPrefix(file, name+"/") {
			return true, true
		}
	}
	return false, false
}

func TestCheckMoves(t *testing.T) {
	files := disk{"a", "b", "c", "d/x", "d/y", "d/X", "d2/x"}
	for _, c := range []struct {
		name  string
		moves string // from>to; from>to
		want  string
		err   error
	}{
		{"none", "", "", nil},
		{"one", "a>z", "a>z", nil},
		{"sorted", "b>z; a>y", "a>y; b>z", nil},
		{"a directory", "d/y>e/y; d/x>e/x", "d/x>e/x; d/y>e/y", nil},
		{"a directory whose files differ in case", "d/x>e/x; d/X>e/X", "d/X>e/X; d/x>e/x", nil},
		{"a directory with a common prefix stays", "d/x>d3/x", "d/x>d3/x", nil},
		{"up and down", "d/x>x; a>d/x", "d/x>x; a>d/x", nil},
		{"a chain", "a>b; b>c; c>e", "c>e; b>c; a>b", nil},
		{"a chain and others", "b>c; c>z; a>y", "a>y; c>z; b>c", nil},
		{"a file makes room for a directory", "a>z; b>a/b", "a>z; b>a/b", nil},
		{"a file makes room for a directory, later", "c>z; a>c/e/a", "c>z; a>c/e/a", nil},

		{"onto itself", "a>a", "", plan.ErrMoveSame},
		{"case only", "a>A", "", plan.ErrMoveCase},
		{"case only, of a directory", "d/x>D/x", "", plan.ErrMoveCase},
		{"two names that differ in case", "a>e/z; b>e/Z", "", plan.ErrMoveCase},
		{"into itself", "a>a/a", "", plan.ErrMoveInside},
		{"moved twice", "a>y; a>z", "", plan.ErrMoveTwice},
		{"the same move twice", "a>z; a>z", "", plan.ErrMoveTwice},
		{"a directory and its file", "d>e; d/x>z", "", plan.ErrMoveTwice},
		{"two to one place", "a>z; b>z", "", plan.ErrMoveClash},
		{"one below the other", "a>z; b>z/b", "", plan.ErrMoveClash},
		{"missing", "m>z", "", plan.ErrMoveMissing},
		{"onto another", "a>b", "", plan.ErrMoveExists},
		{"onto a directory", "a>d", "", plan.ErrMoveExists},
		{"onto its own directory", "d/x>d", "", plan.ErrMoveExists},
		{"below a file", "a>b/e/a", "", plan.ErrMoveExists},
		{"a swap", "a>b; b>a", "", plan.ErrMoveCycle},
		{"a cycle of three", "a>b; b>c; c>a", "", plan.ErrMoveCycle},
		{"a cycle through a directory", "a>b/x; b>a", "", plan.ErrMoveCycle},
		{"a chain into a cycle", "a>b; b>c/x; c>b/y", "", plan.ErrMoveClash},
		{"source outside", "../a>z", "", plan.ErrOutside},
		{"destination outside", "a>../z", "", plan.ErrOutside},
		{"absolute destination", "a>/z", "", plan.ErrOutside},
		{"into .git", "a>.git/hooks/pre-commit", "", plan.ErrProtected},
		{"out of node_modules", "node_modules/a>a", "", plan.ErrProtected},
		{"NUL", "a>z\x00", "", plan.ErrNUL},
		{"control character", "a>z\a", "", plan.ErrControl},
		{"no destination", "a>", "", plan.ErrName},
	} {
		t.Run(c.name, func(t *testing.T) {
			moves := parseMoves(c.moves)
			before := slices.Clone(moves)
			got, err := plan.CheckMoves(moves, files.look)
			if !sameKind(err, c.err) || formatMoves(got) != c.want {
				t.Fatalf("%q, %v; want %q, %v", formatMoves(got), err, c.want, c.err)
			}
			for _, other := range refusals {
				if other != c.err && errors.Is(err, other) {
					t.Errorf("%v is also %v", err, other)
				}
			}
			if !slices.Equal(moves, before) {
				t.Errorf("the caller's moves are changed to %v", moves)
			}
		})
	}
}

// FuzzCheckMoves carries out what was accepted, one by one, on a disk of short names.
func FuzzCheckMoves(f *testing.F) {
	f.Add("a>b; b>c; c>e")
	f.Add("a>b; b>a")
	f.Add("a>z; b>a/b; c>b/d")
	f.Fuzz(func(t *testing.T, script string) {
		files := disk{"a", "b", "c", "d/x", "d/y"}
		claimed := parseMoves(script)
		moves, err := plan.CheckMoves(claimed, files.look)
		if err != nil {
			return
		}
		now := slices.Clone(files)
		for _, m := range moves {
			i := slices.Index(now, m.From)
			if exists, dir := now.look(m.From); i < 0 && (!exists || !dir) {
				t.Fatalf("%s is gone when its turn comes in %v", m.From, moves)
			}
			if exists, _ := now.look(m.To); exists {
				t.Fatalf("%s is taken when its turn comes in %v", m.To, moves)
			}
			if i < 0 { // a directory
				for j, file := range now {
					if rest, ok := strings.CutPrefix(file, m.From+"/"); ok {
						now[j] = m.To + "/" + rest
					}
				}
				continue
			}
			now[i] = m.To
		}
		if len(moves) != len(claimed) {
			t.Fatalf("%v became %v", claimed, moves)
		}
	})
}

func parseMoves(script string) []plan.FsMove {
	var moves []plan.FsMove
	for move := range strings.SplitSeq(script, "; ") {
		from, to, ok := strings.Cut(move, ">")
		if !ok {
			continue
		}
		moves = append(moves, plan.FsMove{From: from, To: to})
	}
	return moves
}

func formatMoves(moves []plan.FsMove) string {
	var fields []string
	for _, m := range moves {
		fields = append(fields, m.From+">"+m.To)
	}
	return strings.Join(fields, "; ")
}
