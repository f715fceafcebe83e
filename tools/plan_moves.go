package tools

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"strings"

	"tsplan/hostfs"
	"tsplan/runtime"
	"tsplan/tools/plan"
)

// FileMoveParams asks for the move of one file.
type FileMoveParams struct {
	ProjectRoot string `json:"projectRoot" jsonschema:"Directory of the project: absolute, or relative to the server's working directory"`
	OldPath     string `json:"oldPath" jsonschema:"The file to move: absolute, or relative to projectRoot"`
	NewPath     string `json:"newPath" jsonschema:"Where it goes, name included: absolute, or relative to projectRoot"`
	Verify      bool   `json:"verify,omitempty" jsonschema:"Carry the plan out in memory, check again and say in proof whether anything would be different"`
}

// DirectoryMoveParams asks for the move of a directory with all that is in it.
type DirectoryMoveParams struct {
	ProjectRoot string `json:"projectRoot" jsonschema:"Directory of the project: absolute, or relative to the server's working directory"`
	OldDir      string `json:"oldDir" jsonschema:"The directory to move: absolute, or relative to projectRoot"`
	NewDir      string `json:"newDir" jsonschema:"Where it goes, name included: absolute, or relative to projectRoot"`
	Verify      bool   `json:"verify,omitempty" jsonschema:"Carry the plan out in memory, check again and say in proof whether anything would be different"`
}

// MoveResult is the plan of a move: the edits, keyed by the paths before the move, then the moves.
type MoveResult struct {
	Edits   []plan.FileTextEdits `json:"edits"`
	FsMoves []plan.FsMove        `json:"fsMoves"`
	// Companions are files that usually go along, as a test or a story does. The plan leaves them where they are.
	Companions []plan.FsMove `json:"companions,omitempty"`
	TypeScript string        `json:"typescript"`         // the version that answered
	Projects   []string      `json:"projects,omitempty"` // configurations whose programs were searched
	Warnings   []string      `json:"warnings,omitempty"`
	PlanID     string        `json:"planId"`
	Proof      *Proof        `json:"proof,omitempty"`  // if asked for
	Ledger     *Ledger       `json:"ledger,omitempty"` // what the plan leaves out
	// Suggested are the first mentions that the ledger counts, as edits. The plan leaves them out.
	Suggested []SuggestedEdits `json:"suggested,omitempty"`
	PlanPart
}

type guestMove struct {
	Edits      []fileSpans
	Companions []plan.FsMove
	Projects   []string
	Warnings   []string
	Ledger     guestLedger
}

// MoveFile plans the move of a file.
func (p *Planner) MoveFile(ctx context.Context, project Place, in FileMoveParams, progress Progress) (*MoveResult, error) {
	return p.move(ctx, project, progress, func(r *request) (*MoveResult, error) {
		from, to, err := r.fileEnds(in)
		if err != nil {
			return nil, err
		}
		return r.plan([]plan.FsMove{{From: from, To: to}}, from, to, in.Verify)
	})
}

// MoveDirectory plans the move of a directory.
func (p *Planner) MoveDirectory(ctx context.Context, project Place, in DirectoryMoveParams, progress Progress) (*MoveResult, error) {
	return p.move(ctx, project, progress, func(r *request) (*MoveResult, error) {
		from, to, err := r.directoryEnds(in)
		if err != nil {
			return nil, err
		}
		moves, err := r.contents(ctx, from, to)
		if err != nil {
			return nil, err
		}
		return r.plan(moves, from, to, in.Verify)
	})
}

// Move plans the move of whatever the old path is, a file or a directory.
func (p *Planner) Move(ctx context.Context, project Place, in FileMoveParams, progress Progress) (*MoveResult, error) {
	directory := false
	err := p.Runtime.With(ctx, project.Root, project.Name, nil, func(s *runtime.Session) error {
		name, err := s.Root.Name(project.Name, in.OldPath)
		if err != nil {
			return err
		}
		stat, err := s.View.Stat(name)
		directory = err == nil && stat.Kind == hostfs.KindDir
		return nil // a missing source is reported by the plan
	})
	if err != nil {
		return nil, explain(err)
	}
	if directory {
		return p.MoveDirectory(ctx, project, DirectoryMoveParams{in.ProjectRoot, in.OldPath, in.NewPath, in.Verify}, progress)
	}
	return p.MoveFile(ctx, project, in, progress)
}

func (p *Planner) move(ctx context.Context, project Place, progress Progress, f func(*request) (*MoveResult, error)) (*MoveResult, error) {
	var result *MoveResult
	err := p.ask(ctx, project, progress, func(r *request) error {
		var err error
		result, err = f(r)
		return err
	})
	return result, err
}

func (r *request) fileEnds(in FileMoveParams) (from, to string, err error) {
	if from, to, err = r.ends(in.OldPath, in.NewPath, hostfs.KindFile); err != nil {
		return "", "", err
	}
	if typeScript(from) && !typeScript(to) {
		return "", "", invalid("%s would no longer be a TypeScript or JavaScript file: keep one of the extensions %s",
			to, strings.Join(extensions, " "))
	}
	return from, to, nil
}

func (r *request) directoryEnds(in DirectoryMoveParams) (from, to string, err error) {
	if from, to, err = r.ends(in.OldDir, in.NewDir, hostfs.KindDir); err != nil {
		return "", "", err
	}
	if below(to, from) {
		return "", "", invalid("%s cannot move into itself, to %s", from, to)
	}
	return from, to, nil
}

