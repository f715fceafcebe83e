// Package planner turns the guest's answers into plans: renames, moves, edits of declarations, and the proof that a plan does not change
// the meaning of a program. It has the tools of the toolset plan.
//
// It may import runtime, hostfs, and of tools what is below it: kept, project, tool, plan, gitattr, sanitize.
package planner

import (
	"context"
	"log/slog"

	"tsplan/runtime"
	"tsplan/tools/kept"
	"tsplan/tools/project"
	"tsplan/tools/tool"
)

// Planner answers the plan tools. It is safe for concurrent use.
type Planner struct {
	Projects project.Projects
	Kept     *kept.Plans  // the plans that were answered
	Logger   *slog.Logger // logs questions that failed and were asked again; nil discards
}

// New returns a Planner that asks r.
func New(r *runtime.Runtime) *Planner {
	p := &Planner{Projects: project.Projects{Runtime: r}}
	p.Kept = kept.New(&p.Projects)
	return p
}

// Request is one question under way, in the session of its project.
type Request struct {
	*project.Request
	early bool         // a partial load may be enough
	log   *slog.Logger // nil discards
}

// Ask runs f in the project's session, and runs it again if the disk changed meanwhile.
func (p *Planner) Ask(ctx context.Context, place tool.Place, progress tool.Progress, f func(*Request) error) error {
	return p.Projects.Ask(ctx, place, progress, func(r *project.Request) error { return f(&Request{Request: r}) })
}

// AskAside is Ask for a question that needs no program. It does not wait while another question is answered.
func (p *Planner) AskAside(ctx context.Context, place tool.Place, progress tool.Progress, f func(*Request) error) error {
	return p.Projects.AskAside(ctx, place, progress, func(r *project.Request) error { return f(&Request{Request: r}) })
}

// AskEarly is Ask for a rename, which a partial load of the project may answer.
func (p *Planner) AskEarly(ctx context.Context, place tool.Place, progress tool.Progress, f func(*Request) error) error {
	return p.Projects.Ask(ctx, place, progress, func(r *project.Request) error { return f(&Request{Request: r, early: true, log: p.Logger}) })
}
