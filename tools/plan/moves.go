package plan

import (
	"cmp"
	"errors"
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"
)

var (
	// ErrMoveSame refuses a move of a file onto itself.
	ErrMoveSame = errors.New("source and destination are the same")
	// ErrMoveCase refuses two files whose names are the same on a disk that ignores case, or of which one is below the other there.
	ErrMoveCase = errors.New("the names differ only in case")
	// ErrMoveInside refuses a move to a place below its own source.
	ErrMoveInside = errors.New("the destination is inside the source")
	// ErrMoveTwice refuses two moves of one file.
	ErrMoveTwice = errors.New("moved twice")
	// ErrMoveClash refuses two files with one destination, or with one destination below the other.
	ErrMoveClash = errors.New("two moves have the same destination")
	// ErrMoveMissing refuses a move whose source does not exist.
	ErrMoveMissing = errors.New("the source does not exist")
	// ErrMoveExists refuses a destination that is taken by something that stays there.
	ErrMoveExists = errors.New("the destination is taken")
)

// Disk describes the disk as it is before the moves, for CheckMoves and Follow.
type Disk struct {
	// Look reports what is there under a name.
	Look func(name string) (exists, dir bool)
	// IgnoresCase is true where names that differ only in case are one name.
	IgnoresCase bool
}

// key is equal for names that mean the same file on the disk.
func (d Disk) key(name string) string {
	if d.IgnoresCase {
		return fold(name)
	}
	return name
}

// CheckMoves checks moves that are claimed to happen all at once, and returns them in an order in which they can be carried out one by one:
// by source, except that a file moves away before another takes its place. A file that can neither move first nor wait, as in a swap or
// where only the case of a name changes on a disk that ignores case, moves in two steps: to a temporary name before all other moves, and
// from there after them. The temporary name is the source's with ".tsplan-tmp".
//
// An error names the file and wraps an error of CheckName or one of the ErrMove errors.
func CheckMoves(moves []FsMove, disk Disk) ([]FsMove, error) {
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
		if _, ok := sources[disk.key(m.From)]; ok {
			return nil, fmt.Errorf("%s: %w", m.From, ErrMoveTwice)
		}
		if j, ok := targets[m.To]; ok {
			return nil, fmt.Errorf("%s and %s to %s: %w", moves[j].From, m.From, m.To, ErrMoveClash)
		}
		// Two destinations may differ only in case if their sources do.
		if f, ok := folded[fold(m.To)]; ok && !strings.EqualFold(f.From, m.From) {
			return nil, fmt.Errorf("%s and %s: %w", f.To, m.To, ErrMoveCase)
		}
		sources[disk.key(m.From)], targets[m.To], folded[fold(m.To)] = i, i, m
	}
	looked := make(map[string]bool) // directories that are none of the disk's files
	for _, m := range moves {
		if _, ok := above(disk.key(m.From), sources); ok {
			return nil, fmt.Errorf("%s: %w", m.From, ErrMoveTwice)
		}
		if j, ok := above(m.To, targets); ok {
			return nil, fmt.Errorf("%s and %s: %w", moves[j].To, m.To, ErrMoveClash)
		}
		if f, ok := above(fold(m.To), folded); ok {
			return nil, fmt.Errorf("%s and %s: %w", f.To, m.To, ErrMoveCase)
		}
		if exists, _ := disk.Look(m.From); !exists {
			return nil, fmt.Errorf("%s: %w", m.From, ErrMoveMissing)
		}
		if exists, _ := disk.Look(m.To); exists && !has(sources, disk.key(m.To)) {
			return nil, fmt.Errorf("%s: %w", m.To, ErrMoveExists)
		}
		for dir := path.Dir(m.To); dir != "." && !looked[dir]; dir = path.Dir(dir) {
			if exists, isDir := disk.Look(dir); exists && !isDir && !has(sources, disk.key(dir)) {
				return nil, fmt.Errorf("%s: %s is a file: %w", m.To, dir, ErrMoveExists)
			}
			looked[dir] = true
		}
	}
	return orderMoves(moves, sources, disk), nil
}

