package protocol

import "tsplan/runtime/paths"

// RenameParams ask for the plan of a rename.
type RenameParams struct {
	PlaceParams
	NewName         string       `json:"newName"`
	FindInStrings   bool         `json:"findInStrings"`
	FindInComments  bool         `json:"findInComments"`
	PrefixAndSuffix bool         `json:"prefixAndSuffix"`
	Propagate       bool         `json:"propagate"`
	Coupled         []LeftBehind `json:"coupled,omitempty"`
}

// EarlyParams ask for the plan of a rename before all projects are loaded.
type EarlyParams struct {
	RenameParams
	Prove string `json:"prove" words:"no possible required"`
}

// RenameAnswer is the plan of a rename, or the reason why there is none.
type RenameAnswer struct {
	CanRename bool               `json:"canRename"`
	Reason    paths.Message      `json:"reason,omitempty"`
	OldName   string             `json:"oldName,omitempty"`
	Plan      `json:",omitzero"` // absent if CanRename is false
}

// EarlyAnswer is a plan, or the reason why a partial load is not enough to make it.
type EarlyAnswer struct {
	Known   *RenameAnswer `json:"known,omitempty"`
	Proof   *Proof        `json:"proof,omitempty"` // if the request wanted one; nil if the projects were loaded already
	Unknown paths.Message `json:"unknown,omitempty"`
}
