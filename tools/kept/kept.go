// Package kept keeps the plans of the last answers, in memory and in the cache directory, and returns them again: as edits, as a diff, as
// LSP's WorkspaceEdit, as Markdown or as a page to review. It has the tool get_plan.
//
// It may import hostfs, runtime/cache, and of tools what is below it: project, review, tool, plan, sanitize.
package kept

import (
	lru "container/list"
	"slices"
	"strconv"
	"strings"
	"sync"

	"tsplan/runtime/cache"
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
	key
	Edits []plan.FileTextEdits `json:"edits"`
	Moves []plan.FsMove        `json:"fsMoves"`
	About plan.About           `json:"about"`

	json []byte // all of it, for the cache directory, and to measure it
}

// key has the root and the planId, since equal plans in different roots have the same planId.
type key struct {
	Root string `json:"root"`
	ID   string `json:"planId"`
}

// Plans keeps the last plans that were answered, for get_plan. It is safe for concurrent use.
type Plans struct {
	projects *project.Projects // asked for the files of a plan

	mu    sync.Mutex
	plans map[key]*lru.Element // of *Plan
	used  lru.List             // least recently used first
	size  int

	dir     *cache.Dir // nil keeps plans in memory only
	unsaved []*Plan    // those of plans that are not in dir yet
	saving  bool
	saved   sync.WaitGroup
	failed  error // why the last plan is not in dir
}

// New returns an empty Plans for these projects.
func New(projects *project.Projects) *Plans {
	return &Plans{projects: projects, plans: map[key]*lru.Element{}}
}

// Add makes a plan, with absolute paths, available to get_plan, and saves it in the background if there is a cache directory.
func (p *Plans) Add(root, id string, edits []plan.FileTextEdits, moves []plan.FsMove, about plan.About) {
	k := &Plan{key: key{root, id}, Edits: edits, Moves: moves, About: about}
	var err error
	if k.json, err = tool.Encode(k); err != nil || len(k.json) > maxPlanBytes {
		return // get_plan says how to ask again
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if known := p.plans[k.key]; known != nil {
		p.remove(known)
	}
	p.plans[k.key] = p.used.PushBack(k)
	for p.size += len(k.json); p.used.Len() > maxPlans || p.size > maxPlanBytes; {
		p.remove(p.used.Front())
	}
	if p.dir != nil {
		p.save(k)
	}
}

// SetProof replaces the proof of a kept plan. If the plan is not kept any more, SetProof does nothing.
func (p *Plans) SetProof(root, id string, proof plan.Proof) {
	if known, ok := p.get(root, id); ok {
		about := known.About
		about.Proof = &proof
		p.Add(root, id, known.Edits, known.Moves, about)
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
		if known := e.Value.(*Plan); known.Root == root && plan.SameHash(known.ID, id) {
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
	p.size -= len(gone.json)
	p.unsaved = slices.DeleteFunc(p.unsaved, func(k *Plan) bool { return k == gone })
}
