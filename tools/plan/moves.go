package plan

import (
	"cmp"
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"
)

var (
	// ErrMoveSame refuses a move of a file onto itself.
	ErrMoveSame = errors.New("source and destination are the same")
	// ErrMoveCase refuses names that are one name on a disk that ignores case.
	ErrMoveCase = errors.New("the names differ only in case: move by way of another name")
	// ErrMoveInside refuses a move to a place below its own source.
	ErrMoveInside = errors.New("the destination is inside the source")
	// ErrMoveTwice refuses two moves of one file.
	ErrMoveTwice = errors.New("moved twice")
	// ErrMoveClash refuses two files at one destination, or one below the other.
	ErrMoveClash = errors.New("two moves have the same destination")
	// ErrMoveMissing refuses a move of what is not there.
	ErrMoveMissing = errors.New("the source does not exist")
	// ErrMoveExists refuses a destination that is taken by something that stays there.
	ErrMoveExists = errors.New("the destination is taken")
	// ErrMoveCycle refuses moves that each wait for another to make room.
	ErrMoveCycle = errors.New("the moves form a cycle: move by way of another name")
)

// CheckMoves checks moves that are claimed to happen all at once, and returns them in an order
// in which they can be carried out one by one: by source, save that a file makes room before
// another takes its place. look reports what the disk has under a name today.
//
// An error names the file and wraps an error of CheckName or one of the ErrMove errors.
func CheckMoves(moves []FsMove, look func(name string) (exists, dir bool)) ([]FsMove, error) {
	moves = slices.Clone(moves)
	slices.SortFunc(moves, func(a, b FsMove) int {
		return cmp.Or(cmp.Compare(a.From, b.From), cmp.Compare(a.To, b.To))
	})
	sources := make(map[string]int, len(moves))
	targets := make(map[string]int, len(moves))
	folded := make(map[string]FsMove, len(moves))
	for i, m := range moves {
		if err := checkMove(m); err != nil {
			return nil, err
		}
		if _, ok := sources[m.From]; ok {
			return nil, fmt.Errorf("%s: %w", m.From, ErrMoveTwice)
		}
		if j, ok := targets[m.To]; ok {
			return nil, fmt.Errorf("%s and %s to %s: %w", moves[j].From, m.From, m.To, ErrMoveClash)
		}
		// Where two sources differ only in case, so may their destinations.
		if f, ok := folded[fold(m.To)]; ok && !strings.EqualFold(f.From, m.From) {
			return nil, fmt.Errorf("%s and %s: %w", f.To, m.To, ErrMoveCase)
		}
		sources[m.From], targets[m.To], folded[fold(m.To)] = i, i, m
	}
	looked := make(map[string]bool) // directories that are none of the disk's files
	for _, m := range moves {
		if _, ok := above(m.From, sources); ok {
			return nil, fmt.Errorf("%s: %w", m.From, ErrMoveTwice)
		}
		if j, ok := above(m.To, targets); ok {
			return nil, fmt.Errorf("%s and %s: %w", moves[j].To, m.To, ErrMoveClash)
		}
		if exists, _ := look(m.From); !exists {
			return nil, fmt.Errorf("%s: %w", m.From, ErrMoveMissing)
		}
		if exists, _ := look(m.To); exists && !has(sources, m.To) {
			return nil, fmt.Errorf("%s: %w", m.To, ErrMoveExists)
		}
		for dir := path.Dir(m.To); dir != "." && !looked[dir]; dir = path.Dir(dir) {
			if exists, isDir := look(dir); exists && !isDir && !has(sources, dir) {
				return nil, fmt.Errorf("%s: %s is a file: %w", m.To, dir, ErrMoveExists)
			}
			looked[dir] = true
		}
	}
	return orderMoves(moves, sources)
}

// checkMove checks one move for itself.
func checkMove(m FsMove) error {
	if err := CheckName(m.From); err != nil {
		return err
	}
	if err := CheckName(m.To); err != nil {
		return err
	}
	refuse := func(err error) error { return fmt.Errorf("%s to %s: %w", m.From, m.To, err) }
	switch {
	case m.From == m.To:
		return refuse(ErrMoveSame)
	case strings.EqualFold(m.From, m.To):
		return refuse(ErrMoveCase)
	case strings.HasPrefix(m.To, m.From+"/"):
		return refuse(ErrMoveInside)
	}
	return nil
}

// orderMoves puts the move that frees a name before the one that needs it. No source is above
// another, so a move waits for one other at most.
func orderMoves(moves []FsMove, sources map[string]int) ([]FsMove, error) {
	ordered := make([]FsMove, 0, len(moves))
	started, done := make([]bool, len(moves)), make([]bool, len(moves))
	for i := range moves {
		var waiting []int
		for j, ok := i, true; ok && !done[j]; {
			if started[j] {
				return nil, fmt.Errorf("%s to %s: %w", moves[j].From, moves[j].To, ErrMoveCycle)
			}
			started[j] = true
			waiting = append(waiting, j)
			to := moves[j].To
			if j, ok = sources[to]; !ok {
				j, ok = above(to, sources)
			}
		}
		for _, j := range slices.Backward(waiting) {
			ordered = append(ordered, moves[j])
			done[j] = true
		}
	}
	return ordered, nil
}

// above finds the directory above name that is in the set.
func above(name string, set map[string]int) (int, bool) {
	for dir := path.Dir(name); dir != "."; dir = path.Dir(dir) {
		if i, ok := set[dir]; ok {
			return i, true
		}
	}
	return 0, false
}

func has(set map[string]int, name string) bool {
	_, ok := set[name]
	return ok
}

func fold(name string) string { return strings.ToLower(strings.ToUpper(name)) }
