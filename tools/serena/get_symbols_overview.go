package serena

import (
	"cmp"
	"context"
	"slices"

	"tsplan/hostfs"
	"tsplan/runtime"
	"tsplan/runtime/paths"
	"tsplan/runtime/protocol"
	"tsplan/tools/namepath"
	"tsplan/tools/plan"
	"tsplan/tools/planner"
	"tsplan/tools/project"
	"tsplan/tools/tool"
)

// OverviewParams ask for the symbols at the top of a file.
type OverviewParams struct {
	RelativePath string `json:"relative_path"`
	Depth        int    `json:"depth,omitempty" jsonschema:"1: with members"`
	tool.Paging
	tool.Rooted
}

// OverviewResult lists the symbols of a file: classes first, then other kinds in LSP's order, each by position.
type OverviewResult struct {
	File      string           `json:"file"`
	Symbols   []OverviewSymbol `json:"symbols"`
	Reexports []Reexport       `json:"reexports,omitempty"` // only on the first page
	tool.Page
}

// Reexport lists names of another file that a file re-exports.
type Reexport struct {
	From  string   `json:"from"`            // as it is written
	Names []string `json:"names,omitempty"` // the exported names; absent if all names are re-exported
	Line  int      `json:"line"`
}

// reexports lists what a file re-exports from other files, as barrels do.
func reexports(r *planner.Request, name string, text *plan.Text) ([]Reexport, error) {
	answer, err := runtime.Ask(r.Session, protocol.Reexports, protocol.FileParams{File: paths.InGuest(name)})
	if err != nil {
		return nil, err
	}
	var all []Reexport
	for _, e := range answer {
		line, err := project.LineNumber(text, e.Start)
		if err != nil {
			return nil, err
		}
		for i, n := range e.Names {
			e.Names[i] = project.Source(n)
		}
		all = append(all, Reexport{project.Source(e.From), e.Names, line})
	}
	return all, nil
}

// OverviewSymbol is one symbol. Lines count from 1.
type OverviewSymbol struct {
	Name     string `json:"name"`
	NamePath string `json:"name_path,omitempty"` // absent if it is the name
	Kind     string `json:"kind"`
	Line     int    `json:"line"`
}

// Overview lists the symbols of one file, which is parsed on its own: the project is not loaded.
func Overview(ctx context.Context, p *planner.Planner, place tool.Place, in OverviewParams, progress tool.Progress) (*OverviewResult, error) {
	if in.Depth < 0 {
		in.Depth = 0 // Serena's -1 is the default
	}
	var out *OverviewResult
	err := p.AskAside(ctx, place, progress, func(r *planner.Request) error {
		name, err := r.Existing(in.RelativePath, hostfs.KindFile)
		if err != nil {
			return err
		}
		if !project.IsTypeScript(name) {
			return tool.Invalid("%s is not a TypeScript or JavaScript file", in.RelativePath)
		}
		symbols, text, err := r.Outline(name)
		if err != nil {
			return err
		}
		var all []OverviewSymbol
		var add func(level project.Outline, depth int) error
		add = func(level project.Outline, depth int) error {
			for _, s := range byKind(level) {
				line, err := project.LineNumber(text, s.Declaration.Start)
				if err != nil {
					return err
				}
				o := OverviewSymbol{Name: s.OwnName(), Kind: project.KindName(s.Kind), Line: line}
				if path := namepath.Format(s.Path); path != o.Name {
					o.NamePath = path
				}
				all = append(all, o)
				if depth < in.Depth {
					if err := add(s.Children, depth+1); err != nil {
						return err
					}
				}
			}
			return nil
		}
		if err := add(symbols, 0); err != nil {
			return err
		}
		var passed []Reexport
		if in.Offset == 0 {
			if passed, err = reexports(r, name, text); err != nil {
				return err
			}
		}
		page, err := tool.PageOf(in.Paging, all)
		if err != nil {
			return err
		}
		file := r.Shown(name)
		out = tool.Shorten(in.Bytes(), len(page), func(n int, left string) *OverviewResult {
			return &OverviewResult{file, append([]OverviewSymbol{}, page[:n]...), passed, in.Page(n, len(all), left, nil)}
		}, tool.Shortening{What: "re-exports: read the file", Take: func() bool {
			had := len(passed) > 0
			passed = nil
			return had
		}})
		return nil
	})
	return out, err
}

func byKind(level project.Outline) project.Outline {
	sorted := slices.Clone(level)
	slices.SortStableFunc(sorted, func(a, b *project.Symbol) int {
		return cmp.Compare(lspKind(project.KindName(a.Kind)), lspKind(project.KindName(b.Kind)))
	})
	return sorted
}

func overviewTool(p *planner.Planner) tool.Tool {
	return tool.New("get_symbols_overview", "List the symbols of a file",
		`List the top-level symbols of a TypeScript or JavaScript file with lines (from 1), and what it re-exports. A fast
first look at a file.`,
		func(ctx context.Context, c *tool.Call, in OverviewParams) (*OverviewResult, error) {
			place, err := c.Root(in.ProjectRoot)
			if err != nil {
				return nil, err
			}
			return Overview(ctx, p, place, in, c.Loading())
		})
}
