package runtime

import (
	"context"
	"time"

	"tsplan/runtime/paths"
)

const (
	// maxBeside is how long a question may take beside a project's own session, which may be loaded by then.
	maxBeside = 40 * time.Second
	// soon is how long a small project takes to load, for which a second guest would take longer than it saves.
	soon = 300 * time.Millisecond
)

// Aside is With for a question that needs no program, and so need not wait while one is loaded: if the project's
// session is in use, it goes to another, which never loads a program. IsAside tells which one it was.
func (r *Runtime) Aside(ctx context.Context, root, project string, progress func(files int, path paths.Guest), f func(*Session) error) error {
	r.mu.Lock()
	s := r.sessions[sessionKey{root, project, own}]
	kind := own
	if s != nil && len(s.turn) == 0 {
		kind = aside
	}
	r.mu.Unlock()
	return r.with(ctx, sessionKey{root, project, kind}, progress, f)
}

// IsAside is true for a session that shares nothing with the project's own.
func (s *Session) IsAside() bool { return s.key.kind != own }

// Unseen is true for a project of which there is no image, and of which nothing is loaded yet: what is asked for Beside
// it may be known sooner. Loading begins now, if it has not begun.
func (r *Runtime) Unseen(ctx context.Context, root, project string) (bool, error) {
	s, err := r.session(sessionKey{root, project, own})
	if err != nil {
		return false, err
	}
	if s.begun.CompareAndSwap(false, true) {
		go func() { _ = r.Warm(root, project) }() // who needs what cannot be loaded is told so
	}
	select {
	case <-s.chosen:
	case <-ctx.Done():
		return false, s.ended(ctx)
	}
	if s.unseen.Load() {
		select {
		case <-s.seen:
		case <-time.After(r.patience):
		case <-ctx.Done():
			return false, s.ended(ctx)
		}
	}
	return s.unseen.Load(), nil
}

// Beside is With for a session beside the project's own, which shares nothing with it. It has a third of the time
// that a request has, and no more than maxBeside, so that there is enough left to ask the project's own.
func (r *Runtime) Beside(ctx context.Context, root, project string, progress func(files int, path paths.Guest), f func(*Session) error) error {
	return r.beside(ctx, sessionKey{root, project, aside}, progress, f)
}

// BesideLoading is Beside with little memory, while the project's own session loads.
func (r *Runtime) BesideLoading(ctx context.Context, root, project string, progress func(files int, path paths.Guest), f func(*Session) error) error {
	return r.beside(ctx, sessionKey{root, project, part}, progress, f)
}

func (r *Runtime) beside(ctx context.Context, key sessionKey, progress func(files int, path paths.Guest), f func(*Session) error) error {
	ctx, cancel := context.WithTimeout(ctx, min(r.limits.Time/3, maxBeside))
	defer cancel()
	return r.with(ctx, key, progress, f)
}

// Complete is true where all programs of the project are loaded.
func (s *Session) Complete() bool { return s.complete && s.instance != nil }

// dismiss closes a session, unless somebody is using it.
func (r *Runtime) dismiss(key sessionKey) {
	r.mu.Lock()
	s := r.sessions[key]
	taken := s != nil && s.take()
	r.mu.Unlock()
	if taken {
		r.release([]*Session{s})
	}
}
