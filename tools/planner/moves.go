package planner

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	"tsplan/hostfs"
	"tsplan/runtime"
	"tsplan/runtime/paths"
	"tsplan/runtime/protocol"
	"tsplan/tools/plan"
	"tsplan/tools/project"
	"tsplan/tools/tool"
)

// FileMoveParams asks for the move of one file.
type FileMoveParams struct {
	ProjectRoot string `json:"projectRoot" jsonschema:"Directory of the project"`
	OldPath     string `json:"oldPath"`
	NewPath     string `json:"newPath" jsonschema:"With the name"`
	Verifying
}

// DirectoryMoveParams asks for the move of a directory with all that is in it.
type DirectoryMoveParams struct {
	ProjectRoot string `json:"projectRoot" jsonschema:"Directory of the project"`
	OldDir      string `json:"oldDir"`
	NewDir      string `json:"newDir" jsonschema:"With the name"`
	Verifying
}

// MoveResult is the plan of a move: the edits, keyed by the paths before the move, then the moves.
type MoveResult struct {
	Edits   []plan.FileTextEdits `json:"edits"`
	FsMoves []plan.FsMove        `json:"fsMoves"`
	// Companions are files that usually move with the moved one, as its test or its story. The plan leaves them where they are.
	Companions []plan.FsMove `json:"companions,omitempty"`
	Account
}

// MoveFile plans the move of a file.
func (p *Planner) MoveFile(ctx context.Context, place tool.Place, in FileMoveParams, progress tool.Progress) (*MoveResult, error) {
	return p.move(ctx, place, progress, in.Verifying, func(r *Request) (*MoveResult, error) {
		from, to, err := r.fileEnds(in)
		if err != nil {
			return nil, err
		}
		return r.plan([]plan.FsMove{{From: from, To: to}}, from, to, in.Verifying)
	})
}

// MoveDirectory plans the move of a directory.
func (p *Planner) MoveDirectory(ctx context.Context, place tool.Place, in DirectoryMoveParams, progress tool.Progress) (*MoveResult, error) {
	return p.move(ctx, place, progress, in.Verifying, func(r *Request) (*MoveResult, error) {
		from, to, err := r.directoryEnds(in)
		if err != nil {
			return nil, err
		}
		moves, warnings, err := r.contents(ctx, from, to)
		if err != nil {
			return nil, err
		}
		result, err := r.plan(moves, from, to, in.Verifying)
		if err != nil {
			return nil, err
		}
		result.Warnings = append(warnings, result.Warnings...)
		return result, nil
	})
}

// Move plans the move of whatever the old path is, a file or a directory.
func (p *Planner) Move(ctx context.Context, place tool.Place, in FileMoveParams, progress tool.Progress) (*MoveResult, error) {
	directory := false
	err := p.Projects.Runtime.With(ctx, place.Root, place.Name, nil, func(s *runtime.Session) error {
		name, err := s.Root.Name(place.Name, in.OldPath)
		if err != nil {
			return err
		}
		stat, err := s.View.Stat(name)
		directory = err == nil && stat.Kind == hostfs.KindDir
		return nil // a missing source is reported by the plan
	})
	if err != nil {
		return nil, project.Explain(err)
	}
	if directory {
		return p.MoveDirectory(ctx, place, DirectoryMoveParams{in.ProjectRoot, in.OldPath, in.NewPath, in.Verifying}, progress)
	}
	return p.MoveFile(ctx, place, in, progress)
}

func (p *Planner) move(ctx context.Context, place tool.Place, progress tool.Progress, wanted Verifying,
	f func(*Request) (*MoveResult, error),
) (*MoveResult, error) {
	var result *MoveResult
	err := p.AskForPlan(ctx, place, progress, wanted, false, func(r *Request) error {
		var err error
		result, err = f(r)
		return err
	})
	return result, err
}

