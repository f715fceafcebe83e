package kept

import (
	"tsplan/hostfs"
	"tsplan/tools/plan"
)

// Diff renders a plan with absolute paths as a diff that git applies at the root. It fails with plan.ErrStale if a
// file changed since the plan was made.
func Diff(rootDir string, limits hostfs.Limits, edits []plan.FileTextEdits, moves []plan.FsMove) (_ []byte, err error) {
	root, err := hostfs.Open(rootDir, limits)
	if err != nil {
		return nil, err
	}
	defer root.Close()
	return ofRoot(root).diff(edits, moves)
}

func (f files) diff(edits []plan.FileTextEdits, moves []plan.FsMove) ([]byte, error) {
	byName, movesByName, err := f.named(edits, moves)
	if err != nil {
		return nil, err
	}
	return plan.Diff(byName, movesByName, f.data)
}

// named returns edits and moves with names below the root in the place of absolute paths.
func (f files) named(edits []plan.FileTextEdits, moves []plan.FsMove) (_ []plan.FileTextEdits, _ []plan.FsMove, err error) {
	byName := make([]plan.FileTextEdits, len(edits))
	for i, e := range edits {
		if e.FilePath, err = f.root.Name(".", e.FilePath); err != nil {
			return nil, nil, err
		}
		byName[i] = e
	}
	movesByName := make([]plan.FsMove, len(moves))
	for i, m := range moves {
		if m.From, err = f.root.Name(".", m.From); err != nil {
			return nil, nil, err
		}
		if m.To, err = f.root.Name(".", m.To); err != nil {
			return nil, nil, err
		}
		movesByName[i] = m
	}
	return byName, movesByName, nil
}
