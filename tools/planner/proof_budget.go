package planner

import (
	"time"

	"tsplan/tools/tool"
)

// ProofBudget is the argument that says how long a proof may take.
type ProofBudget struct {
	// Milliseconds is a pointer since there is a budget unless it is switched off.
	Milliseconds *int `json:"proofBudget,omitempty"`
}

const defaultProofBudget = 10 * time.Second

// start begins a proof's time, which its rounds share.
func (b ProofBudget) start() (*proofTime, error) {
	if b.Milliseconds == nil {
		return &proofTime{budget: defaultProofBudget, start: time.Now()}, nil
	}
	budget := time.Duration(*b.Milliseconds) * time.Millisecond
	if *b.Milliseconds < 0 || budget/time.Millisecond != time.Duration(*b.Milliseconds) {
		return nil, tool.Invalid("proofBudget is %d: give milliseconds, or 0 for no limit", *b.Milliseconds)
	}
	return &proofTime{budget: budget, start: time.Now()}, nil
}

type proofTime struct {
	budget time.Duration // 0 for no limit
	start  time.Time
}

// left is how much of the budget is left, and 0 if there is none. A round that comes too late ends at once, but begins:
// it says how much there is to do.
func (t *proofTime) left() time.Duration {
	if t.budget == 0 {
		return 0
	}
	return max(t.budget-time.Since(t.start), time.Nanosecond)
}
