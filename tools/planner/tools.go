package planner

import (
	"context"

	"tsplan/tools/project"
	"tsplan/tools/tool"
)

// Tools are planRenameSymbol, planFileMove, planDirectoryMove, planBatch and verifyPlan.
func Tools(p *Planner) []tool.Tool {
	rename := tool.New("planRenameSymbol", "Plan a symbol rename",
		`Plan the rename of a TypeScript or JavaScript symbol in all files of the project; use it instead of search and
replace. The symbol is at filePath, line and character, or at locate. Returns edits, or canRename false and
the reason. With verify true it also renames members that must keep the same name.`,
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
	// Other tools do not describe these arguments, to be short: a model reads all tools before it asks anything.
	rename.Input.Properties["verify"].Description = "true: wait for the proof; false: no proof"
	rename.Input.Properties["proofBudget"].Description = "ms; default 1000, with verify 10000; 0: no limit"
	return []tool.Tool{
		hashed(Limited(rename)),
		hashed(Limited(tool.New("planFileMove", "Plan a file move",
			`Plan the move or rename of a file: fsMoves, and edits of the imports and tsconfig entries that must follow.`,
			func(ctx context.Context, c *tool.Call, in FileMoveParams) (*MoveResult, error) {
				place, err := c.Root(in.ProjectRoot)
				if err != nil {
					return nil, err
				}
				result, err := p.MoveFile(ctx, place, in, c.Loading())
				return p.answerMove(c, place, result, err)
			}))),
		hashed(Limited(tool.New("planDirectoryMove", "Plan a directory move",
			`Plan the move or rename of a directory with all its files. The answer is as planFileMove's.`,
			func(ctx context.Context, c *tool.Call, in DirectoryMoveParams) (*MoveResult, error) {
				place, err := c.Root(in.ProjectRoot)
				if err != nil {
					return nil, err
				}
				result, err := p.MoveDirectory(ctx, place, in, c.Loading())
				return p.answerMove(c, place, result, err)
			}))),
		batchTool(p),
		tool.New("verifyPlan", "Verify a plan",
			`Carry a plan out in memory, also one that you changed, and compare compiler errors, bindings and import targets
before and after. verdict: proven (no difference), warnings (none, but open was not checked), unproven
(appeared and changed differ) or incomplete (none yet: ask again by planId). stale: files changed since.`,
			func(ctx context.Context, c *tool.Call, in VerifyParams) (*VerifyResult, error) {
				place, err := c.Root(in.ProjectRoot)
				if err != nil {
					return nil, err
				}
				return p.Verify(ctx, place, in, c.Loading())
			}),
	}
}