// ends checks the source and the destination of a move and returns their names.
func (r *request) ends(oldPath, newPath string, kind hostfs.Kind) (from, to string, err error) {
	if from, err = r.existing(oldPath, kind); err != nil {
		return "", "", err
	}
	if to, err = r.name(newPath); err != nil {
		return "", "", err
	}
	if from == r.project.Name || from == "." {
		return "", "", invalid("the project root itself cannot be moved")
	}
	if from == to {
		return "", "", invalid("%s would move onto itself", from)
	}
	switch _, err := r.stat(to); {
	case err == nil:
		return "", "", invalid("the destination exists: %s", to)
	case !errors.Is(err, fs.ErrNotExist):
		return "", "", err
	}
	for parent := path.Dir(to); parent != "."; parent = path.Dir(parent) {
		if stat, err := r.stat(parent); err == nil && stat.Kind != hostfs.KindDir {
			return "", "", invalid("the destination %s lies below %s, which is a file", to, parent)
		}
	}
	for _, name := range []string{from, to} {
		switch err := plan.CheckName(name); {
		case errors.Is(err, plan.ErrProtected):
			return "", "", invalid("%s is in node_modules or .git, which no plan touches", name)
		case err != nil:
			return "", "", invalid("%v", err)
		}
	}
	return from, to, nil
}

// askMove has the guest plan a move.
func (r *request) askMove(from, to string) (*guestMove, error) {
	params := map[string]any{"oldPath": guestPath(from), "newPath": guestPath(to)}
	if err := r.Load(map[string]any{"move": params}); err != nil {
		return nil, err
	}
	var answer guestMove
	err := r.Ask("move", params, &answer)
	return &answer, err
}

// plan answers with the plan of a move.
func (r *request) plan(moves []plan.FsMove, from, to string, verify bool) (*MoveResult, error) {
	answer, err := r.askMove(from, to)
	if err != nil {
		return nil, err
	}
	e, err := r.check(answer.Edits)
	if err != nil {
		return nil, err
	}
	if e.moves, err = plan.CheckMoves(moves, r.disk(moves)); err != nil {
		return nil, invalid("%v", err)
	}
	result := &MoveResult{
		TypeScript: r.TypeScript(),
		Projects:   r.names(answer.Projects),
		Warnings:   r.warnings(answer.Warnings),
		PlanID:     plan.Digest(e.edits, e.moves),
	}
	if verify {
		if result.Proof, err = r.prove(answer.Edits, moves); err != nil {
			return nil, err
		}
	}
	if result.Ledger, err = r.ledger(answer.Ledger); err != nil {
		return nil, err
	}
	if result.Suggested, err = r.suggestions(answer.Ledger.Suggested); err != nil {
		return nil, err
	}
	e.absolute(r.Root)
	result.Edits, result.FsMoves = e.edits, e.moves
	result.Companions, err = r.companions(answer.Companions)
	return result, err
}

func (r *request) companions(claimed []plan.FsMove) ([]plan.FsMove, error) {
	var out []plan.FsMove
	for _, c := range claimed {
		from, ok := runtime.NameOf(c.From)
		to, ok2 := runtime.NameOf(c.To)
		if !ok || !ok2 {
			return nil, fmt.Errorf("guest: companion %q, which is not in the project", c.From)
		}
		out = append(out, absoluteMove(r.Root, plan.FsMove{From: from, To: to}))
	}
	return out, nil
}

// disk is the disk as plan.CheckMoves has to know it, to order some moves.
func (r *request) disk(moves []plan.FsMove) plan.Disk {
	names := make([]string, 0, len(moves))
	for _, m := range moves {
		names = append(names, m.From)
	}
	return plan.Disk{
		Look: func(name string) (exists, dir bool) {
			stat, err := r.View.Stat(name)
			if err != nil { // a link that leads nowhere moves as well, and is in the way as well
				listed, err := r.View.Listed(name)
				return listed && err == nil, false
			}
			return true, stat.Kind == hostfs.KindDir
		},
		IgnoresCase: r.ignoresCase(r.Root, names),
	}
}

// extensions are those that TypeScript compiles.
var extensions = []string{".ts", ".tsx", ".mts", ".cts", ".js", ".jsx", ".mjs", ".cjs"}

func typeScript(name string) bool {
	for _, e := range extensions {
		if strings.HasSuffix(name, e) {
			return true
		}
	}
	return false
}

// below reports whether a name lies in a directory.
func below(name, dir string) bool { return dir == "." || strings.HasPrefix(name, dir+"/") }

// contents lists the moves of all files below a directory, also of those that TypeScript does not know.
func (r *request) contents(ctx context.Context, from, to string) ([]plan.FsMove, error) {
	tree, err := r.Root.Walk(ctx, from, hostfs.WalkOptions{})
	if err != nil && !(r.draft != nil && errors.Is(err, fs.ErrNotExist)) {
		return nil, err
	}
	if err == nil && tree.Unnamed > 0 {
		return nil, invalid("%s holds %d files whose names cannot be written in a plan: rename them first", from, tree.Unnamed)
	}
	var names []string
	if err == nil {
		for _, e := range tree.Entries {
			if e.Kind != hostfs.KindDir {
				names = append(names, e.Name)
			}
		}
	}
	if r.draft != nil {
		names = r.draft.below(from, names)
	}
	moves := []plan.FsMove{}
	for _, name := range names {
		moves = append(moves, plan.FsMove{From: name, To: to + strings.TrimPrefix(name, from)})
	}
	return moves, nil
}
