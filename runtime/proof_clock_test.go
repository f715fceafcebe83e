package runtime

import (
	"testing"
	"time"
)

// A proof with a budget of 10 s asks before its steps, and within them.
func TestProofClock(t *testing.T) {
	type question struct {
		after time.Duration
		next  bool
		want  bool
	}
	for name, questions := range map[string][]question{
		"steps that fit":          {{0, true, false}, {3 * time.Second, true, false}, {6 * time.Second, true, false}},
		"the next may not fit":    {{0, true, false}, {6 * time.Second, true, true}},
		"short after long":        {{0, true, false}, {4 * time.Second, true, false}, {5 * time.Second, true, false}, {8 * time.Second, true, true}},
		"over within a step":      {{0, true, false}, {9 * time.Second, false, false}, {10 * time.Second, false, true}},
		"the clock starts late":   {{time.Minute, true, false}, {time.Minute + 4*time.Second, true, false}},
		"asked within steps only": {{0, false, false}, {11 * time.Second, false, true}},
	} {
		clock, start := proofClock{budget: 10 * time.Second}, time.Now()
		for _, q := range questions {
			if got := clock.isDue(start.Add(q.after), q.next); got != q.want {
				t.Errorf("%s: after %v (before a step: %t) due is %t", name, q.after, q.next, got)
			}
		}
	}
	clock := proofClock{budget: time.Nanosecond}
	if !clock.isDue(time.Now(), true) {
		t.Error("a proof without time begins a step")
	}
}
