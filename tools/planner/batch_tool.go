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
	undescribed(step.Properties["locate"]) // planRenameSymbol describes it
	return s
}

func undescribed(s *jsonschema.Schema) {
	s.Description = ""
	for _, field := range s.Properties {
		undescribed(field)
	}
}

func batchTool(p *Planner) tool.Tool {
	t := tool.New("planBatch", "Plan several renames and moves as one",
		`Plan several renames and moves as one plan, from the files as they are to the state after all steps: edits, then
fsMoves in order; or canPlan false with failedStep and the reason.`,
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
	return hashed(Limited(t))
}

// answerBatch is AnswerRename for a batch.
func (p *Planner) answerBatch(c *tool.Call, place tool.Place, r *BatchResult, err error) (*BatchResult, error) {
	if err != nil || !r.CanPlan {
		return r, err
	}
	return fit(p, c, place, &r.Account, r.Edits, r.FsMoves, func(edits []plan.FileTextEdits, moves []plan.FsMove, part PlanPart) *BatchResult {
		out := *r
		out.Edits, out.FsMoves, out.PlanPart = edits, moves, part
		return &out
	}), nil
}
