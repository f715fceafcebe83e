package serena

import (
	"context"
	"fmt"
	"strings"

	"tsplan/tools/namepath"
	"tsplan/tools/plan"
	"tsplan/tools/planner"
	"tsplan/tools/project"
	"tsplan/tools/tool"
)

// FindParams ask for symbols by name.
type FindParams struct {
	NamePath          string   `json:"name_path" jsonschema:"foo, Class/method, /Top/inner (whole path), foo[1] (second overload); \\/ is a slash in a name"`
	RelativePath      string   `json:"relative_path,omitempty" jsonschema:"File or directory to search"`
	IncludeBody       bool     `json:"include_body,omitempty" jsonschema:"With the source"`
	Depth             int      `json:"depth,omitempty" jsonschema:"1: with members; 2: and what they hold"`
	SubstringMatching *bool    `json:"substring_matching,omitempty" jsonschema:"Default true: part of the last name is enough"`
	IncludeKinds      []string `json:"include_kinds,omitempty" jsonschema:"class, interface, function, method, property, variable, type, enum, ..."`
	ExcludeKinds      []string `json:"exclude_kinds,omitempty"`
	SearchDeps        bool     `json:"search_deps,omitempty" jsonschema:"No effect: dependencies are never searched"`
	tool.Paging
	tool.Rooted
}

// FindResult lists the symbols that were found: exact matches first, each group sorted by file and position.
type FindResult struct {
	Symbols []SymbolInfo `json:"symbols"`
	tool.Page
}

// FindSymbols finds symbols by name in a file, a directory or the project.
func FindSymbols(ctx context.Context, p *planner.Planner, place tool.Place, in FindParams, mode namepath.Mode, progress tool.Progress) (*FindResult, error) {
	pattern, err := project.PatternOf(in.NamePath, mode)
	if err != nil {
		return nil, err
	}
	if err := (kindFilter{in.IncludeKinds, in.ExcludeKinds}).check(); err != nil {
		return nil, err
	}
	var out *FindResult
	err = p.Ask(ctx, place, progress, func(r *planner.Request) error {
		hits, notes, err := r.Search(in.RelativePath, pattern)
		if err != nil {
			return err
		}
		if in.SearchDeps {
			notes = append(notes, "dependencies are not searched: find_declaration leads from a use into them")
		}
		if len(hits) == 0 {
			var note string
			if hits, note, err = otherwise(r, in, pattern); err != nil {
				return err
			}
			if note != "" {
				notes = append(notes, note)
			}
		}
		kept := hits[:0]
		for _, h := range hits {
			if (kindFilter{in.IncludeKinds, in.ExcludeKinds}).keeps(project.KindName(h.Symbol.Kind)) {
				kept = append(kept, h)
			}
		}
		out, err = found(r, in, kept, notes)
		return err
	})
	return out, err
}

// otherwise searches for other readings of a name path. If they find nothing, otherwise names similar symbols.
func otherwise(r *planner.Request, in FindParams, pattern namepath.Pattern) (hits []project.Hit, note string, err error) {
	if strings.ContainsAny(in.NamePath, "/[") {
		// The name itself may hold these characters: a caller may not know that they have a meaning in a name path.
		if hits, _, err = r.Search(in.RelativePath, namepath.Literal(in.NamePath)); err != nil || len(hits) > 0 {
			return hits, "", err
		}
	}
	if slashed := strings.NewReplacer(".", "/", "#", "/", "::", "/").Replace(in.NamePath); slashed != in.NamePath {
		// A text that is no name path, such as "a..b", has no second reading.
		if other, err := project.PatternOf(slashed, namepath.Exact); err == nil {
			if hits, _, err = r.Search(in.RelativePath, other); err != nil || len(hits) > 0 {
				return hits, fmt.Sprintf("%s was read as %s: the names of a name path are separated by slashes", in.NamePath, slashed), err
			}
			pattern = other
		}
	}
	near, err := r.Near(in.RelativePath, pattern)
	if err != nil {
		return nil, "", err
	}
	if near == "" {
		return nil, in.nothingNear(), nil
	}
	return nil, fmt.Sprintf("no symbol fits %s; there is %s", in.NamePath, near), nil
}

