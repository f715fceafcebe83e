package runtime

import "time"

// proofClock says when a proof ends. It starts with the first question.
type proofClock struct {
	budget time.Duration
	end    time.Time
	began  time.Time     // when the last step began; zero before the first
	last   time.Duration // that the step before took
}

// isDue reports whether the proof ends now, which is before its next step if next is true, and else within a step. A step that is interrupted
// discards the types that the guest knows by then. So a step is not begun if it may take as long as the last one, and that is too long.
func (c *proofClock) isDue(now time.Time, next bool) bool {
	if c.end.IsZero() {
		c.end = now.Add(c.budget)
	}
	if !next {
		return !now.Before(c.end)
	}
	if !c.began.IsZero() {
		c.last = now.Sub(c.began)
	}
	c.began = now
	return !now.Add(max(c.last, minStep)).Before(c.end)
}

// minStep is how long a step takes at least: a proof with less time does not begin one.
const minStep = time.Microsecond
