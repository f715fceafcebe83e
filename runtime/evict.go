package runtime

import (
	"cmp"
	"maps"
	"slices"
)

// trim closes the least recently used idle sessions as long as the guests of the open sessions, with more bytes added, exceed the memory
// limit. The last open session stays.
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

// evict takes the tokens of the least recently used idle sessions until full returns false, or no idle session is left. r.mu must be held.
// The caller releases the sessions when it no longer holds r.mu.
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

// release closes sessions whose tokens evict has taken. r.mu must not be held, since saving the images may take seconds. Meanwhile a
// request for one of the projects waits until its session is closed.
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
