package protocol

import "tsplan/runtime/paths"

// ReportAnswer says what a workspace consists of.
type ReportAnswer struct {
	Projects []ProjectReport      `json:"projects"`
	Bases    []paths.Guest        `json:"bases"`
	Strays   Counted[paths.Guest] `json:"strays"` // TypeScript files that no configuration includes
	Warnings []paths.Message      `json:"warnings"`
}

// ProjectReport says what a project consists of.
type ProjectReport struct {
	Config       paths.Guest               `json:"config"`
	Own          Size                      `json:"own"`
	Dependencies Size                      `json:"dependencies"`
	Unresolved   Counted[UnresolvedImport] `json:"unresolved"`
}

// Size is a number of files, and of the characters in them.
type Size struct {
	Files      int `json:"files"`
	Characters int `json:"characters"`
}

// Counted is how many there are of something, and the first few of them.
type Counted[T any] struct {
	Count int `json:"count"`
	First []T `json:"first"`
}

// UnresolvedImport is an import that leads nowhere.
type UnresolvedImport struct {
	Place
	Specifier string `json:"specifier"`
}
