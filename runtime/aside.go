package runtime

import (
	"context"

	"tsplan/runtime/paths"
)

// Aside is With for a question that needs no program. If another request uses the project's session, f gets a second session, which never
// loads a program, and need not wait. IsAside tells the two sessions apart. If only a load that nobody waits for uses the project's
// session, that load pauses, and f gets the session.
func (r *Runtime) Aside(ctx context.Context, root, project string, progress func(files int, path paths.Guest), f func(*Session) error) error {
	r.mu.Lock()
	s := r.sessions[sessionKey{root, project, own}]
	kind := own
	if s != nil && len(s.turn) == 0 && !s.unwanted.Load() {
		kind = aside
	}
	r.mu.Unlock()
	return r.with(ctx, sessionKey{root, project, kind}, progress, f)
}

// IsAside is true for a session that shares nothing with the project's own.
func (s *Session) IsAside() bool { return s.key.kind != own }

// Complete is true where all programs of the project are loaded.
func (s *Session) Complete() bool { return s.complete && s.instance != nil }
