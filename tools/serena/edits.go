package serena

import (
	"context"

	"tsplan/tools/plan"
	"tsplan/tools/planner"
	"tsplan/tools/tool"
)

// Named is the name path and the file of a symbol, which must be one.
type Named struct {
	NamePath     string `json:"name_path" jsonschema:"foo, Class/method, foo[1]"`
	RelativePath string `json:"relative_path" jsonschema:"Its file"`
}

// verifying asks for a proof with the default budget. There is no argument proofBudget, to be short: a model reads the arguments of all
// tools before it asks anything.
type verifying struct {
	Verify *bool `json:"verify,omitempty"`
}

func (v verifying) asked() planner.Verifying { return planner.Verifying{Verify: v.Verify} }

// ReplaceParams ask for another body of a declaration.
type ReplaceParams struct {
	Named
	NewBody string `json:"new_body" jsonschema:"The whole declaration, as find_symbol's body has it"`
	tool.Rooted
	verifying
}

// InsertParams ask to put text beside a declaration.
type InsertParams struct {
	Named
	Content string `json:"content" jsonschema:"Whole declarations; indentation is adapted"`
	tool.Rooted
	verifying
}

// RenameSymbolParams ask for another name.
type RenameSymbolParams struct {
	Named
	NewName string `json:"new_name"`
	tool.Rooted
	verifying
}

// DeleteParams ask to delete a declaration.
type DeleteParams struct {
	Named
	tool.Rooted
	verifying
}

const planNote = ` Writes nothing: you apply the edits (0-based lines).`

func replaceTool(p *planner.Planner) tool.Tool {
	return tool.New("replace_symbol_body", "Plan to replace a symbol's body",
		`Plan to replace the whole declaration of a symbol. The comment above stays unless new_body brings its own.`+planNote,
		func(ctx context.Context, c *tool.Call, in ReplaceParams) (*planner.EditResult, error) {
			place, err := c.Root(in.ProjectRoot)
			if err != nil {
				return nil, err
			}
			return p.EditSymbol(ctx, place, planner.EditParams{
				NamePath: in.NamePath, RelativePath: in.RelativePath, Text: in.NewBody, Operation: "replace", Verifying: in.asked(),
			}, c.Loading())
		}).Accepting(tool.Alias("body", "new_body"))
}

func insertTool(p *planner.Planner, name, title, operation string) tool.Tool {
	return tool.New(name, title,
		`Plan to insert code right `+operation+` the declaration of a symbol and its comments.`+planNote,
		func(ctx context.Context, c *tool.Call, in InsertParams) (*planner.EditResult, error) {
			place, err := c.Root(in.ProjectRoot)
			if err != nil {
				return nil, err
			}
			return p.EditSymbol(ctx, place, planner.EditParams{
				NamePath: in.NamePath, RelativePath: in.RelativePath, Text: in.Content, Operation: operation, Verifying: in.asked(),
			}, c.Loading())
		}).Accepting(tool.Alias("body", "content"))
}

func renameSymbolTool(p *planner.Planner) tool.Tool {
	return planner.Limited(tool.New("rename_symbol", "Plan to rename a symbol by its name path",
		`Plan to rename a symbol in all files of the project: edits, or canRename false and the reason.`+planNote,
		func(ctx context.Context, c *tool.Call, in RenameSymbolParams) (*planner.RenameResult, error) {
			place, err := c.Root(in.ProjectRoot)
			if err != nil {
				return nil, err
			}
			result, err := p.RenameNamed(ctx, place, in.NamePath, in.RelativePath,
				planner.RenameParams{NewName: in.NewName, Verifying: in.asked()}, c.Loading())
			return p.AnswerRename(c, place, result, err)
		})).Accepting(tool.Alias("max_answer_chars", "maxAnswerChars"))
}

func safeDeleteTool(p *planner.Planner) tool.Tool {
	return tool.New("safe_delete_symbol", "Plan to delete an unused symbol",
		`Plan to delete a symbol that nothing refers to, with the comment above; or can_delete false and the references.`+planNote,
		func(ctx context.Context, c *tool.Call, in DeleteParams) (*planner.DeleteResult, error) {
			place, err := c.Root(in.ProjectRoot)
			if err != nil {
				return nil, err
			}
			out, err := p.SafeDelete(ctx, place, in.NamePath, in.RelativePath, in.asked(), c.Loading())
			if err == nil {
				out.Edits = plan.ShortHashes(out.Edits)
			}
			return out, err
		}).Accepting(tool.Alias("name_path_pattern", "name_path"))
}
