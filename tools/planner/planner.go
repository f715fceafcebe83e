// Package planner turns what the guest answers into plans: renames, moves, edits of declarations, and the proof that a
// plan keeps a program. It keeps the plans that were answered, and has the tools that clients know from a language server.
//
// It may import runtime, hostfs, and of tools what is below it: project, tool, plan, sanitize.
package planner

import (
	"context"
	"errors"
	"log/slog"

	"tsplan/runtime"
	"tsplan/tools/plan"
	"tsplan/tools/project"
	"tsplan/tools/tool"
)

// Planner answers the plan tools. It is safe for concurrent use.
type Planner struct {
	Projects project.Projects
	Logger   *slog.Logger // nil discards; told of what failed and was asked again
	plans    planStore
}

// New returns a Planner that asks r.
func New(r *runtime.Runtime) *Planner {
	return &Planner{Projects: project.Projects{Runtime: r}}
}

// Request is one question under way, in the session of its project.
type Request struct {
	*project.Request
	hurried bool // what would have to load more of the project ends with errUnloaded
}

// Ask runs f in the project's session, again if the disk changed meanwhile.
func (p *Planner) Ask(ctx context.Context, place tool.Place, progress tool.Progress, f func(*Request) error) error {
	return p.Projects.Ask(ctx, place, progress, func(r *project.Request) error { return f(&Request{Request: r}) })
}

// AskAside is Ask for what needs no program, and so does not wait while one is loaded.
func (p *Planner) AskAside(ctx context.Context, place tool.Place, progress tool.Progress, f func(*Request) error) error {
	return p.Projects.AskAside(ctx, place, progress, func(r *project.Request) error { return f(&Request{Request: r}) })
}

// errUnloaded is the answer to a question that would have to load more of the project than it may.
var errUnloaded = errors.New("not loaded")

// AskEarly is Ask for a plan that part of the project may be enough for. Where what it needs is not loaded, f is asked
// with that part, and says whether it knows; if not, or if it fails, it is asked again when the project is loaded.
func (p *Planner) AskEarly(ctx context.Context, place tool.Place, progress tool.Progress, f func(*Request) (known bool, err error)) error {
	ctx, cancel := p.Projects.Runtime.Limited(ctx)
	defer cancel()
	ask := func(hurried bool) error {
		return p.Ask(ctx, place, progress, func(r *Request) error {
			r.hurried = hurried
			_, err := f(r)
			return err
		})
	}
	type session func(context.Context, tool.Place, tool.Progress, func(*project.Request) error) error
	beside := func(ask session) (known bool) {
		err := ask(ctx, place, progress, func(r *project.Request) error {
			var err error
			known, err = f(&Request{Request: r})
			return err
		})
		if err != nil && ctx.Err() == nil && p.Logger != nil {
			detail := ""
			if failed, ok := errors.AsType[*tool.Error](err); ok {
				detail = failed.Detail
			}
			p.Logger.Warn("no early answer", "error", err, "detail", detail)
		}
		return known && err == nil
	}
	unseen, err := p.Projects.Runtime.Unseen(ctx, place.Root, place.Name)
	if err == nil && unseen && beside(p.Projects.AskBesideLoading) {
		return nil
	}
	if err := ask(true); !errors.Is(err, errUnloaded) {
		return err
	}
	if beside(p.Projects.AskBeside) {
		return nil
	}
	return ask(false)
}

// Keep makes a plan, with absolute paths, available to get_plan.
func (p *Planner) Keep(root, id string, edits []plan.FileTextEdits, moves []plan.FsMove) {
	p.plans.put(root, id, edits, moves)
}
