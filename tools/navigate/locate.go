package navigate

import (
	"context"
	"fmt"

	"tsplan/tools/planner"
	"tsplan/tools/project"
	"tsplan/tools/tool"
)

// LocateParams ask where a symbol or a text is.
type LocateParams struct {
	Locate project.LocateParams `json:"locate"`
	tool.Rooted
}

// LocateResult is LSAP's LocateResponse, and the line.
type LocateResult struct {
	FilePath string   `json:"file_path"`
	Position Position `json:"position"`
	LineText string   `json:"line_text"`
}

// Position counts from 1, characters in UTF-16 units.
type Position struct {
	Line      int `json:"line"`
	Character int `json:"character"`
}

// Text is the Markdown that LSAP specifies.
func (l *LocateResult) Text() string {
	return fmt.Sprintf("Located `%s` at `%d:%d`\n", l.FilePath, l.Position.Line, l.Position.Character)
}

func locate(ctx context.Context, p *planner.Planner, place tool.Place, in LocateParams, progress tool.Progress) (*LocateResult, error) {
	var out *LocateResult
	err := p.Ask(ctx, place, progress, func(r *planner.Request) error {
		at, err := r.Locate(in.Locate)
		if err != nil {
			return err
		}
		position, err := at.Text.Position(at.Offset)
		if err != nil {
			return err
		}
		line, err := project.LineOf(at.Text, position.Line)
		if err != nil {
			return err
		}
		out = &LocateResult{r.Shown(at.Name), Position{position.Line + 1, position.Character + 1}, project.Source(project.Cut(line, maxLine))}
		return nil
	})
	return out, err
}

func locateTool(p *planner.Planner) tool.Tool {
	return tool.New("locate", "Locate a symbol or a text",
		`Find the line and character (from 1) of a symbol or a text in a file. locate is
{"file_path": "src/client.ts", "scope": {"symbol_path": ["Client", "fetch"]}} or {"file_path": "src/a.ts", "find": "const <|>temp"}.`,
		func(ctx context.Context, c *tool.Call, in LocateParams) (*LocateResult, error) {
			place, err := c.Root(in.ProjectRoot)
			if err != nil {
				return nil, err
			}
			return locate(ctx, p, place, in, c.Loading())
		}).Accepting(project.LocateAsString)
}
