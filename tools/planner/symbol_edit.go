package planner

import (
	"context"
	"fmt"
	"slices"

	"tsplan/runtime"
	"tsplan/runtime/paths"
	"tsplan/runtime/protocol"
	"tsplan/tools/plan"
	"tsplan/tools/project"
	"tsplan/tools/tool"
)

// EditResult is the plan of an edit of a declaration. Edits are empty if the file already has the wanted text.
type EditResult struct {
	Edits    []plan.FileTextEdits `json:"edits"`
	Warnings []string             `json:"warnings,omitempty"`
	PlanID   string               `json:"planId"`
	Proof    *plan.Proof          `json:"proof,omitempty"` // if asked for
}

// symbolEdit asks the guest to edit a declaration. An edit that the guest refuses is an error.
func (r *Request) symbolEdit(name string, in EditParams, symbols []*project.Symbol) (*EditResult, error) {
	edit := protocol.EditSymbolParams{File: paths.InGuest(name), Operation: in.Operation, Text: in.Text}
	for _, s := range symbols {
		edit.Symbols = append(edit.Symbols, protocol.SymbolSpan{Start: s.Span.Start, End: s.Span.End, Name: s.OwnName()})
	}
	answer, err := runtime.Ask(r.Session, protocol.EditSymbol, edit)
	if err != nil {
		return nil, err
	}
	if answer.Refused != nil {
		return nil, tool.Invalid("%s", r.Say(answer.Refused))
	}
	var claims []protocol.FileSpans
	if len(answer.Spans) > 0 {
		claims = []protocol.FileSpans{{Path: paths.InGuest(name), Spans: answer.Spans}}
	}
	e, err := r.Check(claims)
	if err != nil {
		return nil, err
	}
	out := &EditResult{PlanID: plan.Digest(e.Edits, nil), Warnings: r.Warnings(answer.Warnings)}
	if out.Proof, err = r.prove(in.Verifying, protocol.VerifyParams{Edits: claims, Written: true}); err != nil {
		return nil, err
	}
	e.Absolute(r.Root)
	out.Edits = e.Edits
	return out, nil
}

// EditParams ask for an edit of one declaration.
type EditParams struct {
	NamePath, RelativePath, Text string
	Operation                    string // replace, before, after or delete
	Verifying
}

// about is what is kept of the answer with the plan.
func (e *EditResult) about(asked EditParams) plan.About {
	what := map[string]string{"replace": "Replace ", "before": "Insert before ", "after": "Insert after ", "delete": "Delete "}
	return plan.About{What: what[asked.Operation] + asked.NamePath, Warnings: e.Warnings, Proof: e.Proof}
}

// EditSymbol plans to replace a declaration, or to put text before or after it.
func (p *Planner) EditSymbol(ctx context.Context, place tool.Place, in EditParams, progress tool.Progress) (*EditResult, error) {
	var out *EditResult
	err := p.AskForPlan(ctx, place, progress, in.Verifying, false, func(r *Request) error {
		name, symbols, err := r.Named(in.NamePath, in.RelativePath)
		if err != nil {
			return err
		}
		if in.Operation == "replace" && len(symbols) > 1 {
			return r.SeveralSymbols(name, in.NamePath, symbols)
		}
		out, err = r.symbolEdit(name, in, symbols)
		if err == nil {
			p.Kept.Add(place.Root, out.PlanID, out.Edits, nil, out.about(in))
			out.Edits = plan.ShortHashes(out.Edits)
		}
		return err
	})
	return out, err
}

// DeleteResult is the plan of a deletion, or the reason why there is none. Edits are there if and only if CanDelete is true.
type DeleteResult struct {
	CanDelete  bool                    `json:"can_delete"`
	Reason     string                  `json:"reason,omitempty"`
	References []project.ReferenceInfo `json:"references,omitempty"`
	Edits      []plan.FileTextEdits    `json:"edits,omitempty"`
	Warnings   []string                `json:"warnings,omitempty"`
	PlanID     string                  `json:"planId,omitempty"`
	Proof      *plan.Proof             `json:"proof,omitempty"` // if asked for
}

