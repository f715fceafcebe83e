package protocol

import "tsplan/runtime/paths"

// VerifyParams are a plan that the guest carries out in memory, to compare the programs before and after it.
type VerifyParams struct {
	Edits      []FileSpans  `json:"edits"`
	Moves      []paths.Move `json:"moves"`
	Written    bool         `json:"content,omitempty"` // the edits write text; other plans only replace names by names
	Renaming   *Renaming    `json:"renaming,omitempty"`
	OnlyLoaded bool         `json:"onlyLoaded,omitempty"` // the verdict is pending if a project would have to be loaded
}

// Renaming is the rename that made the plan. A new error may show a name that this rename should have changed, too: the proof looks for such names.
type Renaming struct {
	OldName string       `json:"oldName"`
	NewName string       `json:"newName"`
	Coupled []LeftBehind `json:"coupled"` // members of other types that the plan renames, too
}

// LeftBehind is a name that a rename should have included, at its place in a file before the plan.
type LeftBehind struct {
	File    paths.Guest `json:"file"`
	Offset  int         `json:"offset"`
	Because Finding     `json:"because"`
}

// Finding is something that is different after a plan, at its place after the plan.
type Finding struct {
	Place
	Code    int           `json:"code,omitempty"` // TypeScript's, if the finding is an error of the compiler
	Message paths.Message `json:"message"`
}

// Proof is the comparison of the programs before and after a plan.
type Proof struct {
	Verdict      string          `json:"verdict" words:"proven warnings unproven incomplete pending"`
	Projects     []paths.Guest   `json:"projects"`
	CheckedFiles int             `json:"checkedFiles"`
	OfFiles      int             `json:"ofFiles,omitempty"`
	Identifiers  int             `json:"identifiers"`
	Imports      int             `json:"imports"`
	Appeared     []Finding       `json:"appeared"`
	Disappeared  []Finding       `json:"disappeared"`
	Changed      []Finding       `json:"changed"`
	Open         []paths.Message `json:"open"` // what the proof did not compare
	LeftBehind   []LeftBehind    `json:"leftBehind"`
}
