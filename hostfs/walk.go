package hostfs

import (
	"context"
	"errors"
	"io/fs"
	"slices"
	"strings"
)

// WalkOptions bound and narrow a walk.
type WalkOptions struct {
	Entries int              // most entries to visit, skipped ones included; 0 means Limits.DirEntries
	Skip    func(Entry) bool // leaves out an entry and all below it; nil leaves out nothing
}

// Tree is all that there is below a directory.
type Tree struct {
	Entries []Entry // names below the root, sorted; of all four kinds
	Unnamed int     // entries left out, with all below them, because they have no valid name
}

// Walk lists all below dir. Links below it are reported, not followed. A tree that cannot be
// listed whole is an error: ErrBudget if it has too many entries.
func (r *Root) Walk(ctx context.Context, dir string, o WalkOptions) (Tree, error) {
	t, err := r.walk(ctx, dir, o)
	if err != nil {
		return Tree{}, wrap("walk", dir, err)
	}
	slices.SortFunc(t.Entries, func(a, b Entry) int { return strings.Compare(a.Name, b.Name) })
	return t, nil
}

func (r *Root) walk(ctx context.Context, dir string, o WalkOptions) (Tree, error) {
	var t Tree
	if err := r.check(dir); err != nil {
		return t, err
	}
	real, _, err := r.follow(dir, r.look)
	if err != nil {
		return t, err
	}
	if o.Entries == 0 {
		o.Entries = r.limits.DirEntries
	}
	seen := 0
	todo := []string{"."} // below dir
	for len(todo) > 0 {
		below := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if err := ctx.Err(); err != nil {
			return t, err
		}
		l, err := r.list(within(real, below))
		if err = classify(err); errors.Is(err, fs.ErrNotExist) && below != "." {
			err = ErrChanged // it was listed a moment ago
		}
		if err != nil {
			return t, err
		}
		if seen += len(l.entries) + l.unnamed; seen > o.Entries {
			return t, &BudgetError{int64(o.Entries), "entries", "--max-dir-entries"}
		}
		t.Unnamed += l.unnamed
		for _, e := range l.entries {
			base := e.Name
			e.Name = within(dir, join(below, base))
			switch {
			case o.Skip != nil && o.Skip(e):
			case r.check(e.Name) != nil:
				t.Unnamed++
			default:
				t.Entries = append(t.Entries, e)
				if e.Kind == KindDir {
					todo = append(todo, join(below, base))
				}
			}
		}
	}
	return t, nil
}

// within joins a directory's name and a name below it.
func within(dir, below string) string {
	if below == "." {
		return dir
	}
	return join(dir, below)
}