// checkMove checks a single move on its own.
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
	case strings.HasPrefix(m.To, m.From+"/"):
		return refuse(ErrMoveInside)
	}
	return nil
}

// orderMoves puts the move that frees a name before the move that needs it. No source is a directory above another source, so a move waits
// for at most one other move.
func orderMoves(moves []FsMove, sources map[string]int, disk Disk) []FsMove {
	needed := make(map[string]bool) // the destinations and the directories above them, folded
	for _, m := range moves {
		for name := fold(m.To); name != "."; name = path.Dir(name) {
			needed[name] = true
		}
	}
	var out, ordered, in []FsMove
	started, done := make([]bool, len(moves)), make([]bool, len(moves))
	byWay := func(i int) {
		tmp := temporary(moves[i].From, needed, disk)
		out = append(out, FsMove{moves[i].From, tmp})
		in = append(in, FsMove{tmp, moves[i].To})
		done[i] = true
	}
	for i, m := range moves {
		if disk.key(m.From) == disk.key(m.To) {
			byWay(i)
		}
	}
	for i := range moves {
		var waiting []int
		for j, ok := i, true; ok && !done[j]; {
			if started[j] {
				byWay(j) // all waiting moves can be made once this file is out of the way
				break
			}
			started[j] = true
			waiting = append(waiting, j)
			to := disk.key(moves[j].To)
			if j, ok = sources[to]; !ok {
				j, ok = above(to, sources)
			}
		}
		for _, j := range slices.Backward(waiting) {
			if !done[j] {
				ordered = append(ordered, moves[j])
				done[j] = true
			}
		}
	}
	return slices.Concat(out, ordered, in)
}

// temporary returns a name in the same directory that no file or directory has, now or after any of the moves.
func temporary(name string, needed map[string]bool, disk Disk) string {
	for n := 1; ; n++ {
		tmp := name + ".tsplan-tmp"
		if n > 1 {
			tmp += strconv.Itoa(n)
		}
		if exists, _ := disk.Look(tmp); !exists && !needed[fold(tmp)] {
			return tmp
		}
	}
}

// Follow turns moves of files that happen one after the other into moves that happen all at once and have the same result. An error wraps
// ErrMoveMissing if a source is not there when its turn comes, or ErrMoveExists if a destination is taken then.
func Follow(moves []FsMove, disk Disk) ([]FsMove, error) {
	arrived := make(map[string]FsMove, len(moves)) // by the key of the file's present name
	gone := make(map[string]bool, len(moves))
	for _, m := range moves {
		if err := checkMove(m); err != nil {
			return nil, err
		}
		source, target := disk.key(m.From), disk.key(m.To)
		origin, moved := arrived[source]
		if !moved {
			origin.From = m.From
			if exists, _ := disk.Look(m.From); !exists || gone[source] {
				return nil, fmt.Errorf("%s: %w when its turn comes", m.From, ErrMoveMissing)
			}
		}
		_, taken := arrived[target]
		exists, _ := disk.Look(m.To)
		if (taken || exists && !gone[target]) && target != source {
			return nil, fmt.Errorf("%s: %w when the turn of %s comes", m.To, ErrMoveExists, m.From)
		}
		delete(arrived, source)
		if !moved {
			gone[source] = true
		}
		arrived[target] = FsMove{origin.From, m.To}
	}
	var out []FsMove
	for _, m := range arrived {
		if m.From != m.To {
			out = append(out, m)
		}
	}
	slices.SortFunc(out, func(a, b FsMove) int { return cmp.Compare(a.From, b.From) })
	return out, nil
}

// above finds the directory above name that is in the set.
func above[T any](name string, set map[string]T) (found T, ok bool) {
	for dir := path.Dir(name); dir != "." && !ok; dir = path.Dir(dir) {
		found, ok = set[dir]
	}
	return found, ok
}

func has(set map[string]int, name string) bool {
	_, ok := set[name]
	return ok
}

func fold(name string) string { return strings.ToLower(strings.ToUpper(name)) }
