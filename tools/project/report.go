package project

import (
	"context"
	"time"

	"tsplan/runtime"
	"tsplan/runtime/protocol"
	"tsplan/tools/sanitize"
	"tsplan/tools/tool"
)

// Report says what a workspace consists of, and what may make its answers slow or partial.
type Report struct {
	TypeScript string          `json:"typescript"` // the version that answers
	Projects   []ProjectReport `json:"projects"`
	Bases      []string        `json:"bases,omitempty"` // configurations that only exist for others to extend
	// Strays are the TypeScript files that no configuration includes.
	Strays   Counted[string] `json:"strays"`
	Warnings []string        `json:"warnings,omitempty"`

	Milliseconds int64 `json:"milliseconds"` // that loading all projects took
	Memory       int64 `json:"memory"`       // bytes of guest memory
	MaxMemory    int64 `json:"maxMemory"`
}

// ProjectReport is about the project of one configuration.
type ProjectReport struct {
	Config       string `json:"config"`
	Own          Size   `json:"own"`          // the files of the workspace
	Dependencies Size   `json:"dependencies"` // all other files but TypeScript's own lib files
	// Unresolved are the imports for which there is neither a file nor a declaration.
	Unresolved Counted[UnresolvedImport] `json:"unresolved"`
}

// Size is a number of files, and of the UTF-16 units in them.
type Size struct {
	Files      int `json:"files"`
	Characters int `json:"characters"`
}

// Counted is how many there are of something, and the first few of them.
type Counted[T any] struct {
	Count int `json:"count"`
	First []T `json:"first,omitempty"`
}

// UnresolvedImport is an import and the place of its specifier. Line and character count from 0, in UTF-16 units.
type UnresolvedImport struct {
	FilePath  string `json:"filePath"`
	Line      int    `json:"line"`
	Character int    `json:"character"`
	Specifier string `json:"specifier"`
}

// Report loads all projects of a workspace and says what they consist of.
func (p *Projects) Report(ctx context.Context, place tool.Place, progress tool.Progress) (*Report, error) {
	var out *Report
	err := p.Ask(ctx, place, progress, func(r *Request) error {
		start := time.Now()
		if err := r.Load(protocol.LoadParams{Whole: true}); err != nil {
			return err
		}
		answer, err := runtime.Ask(r.Session, protocol.Report, protocol.NoParams{})
		if err != nil {
			return err
		}
		out = r.report(&answer)
		out.Milliseconds = time.Since(start).Milliseconds()
		return nil
	})
	return out, err
}

func (r *Request) report(answer *protocol.ReportAnswer) *Report {
	out := &Report{
		TypeScript: r.TypeScript(),
		Bases:      r.AllShown(answer.Bases),
		Strays:     Counted[string]{answer.Strays.Count, r.AllShown(answer.Strays.First)},
		Warnings:   r.Warnings(answer.Warnings),
	}
	out.Memory, out.MaxMemory = r.Memory()
	for _, p := range answer.Projects {
		one := ProjectReport{Config: r.shownGuest(p.Config), Own: Size(p.Own), Dependencies: Size(p.Dependencies)}
		one.Unresolved.Count = p.Unresolved.Count
		for _, u := range p.Unresolved.First {
			one.Unresolved.First = append(one.Unresolved.First, UnresolvedImport{r.shownGuest(u.Path), u.Line, u.Character, sanitize.Text(u.Specifier)})
		}
		out.Projects = append(out.Projects, one)
	}
	return out
}
