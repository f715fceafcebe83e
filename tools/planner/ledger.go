package planner

import (
	"fmt"

	"tsplan/runtime/paths"
	"tsplan/tools/plan"
	"tsplan/tools/project"
)

// Ledger says what a plan leaves out.
type Ledger struct {
	Skipped    []string   `json:"skipped,omitempty"`  // configurations that were not searched: they add no file with the name
	Mentions   []Mentions `json:"mentions,omitempty"` // mentions of the old name or path without an edit
	Unsearched int        `json:"unsearched,omitempty"`
}

// Mentions are the mentions of one class. In the projects these are "comment", "string", and "untyped" for members that are accessed on
// values without a type; in other JavaScript and TypeScript files "orphan", in files of other kinds "other".
type Mentions struct {
	Class string    `json:"class"`
	Count int       `json:"count"`
	First []Mention `json:"first"`
}

// Mention is a place. Line and character are 0-based.
type Mention struct {
	FilePath  string `json:"filePath"`
	Line      int    `json:"line"`
	Character int    `json:"character"`
}

type guestLedger struct {
	Skipped  []paths.Guest
	Mentions []struct {
		Class string
		Count int
		First []struct {
			Path            paths.Guest
			Line, Character int
		}
	}
	Unsearched int
	Suggested  []project.FileSpans
}

// SuggestedEdits are edits of one file that are no part of the plan. They say what mentions in comments, strings and other files could
// become. Their positions are in today's text, like those of the plan's edits, and they may be applied together with the plan.
type SuggestedEdits struct {
	FilePath    string          `json:"filePath"`
	TextEdits   []plan.TextEdit `json:"textEdits"`
	SHA256      string          `json:"sha256,omitempty"` // hex, of the file's bytes today
	SHA256Short string          `json:"sha256Short,omitempty"`
}

// suggestions turns the guest's suggestions into the answer's.
func (r *Request) suggestions(claims []project.FileSpans) ([]SuggestedEdits, error) {
	var out []SuggestedEdits
	for _, claim := range claims {
		e, err := r.Check([]project.FileSpans{claim})
		if project.Uneditable(err) {
			continue // the mention is in the ledger
		}
		if err != nil {
			return nil, err
		}
		e.Absolute(r.Root)
		for _, f := range e.Edits {
			out = append(out, SuggestedEdits{FilePath: f.FilePath, TextEdits: f.TextEdits, SHA256: f.SHA256})
		}
	}
	return out, nil
}

// ledger turns the guest's ledger into the answer's; nil if nothing was left out.
func (r *Request) ledger(from guestLedger) (*Ledger, error) {
	if len(from.Skipped)+len(from.Mentions)+from.Unsearched == 0 {
		return nil, nil
	}
	out := &Ledger{Unsearched: from.Unsearched}
	if len(from.Skipped) > 0 {
		out.Skipped = r.AllShown(from.Skipped)
	}
	for _, m := range from.Mentions {
		mentions := Mentions{Class: m.Class, Count: m.Count, First: []Mention{}}
		for _, place := range m.First {
			name, ok := place.Path.Name()
			if !ok {
				return nil, fmt.Errorf("guest: mention in %q, which is not in the project", place.Path)
			}
			mentions.First = append(mentions.First, Mention{project.Absolute(r.Root, name), place.Line, place.Character})
		}
		out.Mentions = append(out.Mentions, mentions)
	}
	return out, nil
}
