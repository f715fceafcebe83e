package runtime

import (
	"testing"
	"time"

	"tsplan/runtime/paths"
	"tsplan/runtime/protocol"
)

// TestGoOn has a proof that is not continued: a question waits, a file has changed, or its time is over.
func TestGoOn(t *testing.T) {
	r, err := New(Options{Cache: cacheDir})
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	for _, c := range []struct {
		name            string
		wanted, changed bool
		left            time.Duration // of the proof
		kept            bool
	}{
		{name: "a question waits", wanted: true, left: time.Minute, kept: true},
		{name: "a file has changed", changed: true, left: time.Minute},
		{name: "its time is over", left: 0},
	} {
		err := r.With(t.Context(), smallProject(t), ".", nil, func(s *Session) error {
			s.GoOn(protocol.VerifyParams{Edits: []protocol.FileSpans{}, Moves: []paths.Move{}})
			s.unfinished.left = c.left
			if c.changed {
				s.pending.Files = []string{"a.ts"}
			}
			err := s.goOn(func() bool { return c.wanted })
			s.pending.Files = nil
			if kept := s.unfinished != nil; kept != c.kept {
				t.Errorf("%s: the proof is kept: %t", c.name, kept)
			}
			s.unfinished = nil
			return err
		})
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
		}
	}
}
