package runtime

import (
	"encoding/json"
	"time"
)

// maxUnfinished is how long an unfinished proof is continued while no question is asked.
const maxUnfinished = time.Minute

// unfinished is a proof to continue.
type unfinished struct {
	method       string
	load, params any
	left         time.Duration
}

// GoOn has the session continue a proof when no question is asked. The guest keeps what it finds, for the question that asks for the same
// proof later. Only the last such proof is continued, and only while no file changes.
// The parameter load is what Load needs for it, and the others are those of AskWithin.
func (s *Session) GoOn(method string, load, params any) {
	s.unfinished = &unfinished{method, load, params, maxUnfinished}
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
	if err := s.loadAhead(u.load); err != nil {
		return err
	}
	if !isDue(true) {
		var answer json.RawMessage
		if err := s.askUntil(isDue, u.method, u.params, &answer); err != nil {
			return err
		}
	}
	if u.left -= time.Since(start); stopped && u.left > 0 {
		s.unfinished = u
	}
	s.runtime.log.Info("proof continued while no question was asked", "project", s.where(), "done", !stopped)
	return nil
}
