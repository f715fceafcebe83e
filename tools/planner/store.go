package planner

import (
	lru "container/list"
	"context"
	"sync"

	"tsplan/tools/plan"
	"tsplan/tools/tool"
)

const (
	maxPlans     = 64
	maxPlanBytes = 64 << 20 // 64 MiB of all plans, as JSON
)

// storedPlan is a finished plan with absolute paths.
type storedPlan struct {
	key   planKey
	edits []plan.FileTextEdits
	moves []plan.FsMove
	size  int
}

// planKey has the root beside the planId, which is the same for equal plans in different roots.
type planKey struct{ root, id string }

// planStore keeps the plans that were last answered, in memory. The zero value is ready.
type planStore struct {
	mu    sync.Mutex
	plans map[planKey]*lru.Element // of *storedPlan
	used  lru.List                 // least recently used first
	size  int
}

func (s *planStore) put(root, id string, edits []plan.FileTextEdits, moves []plan.FsMove) {
	raw, err := tool.Encode(edits)
	if err != nil || len(raw) > maxPlanBytes {
		return // get_plan says how to ask again
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	key := planKey{root, id}
	if known := s.plans[key]; known != nil {
		s.remove(known)
	}
	if s.plans == nil {
		s.plans = map[planKey]*lru.Element{}
	}
	s.plans[key] = s.used.PushBack(&storedPlan{key, edits, moves, len(raw)})
	for s.size += len(raw); s.used.Len() > maxPlans || s.size > maxPlanBytes; {
		s.remove(s.used.Front())
	}
}

func (s *planStore) get(root, id string) (*storedPlan, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	known := s.plans[planKey{root, id}]
	if known == nil {
		return nil, false
	}
	s.used.MoveToBack(known)
	return known.Value.(*storedPlan), true
}

// remove expects the lock to be held.
func (s *planStore) remove(e *lru.Element) {
	p := s.used.Remove(e).(*storedPlan)
	delete(s.plans, p.key)
	s.size -= p.size
}

// GetPlanParams ask for a plan that was made before.
type GetPlanParams struct {
	ProjectRoot string `json:"projectRoot,omitempty" jsonschema:"Directory of the project, as when the plan was made"`
	PlanID      string `json:"planId" jsonschema:"The planId of an earlier answer"`
	Offset      int    `json:"offset,omitempty" jsonschema:"How many edited files and moves to skip, from 0; nextOffset of the answer before"`
	Limit       int    `json:"limit,omitempty" jsonschema:"How many at most; as many as fit if left out"`
}

// GetPlanResult is one page of a plan. The plan is whole when all pages are there.
type GetPlanResult struct {
	PlanID     string               `json:"planId"`
	Edits      []plan.FileTextEdits `json:"edits"`
	FsMoves    []plan.FsMove        `json:"fsMoves,omitempty"`
	TotalFiles int                  `json:"totalFiles"` // that the whole plan edits
	TotalMoves int                  `json:"totalMoves,omitempty"`
	NextOffset int                  `json:"nextOffset,omitempty"` // absent on the last page
}

// Plan returns a page of a plan that one of the last answers named: of its edited files, and then of its moves.
func (p *Planner) Plan(_ context.Context, place tool.Place, in GetPlanParams) (*GetPlanResult, error) {
	stored, ok := p.plans.get(place.Root, in.PlanID)
	if !ok {
		return nil, tool.Errorf(tool.NotFound, "no plan %s is kept: plans are kept in memory until %d newer ones were made; make it again",
			in.PlanID, maxPlans)
	}
	total := len(stored.edits) + len(stored.moves)
	if in.Offset < 0 || in.Offset > total || in.Limit < 0 {
		return nil, tool.Invalid("offset %d, limit %d: the plan has %d edited files and moves", in.Offset, in.Limit, total)
	}
	most := total - in.Offset
	if in.Limit > 0 {
		most = min(in.Limit, most)
	}
	page := func(n int) *GetPlanResult {
		from, to := in.Offset, in.Offset+n
		files := len(stored.edits)
		out := &GetPlanResult{
			PlanID:     in.PlanID,
			Edits:      stored.edits[min(from, files):min(to, files)],
			FsMoves:    stored.moves[max(0, from-files):max(0, to-files)],
			TotalFiles: files,
			TotalMoves: len(stored.moves),
		}
		if to < total {
			out.NextOffset = to
		}
		return out
	}
	n := tool.Fitting(tool.DefaultAnswer, most, func(n int) any { return page(n) })
	if n == 0 && most > 0 {
		n = 1 // a file whose edits do not fit is given whole: half of it would be another plan
	}
	return page(n), nil
}

// GetPlanTool offers the plans that were answered.
func GetPlanTool(p *Planner) tool.Tool {
	return tool.New("get_plan", "Get a plan by its id",
		`Return the edits and moves of a plan that an earlier answer named by planId, page by page: edits of whole files,
then moves, with absolute paths, 0-based lines and UTF-16 characters. Ask again with offset set to nextOffset until there is none.
Apply only when all pages are there: all edits first, then the moves.`,
		func(ctx context.Context, c *tool.Call, in GetPlanParams) (*GetPlanResult, error) {
			place, err := c.Root(in.ProjectRoot)
			if err != nil {
				return nil, err
			}
			return p.Plan(ctx, place, in)
		})
}