// nothingNear says what to try if no symbol has a name that is similar to the wanted one.
func (in FindParams) nothingNear() string {
	try := "ask for a part of the name, or for all of a file with get_symbols_overview; dependencies are not searched"
	if in.RelativePath != "" {
		return fmt.Sprintf("no symbol in %s fits %s, and none has a name like it: leave relative_path out to search the project, %s", in.RelativePath, in.NamePath, try)
	}
	return fmt.Sprintf("no symbol fits %s, and none has a name like it: %s", in.NamePath, try)
}

// found makes the answer. If the answer is too long, found drops details, then the last symbols.
func found(r *planner.Request, in FindParams, hits []project.Hit, notes []string) (*FindResult, error) {
	page, err := tool.PageOf(in.Paging, hits)
	if err != nil {
		return nil, err
	}
	infos := make([]SymbolInfo, len(page))
	texts := map[string]*plan.Text{}
	for i, h := range page {
		if texts[h.File] == nil {
			if texts[h.File], err = r.Text(h.File); err != nil {
				return nil, err
			}
		}
		if infos[i], err = infoOf(h.Symbol, r.Shown(h.File), texts[h.File], in.IncludeBody, in.Depth); err != nil {
			return nil, err
		}
	}
	answer := func(n int, left string) *FindResult {
		return &FindResult{infos[:n], in.Paging.Page(n, len(hits), left, notes)}
	}
	return tool.Shorten(in.Paging.Bytes(), len(infos), answer,
		tool.Shortening{What: "bodies: ask with include_body for one symbol at a time, or read the lines", Take: func() bool {
			return takeAway(infos, func(s *SymbolInfo) bool { had := s.Body != ""; s.Body = ""; return had })
		}},
		tool.Shortening{What: "children: ask with depth for one symbol at a time", Take: func() bool {
			return takeAway(infos, func(s *SymbolInfo) bool { had := len(s.Children) > 0; s.Children = nil; return had })
		}},
		tool.Shortening{What: "docstrings and signatures: ask with a smaller limit, or with a relative_path", Take: func() bool {
			return takeAway(infos, func(s *SymbolInfo) bool {
				had := s.Docstring+s.Signature != ""
				s.Docstring, s.Signature = "", ""
				return had
			})
		}},
	), nil
}

// takeAway removes a detail from every symbol and reports whether any symbol had it.
func takeAway(infos []SymbolInfo, take func(*SymbolInfo) bool) bool {
	took := false
	for i := range infos {
		if take(&infos[i]) {
			took = true
		}
	}
	return took
}

func findSymbolTool(p *planner.Planner) tool.Tool {
	return tool.New("find_symbol", "Find symbols by name",
		`Find TypeScript and JavaScript symbols by name or name path: file, lines (from 1), signature, docstring; with
include_body the source, with depth the members. {"name_path": "UserService/getData", "include_body": true}. A
constructor is Class/constructor. node_modules and build output are not searched.`,
		func(ctx context.Context, c *tool.Call, in FindParams) (*FindResult, error) {
			mode := namepath.Substring
			if in.SubstringMatching != nil && !*in.SubstringMatching {
				mode = namepath.Exact
			}
			return findFor(ctx, p, c, in, mode)
		}).Accepting(asSerena)
}

// asSerena lets find_symbol take its arguments as Serena's does. Signatures and comments are always in the answer.
func asSerena(arguments map[string]any) {
	tool.Alias("name_path_pattern", "name_path")(arguments)
	tool.Alias("max_matches", "limit")(arguments)
	tool.Without("include_info")(arguments)
	kindNumbers(arguments)
}

func findFor(ctx context.Context, p *planner.Planner, c *tool.Call, in FindParams, mode namepath.Mode) (*FindResult, error) {
	if in.Depth < 0 {
		return nil, tool.Invalid("depth is %d", in.Depth)
	}
	place, err := c.Root(in.ProjectRoot)
	if err != nil {
		return nil, err
	}
	return FindSymbols(ctx, p, place, in, mode, c.Loading())
}
