package runtime

import (
	"context"
	"slices"
	"sync"
)

// account bounds the memory of all guests together, whether idle or at work. A guest that needs more memory than is left waits until idle
// sessions are closed or other guests have finished. The guest that has been at work for longest never waits, so at least one guest always
// goes on.
type account struct {
	limit int64
	evict func(more int64) // closes idle sessions until more bytes fit or no idle session is left; may return before they are closed

	mu      sync.Mutex
	held    map[*Session]int64 // bytes of guest memory
	working []*Session         // sessions whose guests are at work, in the order in which they began
	changed chan struct{}      // closed when memory may have become available
}

func newAccount(limit int64, evict func(more int64)) *account {
	return &account{limit: limit, evict: evict, held: map[*Session]int64{}, changed: make(chan struct{})}
}

// begin and end are called before and after the work of a guest. bytes is the guest's memory after its work.
func (a *account) begin(s *Session) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.working = append(a.working, s)
}

func (a *account) end(s *Session, bytes int64) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.held[s] = bytes; bytes == 0 {
		delete(a.held, s) // its guest is gone
	}
	a.working = slices.DeleteFunc(a.working, func(other *Session) bool { return other == s })
	a.tell()
}

// hold waits until the session's guest may have this many bytes of memory, or ctx ends. The session must be at work.
func (a *account) hold(ctx context.Context, s *Session, bytes int64) error {
	for {
		a.mu.Lock()
		more := bytes - a.held[s]
		over := more > 0 && a.sum()+more > a.limit
		first := a.working[0] == s
		if !over || first {
			a.held[s] = bytes
		}
		changed := a.changed
		a.mu.Unlock()
		if !over {
			return nil
		}
		a.evict(more)
		if first {
			return nil
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// free is called when the session's guest is gone.
func (a *account) free(s *Session) {
	a.mu.Lock()
	defer a.mu.Unlock()
	delete(a.held, s)
	a.tell()
}

// idle is called when a session has become idle and may be closed.
func (a *account) idle() {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.tell()
}

// of returns the memory of all sessions for which which returns true.
func (a *account) of(which func(*Session) bool) (bytes int64) {
	a.mu.Lock()
	defer a.mu.Unlock()
	for s, held := range a.held {
		if which(s) {
			bytes += held
		}
	}
	return bytes
}

// sum and tell require that a.mu is held.
func (a *account) sum() (bytes int64) {
	for _, held := range a.held {
		bytes += held
	}
	return bytes
}

func (a *account) tell() {
	close(a.changed)
	a.changed = make(chan struct{})
}
