package navigate

import (
	"context"

	"tsplan/runtime/paths"
	"tsplan/runtime/protocol"
	"tsplan/tools/planner"
	"tsplan/tools/tool"
)

// ImplementationsParams ask what implements a symbol.
type ImplementationsParams struct {
	NamePath     string `json:"name_path" jsonschema:"Shape, Shape/area"`
	RelativePath string `json:"relative_path,omitempty" jsonschema:"Its file, if several declare such a symbol"`
	IncludeBody  bool   `json:"include_body,omitempty" jsonschema:"With the whole code"`
	tool.Paging
	tool.Rooted
}

func findImplementations(ctx context.Context, p *planner.Planner, place tool.Place, in ImplementationsParams, progress tool.Progress) (*DeclarationsResult, error) {
	var out *DeclarationsResult
	err := p.Ask(ctx, place, progress, func(r *planner.Request) error {
		name, symbols, err := r.OneAnywhere(in.NamePath, in.RelativePath)
		if err != nil {
			return err
		}
		place := protocol.PlaceParams{File: paths.InGuest(name), Offset: symbols[0].At()}
		found, notes, err := declarations(r, protocol.Implementations, place, protocol.LoadUses(place), in.IncludeBody)
		if err != nil {
			return err
		}
		out, err = answer(in.Paging, found, notes)
		return err
	})
	return out, err
}

func findImplementationsTool(p *planner.Planner) tool.Tool {
	return tool.New("find_implementations", "Find implementations of a symbol",
		`Find what implements a TypeScript interface, an abstract class or one of their members in the project: file, line
and column (from 1), name path, code.`,
		func(ctx context.Context, c *tool.Call, in ImplementationsParams) (*DeclarationsResult, error) {
			place, err := c.Root(in.ProjectRoot)
			if err != nil {
				return nil, err
			}
			return findImplementations(ctx, p, place, in, c.Loading())
		}).Accepting(tool.Without("include_info"))
}
