package tools

import "context"

// ReplaceParams ask for another body of a declaration.
type ReplaceParams struct {
	NamePath     string `json:"name_path" jsonschema:"The symbol: foo, Class/method, foo[1]"`
	RelativePath string `json:"relative_path" jsonschema:"The file that declares it"`
	NewBody      string `json:"new_body" jsonschema:"The whole new declaration, as find_symbol's body shows the old one: with export and const, without the comment above"`
	ProjectRoot  string `json:"projectRoot,omitempty" jsonschema:"Directory of the project; needed only if the server has several roots"`
}

// InsertParams ask to put text beside a declaration.
type InsertParams struct {
	NamePath     string `json:"name_path" jsonschema:"The symbol: foo, Class/method, foo[1]"`
	RelativePath string `json:"relative_path" jsonschema:"The file that declares it"`
	Content      string `json:"content" jsonschema:"What to insert: whole declarations; indentation is adapted"`
	ProjectRoot  string `json:"projectRoot,omitempty" jsonschema:"Directory of the project; needed only if the server has several roots"`
}

// RenameSymbolParams ask for another name.
type RenameSymbolParams struct {
	NamePath     string `json:"name_path" jsonschema:"The symbol: foo, Class/method, foo[1]"`
	RelativePath string `json:"relative_path" jsonschema:"The file that declares it"`
	NewName      string `json:"new_name" jsonschema:"The new name: an identifier"`
	ProjectRoot  string `json:"projectRoot,omitempty" jsonschema:"Directory of the project; needed only if the server has several roots"`
	Verify       bool   `json:"verify,omitempty" jsonschema:"Carry the plan out in memory, check again and say in proof whether anything would be different"`
}

// DeleteParams ask to delete a declaration.
type DeleteParams struct {
	NamePath     string `json:"name_path" jsonschema:"The symbol: foo, Class/method, foo[1]"`
	RelativePath string `json:"relative_path" jsonschema:"The file that declares it"`
	ProjectRoot  string `json:"projectRoot,omitempty" jsonschema:"Directory of the project; needed only if the server has several roots"`
}

const planNote = ` Writes nothing: returns a plan with edits (absolute paths, 0-based lines, UTF-16 characters), the sha256 that they
hold for, and a planId. The rest of the file keeps its bytes; line breaks and indentation follow the file.`

func replaceTool(p *Planner) Tool {
	return tool("replace_symbol_body", "Plan to replace a symbol's body",
		`Plan to replace the whole declaration of a symbol (signature and body). The comment above stays unless new_body brings
its own. Refused if the file would no longer parse.`+planNote,
		func(ctx context.Context, c *Call, in ReplaceParams) (*EditResult, error) {
			place, err := c.Root(in.ProjectRoot)
			if err != nil {
				return nil, err
			}
			return p.EditSymbol(ctx, place, EditParams{in.NamePath, in.RelativePath, in.NewBody, "replace"})
		}).accepting(alias("body", "new_body"))
}

func insertTool(p *Planner, name, title, operation string) Tool {
	return tool(name, title,
		`Plan to insert code right `+operation+` the declaration of a symbol, comments that belong to it included: a method `+operation+`
a method, a function `+operation+` a class, an import before the first declaration.`+planNote,
		func(ctx context.Context, c *Call, in InsertParams) (*EditResult, error) {
			place, err := c.Root(in.ProjectRoot)
			if err != nil {
				return nil, err
			}
			return p.EditSymbol(ctx, place, EditParams{in.NamePath, in.RelativePath, in.Content, operation})
		}).accepting(alias("body", "content"))
}

func renameSymbolTool(p *Planner) Tool {
	return limited(tool("rename_symbol", "Plan to rename a symbol by its name path",
		`Plan to rename a symbol in every file of the project. The same plan as planRenameSymbol's, for a symbol that is named
by its path: canRename and edits, or the reason why not.`+planNote,
		func(ctx context.Context, c *Call, in RenameSymbolParams) (*RenameResult, error) {
			place, err := c.Root(in.ProjectRoot)
			if err != nil {
				return nil, err
			}
			result, err := p.RenameNamed(ctx, place, in, c.loading())
			return p.answerRename(c, place, result, err)
		})).accepting(alias("max_answer_chars", "maxAnswerChars"))
}

func safeDeleteTool(p *Planner) Tool {
	return tool("safe_delete_symbol", "Plan to delete an unused symbol",
		`Plan to delete the declaration of a symbol that nothing refers to, with the comment above. If something does,
can_delete is false and the references are listed. All projects below the root that can see the symbol are searched.`+planNote,
		func(ctx context.Context, c *Call, in DeleteParams) (*DeleteResult, error) {
			place, err := c.Root(in.ProjectRoot)
			if err != nil {
				return nil, err
			}
			return p.SafeDelete(ctx, place, in, c.loading())
		}).accepting(alias("name_path_pattern", "name_path"))
}

// RenameNamed plans a rename of a symbol that is given by its name path.
func (p *Planner) RenameNamed(ctx context.Context, project Place, in RenameSymbolParams, progress Progress) (*RenameResult, error) {
	var out *RenameResult
	err := p.ask(ctx, project, progress, func(r *request) error {
		name, symbols, err := r.one(in.NamePath, in.RelativePath)
		if err != nil {
			return err
		}
		out, err = r.renameAt(name, symbols[0].at(), RenameParams{NewName: in.NewName, Verify: in.Verify})
		return err
	})
	return out, err
}
