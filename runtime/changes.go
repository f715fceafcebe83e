package runtime

import (
	"context"
	"errors"

	"tsplan/hostfs"
	"tsplan/runtime/paths"
)

// begin has the view look at the disk again.
func (s *Session) begin(ctx context.Context) error {
	s.View.SetBudget(s.runtime.limits.Budget)
	// The view outlives the request's end: what is being loaded goes on being read.
	changes, err := s.View.Begin(context.WithoutCancel(ctx))
	if errors.Is(err, hostfs.ErrGone) {
		return errors.Join(err, s.runtime.discard(s))
	}
	if err != nil {
		return err
	}
	s.pending.Files = append(s.pending.Files, changes.Files...)
	s.pending.Structure = append(s.pending.Structure, changes.Structure...)
	s.noticed.Files = append(s.noticed.Files, changes.Files...)
	s.noticed.Structure = append(s.noticed.Structure, changes.Structure...)
	return nil
}

// Noticed returns what changed on disk since it was last called, as far as the session's requests saw.
func (s *Session) Noticed() hostfs.Changes {
	out := s.noticed
	s.noticed = hostfs.Changes{}
	return out
}

func guestChanges(c hostfs.Changes) map[string][]paths.Guest {
	return map[string][]paths.Guest{"files": paths.AllInGuest(c.Files), "structure": paths.AllInGuest(c.Structure)}
}
