package kept

import (
	"cmp"
	"encoding/json"
	"io"
	"strconv"
	"strings"
	"time"

	"tsplan/runtime/cache"
	"tsplan/tools/plan"
	"tsplan/tools/sanitize"
	"tsplan/tools/tool"
)

const (
	savedFor  = 24 * time.Hour // how long a plan is kept in the cache directory; as many as in memory, and as large
	minPrefix = 4              // hex digits by which a plan is named
)

// SaveIn makes p keep plans in a cache directory, too, from where another process can show them. It has to be called before Add.
func (p *Plans) SaveIn(dir *cache.Dir) { p.dir = dir }

// Saved waits until no plan is to be saved. The error says why the last one was not.
func (p *Plans) Saved() error {
	p.saved.Wait()
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.failed
}

// save expects the lock to be held. Plans are saved one after the other, while nobody waits for it.
func (p *Plans) save(k *Plan) {
	p.unsaved = append(p.unsaved, k)
	if p.saving {
		return
	}
	p.saving = true
	p.saved.Go(func() {
		for {
			p.mu.Lock()
			if len(p.unsaved) == 0 {
				p.saving = false
				p.mu.Unlock()
				return
			}
			next := p.unsaved[0]
			p.unsaved = p.unsaved[1:]
			p.mu.Unlock()
			err := next.saveIn(p.dir)
			p.mu.Lock()
			p.failed = err
			p.mu.Unlock()
		}
	})
}

func (k *Plan) saveIn(dir *cache.Dir) error {
	err := dir.Write(k.file(), func(w io.Writer) error {
		_, err := w.Write(k.json)
		return err
	})
	return cmp.Or(err, dir.Expire(cache.Plan, maxPlans, savedFor), dir.Trim(cache.Plan, maxPlanBytes))
}

// file is the name of the plan's file: the digits of the planId, and a hash of the root.
func (k *key) file() string {
	return cache.Plan.File(digits(k.ID) + plan.Short(plan.Sum([]byte(k.Root))))
}

func digits(id string) string { return strings.ToLower(strings.TrimPrefix(id, "sha256:")) }

// Open returns a plan of a root that a process has saved in the cache directory within a day. The id may be the beginning of a planId, if no
// other plan of the root begins so.
func Open(dir *cache.Dir, root, id string) (*Plan, error) {
	begins := digits(id)
	if len(begins) < minPrefix || strings.Trim(begins, "0123456789abcdef") != "" {
		return nil, tool.Invalid("%s is no planId: give its first %d hex digits or more", strconv.Quote(sanitize.Short(id, 80)), minPrefix)
	}
	entries, err := dir.List(cache.Plan)
	if err != nil {
		return nil, err
	}
	ending := (&key{Root: root}).file()[len(cache.Plan):]
	var found []string
	for _, e := range entries {
		if strings.HasPrefix(e.Name, cache.Plan.File(begins)) && strings.HasSuffix(e.Name, ending) && time.Since(e.Used) < savedFor {
			found = append(found, e.Name)
		}
	}
	switch len(found) {
	case 1:
		return open(dir, found[0])
	case 0:
		return nil, tool.Errorf(tool.NotFound, "no plan %s of %s is kept. Plans are kept for a day, the last %d of them: make it again, or name the directory that it was made for with --project",
			id, root, maxPlans)
	}
	return nil, tool.Invalid("%d plans begin with %s: give more digits", len(found), id)
}

// open reads the file of a plan.
func open(dir *cache.Dir, name string) (*Plan, error) {
	file, err := dir.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	raw, err := io.ReadAll(io.LimitReader(file, maxPlanBytes+1))
	if err != nil {
		return nil, err
	}
	k := &Plan{}
	if err := json.Unmarshal(raw, k); err != nil || k.file() != name {
		return nil, tool.Errorf(tool.NotFound, "the kept plan in %s is damaged: make it again", name)
	}
	return k, nil
}
