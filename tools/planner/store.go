package planner

import (
	lru "container/list"
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

// get finds a plan by its id, or by the beginning of it.
func (s *planStore) get(root, id string) (*storedPlan, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for e := s.used.Back(); e != nil; e = e.Prev() {
		if known := e.Value.(*storedPlan); known.key.root == root && plan.SameHash(known.key.id, id) {
			s.used.MoveToBack(e)
			return known, true
		}
	}
	return nil, false
}

// remove expects the lock to be held.
func (s *planStore) remove(e *lru.Element) {
	p := s.used.Remove(e).(*storedPlan)
	delete(s.plans, p.key)
	s.size -= p.size
}
