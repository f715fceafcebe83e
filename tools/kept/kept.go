// Package kept keeps the plans of the last answers in memory and returns them again: as edits, as a diff, as LSP's WorkspaceEdit or as
// Markdown. It has the tool get_plan.
//
// It may import hostfs, and of tools what is below it: project, tool, plan, sanitize.
package kept

import (
	lru "container/list"
	"strconv"
	"strings"
	"sync"

	"tsplan/tools/plan"
	"tsplan/tools/project"
	"tsplan/tools/sanitize"
	"tsplan/tools/tool"
)

const (
	maxPlans     = 64
	maxPlanBytes = 64 << 20 // 64 MiB of all plans, as JSON
)

// Plan is a finished plan with absolute paths.
type Plan struct {
	Edits []plan.FileTextEdits
	Moves []plan.FsMove
	key   key
	size  int
}

// key has the root and the planId, since equal plans in different roots have the same planId.
type key struct{ root, id string }

// Plans keeps the last plans that were answered, for get_plan. It is safe for concurrent use.
type Plans struct {
	projects *project.Projects // asked for the files of a plan

	mu    sync.Mutex
	plans map[key]*lru.Element // of *Plan
	used  lru.List             // least recently used first
	size  int
}

// New returns an empty Plans for these projects.
func New(projects *project.Projects) *Plans {
	return &Plans{projects: projects, plans: map[key]*lru.Element{}}
}

// Add makes a plan, with absolute paths, available to get_plan.
func (p *Plans) Add(root, id string, edits []plan.FileTextEdits, moves []plan.FsMove) {
	raw, err := tool.Encode(edits)
	if err != nil || len(raw) > maxPlanBytes {
		return // get_plan says how to ask again
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	k := key{root, id}
	if known := p.plans[k]; known != nil {
		p.remove(known)
	}
	p.plans[k] = p.used.PushBack(&Plan{edits, moves, k, len(raw)})
	for p.size += len(raw); p.used.Len() > maxPlans || p.size > maxPlanBytes; {
		p.remove(p.used.Front())
	}
}

// Find returns a plan of one of these roots by its planId, or by the beginning of the planId.
func (p *Plans) Find(roots []string, id string) (*Plan, error) {
	if err := plan.CheckHash(strings.TrimPrefix(id, "sha256:")); err != nil {
		return nil, tool.Invalid("planId %s: %v", strconv.Quote(sanitize.Short(id, 80)), err)
	}
	for _, root := range roots {
		if known, ok := p.get(root, id); ok {
			return known, nil
		}
	}
	return nil, tool.Errorf(tool.NotFound, "no plan %s is kept: plans are kept in memory until %d newer ones were made; make it again", id, maxPlans)
}

func (p *Plans) get(root, id string) (*Plan, bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for e := p.used.Back(); e != nil; e = e.Prev() {
		if known := e.Value.(*Plan); known.key.root == root && plan.SameHash(known.key.id, id) {
			p.used.MoveToBack(e)
			return known, true
		}
	}
	return nil, false
}

// remove expects the lock to be held.
func (p *Plans) remove(e *lru.Element) {
	gone := p.used.Remove(e).(*Plan)
	delete(p.plans, gone.key)
	p.size -= gone.size
}
