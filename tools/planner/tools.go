package planner

import (
	"context"

	"tsplan/tools/project"
	"tsplan/tools/tool"
)

// Tools are planRenameSymbol, planFileMove, planDirectoryMove, planBatch and verifyPlan.
func Tools(p *Planner) []tool.Tool {
	rename := tool.New("planRenameSymbol", "Plan a symbol rename",
		`Plan the rename of a TypeScript or JavaScript symbol in every file of the project, without changing anything.
Returns canRename true and edits: for each file (absolute path) the text edits, sorted, never overlapping, with 0-based
lines and UTF-16 characters; or canRename false and the reason. Keeps programs working: { foo } becomes { foo: bar }.
The symbol is at filePath, line and character, or where locate leads.
sha256 is the file's content the edits are for; warnings say what was left out.`,
		func(ctx context.Context, c *tool.Call, in RenameParams) (*RenameResult, error) {
			if err := byPositionOrLocate(c.Arguments); err != nil {
				return nil, err
			}
			place, err := c.Root(in.ProjectRoot)
			if err != nil {
				return nil, err
			}
			result, err := p.Rename(ctx, place, in, c.Loading())
			return p.AnswerRename(c, place, result, err)
		}).Accepting(project.LocateAsString)
	rename.Input.Required = []string{"projectRoot", "newName"} // see byPositionOrLocate
	rename.Input.Properties["aliasPolicy"].Enum = []any{"preserve", "propagate"}
	return []tool.Tool{
		Limited(rename),
		Limited(tool.New("planFileMove", "Plan a file move",
			`Plan the move or renaming of one file, without changing anything: the import paths, references and tsconfig
entries that have to follow. Returns edits (keyed by the paths before the move) and fsMoves. Apply all edits, then the moves.`,
			func(ctx context.Context, c *tool.Call, in FileMoveParams) (*MoveResult, error) {
				place, err := c.Root(in.ProjectRoot)
				if err != nil {
					return nil, err
				}
				result, err := p.MoveFile(ctx, place, in, c.Loading())
				return p.answerMove(c, place, result, err)
			})),
		Limited(tool.New("planDirectoryMove", "Plan a directory move",
			`Plan the move or renaming of a directory with all files in it, without changing anything. Imports between the
moved files stay. Returns edits (keyed by the paths before the move) and fsMoves, one for each file. Apply all edits,
then the moves.`,
			func(ctx context.Context, c *tool.Call, in DirectoryMoveParams) (*MoveResult, error) {
				place, err := c.Root(in.ProjectRoot)
				if err != nil {
					return nil, err
				}
				result, err := p.MoveDirectory(ctx, place, in, c.Loading())
				return p.answerMove(c, place, result, err)
			})),
		batchTool(p),
		tool.New("verifyPlan", "Verify a plan",
			`Carry out a plan in memory, for instance one that you edited, and compare the project before and after: compiler
errors, what every edited name is bound to, where every import leads. The verdict is proven (nothing is different),
warnings (nothing is, but not all could be looked at) or unproven (appeared and changed say what is different).
Stale names the files that changed since the plan was made. Nothing is written.`,
			func(ctx context.Context, c *tool.Call, in VerifyParams) (*VerifyResult, error) {
				place, err := c.Root(in.ProjectRoot)
				if err != nil {
					return nil, err
				}
				return p.Verify(ctx, place, in, c.Loading())
			}),
	}
}
