package tools

import (
	"context"
	"strings"

	"tsplan/tools/namepath"
	"tsplan/tools/plan"
)

// FindParams ask for symbols by name.
type FindParams struct {
	NamePath          string   `json:"name_path" jsonschema:"Name or path: foo, Class/method, /Top/inner for the whole path, foo[1] for the second of several; \\/ for a slash in a name"`
	RelativePath      string   `json:"relative_path,omitempty" jsonschema:"Only in this file or directory"`
	IncludeBody       bool     `json:"include_body,omitempty" jsonschema:"With the source text"`
	Depth             int      `json:"depth,omitempty" jsonschema:"With what is inside: 0 nothing, 1 members, 2 what is inside of these"`
	SubstringMatching *bool    `json:"substring_matching,omitempty" jsonschema:"Default true: the last name may be part of a symbol's name; exact matches come first"`
	IncludeKinds      []string `json:"include_kinds,omitempty" jsonschema:"Only these kinds: class, interface, function, method, property, variable, type, enum, ..."`
	ExcludeKinds      []string `json:"exclude_kinds,omitempty" jsonschema:"Not these kinds"`
	Paging
	ProjectRoot string `json:"projectRoot,omitempty" jsonschema:"Directory of the project; needed only if the server has several roots"`
}

// FindResult are the symbols that were found, exact matches first, each by file and position.
type FindResult struct {
	Symbols []SymbolInfo `json:"symbols"`
	Page
}

// FindSymbols finds symbols by name in a file, a directory or the project.
func (p *Planner) FindSymbols(ctx context.Context, project Place, in FindParams, mode namepath.Mode, progress Progress) (*FindResult, error) {
	pattern, err := patternOf(in.NamePath, mode)
	if err != nil {
		return nil, err
	}
	var out *FindResult
	err = p.ask(ctx, project, progress, func(r *request) error {
		hits, notes, err := r.search(in.RelativePath, pattern)
		if err != nil {
			return err
		}
		if len(hits) == 0 && strings.ContainsAny(in.NamePath, "/[") {
			// A name that holds these itself, as somebody would write it who does not know that they mean something.
			if hits, _, err = r.search(in.RelativePath, namepath.Literal(in.NamePath)); err != nil {
				return err
			}
		}
		kept := hits[:0]
		for _, h := range hits {
			if (kindFilter{in.IncludeKinds, in.ExcludeKinds}).keeps(kindName(h.symbol.kind)) {
				kept = append(kept, h)
			}
		}
		out, err = r.found(in, kept, notes)
		return err
	})
	return out, err
}

// found makes the answer: as much of it as fits, with less detail where that helps.
func (r *request) found(in FindParams, hits []hit, notes []string) (*FindResult, error) {
	page, err := pageOf(in.Paging, hits)
	if err != nil {
		return nil, err
	}
	infos := make([]SymbolInfo, len(page))
	texts := map[string]*plan.Text{}
	for i, h := range page {
		if texts[h.file] == nil {
			if texts[h.file], err = r.text(h.file); err != nil {
				return nil, err
			}
		}
		if infos[i], err = infoOf(h.symbol, r.presentable(guestPath(h.file)), texts[h.file], in.IncludeBody, in.Depth); err != nil {
			return nil, err
		}
	}
	answer := func(n int, left string) *FindResult {
		return &FindResult{infos[:n], in.Paging.page(n, len(hits), left, notes)}
	}
	return shorten(in.Paging.limit(), len(infos), answer,
		shortening{"bodies: ask with include_body for one symbol at a time, or read the lines", func() bool {
			return takeAway(infos, func(s *SymbolInfo) bool { had := s.Body != ""; s.Body = ""; return had })
		}},
		shortening{"children: ask with depth for one symbol at a time", func() bool {
			return takeAway(infos, func(s *SymbolInfo) bool { had := len(s.Children) > 0; s.Children = nil; return had })
		}},
		shortening{"docstrings and signatures", func() bool {
			return takeAway(infos, func(s *SymbolInfo) bool {
				had := s.Docstring+s.Signature != ""
				s.Docstring, s.Signature = "", ""
				return had
			})
		}},
	), nil
}

// takeAway takes something away from every symbol and reports whether there was any.
func takeAway(infos []SymbolInfo, take func(*SymbolInfo) bool) bool {
	took := false
	for i := range infos {
		if take(&infos[i]) {
			took = true
		}
	}
	return took
}

func findSymbolTool(p *Planner) Tool {
	return tool("find_symbol", "Find symbols by name",
		`Find TypeScript and JavaScript symbols (classes, functions, methods, variables, types, ...) by name or name path, in
the project, a directory or a file, with their lines (from 1), signature and docstring; with include_body the source,
with depth the members. Examples: {"name_path": "UserService"}; {"name_path": "UserService", "depth": 1};
{"name_path": "UserService/getData", "include_body": true}. A constructor is Class/constructor. Of several declarations
of one name, such as overloads, the second is foo[1]. node_modules and build output are not searched.`,
		func(ctx context.Context, c *Call, in FindParams) (*FindResult, error) {
			mode := namepath.Substring
			if in.SubstringMatching != nil && !*in.SubstringMatching {
				mode = namepath.Exact
			}
			return p.findFor(ctx, c, in, mode)
		}).accepting(alias("name_path_pattern", "name_path")).accepting(alias("max_matches", "limit")).accepting(kindNumbers)
}

func (p *Planner) findFor(ctx context.Context, c *Call, in FindParams, mode namepath.Mode) (*FindResult, error) {
	if in.Depth < 0 {
		return nil, invalid("depth is %d", in.Depth)
	}
	place, err := c.Root(in.ProjectRoot)
	if err != nil {
		return nil, err
	}
	return p.FindSymbols(ctx, place, in, mode, c.loading())
}
