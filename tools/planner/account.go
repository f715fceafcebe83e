package planner

import (
	"tsplan/runtime/protocol"
	"tsplan/tools/plan"
	"tsplan/tools/project"
)

// Verifying are the arguments of every tool that can prove its plan.
type Verifying struct {
	// Verify is nil for the proof that costs little: the plan does not wait for a project that is not loaded yet.
	Verify *bool `json:"verify,omitempty"`
	ProofBudget
}

// required reports whether the plan waits for its proof, and unwanted whether it has none.
func (v Verifying) required() bool { return v.Verify != nil && *v.Verify }
func (v Verifying) unwanted() bool { return v.Verify != nil && !*v.Verify }

// early is the value of protocol.EarlyParams.Prove.
func (v Verifying) early() string {
	switch {
	case v.required():
		return "required"
	case v.unwanted():
		return "no"
	}
	return "possible"
}

// Account is what a plan says about itself, beside its edits and moves.
type Account struct {
	TypeScript string       `json:"typescript,omitempty"` // the version that answered
	Projects   []string     `json:"projects,omitempty"`   // configurations whose programs were searched
	Warnings   []string     `json:"warnings,omitempty"`
	PlanID     string       `json:"planId,omitempty"`
	Proof      *plan.Proof  `json:"proof,omitempty"`  // if asked for
	Ledger     *plan.Ledger `json:"ledger,omitempty"` // what the plan leaves out
	// Suggested are the first mentions that the ledger counts, as edits. The plan leaves them out.
	Suggested []SuggestedEdits `json:"suggested,omitempty"`
	PlanPart
	what string // the request in words, for the page to review the plan
}

// About is the account as it is kept with the plan.
func (a *Account) About() plan.About {
	return plan.About{What: a.what, TypeScript: a.TypeScript, Warnings: a.Warnings, Proof: a.Proof, Ledger: a.Ledger}
}

// Plan returns the planId, and whether the answer has only the beginning of the plan.
func (a *Account) Plan() (planID string, cut bool) { return a.PlanID, a.LeftOut != "" }

// account completes a plan whose edits and moves were checked: its paths become absolute. The proof is nil if the request wants none. The text
// what is the request in words.
func (r *Request) account(claimed protocol.Plan, checked *project.Edited, proof *plan.Proof, what string) (Account, error) {
	out := Account{
		what:       what,
		TypeScript: r.TypeScript(),
		Projects:   r.AllShown(claimed.Projects),
		Warnings:   r.Warnings(claimed.Warnings),
		PlanID:     plan.Digest(checked.Edits, checked.Moves),
		Proof:      proof,
	}
	var err error
	if out.Ledger, err = r.ledger(claimed.Ledger); err != nil {
		return out, err
	}
	if out.Suggested, err = r.suggestions(claimed.Ledger.Suggested); err != nil {
		return out, err
	}
	converted, err := r.gitWarning(checked)
	if err != nil {
		return out, err
	}
	if converted != "" {
		out.Warnings = append(out.Warnings, converted)
	}
	checked.Absolute(r.Root)
	return out, nil
}
