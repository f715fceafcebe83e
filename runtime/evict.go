package runtime

import (
	"cmp"
	"maps"
	"slices"
)

// trim closes the least recently used sessions while all together, with so many bytes more, have more memory than they may,
// but for the last one.
func (r *Runtime) trim(more int64) {
	r.mu.Lock()
	evicted := r.evict(func() bool {
		kept := r.account.of(func(s *Session) bool { return !s.closing })
		return r.open() > 1 && kept+more > r.limits.AllMemory
	})
	r.mu.Unlock()
	if len(evicted) > 0 {
		go r.release(evicted) // nobody waits while their images are saved
	}
}

// open counts the sessions that are not being closed. r.mu must be held.
func (r *Runtime) open() int {
	n := 0
	for _, s := range r.sessions {
		if !s.closing {
			n++
		}
	}
	return n
}

// evict takes the least recently used sessions that nobody is using until there is room, or none is left to take.
// r.mu must be held. The caller releases them when it is not.
func (r *Runtime) evict(full func() bool) (evicted []*Session) {
	oldest := slices.SortedFunc(maps.Keys(r.sessions), func(a, b sessionKey) int {
		return cmp.Compare(r.sessions[a].used, r.sessions[b].used)
	})
	for _, key := range oldest {
		if !full() {
			return evicted
		}
		if s := r.sessions[key]; s.take() {
			evicted = append(evicted, s)
		}
	}
	return evicted
}

// take gets the token of a session that is to be closed, unless somebody is using it. Runtime.mu must be held.
func (s *Session) take() bool {
	select {
	case <-s.turn:
		s.closing = true
		return true
	default:
		return false
	}
}

// release closes sessions that were taken. Saving their images may take seconds: r.mu must not be held. Until then whoever
// asks for one of the projects waits for it.
func (r *Runtime) release(taken []*Session) {
	for _, s := range taken {
		if err := s.release(); err != nil {
			r.log.Warn("a session did not close", "project", s.where(), "error", err)
		}
		r.mu.Lock()
		delete(r.sessions, s.key)
		r.mu.Unlock()
		s.turn <- struct{}{}
	}
}
