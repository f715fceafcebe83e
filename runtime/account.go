package runtime

import (
	"context"
	"slices"
	"sync"
)

// account bounds the memory of all guests together, those that are at work among them. A guest that grows beyond what
// is left waits until idle sessions are closed or others are done. The one that has been at work for longest never waits,
// so there is always one that goes on.
type account struct {
	limit int64
	evict func(more int64) // closes idle sessions until there is room for more bytes, or none is left; may return before

	mu      sync.Mutex
	held    map[*Session]int64 // bytes of guest memory
	working []*Session         // whose guests are at work, in the order in which they began
	changed chan struct{}      // closed when somebody may have less
}

func newAccount(limit int64, evict func(more int64)) *account {
	return &account{limit: limit, evict: evict, held: map[*Session]int64{}, changed: make(chan struct{})}
}

// begin and end stand around the work of a guest, which has so many bytes when it ends.
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

// hold waits until the session may have so many bytes, or ctx ends. The session must be at work.
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

// free says that the session's guest is gone.
func (a *account) free(s *Session) {
	a.mu.Lock()
	defer a.mu.Unlock()
	delete(a.held, s)
	a.tell()
}

// idle says that a session may be closed to make room.
func (a *account) idle() {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.tell()
}

// of is what the sessions that which says have together.
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

// sum needs a.mu, and so does tell.
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
