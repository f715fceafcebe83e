package tools

import (
	"context"
	"encoding/json"
	"fmt"
	"path"
	"strings"

	"tsplan/runtime"
	"tsplan/tools/namepath"
	"tsplan/tools/plan"
)

// ReferencesParams ask where a symbol is used.
type ReferencesParams struct {
	NamePath            string   `json:"name_path" jsonschema:"The symbol: foo, Class/method, foo[1]"`
	RelativePath        string   `json:"relative_path" jsonschema:"The file that declares it"`
	IncludeCodeSnippets *bool    `json:"include_code_snippets,omitempty" jsonschema:"Default true: with the line of code"`
	IncludeKinds        []string `json:"include_kinds,omitempty" jsonschema:"Only references from symbols of these kinds; file is the top of a file"`
	ExcludeKinds        []string `json:"exclude_kinds,omitempty" jsonschema:"No references from symbols of these kinds"`
	Paging
	ProjectRoot string `json:"projectRoot,omitempty" jsonschema:"Directory of the project; needed only if the server has several roots"`
}

// ReferencesResult lists the references to a symbol by file and position, without its declarations.
type ReferencesResult struct {
	Symbol     string          `json:"symbol"`
	References []ReferenceInfo `json:"references"`
	Page
}

// ReferenceInfo is one reference. Lines and columns count from 1, columns in UTF-16 units.
type ReferenceInfo struct {
	File              string `json:"file"`
	Line              int    `json:"line"`
	Column            int    `json:"column"`
	Context           string `json:"context,omitempty"`
	ReferencingSymbol string `json:"referencing_symbol"` // whose code uses it; at the top of a file the file's name
	Kind              string `json:"kind"`               // of the referencing symbol, "file" at the top of a file
}

// guestReferences is wasm/guest/references.ts's answer.
type guestReferences struct {
	References []struct {
		Path       string
		Start      int
		Length     int
		Definition bool
		By         *struct {
			Path        []guestStep
			Kind        string
			Declaration [2]int
		}
	}
	Projects []string
	Warnings []string
}

// guestStep is [name, index] of a symbol path.
type guestStep struct{ namepath.Step }

func (s *guestStep) UnmarshalJSON(data []byte) error {
	tuple := []any{&s.Name, &s.Index}
	return json.Unmarshal(data, &tuple)
}

func formatSteps(path []guestStep) string {
	steps := make([]namepath.Step, len(path))
	for i, s := range path {
		steps[i] = s.Step
	}
	return namepath.Format(steps)
}

// reference is a checked reference.
type reference struct {
	info       ReferenceInfo
	name       string // of the file, below the root
	at         offsets
	definition bool
}

// references asks for all references to what is at an offset.
func (r *request) references(name string, offset int) ([]reference, []string, error) {
	params := map[string]any{"file": guestPath(name), "offset": offset}
	if err := r.Load(map[string]any{"rename": params}); err != nil {
		return nil, nil, err
	}
	var answer guestReferences
	if err := r.Ask("references", params, &answer); err != nil {
		return nil, nil, err
	}
	texts := map[string]*plan.Text{}
	found := make([]reference, len(answer.References))
	for i, ref := range answer.References {
		name, ok := runtime.NameOf(ref.Path)
		if !ok {
			return nil, nil, fmt.Errorf("guest: reference in %q, which is not in the project", ref.Path)
		}
		text := texts[name]
		if text == nil {
			var err error
			if text, err = r.text(name); err != nil {
				return nil, nil, err
			}
			texts[name] = text
		}
		line, start, number, err := lineAt(text, ref.Start)
		if err != nil {
			return nil, nil, err
		}
		file := r.presentable(guestPath(name))
		info := ReferenceInfo{
			File: file, Line: number, Column: ref.Start - start + 1, Context: source(cut(strings.TrimSpace(line), 2*maxSnippet)),
			ReferencingSymbol: strings.TrimSuffix(path.Base(file), path.Ext(file)), Kind: "file",
		}
		if ref.By != nil {
			info.ReferencingSymbol, info.Kind = formatSteps(ref.By.Path), kindName(ref.By.Kind)
		}
		found[i] = reference{info, name, offsets{ref.Start, ref.Start + ref.Length}, ref.Definition}
	}
	return found, r.warnings(answer.Warnings), nil
}

// References lists the references to a symbol, in every project that can see it.
func (p *Planner) References(ctx context.Context, project Place, in ReferencesParams, progress Progress) (*ReferencesResult, error) {
	var out *ReferencesResult
	err := p.ask(ctx, project, progress, func(r *request) error {
		name, symbols, err := r.one(in.NamePath, in.RelativePath)
		if err != nil {
			return err
		}
		found, notes, err := r.references(name, symbols[0].at())
		if err != nil {
			return err
		}
		out, err = in.answer(namepath.Format(pathOf(symbols)), found, notes)
		return err
	})
	return out, err
}

// pathOf is the path of a symbol, without the index if all of its declarations are meant.
func pathOf(symbols []*symbol) []namepath.Step {
	path := symbols[0].path
	if len(symbols) > 1 {
		path = append(path[:len(path)-1:len(path)-1], namepath.Step{Name: symbols[0].ownName(), Index: -1})
	}
	return path
}

func (in ReferencesParams) answer(symbol string, found []reference, notes []string) (*ReferencesResult, error) {
	filter := kindFilter{in.IncludeKinds, in.ExcludeKinds}
	infos := []ReferenceInfo{}
	for _, ref := range found {
		if ref.definition || !filter.keeps(ref.info.Kind) {
			continue
		}
		if in.IncludeCodeSnippets != nil && !*in.IncludeCodeSnippets {
			ref.info.Context = ""
		}
		infos = append(infos, ref.info)
	}
	total := len(infos)
	infos, err := pageOf(in.Paging, infos)
	if err != nil {
		return nil, err
	}
	return shorten(in.limit(), len(infos), func(n int, left string) *ReferencesResult {
		return &ReferencesResult{symbol, infos[:n], in.page(n, total, left, notes)}
	}, shortening{"code: ask with a smaller limit", func() bool {
		had := false
		for i := range infos {
			had = had || infos[i].Context != ""
			infos[i].Context = ""
		}
		return had
	}}), nil
}

func referencesTool(p *Planner) Tool {
	return tool("find_referencing_symbols", "Find references to a symbol",
		`Find all references to a TypeScript or JavaScript symbol in the whole project, each with file, line and column (from
1), its line of code, and the symbol whose code it is in. The symbol is named by its path in the file that declares it:
{"name_path": "UserService/getData", "relative_path": "src/user.ts"}. Semantic, not textual: other things of the same
name are not listed. Long lists come in pages.`,
		func(ctx context.Context, c *Call, in ReferencesParams) (*ReferencesResult, error) {
			place, err := c.Root(in.ProjectRoot)
			if err != nil {
				return nil, err
			}
			return p.References(ctx, place, in, c.loading())
		}).accepting(kindNumbers)
}
