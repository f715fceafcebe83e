package planner

import (
	"context"

	"github.com/google/jsonschema-go/jsonschema"

	"tsplan/tools/plan"
	"tsplan/tools/project"
	"tsplan/tools/tool"
)

func batchSchema() *jsonschema.Schema {
	s := tool.SchemaOf[BatchParams]()
	step := s.Properties["steps"].Items
	step.Properties["tool"].Enum = []any{"planRenameSymbol", "planFileMove", "planDirectoryMove"}
	step.Properties["aliasPolicy"].Enum = []any{"preserve", "propagate"}
	return s
}

func batchTool(p *Planner) tool.Tool {
	t := tool.New("planBatch", "Plan several renames and moves as one",
		`Plan a list of symbol renames, file moves and directory moves as one plan, without changing anything: from the files
as they are to the state after all steps. A step has tool (planRenameSymbol, planFileMove or planDirectoryMove) and that
tool's arguments without projectRoot; its paths and positions mean the files as the steps before it leave them. Returns
canPlan true with edits (keyed by the paths before the moves) and fsMoves in an order that can be carried out, by way of
names with .tsplan-tmp where files swap places; or canPlan false, failedStep and the reason. Apply all edits, then the moves.`,
		func(ctx context.Context, c *tool.Call, in BatchParams) (*BatchResult, error) {
			place, err := c.Root(in.ProjectRoot)
			if err != nil {
				return nil, err
			}
			result, err := p.Batch(ctx, place, in, c.Loading())
			return p.answerBatch(c, place, result, err)
		}).Accepting(func(arguments map[string]any) {
		steps, _ := arguments["steps"].([]any)
		for _, s := range steps {
			if step, ok := s.(map[string]any); ok {
				project.LocateAsString(step)
			}
		}
	})
	*t.Input = *batchSchema()
	return Limited(t)
}

// answerBatch is AnswerRename for a batch.
func (p *Planner) answerBatch(c *tool.Call, place tool.Place, r *BatchResult, err error) (*BatchResult, error) {
	if err != nil || !r.CanPlan {
		return r, err
	}
	return fit(p, c, place, r.PlanID, r.Edits, r.FsMoves, func(edits []plan.FileTextEdits, moves []plan.FsMove, part PlanPart) *BatchResult {
		out := *r
		out.Edits, out.FsMoves, out.PlanPart = edits, moves, part
		return &out
	}), nil
}
