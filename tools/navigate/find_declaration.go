package navigate

import (
	"context"
	"regexp"
	"unicode/utf16"

	"tsplan/hostfs"
	"tsplan/runtime/paths"
	"tsplan/runtime/protocol"
	"tsplan/tools/planner"
	"tsplan/tools/project"
	"tsplan/tools/tool"
)

// DeclarationParams name the use of a symbol: by a locate, or, as Serena does, by a regular expression.
type DeclarationParams struct {
	Locate       *project.LocateParams `json:"locate,omitempty" jsonschema:"The use"`
	RelativePath string                `json:"relative_path,omitempty" jsonschema:"For regex"`
	Regex        string                `json:"regex,omitempty" jsonschema:"Instead of locate: matches once; its one group is the name"`
	IncludeBody  bool                  `json:"include_body,omitempty" jsonschema:"With the whole code"`
	tool.Paging
	tool.Rooted
}

func findDeclaration(ctx context.Context, p *planner.Planner, place tool.Place, in DeclarationParams, progress tool.Progress) (*DeclarationsResult, error) {
	if (in.Locate == nil) == (in.Regex == "") {
		return nil, tool.Invalid(`give either locate, as {"file_path": "src/a.ts", "find": "<|>name("}, or relative_path and regex`)
	}
	var out *DeclarationsResult
	err := p.Ask(ctx, place, progress, func(r *planner.Request) error {
		var at *project.Spot
		var err error
		if in.Locate != nil {
			at, err = r.Locate(*in.Locate)
		} else {
			at, err = byRegex(r, in.RelativePath, in.Regex)
		}
		if err != nil {
			return err
		}
		place := protocol.PlaceParams{File: paths.InGuest(at.Name), Offset: at.Offset}
		found, notes, err := declarations(r, protocol.Definitions, place, protocol.LoadParams{Owner: place.File}, in.IncludeBody)
		if err != nil {
			return err
		}
		if len(found) == 0 {
			notes = append(notes, "there is nothing with a declaration at this place: put <|> right before a name")
		}
		out, err = answer(in.Paging, found, notes)
		return err
	})
	return out, err
}

// byRegex finds the text that the group of a regular expression matches. The expression must match exactly once.
func byRegex(r *planner.Request, relativePath, regex string) (*project.Spot, error) {
	compiled, err := regexp.Compile("(?ms)" + regex)
	if err != nil || compiled.NumSubexp() != 1 {
		return nil, tool.Invalid("regex must be a regular expression with one group, around the name, such as new (Client)\\(")
	}
	name, err := r.Existing(relativePath, hostfs.KindFile)
	if err != nil {
		return nil, err
	}
	text, err := r.Text(name)
	if err != nil {
		return nil, err
	}
	whole, err := text.Slice(0, text.Len())
	if err != nil {
		return nil, err
	}
	matches := compiled.FindAllStringSubmatchIndex(whole, 2)
	if len(matches) != 1 || matches[0][2] < 0 {
		found := "nothing"
		if len(matches) > 1 {
			found = "several places"
		}
		return nil, tool.Errorf(tool.LocateNotFound, "regex matches %s in %s: write more of the text around the name", found, relativePath)
	}
	return &project.Spot{Name: name, Text: text, Offset: len(utf16.Encode([]rune(whole[:matches[0][2]])))}, nil
}

func findDeclarationTool(p *planner.Planner) tool.Tool {
	return tool.New("find_declaration", "Find the declaration of what is used somewhere",
		`Find where something used in TypeScript or JavaScript code is declared, in the project, a dependency or TypeScript's
library: file, line and column (from 1), name path, code. {"locate": {"file_path": "src/a.ts", "find": "client.<|>fetch("}}`,
		func(ctx context.Context, c *tool.Call, in DeclarationParams) (*DeclarationsResult, error) {
			place, err := c.Root(in.ProjectRoot)
			if err != nil {
				return nil, err
			}
			return findDeclaration(ctx, p, place, in, c.Loading())
		}).Accepting(project.LocateAsString).Accepting(tool.Without("include_info"))
}
