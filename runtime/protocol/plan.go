package protocol

import (
	"encoding/json"

	"tsplan/runtime/paths"
)

// FileSpans are the edits of one file.
type FileSpans struct {
	Path  paths.Guest `json:"path"`
	Spans []Span      `json:"spans"`
}

// Span replaces Length units from Start by NewText.
type Span struct {
	Start, Length int
	NewText       string
	Confidence    string `words:"semantic module-string config comment-or-string suggested"` // "" if it is semantic
}

func (s *Span) elements() []any { return []any{&s.Start, &s.Length, &s.NewText, &s.Confidence} }

// UnmarshalJSON reads a tuple.
func (s *Span) UnmarshalJSON(data []byte) error { return readTuple(data, s) }

// MarshalJSON writes a tuple.
func (s Span) MarshalJSON() ([]byte, error) {
	elements := s.elements()
	if s.Confidence == "" {
		elements = elements[:3]
	}
	return json.Marshal(elements)
}

// Base is a plan that a question treats as carried out.
type Base struct {
	Edits []FileSpans  `json:"edits"`
	Moves []paths.Move `json:"moves"`
}

// Place is a place in a file. Line and character count from 0.
type Place struct {
	Path      paths.Guest `json:"path"`
	Line      int         `json:"line"`
	Character int         `json:"character"`
}

// Mentions are the mentions of one class, and the first of their places.
type Mentions struct {
	Class string  `json:"class" words:"comment string untyped orphan other"`
	Count int     `json:"count"`
	First []Place `json:"first"`
}

// Ledger lists what a plan leaves out.
type Ledger struct {
	Skipped    []paths.Guest `json:"skipped"`
	Mentions   []Mentions    `json:"mentions"`
	Unsearched int           `json:"unsearched"`
	Suggested  []FileSpans   `json:"suggested"`
}

// Plan is what the plans of a rename and of a move have.
type Plan struct {
	Edits    []FileSpans     `json:"edits"`
	Projects []paths.Guest   `json:"projects"`
	Warnings []paths.Message `json:"warnings"`
	Ledger   Ledger          `json:"ledger"`
}

// MoveParams ask for the plan of a move.
type MoveParams struct {
	OldPath paths.Guest `json:"oldPath"`
	NewPath paths.Guest `json:"newPath"`
}

// MoveAnswer is the plan of a move.
type MoveAnswer struct {
	Plan
	Companions []paths.Move `json:"companions"`
}

// LeftOutParams ask for what a batch leaves out.
type LeftOutParams struct {
	Replacements []Replacement `json:"replacements"`
	Edits        []FileSpans   `json:"edits"`
	Moves        []paths.Move  `json:"moves"`
}

// Replacement is a name, or a path without extension, and what a batch puts in its place.
type Replacement struct {
	Name    string `json:"name"`
	NewName string `json:"newName"`
}

// LeftOutAnswer is what a batch leaves out.
type LeftOutAnswer struct {
	Ledger     Ledger       `json:"ledger"`
	Companions []paths.Move `json:"companions"`
}