const shownReferences = 50

// SafeDelete plans to delete a declaration if nothing but itself refers to it, in any project that can see it.
func (p *Planner) SafeDelete(ctx context.Context, place tool.Place, namePath, relativePath string, verify Verifying,
	progress tool.Progress,
) (*DeleteResult, error) {
	var out *DeleteResult
	err := p.AskForPlan(ctx, place, progress, verify, false, func(r *Request) error {
		name, symbols, err := r.One(namePath, relativePath)
		if err != nil {
			return err
		}
		found, notes, err := r.References(name, symbols[0].At())
		if err != nil {
			return err
		}
		declared, _, err := r.Outline(name)
		if err != nil {
			return err
		}
		var used []project.ReferenceInfo
		for _, ref := range found {
			if ref.Base == project.Required {
				notes = append(notes, fmt.Sprintf("the class has to have %s, for the declaration in %s, line %d", namePath, ref.Info.File, ref.Info.Line))
			}
			if ref.Base != project.Inherited && (ref.Name != name || !ownReference(ref, symbols, declared)) {
				used = append(used, ref.Info)
			}
		}
		if len(used) > 0 {
			reason := fmt.Sprintf("the symbol %s is referenced in %d places", namePath, len(used))
			if len(used) == 1 {
				reason = fmt.Sprintf("the symbol %s is referenced in one place", namePath)
			}
			if len(used) > shownReferences {
				reason += fmt.Sprintf("; the first %d are shown, find_referencing_symbols lists all", shownReferences)
			}
			out = &DeleteResult{Reason: reason, References: used[:min(len(used), shownReferences)], Warnings: notes}
			return nil
		}
		edit, err := r.symbolEdit(name, EditParams{Operation: "delete", Verifying: verify}, symbols)
		if err != nil {
			return err
		}
		if by := exportedBy(declared, symbols); by == symbols[0] {
			notes = append(notes, namePath+" is exported: code outside of this project may use it")
		} else if by != nil {
			notes = append(notes, fmt.Sprintf("%s is public, for %s is exported: code outside of this project may use it", namePath, by.OwnName()))
		}
		edit.Warnings = append(notes, edit.Warnings...)
		p.Kept.Add(place.Root, edit.PlanID, edit.Edits, nil, edit.about(EditParams{NamePath: namePath, Operation: "delete"}))
		out = &DeleteResult{CanDelete: true, Edits: edit.Edits, Warnings: edit.Warnings, PlanID: edit.PlanID, Proof: edit.Proof}
		return nil
	})
	return out, err
}

// exportedBy returns the symbol that makes symbols usable in other modules. If symbols are exported, that is the first of them. If symbols are
// public members of an exported class, interface or enum, it is the class, interface or enum. Otherwise exportedBy returns nil.
func exportedBy(level project.Outline, symbols []*project.Symbol) *project.Symbol {
	for _, s := range level {
		if slices.Contains(symbols, s) {
			if slices.ContainsFunc(symbols, func(s *project.Symbol) bool { return s.Flags&protocol.IsExported != 0 }) {
				return symbols[0]
			}
			continue
		}
		members := []string{"class", "interface", "enum"}
		if s.Flags&protocol.IsExported != 0 && slices.Contains(members, project.KindName(s.Kind)) &&
			slices.Contains(s.Children, symbols[0]) && symbols[0].Flags&protocol.IsPrivate == 0 {
			return s
		}
		if by := exportedBy(s.Children, symbols); by != nil {
			return by
		}
	}
	return nil
}

// ownReference reports whether a reference lies in the symbol itself, or is the name in another declaration of the symbol.
func ownReference(ref project.Reference, symbols []*project.Symbol, declared project.Outline) bool {
	inside := func(s *project.Symbol) bool {
		return s.Declaration.Start <= ref.At.Start && ref.At.End <= s.Declaration.End
	}
	if slices.ContainsFunc(symbols, inside) {
		return true
	}
	for s := range declared.All() {
		if s.Name == ref.At && project.OneThing([]*project.Symbol{symbols[0], s}) {
			return true
		}
	}
	return false
}
