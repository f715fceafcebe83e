package navigate

import (
	"context"
	"fmt"
	"strconv"

	"tsplan/hostfs"
	"tsplan/runtime"
	"tsplan/runtime/paths"
	"tsplan/runtime/protocol"
	"tsplan/tools/planner"
	"tsplan/tools/project"
	"tsplan/tools/tool"
)

// DiagnosticsParams ask for the errors of one file.
type DiagnosticsParams struct {
	RelativePath string `json:"relative_path"`
	StartLine    int    `json:"start_line,omitempty" jsonschema:"From 1"`
	EndLine      int    `json:"end_line,omitempty"`
	tool.Paging
	tool.Rooted
}

// DiagnosticsResult lists errors by place.
type DiagnosticsResult struct {
	File        string       `json:"file"`
	Diagnostics []Diagnostic `json:"diagnostics"`
	tool.Page
}

// Diagnostic is one error of TypeScript. Lines and columns count from 1, columns in UTF-16 units.
type Diagnostic struct {
	Line    int    `json:"line"`
	Column  int    `json:"column"`
	Code    string `json:"code"`
	Message string `json:"message"`
}

const maxMessage = 1000 // bytes

func diagnostics(ctx context.Context, p *planner.Planner, place tool.Place, in DiagnosticsParams, progress tool.Progress) (*DiagnosticsResult, error) {
	var out *DiagnosticsResult
	err := p.Ask(ctx, place, progress, func(r *planner.Request) error {
		name, err := r.Existing(in.RelativePath, hostfs.KindFile)
		if err != nil {
			return err
		}
		if err := r.Load(protocol.LoadParams{Owner: paths.InGuest(name)}); err != nil {
			return err
		}
		found, err := runtime.Ask(r.Session, protocol.FileErrors, protocol.FileParams{File: paths.InGuest(name)})
		if err != nil {
			return err
		}
		text, err := r.Text(name)
		if err != nil {
			return err
		}
		var all []Diagnostic
		for _, e := range found.Errors {
			at, err := text.Position(e.Start)
			if err != nil {
				return fmt.Errorf("guest: an error in %s: %w", name, err)
			}
			if line := at.Line + 1; line >= in.StartLine && (in.EndLine <= 0 || line <= in.EndLine) {
				all = append(all, Diagnostic{line, at.Character + 1, "TS" + strconv.Itoa(e.Code), project.Cut(r.Say(e.Message), maxMessage)})
			}
		}
		notes := r.Warnings(found.Warnings)
		if found.Total > len(found.Errors) {
			notes = append(notes, fmt.Sprintf("the file has %d errors: only the first %d are listed", found.Total, len(found.Errors)))
		}
		page, err := tool.PageOf(in.Paging, all)
		if err != nil {
			return err
		}
		file := r.Shown(name)
		out = tool.Shorten(in.Bytes(), len(page), func(n int, left string) *DiagnosticsResult {
			return &DiagnosticsResult{file, append([]Diagnostic{}, page[:n]...), in.Page(n, len(all), left, notes)}
		})
		return nil
	})
	return out, err
}

func diagnosticsTool(p *planner.Planner) tool.Tool {
	return tool.New("get_diagnostics", "List TypeScript's errors in a file",
		`List TypeScript's errors in one file, as its tsconfig.json has it checked: line and column (from 1), code, message.`,
		func(ctx context.Context, c *tool.Call, in DiagnosticsParams) (*DiagnosticsResult, error) {
			place, err := c.Root(in.ProjectRoot)
			if err != nil {
				return nil, err
			}
			return diagnostics(ctx, p, place, in, c.Loading())
		})
}
