package runtime

import (
	"context"
	"errors"

	"tsplan/hostfs"
	"tsplan/runtime/paths"
	"tsplan/runtime/protocol"
)

// begin has the view look at the disk again.
func (s *Session) begin(ctx context.Context) error {
	s.View.SetBudget(s.runtime.limits.Budget)
	// The end of the request does not stop the view's reads, since a load goes on after it.
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

// Noticed returns the changes on disk since its last call, as far as the session's requests have seen them.
func (s *Session) Noticed() hostfs.Changes {
	out := s.noticed
	s.noticed = hostfs.Changes{}
	return out
}

func guestChanges(c hostfs.Changes) protocol.Changes {
	return protocol.Changes{Files: paths.AllInGuest(c.Files), Structure: paths.AllInGuest(c.Structure)}
}
