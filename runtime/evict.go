package runtime

import (
	"cmp"
	"maps"
	"slices"
)

// trim closes the least recently used sessions while all together have more memory than they may, but for the last one.
func (r *Runtime) trim() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.evict(func() bool {
		var all int64
		for _, s := range r.sessions {
			all += s.memory.Load()
		}
		return len(r.sessions) > 1 && all > r.limits.AllMemory
	})
}

// evict closes the least recently used sessions that nobody is using until there is room, or none is left to close.
// r.mu must be held.
func (r *Runtime) evict(full func() bool) {
	oldest := slices.SortedFunc(maps.Keys(r.sessions), func(a, b sessionKey) int {
		return cmp.Compare(r.sessions[a].used, r.sessions[b].used)
	})
	for _, key := range oldest {
		if !full() {
			return
		}
		r.closeIdle(key, r.sessions[key])
	}
}

// closeIdle closes a session, unless somebody is using it. r.mu must be held.
func (r *Runtime) closeIdle(key sessionKey, s *Session) {
	select {
	case <-s.turn:
		delete(r.sessions, key)
		_ = s.release() // its memory is gone either way
		s.turn <- struct{}{}
	default: // in use
	}
}
