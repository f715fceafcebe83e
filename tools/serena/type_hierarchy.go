package serena

import (
	"context"
	"fmt"
	"strings"

	"tsplan/runtime"
	"tsplan/runtime/paths"
	"tsplan/runtime/protocol"
	"tsplan/tools/namepath"
	"tsplan/tools/planner"
	"tsplan/tools/project"
	"tsplan/tools/tool"
)

// HierarchyParams ask for super- and subtypes.
type HierarchyParams struct {
	NamePath      string `json:"name_path" jsonschema:"Class or interface"`
	RelativePath  string `json:"relative_path" jsonschema:"Its file"`
	HierarchyType string `json:"hierarchy_type,omitempty" jsonschema:"Default both"`
	Depth         *int   `json:"depth,omitempty" jsonschema:"Levels; default 1, 0 for all"`
	tool.Paging
	tool.Rooted
}

// HierarchyResult lists super- and subtypes level by level.
type HierarchyResult struct {
	Symbol     string         `json:"symbol"`
	Supertypes []RelativeInfo `json:"supertypes"`
	Subtypes   []RelativeInfo `json:"subtypes"`
	tool.Page
}

// RelativeInfo is one super- or subtype.
type RelativeInfo struct {
	Level        int    `json:"level"` // 1 for direct ones
	Name         string `json:"name"`
	NamePath     string `json:"name_path,omitempty"` // in the project's own files
	Kind         string `json:"kind"`                // class, interface, type, or unknown for the result of a call
	Relation     string `json:"relation"`            // extends or implements
	Of           string `json:"of"`                  // the type that it is a direct super- or subtype of
	RelativePath string `json:"relative_path,omitempty"`
	Line         int    `json:"line,omitempty"`
	HasMore      bool   `json:"has_more,omitempty"` // it has super- or subtypes that depth leaves out
}

// Hierarchy lists what a class or an interface extends and implements, and what extends and implements it.
func Hierarchy(ctx context.Context, p *planner.Planner, place tool.Place, in HierarchyParams, progress tool.Progress) (*HierarchyResult, error) {
	depth := 1
	if in.Depth != nil {
		depth = *in.Depth
	}
	if depth < 0 {
		return nil, tool.Invalid("depth is %d", depth)
	}
	var out *HierarchyResult
	err := p.Ask(ctx, place, progress, func(r *planner.Request) error {
		name, symbols, err := r.One(in.NamePath, in.RelativePath)
		if err != nil {
			return err
		}
		at := protocol.PlaceParams{File: paths.InGuest(name), Offset: symbols[0].At()}
		if err := r.Load(protocol.LoadUses(at)); err != nil {
			return err
		}
		answer, err := runtime.Ask(r.Session, protocol.Hierarchy, protocol.HierarchyParams{
			PlaceParams: at, Depth: depth, Supertypes: in.HierarchyType != "sub", Subtypes: in.HierarchyType != "super",
		})
		if err != nil {
			return err
		}
		super, err := relatives(r, answer.Supertypes)
		if err != nil {
			return err
		}
		sub, err := relatives(r, answer.Subtypes)
		if err != nil {
			return err
		}
		out, err = in.answer(namepath.Format(project.PathOf(symbols)), super, sub, r.Warnings(answer.Warnings))
		return err
	})
	return out, err
}

func (in HierarchyParams) answer(symbol string, super, sub []RelativeInfo, notes []string) (*HierarchyResult, error) {
	all := append(super[:len(super):len(super)], sub...)
	page, err := tool.PageOf(in.Paging, all)
	if err != nil {
		return nil, err
	}
	return tool.Shorten(in.Bytes(), len(page), func(n int, left string) *HierarchyResult {
		out := &HierarchyResult{symbol, []RelativeInfo{}, []RelativeInfo{}, in.Page(n, len(all), left, notes)}
		for i, relative := range page[:n] {
			if in.Offset+i < len(super) {
				out.Supertypes = append(out.Supertypes, relative)
			} else {
				out.Subtypes = append(out.Subtypes, relative)
			}
		}
		return out
	}), nil
}

func relatives(r *planner.Request, claims []protocol.Relative) ([]RelativeInfo, error) {
	infos := make([]RelativeInfo, len(claims))
	for i, c := range claims {
		infos[i] = RelativeInfo{
			Level: c.Level, Name: c.Name, NamePath: project.NamePath(c.Symbol), Kind: c.Kind,
			Relation: c.Relation, Of: c.Of, HasMore: c.More,
		}
		name, inside := c.Path.Name()
		if c.Path == "" || !inside {
			infos[i].RelativePath = strings.TrimPrefix(string(c.Path), "/lib/") // a lib file of TypeScript
			continue
		}
		text, err := r.Text(name)
		if err != nil {
			return nil, err
		}
		infos[i].RelativePath = r.Shown(name)
		if infos[i].Line, err = project.LineNumber(text, c.Start); err != nil {
			return nil, fmt.Errorf("guest: %s in %s: %w", c.Name, name, err)
		}
	}
	return infos, nil
}

func typeHierarchyTool(p *planner.Planner) tool.Tool {
	t := tool.New("type_hierarchy", "Show super- and subtypes",
		`List what a TypeScript class or interface extends and implements, and what extends or implements it in the project.`,
		func(ctx context.Context, c *tool.Call, in HierarchyParams) (*HierarchyResult, error) {
			place, err := c.Root(in.ProjectRoot)
			if err != nil {
				return nil, err
			}
			return Hierarchy(ctx, p, place, in, c.Loading())
		})
	t.Input.Properties["hierarchy_type"].Enum = []any{"super", "sub", "both"}
	return t
}
