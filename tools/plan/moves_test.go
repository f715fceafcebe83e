package plan_test

import (
	"errors"
	"path"
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
	files := disk{"a", "b", "c", "d/x", "d/y", "d/X", "d2/x", "e", "f", "e.tsplan-tmp", "R"}
	for _, c := range []struct {
		name  string
		moves string // from>to; from>to
		want  string
		err   error
	}{
		{"none", "", "", nil},
		{"one", "a>z", "a>z", nil},
		{"sorted", "b>z; a>y", "a>y; b>z", nil},
		{"a directory", "d/y>g/y; d/x>g/x", "d/x>g/x; d/y>g/y", nil},
		{"a directory whose files differ in case", "d/x>g/x; d/X>g/X", "d/X>g/X; d/x>g/x", nil},
		{"a directory with a common prefix stays", "d/x>d3/x", "d/x>d3/x", nil},
		{"up and down", "d/x>x; a>d/x", "d/x>x; a>d/x", nil},
		{"a chain", "a>b; b>c; c>g", "c>g; b>c; a>b", nil},
		{"a chain and others", "b>c; c>z; a>y", "a>y; c>z; b>c", nil},
		{"a file makes room for a directory", "a>z; b>a/b", "a>z; b>a/b", nil},
		{"a file makes room for a directory, later", "c>z; a>c/e/a", "c>z; a>c/e/a", nil},

		{"a swap", "a>b; b>a", "a>a.tsplan-tmp; b>a; a.tsplan-tmp>b", nil},
		{"a cycle of three", "a>b; b>c; c>a", "a>a.tsplan-tmp; c>a; b>c; a.tsplan-tmp>b", nil},
		{"a cycle through a directory", "a>b/x; b>a", "a>a.tsplan-tmp; b>a; a.tsplan-tmp>b/x", nil},
		{"a cycle beside others", "b>c; c>b; a>z", "b>b.tsplan-tmp; a>z; c>b; b.tsplan-tmp>c", nil},
		{"a temporary name that is taken", "e>f; f>e", "e>e.tsplan-tmp2; f>e; e.tsplan-tmp2>f", nil},
		{"a temporary name that another move needs", "R>b; b>R; c>r.tsplan-tmp", "R>R.tsplan-tmp2; b>R; c>r.tsplan-tmp; R.tsplan-tmp2>b", nil},
		{"a temporary name that another move needs for a directory", "a>b; b>a; c>a.tsplan-tmp/c", "a>a.tsplan-tmp2; b>a; c>a.tsplan-tmp/c; a.tsplan-tmp2>b", nil},
		{"case only", "a>A", "a>A", nil},
		{"case only, of a directory", "d/y>D/y", "d/y>D/y", nil},

		{"onto itself", "a>a", "", plan.ErrMoveSame},
		{"two names that differ in case", "a>g/z; b>g/Z", "", plan.ErrMoveCase},
		{"one below the other where case does not count", "a>g/z; b>G", "", plan.ErrMoveCase},
		{"into itself", "a>a/a", "", plan.ErrMoveInside},
		{"moved twice", "a>y; a>z", "", plan.ErrMoveTwice},
		{"the same move twice", "a>z; a>z", "", plan.ErrMoveTwice},
		{"a directory and its file", "d>g; d/x>z", "", plan.ErrMoveTwice},
		{"two to one place", "a>z; b>z", "", plan.ErrMoveClash},
		{"one below the other", "a>z; b>z/b", "", plan.ErrMoveClash},
		{"missing", "m>z", "", plan.ErrMoveMissing},
		{"onto another", "a>b", "", plan.ErrMoveExists},
		{"onto a directory", "a>d", "", plan.ErrMoveExists},
		{"onto its own directory", "d/x>d", "", plan.ErrMoveExists},
		{"below a file", "a>b/g/a", "", plan.ErrMoveExists},
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
			got, err := plan.CheckMoves(moves, plan.Disk{Look: files.look})
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
	for _, seed := range []string{"a>b; b>c; c>e", "a>b; b>a", "a>z; b>a/b; c>b/d", "a>A; b>a", "d/x>D/x; d/y>D/y", "a>B; b>A"} {
		f.Add(seed, false)
		f.Add(seed, true)
	}
	f.Fuzz(func(t *testing.T, script string, ignoresCase bool) {
		if strings.ContainsFunc(script, func(r rune) bool { return r > '~' }) {
			return // the disk of this test folds ASCII only
		}
		carryOut(t, parseMoves(script), ignoresCase)
	})
}

// TestCheckMovesTogether carries out every three moves of names that are above each other, differ in case or are temporary.
func TestCheckMovesTogether(t *testing.T) {
	var all []plan.FsMove
	for _, from := range []string{"a", "b", "c", "d", "d/x"} {
		for _, to := range []string{"a", "A", "a/z", "b", "B/z", "a.tsplan-tmp", "A.tsplan-tmp/z", "d", "D/x", "d/X/z", "e", "E", "e/z", "E/z/z"} {
			all = append(all, plan.FsMove{From: from, To: to})
		}
	}
	for i, one := range all {
		for j, two := range all[i:] {
			for _, three := range all[i+j:] {
				carryOut(t, []plan.FsMove{one, two, three}, true)
				carryOut(t, []plan.FsMove{one, two, three}, false)
			}
		}
	}
}

// carryOut carries out moves that CheckMoves accepts, in its order, on a disk of short names.
func carryOut(t *testing.T, claimed []plan.FsMove, ignoresCase bool) {
	files := disk{"a", "b", "c", "d/x", "d/y"}
	look := func(now disk, name string) (exists, dir bool) {
		if ignoresCase {
			return now.lower().look(strings.ToLower(name))
		}
		return now.look(name)
	}
	on := plan.Disk{Look: func(name string) (bool, bool) { return look(files, name) }, IgnoresCase: ignoresCase}
	moves, err := plan.CheckMoves(claimed, on)
	if err != nil {
		return
	}
	now := slices.Clone(files)
	origins := slices.Clone(files)
	same := func(a, b string) bool { return a == b || ignoresCase && strings.EqualFold(a, b) }
	directories := false
	for _, m := range moves {
		i := slices.IndexFunc(now, func(name string) bool { return same(name, m.From) })
		if exists, dir := look(now, m.From); i < 0 && (!exists || !dir) {
			t.Fatalf("%s is gone when its turn comes in %v", m.From, moves)
		}
		if exists, _ := look(now, m.To); exists {
			t.Fatalf("%s is taken when its turn comes in %v", m.To, moves)
		}
		for dir := path.Dir(m.To); dir != "."; dir = path.Dir(dir) {
			if exists, isDir := look(now, dir); exists && !isDir {
				t.Fatalf("%s, above %s, is a file when its turn comes in %v", dir, m.To, moves)
			}
		}
		if i < 0 { // a directory
			directories = true
			for j, file := range now {
				if len(file) > len(m.From) && same(file[:len(m.From)], m.From) && file[len(m.From)] == '/' {
					now[j] = m.To + file[len(m.From):]
				}
			}
			continue
		}
		now[i] = m.To
	}
	for _, m := range claimed {
		i := slices.IndexFunc(origins, func(name string) bool { return same(name, m.From) })
		if i >= 0 && now[i] != m.To {
			t.Fatalf("%s is at %s after %v, want %s", m.From, now[i], moves, m.To)
		}
	}
	if directories {
		return // Follow is for files
	}
	followed, err := plan.Follow(moves, on)
	if err != nil {
		t.Fatalf("%v: %v", moves, err)
	}
	again, err := plan.CheckMoves(followed, on)
	if err != nil || !slices.Equal(again, moves) {
		t.Fatalf("%v, followed: %v, %v", moves, again, err)
	}
}

func (d disk) lower() disk {
	out := make(disk, len(d))
	for i, name := range d {
		out[i] = strings.ToLower(name)
	}
	return out
}

// TestCaseOnly carries out moves that change nothing but case on a disk that ignores it.
func TestCaseOnly(t *testing.T) {
	for moves, want := range map[string]string{
		"a>A":               "a>a.tsplan-tmp; a.tsplan-tmp>A",
		"d/x>D/x; d/y>D/y":  "d/x>d/x.tsplan-tmp; d/y>d/y.tsplan-tmp; d/x.tsplan-tmp>D/x; d/y.tsplan-tmp>D/y",
		"a>B; b>A":          "a>a.tsplan-tmp; b>A; a.tsplan-tmp>B",
		"a>A; b>z":          "a>a.tsplan-tmp; b>z; a.tsplan-tmp>A",
		"b>z; a>B":          "b>z; a>B",
		"src/Foo.ts>foo.ts": "src/Foo.ts>foo.ts",
	} {
		files := disk{"a", "b", "d/x", "d/y", "src/foo.ts"}
		on := plan.Disk{IgnoresCase: true, Look: func(name string) (bool, bool) { return files.lower().look(strings.ToLower(name)) }}
		got, err := plan.CheckMoves(parseMoves(moves), on)
		if err != nil || formatMoves(got) != want {
			t.Errorf("%s: %q, %v; want %q", moves, formatMoves(got), err, want)
		}
	}
}

func TestFollow(t *testing.T) {
	files := disk{"a", "b", "c"}
	for _, c := range []struct {
		moves, want string
		err         error
	}{
		{"", "", nil},
		{"a>z", "a>z", nil},
		{"a>z; z>y", "a>y", nil},
		{"a>t; b>a; t>b", "a>b; b>a", nil},
		{"a>z; z>a", "", nil},
		{"b>z; a>b", "a>b; b>z", nil},
		{"a>b", "", plan.ErrMoveExists},
		{"a>z; b>z", "", plan.ErrMoveExists},
		{"a>z; a>y", "", plan.ErrMoveMissing},
		{"m>z", "", plan.ErrMoveMissing},
		{"a>../z", "", plan.ErrOutside},
	} {
		got, err := plan.Follow(parseMoves(c.moves), plan.Disk{Look: files.look})
		if !sameKind(err, c.err) || formatMoves(got) != c.want {
			t.Errorf("%s: %q, %v; want %q, %v", c.moves, formatMoves(got), err, c.want, c.err)
		}
	}
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