func (r *Request) fileEnds(in FileMoveParams) (from, to string, err error) {
	if from, to, err = r.ends(in.OldPath, in.NewPath, hostfs.KindFile); err != nil {
		return "", "", err
	}
	if project.IsTypeScript(from) && !project.IsTypeScript(to) {
		return "", "", tool.Invalid("%s would no longer be a TypeScript or JavaScript file: keep one of the extensions %s",
			to, strings.Join(protocol.Extensions, " "))
	}
	return from, to, nil
}

func (r *Request) directoryEnds(in DirectoryMoveParams) (from, to string, err error) {
	if from, to, err = r.ends(in.OldDir, in.NewDir, hostfs.KindDir); err != nil {
		return "", "", err
	}
	if project.Below(to, from) {
		return "", "", tool.Invalid("%s cannot move into itself, to %s", r.Shown(from), r.Shown(to))
	}
	return from, to, nil
}

// ends checks the source and the destination of a move and returns their names.
func (r *Request) ends(oldPath, newPath string, kind hostfs.Kind) (from, to string, err error) {
	if name, err := r.Name(oldPath); err == nil && kind == hostfs.KindFile {
		if stat, err := r.Stat(name); err == nil && stat.Kind == hostfs.KindDir {
			return "", "", tool.Invalid("%s is a directory, not a file: to move it use planDirectoryMove", r.Shown(name))
		}
	}
	if from, err = r.Existing(oldPath, kind); err != nil {
		return "", "", err
	}
	if to, err = r.Name(newPath); err != nil {
		return "", "", err
	}
	if from == r.Place.Name || from == "." {
		return "", "", tool.Invalid("the project root itself cannot be moved")
	}
	if from == to {
		return "", "", tool.Invalid("%s would move onto itself", r.Shown(from))
	}
	switch stat, err := r.Stat(to); {
	case err == nil && stat.Kind == hostfs.KindDir:
		inside := path.Join(to, path.Base(from))
		if _, err := r.Stat(inside); !errors.Is(err, fs.ErrNotExist) {
			return "", "", tool.Invalid("the destination exists: %s", r.Shown(to))
		}
		return "", "", tool.Invalid("the destination %s is a directory that exists: to move %s into it, ask for %s",
			r.Shown(to), r.Shown(from), r.Shown(inside))
	case err == nil:
		return "", "", tool.Invalid("the destination exists: %s", r.Shown(to))
	case !errors.Is(err, fs.ErrNotExist):
		return "", "", err
	}
	for parent := path.Dir(to); parent != "."; parent = path.Dir(parent) {
		if stat, err := r.Stat(parent); err == nil && stat.Kind != hostfs.KindDir {
			return "", "", tool.Invalid("the destination %s lies below %s, which is a file", r.Shown(to), r.Shown(parent))
		}
	}
	for _, name := range []string{from, to} {
		switch err := plan.CheckName(name); {
		case errors.Is(err, plan.ErrProtected):
			return "", "", tool.Invalid("%s is in node_modules or .git, which no plan touches", r.Shown(name))
		case err != nil:
			return "", "", tool.Invalid("%v", err)
		}
	}
	return from, to, nil
}

// askMove asks the guest for the plan of a move. If whole is true, the guest loads whole projects for the plan. Otherwise it loads light
// ones. A batch needs whole projects, since its ledger lists the mentions in all loaded files.
func (r *Request) askMove(from, to string, whole bool) (*protocol.MoveAnswer, error) {
	move := protocol.MoveParams{OldPath: paths.InGuest(from), NewPath: paths.InGuest(to)}
	if err := r.Load(protocol.LoadParams{Move: &move, Whole: whole}); err != nil {
		return nil, err
	}
	answer, err := runtime.Ask(r.Session, protocol.Move, move)
	return &answer, err
}

