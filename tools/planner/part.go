package planner

import (
	"encoding/json"
	"fmt"

	"github.com/google/jsonschema-go/jsonschema"

	"tsplan/tools/plan"
	"tsplan/tools/tool"
)

// PlanPart says that an answer holds the beginning of a plan only. It is empty if the plan is whole.
type PlanPart struct {
	LeftOut    string `json:"leftOut,omitempty"`
	NextOffset int    `json:"nextOffset,omitempty"` // for get_plan
	TotalFiles int    `json:"totalFiles,omitempty"` // that the whole plan edits
	TotalMoves int    `json:"totalMoves,omitempty"`
}

// partOf describes the first n items of a plan, which are its edited files and then its moves.
func partOf(n int, edits []plan.FileTextEdits, moves []plan.FsMove) ([]plan.FileTextEdits, []plan.FsMove, PlanPart) {
	total := len(edits) + len(moves)
	if n >= total {
		return edits, moves, PlanPart{}
	}
	shownEdits, shownMoves := edits[:min(n, len(edits))], moves[:max(0, n-len(edits))]
	return shownEdits, shownMoves, PlanPart{
		LeftOut: fmt.Sprintf("not the whole plan: the edits of %d files and %d moves are left out. Do not apply it as it is: ask get_plan with this planId and offset %d, or this tool with a larger maxAnswerChars",
			len(edits)-len(shownEdits), len(moves)-len(shownMoves), n),
		NextOffset: n,
		TotalFiles: len(edits),
		TotalMoves: len(moves),
	}
}

// fit keeps a plan for get_plan and cuts it to the size of an answer. The function with makes an answer from the edits and moves that fit.
func fit[T any](p *Planner, c *tool.Call, place tool.Place, account *Account, edits []plan.FileTextEdits, moves []plan.FsMove,
	with func([]plan.FileTextEdits, []plan.FsMove, PlanPart) *T,
) *T {
	p.Kept.Add(place.Root, account.PlanID, edits, moves, account.About())
	if !wholeHashes(c) {
		edits, account.Suggested = ShortHashes(edits, account.Suggested)
	}
	limit := maxAnswer(c)
	if note := limit.Adjusted("maxAnswerChars"); note != "" {
		account.Warnings = append(account.Warnings, note)
	}
	cut := func(n int) *T { return with(partOf(n, edits, moves)) }
	return cut(tool.Fitting(limit.Bytes(), len(edits)+len(moves), func(n int) any { return cut(n) }))
}

// AnswerRename makes the answer of a rename, and cuts it if it is too long.
func (p *Planner) AnswerRename(c *tool.Call, place tool.Place, r *RenameResult, err error) (*RenameResult, error) {
	if err != nil || !r.CanRename {
		return r, err
	}
	return fit(p, c, place, &r.Account, r.Edits, nil, func(edits []plan.FileTextEdits, _ []plan.FsMove, part PlanPart) *RenameResult {
		out := *r
		out.Edits, out.PlanPart = edits, part
		return &out
	}), nil
}

// answerMove is AnswerRename for a move.
func (p *Planner) answerMove(c *tool.Call, place tool.Place, r *MoveResult, err error) (*MoveResult, error) {
	if err != nil {
		return r, err
	}
	return fit(p, c, place, &r.Account, r.Edits, r.FsMoves, func(edits []plan.FileTextEdits, moves []plan.FsMove, part PlanPart) *MoveResult {
		out := *r
		out.Edits, out.FsMoves, out.PlanPart = edits, moves, part
		return &out
	}), nil
}

// Limited gives a plan tool the argument maxAnswerChars, which maxAnswer reads.
func Limited(t tool.Tool) tool.Tool {
	t.Input.Properties["maxAnswerChars"] = &jsonschema.Schema{
		Type:        "integer",
		Description: "Bytes; default 100000",
	}
	t.Input.PropertyOrder = append(t.Input.PropertyOrder, "maxAnswerChars")
	return t
}

// maxAnswer says how many bytes an answer may have.
func maxAnswer(c *tool.Call) tool.Paging {
	var asked struct {
		MaxAnswerChars float64 `json:"maxAnswerChars"`
	}
	if err := json.Unmarshal(c.Arguments, &asked); err != nil {
		return tool.Paging{}
	}
	return tool.Paging{MaxAnswerChars: int(asked.MaxAnswerChars)} // Decode has refused what is no whole number
}
