package runtime

import (
	"time"

	"tsplan/runtime/protocol"
)

// maxUnfinished is how long an unfinished proof is continued while no question is asked.
const maxUnfinished = time.Minute

// unfinished is a proof to continue.
type unfinished struct {
	plan protocol.VerifyParams
	left time.Duration
}

// GoOn has the session continue a proof when no question is asked. The guest keeps what it finds, for the question that asks for the same
// proof later. Only the last such proof is continued, and only while no file changes.
func (s *Session) GoOn(plan protocol.VerifyParams) {
	s.unfinished = &unfinished{plan, maxUnfinished}
}

// goOn continues the unfinished proof until it is done, a question is asked or its time is over.
func (s *Session) goOn(wanted func() bool) error {
	u := s.unfinished
	if u == nil || wanted() {
		return nil
	}
	s.unfinished = nil
	if len(s.pending.Files)+len(s.pending.Structure) > 0 {
		return nil // the plan is for files as they were
	}
	start, stopped := time.Now(), false
	isDue := func(bool) bool {
		stopped = stopped || wanted() || time.Since(start) > u.left
		return stopped
	}
	if err := s.loadAhead(protocol.LoadParams{Proof: &u.plan}); err != nil {
		return err
	}
	if !isDue(true) {
		if _, err := s.proveUntil(isDue, u.plan); err != nil {
			return err
		}
	}
	if u.left -= time.Since(start); stopped && u.left > 0 {
		s.unfinished = u
	}
	s.runtime.log.Info("proof continued while no question was asked", "project", s.where(), "done", !stopped)
	return nil
}
