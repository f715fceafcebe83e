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
	return diffOf(root, edits, moves)
}

func diffOf(root *hostfs.Root, edits []plan.FileTextEdits, moves []plan.FsMove) (_ []byte, err error) {
	byName := make([]plan.FileTextEdits, len(edits))
	for i, e := range edits {
		if e.FilePath, err = root.Name(".", e.FilePath); err != nil {
			return nil, err
		}
		byName[i] = e
	}
	movesByName := make([]plan.FsMove, len(moves))
	for i, m := range moves {
		if m.From, err = root.Name(".", m.From); err != nil {
			return nil, err
		}
		if m.To, err = root.Name(".", m.To); err != nil {
			return nil, err
		}
		movesByName[i] = m
	}
	return plan.Diff(byName, movesByName, func(name string) ([]byte, error) {
		file, err := root.ReadFile(name)
		return file.Data, err
	})
}