// plan answers with the plan of a move.
func (r *Request) plan(moves []plan.FsMove, from, to string, asked Verifying) (*MoveResult, error) {
	answer, err := r.askMove(from, to, false)
	if err != nil {
		return nil, err
	}
	e, err := r.Check(answer.Edits)
	if err != nil {
		return nil, err
	}
	if e.Moves, err = plan.CheckMoves(moves, r.disk(moves)); err != nil {
		return nil, tool.Invalid("%v", err)
	}
	result := &MoveResult{}
	proof, err := r.prove(asked, protocol.VerifyParams{Edits: answer.Edits, Moves: project.InGuest(moves)})
	if err != nil {
		return nil, err
	}
	if result.Account, err = r.account(answer.Plan, e, proof, fmt.Sprintf("Move %s to %s", r.Shown(from), r.Shown(to))); err != nil {
		return nil, err
	}
	result.Edits, result.FsMoves = e.Edits, e.Moves
	result.Companions, err = r.companions(answer.Companions)
	return result, err
}

func (r *Request) companions(claimed []paths.Move) ([]plan.FsMove, error) {
	var out []plan.FsMove
	for _, c := range claimed {
		from, ok := c.From.Name()
		to, ok2 := c.To.Name()
		if !ok || !ok2 {
			return nil, fmt.Errorf("guest: companion %q, which is not in the project", c.From)
		}
		out = append(out, project.AbsoluteMove(r.Root, plan.FsMove{From: from, To: to}))
	}
	return out, nil
}

// disk describes the disk for plan.CheckMoves, which checks and orders moves.
func (r *Request) disk(moves []plan.FsMove) plan.Disk {
	names := make([]string, 0, len(moves))
	for _, m := range moves {
		names = append(names, m.From)
	}
	return plan.Disk{
		Look: func(name string) (exists, dir bool) {
			stat, err := r.View.Stat(name)
			if err != nil { // a link that leads nowhere can be moved, too, and can be in the way, too
				listed, err := r.View.Listed(name)
				return listed && err == nil, false
			}
			return true, stat.Kind == hostfs.KindDir
		},
		IgnoresCase: r.IgnoresCase(names),
	}
}

// contents lists the moves of all files below a directory, also of files that TypeScript does not know. node_modules and .git stay where
// they are, with a warning: a package manager makes node_modules again, and git itself moves a repository.
func (r *Request) contents(ctx context.Context, from, to string) (moves []plan.FsMove, warnings []string, err error) {
	var stays []string
	tree, err := r.Root.Walk(ctx, from, hostfs.WalkOptions{Skip: func(e hostfs.Entry) bool {
		base := path.Base(e.Name)
		if base != "node_modules" && base != ".git" {
			return false
		}
		stays = append(stays, e.Name)
		return true
	}})
	if err != nil && !(r.Draft() != nil && errors.Is(err, fs.ErrNotExist)) {
		return nil, nil, err
	}
	if err == nil && tree.Unnamed > 0 {
		return nil, nil, tool.Invalid("%s holds %d files whose names cannot be written in a plan: rename them first", r.Shown(from), tree.Unnamed)
	}
	var names []string
	if err == nil {
		for _, e := range tree.Entries {
			if e.Kind != hostfs.KindDir {
				names = append(names, e.Name)
			}
		}
	}
	if r.Draft() != nil {
		names = r.Draft().Below(from, names)
	}
	slices.Sort(stays)
	if len(names) == 0 && len(stays) > 0 {
		return nil, nil, tool.Invalid("%s holds nothing but %s, which no plan moves", r.Shown(from), r.Shown(stays[0]))
	}
	for _, name := range stays {
		warnings = append(warnings, r.staying(name))
	}
	moves = []plan.FsMove{}
	for _, name := range names {
		moves = append(moves, plan.FsMove{From: name, To: to + strings.TrimPrefix(name, from)})
	}
	return moves, warnings, nil
}

// staying is the warning of a directory that a plan leaves where it is.
func (r *Request) staying(name string) string {
	if path.Base(name) == ".git" {
		return r.Shown(name) + " is not moved: move the repository in it with git"
	}
	return r.Shown(name) + " is not moved: install the dependencies again after the move"
}
