// Package navigate has the query tools that a language server's user expects beside the symbol tools: where a symbol is declared, what
// implements it, where a text is, and which errors TypeScript finds in a file.
//
// It may import planner, and what is below it.
package navigate

import (
	"fmt"
	"strings"

	"tsplan/runtime"
	"tsplan/runtime/protocol"
	"tsplan/tools/planner"
	"tsplan/tools/project"
	"tsplan/tools/tool"
)

// Tools are find_declaration, find_implementations, locate and get_diagnostics.
func Tools(p *planner.Planner) []tool.Tool {
	return []tool.Tool{findDeclarationTool(p), findImplementationsTool(p), locateTool(p), diagnosticsTool(p)}
}

// DeclarationInfo is one declaration. Lines and columns count from 1, columns in UTF-16 units.
type DeclarationInfo struct {
	Name         string `json:"name"`
	NamePath     string `json:"name_path,omitempty"` // only in the project's own files
	Kind         string `json:"kind"`
	RelativePath string `json:"relative_path"`
	Line         int    `json:"line,omitempty"` // of the name; absent in files that tsplan may not read
	Column       int    `json:"column,omitempty"`
	Dependency   bool   `json:"dependency,omitempty"` // of a package or of TypeScript's library: no plan edits it
	Code         string `json:"code,omitempty"`       // the first line, with include_body the whole declaration
}

// DeclarationsResult lists declarations, sorted by file and position.
type DeclarationsResult struct {
	Declarations []DeclarationInfo `json:"declarations"`
	tool.Page
}

const (
	maxLine = 200  // bytes of the first line of a declaration
	maxBody = 8000 // bytes of a whole one
)

// method is protocol.Definitions or protocol.Implementations.
type method = protocol.Method[protocol.PlaceParams, protocol.DefinitionsAnswer]

// declarations asks the guest for declarations or implementations of the symbol at a place, and reads them.
func declarations(r *planner.Request, m method, place protocol.PlaceParams, load protocol.LoadParams, body bool) ([]DeclarationInfo, []string, error) {
	if err := r.Load(load); err != nil {
		return nil, nil, err
	}
	answer, err := runtime.Ask(r.Session, m, place)
	if err != nil {
		return nil, nil, err
	}
	infos := make([]DeclarationInfo, len(answer.Found))
	for i, d := range answer.Found {
		info := &infos[i]
		*info = DeclarationInfo{Name: project.Source(d.Name), NamePath: project.NamePath(d.Symbol), Kind: project.KindName(d.Kind)}
		own, inside := d.Path.Name()
		info.Dependency = !inside || strings.Contains("/"+own, "/node_modules/")
		code := d.Text
		if !inside {
			info.RelativePath = strings.TrimPrefix(string(d.Path), "/lib/") // a lib file of TypeScript
		} else {
			info.RelativePath = r.Shown(own)
			text, err := r.Text(own)
			if err != nil {
				return nil, nil, err
			}
			at, err := text.Position(d.Start)
			if err != nil {
				return nil, nil, fmt.Errorf("guest: %s in %s: %w", d.Name, own, err)
			}
			info.Line, info.Column = at.Line+1, at.Character+1
			if code, err = text.Slice(d.Declaration.Start, d.Declaration.End); err != nil {
				return nil, nil, fmt.Errorf("guest: %s in %s: %w", d.Name, own, err)
			}
		}
		if body {
			info.Code = project.Source(project.Cut(code, maxBody))
		} else {
			first, _, _ := strings.Cut(code, "\n")
			info.Code = project.Source(project.Cut(strings.TrimSpace(first), maxLine))
		}
	}
	return infos, r.Warnings(answer.Warnings), nil
}

func answer(paging tool.Paging, all []DeclarationInfo, notes []string) (*DeclarationsResult, error) {
	page, err := tool.PageOf(paging, all)
	if err != nil {
		return nil, err
	}
	return tool.Shorten(paging.Bytes(), len(page), func(n int, left string) *DeclarationsResult {
		return &DeclarationsResult{append([]DeclarationInfo{}, page[:n]...), paging.Page(n, len(all), left, notes)}
	}, tool.Shortening{What: "code: ask without include_body", Take: func() bool {
		had := false
		for i := range page {
			had = had || page[i].Code != ""
			page[i].Code = ""
		}
		return had
	}}), nil
}
