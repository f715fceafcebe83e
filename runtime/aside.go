package runtime

import (
	"context"

	"tsplan/runtime/paths"
)

// Aside is With for a question that needs no program, and so need not wait while another is answered: if the project's
// session is in use, it goes to another, which never loads a program. IsAside tells which one it was. A load that nobody
// waits for pauses instead.
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
