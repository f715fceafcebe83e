package tools

import (
	"cmp"
	"context"
	"slices"

	"tsplan/hostfs"
	"tsplan/tools/namepath"
)

// OverviewParams ask for the symbols at the top of a file.
type OverviewParams struct {
	RelativePath string `json:"relative_path" jsonschema:"The file: relative to the project, or absolute"`
	Depth        int    `json:"depth,omitempty" jsonschema:"0 for the top level only, 1 with members, and so on"`
	Paging
	ProjectRoot string `json:"projectRoot,omitempty" jsonschema:"Directory of the project; needed only if the server has several roots"`
}

// OverviewResult lists the symbols of a file: classes first, then other kinds in LSP's order, each by position.
type OverviewResult struct {
	File    string           `json:"file"`
	Symbols []OverviewSymbol `json:"symbols"`
	Page
}

// OverviewSymbol is one symbol. Lines count from 1.
type OverviewSymbol struct {
	Name     string `json:"name"`
	NamePath string `json:"name_path,omitempty"` // where it is not the name
	Kind     string `json:"kind"`
	Line     int    `json:"line"`
}

// Overview lists the symbols of one file, which is parsed on its own: the project is not loaded.
func (p *Planner) Overview(ctx context.Context, project Place, in OverviewParams, progress Progress) (*OverviewResult, error) {
	if in.Depth < 0 {
		in.Depth = 0 // Serena's -1 is the default
	}
	var out *OverviewResult
	err := p.ask(ctx, project, progress, func(r *request) error {
		name, err := r.existing(in.RelativePath, hostfs.KindFile)
		if err != nil {
			return err
		}
		if !typeScript(name) {
			return invalid("%s is not a TypeScript or JavaScript file", in.RelativePath)
		}
		symbols, text, err := r.outline(name)
		if err != nil {
			return err
		}
		var all []OverviewSymbol
		var add func(level outline, depth int) error
		add = func(level outline, depth int) error {
			for _, s := range byKind(level) {
				line, err := lineNumber(text, s.declaration.start)
				if err != nil {
					return err
				}
				o := OverviewSymbol{Name: s.ownName(), Kind: kindName(s.kind), Line: line}
				if path := namepath.Format(s.path); path != o.Name {
					o.NamePath = path
				}
				all = append(all, o)
				if depth < in.Depth {
					if err := add(s.children, depth+1); err != nil {
						return err
					}
				}
			}
			return nil
		}
		if err := add(symbols, 0); err != nil {
			return err
		}
		page, err := pageOf(in.Paging, all)
		if err != nil {
			return err
		}
		file := r.presentable(guestPath(name))
		out = shorten(in.limit(), len(page), func(n int, left string) *OverviewResult {
			return &OverviewResult{file, append([]OverviewSymbol{}, page[:n]...), in.page(n, len(all), left, nil)}
		})
		return nil
	})
	return out, err
}

func byKind(level outline) outline {
	sorted := slices.Clone(level)
	slices.SortStableFunc(sorted, func(a, b *symbol) int {
		return cmp.Compare(lspKind(kindName(a.kind)), lspKind(kindName(b.kind)))
	})
	return sorted
}

func overviewTool(p *Planner) Tool {
	return tool("get_symbols_overview", "List the symbols of a file",
		`List the top-level symbols (classes, functions, variables, types, ...) of one TypeScript or JavaScript file with
their lines, from 1; with depth 1 their members, too. Fast: only that file is parsed. A good first look at a file,
before find_symbol with include_body for what matters.`,
		func(ctx context.Context, c *Call, in OverviewParams) (*OverviewResult, error) {
			place, err := c.Root(in.ProjectRoot)
			if err != nil {
				return nil, err
			}
			return p.Overview(ctx, place, in, c.loading())
		})
}
