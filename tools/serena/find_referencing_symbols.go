package serena

import (
	"context"

	"tsplan/tools/namepath"
	"tsplan/tools/planner"
	"tsplan/tools/project"
	"tsplan/tools/tool"
)

// ReferencesParams ask where a symbol is used.
type ReferencesParams struct {
	NamePath            string   `json:"name_path" jsonschema:"foo, Class/method, foo[1]"`
	RelativePath        string   `json:"relative_path,omitempty" jsonschema:"Its file, if several declare such a symbol"`
	IncludeCodeSnippets *bool    `json:"include_code_snippets,omitempty" jsonschema:"Default true"`
	IncludeKinds        []string `json:"include_kinds,omitempty" jsonschema:"Of the symbols that refer to it; file: top level"`
	ExcludeKinds        []string `json:"exclude_kinds,omitempty"`
	tool.Paging
	tool.Rooted
}

// ReferencesResult lists the references to a symbol by file and position, without its declarations.
type ReferencesResult struct {
	Symbol     string                  `json:"symbol"`
	References []project.ReferenceInfo `json:"references"`
	tool.Page
}

// References lists the references to a symbol, in every project that can see it.
func References(ctx context.Context, p *planner.Planner, place tool.Place, in ReferencesParams, progress tool.Progress) (*ReferencesResult, error) {
	var out *ReferencesResult
	err := p.Ask(ctx, place, progress, func(r *planner.Request) error {
		name, symbols, err := r.OneAnywhere(in.NamePath, in.RelativePath)
		if err != nil {
			return err
		}
		found, notes, err := r.References(name, symbols[0].At())
		if err != nil {
			return err
		}
		out, err = in.answer(namepath.Format(project.PathOf(symbols)), found, notes)
		return err
	})
	return out, err
}

func (in ReferencesParams) answer(symbol string, found []project.Reference, notes []string) (*ReferencesResult, error) {
	filter := kindFilter{in.IncludeKinds, in.ExcludeKinds}
	infos := []project.ReferenceInfo{}
	for _, ref := range found {
		if ref.Definition || !filter.keeps(ref.Info.Kind) {
			continue
		}
		if in.IncludeCodeSnippets != nil && !*in.IncludeCodeSnippets {
			ref.Info.Context = ""
		}
		infos = append(infos, ref.Info)
	}
	total := len(infos)
	infos, err := tool.PageOf(in.Paging, infos)
	if err != nil {
		return nil, err
	}
	return tool.Shorten(in.Bytes(), len(infos), func(n int, left string) *ReferencesResult {
		return &ReferencesResult{symbol, infos[:n], in.Page(n, total, left, notes)}
	}, tool.Shortening{What: "code: ask with a smaller limit", Take: func() bool {
		had := false
		for i := range infos {
			had = had || infos[i].Context != ""
			infos[i].Context = ""
		}
		return had
	}}), nil
}

func referencesTool(p *planner.Planner) tool.Tool {
	return tool.New("find_referencing_symbols", "Find references to a symbol",
		`Find all references to a TypeScript or JavaScript symbol in the project, by meaning and not by text: file, line and
column (from 1), code, and the symbol whose code it is in.`,
		func(ctx context.Context, c *tool.Call, in ReferencesParams) (*ReferencesResult, error) {
			place, err := c.Root(in.ProjectRoot)
			if err != nil {
				return nil, err
			}
			return References(ctx, p, place, in, c.Loading())
		}).Accepting(func(arguments map[string]any) {
		tool.Alias("max_matches", "limit")(arguments)
		tool.Without("include_info")(arguments)
		kindNumbers(arguments)
	})
}
