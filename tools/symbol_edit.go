package tools

import (
	"context"
	"fmt"
	"slices"

	"tsplan/tools/plan"
)

// EditResult is the plan of an edit of a declaration. Edits are empty where the file already is as asked.
type EditResult struct {
	Edits    []plan.FileTextEdits `json:"edits"`
	Warnings []string             `json:"warnings,omitempty"`
	PlanID   string               `json:"planId"`
}

// guestEdit is the answer of wasm/guest/symbol_edits.ts.
type guestEdit struct {
	Refused  string
	Spans    []span
	Warnings []string
}

// symbolEdit asks the guest to edit a declaration. What it refuses is an error.
func (r *request) symbolEdit(name, operation string, symbols []*symbol, text string) (*EditResult, error) {
	type target struct {
		Start int    `json:"start"`
		End   int    `json:"end"`
		Name  string `json:"name"`
	}
	var targets []target
	for _, s := range symbols {
		targets = append(targets, target{s.span.start, s.span.end, s.ownName()})
	}
	var answer guestEdit
	err := r.Ask("editSymbol", map[string]any{
		"file": guestPath(name), "operation": operation, "symbols": targets, "text": text,
	}, &answer)
	if err != nil {
		return nil, err
	}
	if answer.Refused != "" {
		return nil, invalid("%s", answer.Refused)
	}
	var claims []fileSpans
	if len(answer.Spans) > 0 {
		claims = []fileSpans{{guestPath(name), answer.Spans}}
	}
	e, err := r.check(claims)
	if err != nil {
		return nil, err
	}
	out := &EditResult{PlanID: plan.Digest(e.edits, nil), Warnings: r.warnings(answer.Warnings)}
	e.absolute(r.Root)
	out.Edits = e.edits
	return out, nil
}

// EditParams ask for an edit of one declaration.
type EditParams struct {
	NamePath, RelativePath, Text string
	Operation                    string // replace, before or after
}

// EditSymbol plans to replace a declaration, or to put text before or after it.
func (p *Planner) EditSymbol(ctx context.Context, project Place, in EditParams) (*EditResult, error) {
	var out *EditResult
	err := p.ask(ctx, project, nil, func(r *request) error {
		name, symbols, err := r.named(in.NamePath, in.RelativePath)
		if err != nil {
			return err
		}
		if in.Operation == "replace" && len(symbols) > 1 {
			return severalSymbols(in.NamePath, symbols)
		}
		out, err = r.symbolEdit(name, in.Operation, symbols, in.Text)
		if err == nil {
			p.plans.put(project.Root, out.PlanID, out.Edits, nil)
		}
		return err
	})
	return out, err
}

// DeleteResult is the plan of a deletion, or what is in its way. Edits are there if and only if CanDelete is true.
type DeleteResult struct {
	CanDelete  bool                 `json:"can_delete"`
	Reason     string               `json:"reason,omitempty"`
	References []ReferenceInfo      `json:"references,omitempty"`
	Edits      []plan.FileTextEdits `json:"edits,omitempty"`
	Warnings   []string             `json:"warnings,omitempty"`
	PlanID     string               `json:"planId,omitempty"`
}

const shownReferences = 50

// SafeDelete plans to delete a declaration that nothing refers to, in any project that can see it, but itself.
func (p *Planner) SafeDelete(ctx context.Context, project Place, in DeleteParams, progress Progress) (*DeleteResult, error) {
	var out *DeleteResult
	err := p.ask(ctx, project, progress, func(r *request) error {
		name, symbols, err := r.one(in.NamePath, in.RelativePath)
		if err != nil {
			return err
		}
		found, notes, err := r.references(name, symbols[0].at())
		if err != nil {
			return err
		}
		declared, _, err := r.outline(name)
		if err != nil {
			return err
		}
		var used []ReferenceInfo
		for _, ref := range found {
			if ref.name != name || !ownReference(ref, symbols, declared) {
				used = append(used, ref.info)
			}
		}
		if len(used) > 0 {
			reason := fmt.Sprintf("the symbol %s is referenced in %d places", in.NamePath, len(used))
			if len(used) > shownReferences {
				reason += fmt.Sprintf("; the first %d are shown, find_referencing_symbols lists all", shownReferences)
			}
			out = &DeleteResult{Reason: reason, References: used[:min(len(used), shownReferences)], Warnings: notes}
			return nil
		}
		edit, err := r.symbolEdit(name, "delete", symbols, "")
		if err != nil {
			return err
		}
		for _, s := range symbols {
			if s.flags&isExported != 0 {
				notes = append(notes, in.NamePath+" is exported: code outside of this project may use it")
				break
			}
		}
		p.plans.put(project.Root, edit.PlanID, edit.Edits, nil)
		out = &DeleteResult{CanDelete: true, Edits: edit.Edits, Warnings: append(notes, edit.Warnings...), PlanID: edit.PlanID}
		return nil
	})
	return out, err
}

// ownReference says that a reference is in the symbol itself, or is the name of another declaration of it.
func ownReference(ref reference, symbols []*symbol, declared outline) bool {
	inside := func(s *symbol) bool { return s.declaration.start <= ref.at.start && ref.at.end <= s.declaration.end }
	if slices.ContainsFunc(symbols, inside) {
		return true
	}
	for s := range declared.all() {
		if s.name == ref.at && oneThing([]*symbol{symbols[0], s}) {
			return true
		}
	}
	return false
}
