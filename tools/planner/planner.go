// Package planner turns the guest's answers into plans: renames, moves, edits of declarations, and the proof that a plan does not change
// the meaning of a program. It has the tools of the toolset plan.
//
// It may import runtime, hostfs, and of tools what is below it: kept, project, tool, plan, gitattr, sanitize.
package planner

import (
	"context"
	"errors"
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
	early    bool         // a partial load may be enough
	log      *slog.Logger // nil discards
	unproven string       // why the plan gets no proof: the guest failed when it made the plan with one
}

// Ask runs f in the project's session, and runs it again if the disk changed meanwhile.
func (p *Planner) Ask(ctx context.Context, place tool.Place, progress tool.Progress, f func(*Request) error) error {
	return p.Projects.Ask(ctx, place, progress, func(r *project.Request) error { return f(&Request{Request: r}) })
}

// AskAside is Ask for a question that needs no program. It does not wait while another question is answered.
func (p *Planner) AskAside(ctx context.Context, place tool.Place, progress tool.Progress, f func(*Request) error) error {
	return p.Projects.AskAside(ctx, place, progress, func(r *project.Request) error { return f(&Request{Request: r}) })
}

// AskForPlan is Ask for a plan. A proof takes more memory and a deeper stack than the plan itself. So if a proof is wanted and the guest fails, f runs
// once more without a proof, and the plan says why it has none. If early is true, f may answer from a partial load of the project.
func (p *Planner) AskForPlan(ctx context.Context, place tool.Place, progress tool.Progress, wanted Verifying, early bool,
	f func(*Request) error,
) error {
	ask := func(unproven string) error {
		return p.Projects.Ask(ctx, place, progress, func(r *project.Request) error {
			return f(&Request{Request: r, early: early, log: p.Logger, unproven: unproven})
		})
	}
	err := ask("")
	failed, ok := errors.AsType[*tool.Error](err)
	if !ok || wanted.unwanted() || failed.Code != tool.Memory && failed.Code != tool.GuestFault {
		return err
	}
	if p.Logger != nil {
		p.Logger.Warn("the plan is made without a proof", "error", failed, "detail", failed.Detail)
	}
	return ask(failed.Message)
}
