package planner

import (
	"time"

	"tsplan/tools/tool"
)

// ProofBudget is the argument that says how long a proof may take.
type ProofBudget struct {
	// Milliseconds is nil for the default budget, and points to 0 for no limit.
	Milliseconds *int `json:"proofBudget,omitempty"`
}

const (
	// requiredBudget is the default for a proof that was asked for.
	requiredBudget = 10 * time.Second
	// unaskedBudget is the default for the proof of a plan whose question says nothing about a proof. The proof of most renames takes less, in
	// a project that is loaded.
	unaskedBudget = time.Second
)

// limit checks the budget, and returns the time that all proofs of a plan may take together. The clock starts with the first of them.
func (v Verifying) limit() (*proofTime, error) {
	if v.Milliseconds == nil {
		if v.required() {
			return &proofTime{budget: requiredBudget}, nil
		}
		return &proofTime{budget: unaskedBudget}, nil
	}
	budget := time.Duration(*v.Milliseconds) * time.Millisecond
	if *v.Milliseconds < 0 || budget/time.Millisecond != time.Duration(*v.Milliseconds) {
		return nil, tool.Invalid("proofBudget is %d: give milliseconds, or 0 for no limit", *v.Milliseconds)
	}
	return &proofTime{budget: budget}, nil
}

type proofTime struct {
	budget time.Duration // 0 for no limit
	begun  time.Time     // zero before the first proof
}

// begin starts the clock, unless it runs already.
func (t *proofTime) begin() {
	if t.begun.IsZero() {
		t.begun = time.Now()
	}
}

// left returns how much of the budget is left. Before the clock starts that is the whole budget. Without a limit left returns 0. When the
// budget is used up, it returns a nanosecond: then the guest stops before its first step and answers incomplete.
func (t *proofTime) left() time.Duration {
	if t.budget == 0 || t.begun.IsZero() {
		return t.budget
	}
	return max(t.budget-time.Since(t.begun), time.Nanosecond)
}
