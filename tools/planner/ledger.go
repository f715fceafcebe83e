package planner

import (
	"fmt"

	"tsplan/runtime/protocol"
	"tsplan/tools/plan"
	"tsplan/tools/project"
)

// SuggestedEdits are edits of one file that are no part of the plan. They say what mentions in comments, strings and other files could
// become. Their positions are in today's text, like those of the plan's edits, and they may be applied together with the plan.
type SuggestedEdits struct {
	FilePath    string          `json:"filePath"`
	TextEdits   []plan.TextEdit `json:"textEdits"`
	SHA256      string          `json:"sha256,omitempty"` // hex, of the file's bytes today
	SHA256Short string          `json:"sha256Short,omitempty"`
}

// suggestions turns the guest's suggestions into the answer's.
func (r *Request) suggestions(claims []protocol.FileSpans) ([]SuggestedEdits, error) {
	var out []SuggestedEdits
	for _, claim := range claims {
		e, err := r.Check([]protocol.FileSpans{claim})
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
func (r *Request) ledger(from protocol.Ledger) (*plan.Ledger, error) {
	if len(from.Skipped)+len(from.Mentions)+from.Unsearched == 0 {
		return nil, nil
	}
	out := &plan.Ledger{Unsearched: from.Unsearched}
	if len(from.Skipped) > 0 {
		out.Skipped = r.AllShown(from.Skipped)
	}
	for _, m := range from.Mentions {
		mentions := plan.Mentions{Class: m.Class, Count: m.Count, First: []plan.Mention{}}
		for _, place := range m.First {
			name, ok := place.Path.Name()
			if !ok {
				return nil, fmt.Errorf("guest: mention in %q, which is not in the project", place.Path)
			}
			mentions.First = append(mentions.First, plan.Mention{FilePath: project.Absolute(r.Root, name), Line: place.Line, Character: place.Character})
		}
		out.Mentions = append(out.Mentions, mentions)
	}
	return out, nil
}
