package tools

import (
	"context"

	"tsplan/hostfs"
	"tsplan/tools/plan"
)

// SetIgnoresCase has the planner take every disk for one that ignores case.
func (p *Planner) SetIgnoresCase() {
	p.ignoresCase = func(*hostfs.Root, []string) bool { return true }
}

// NavSymbol is a symbol as TypeScript's navigation tree has it.
type NavSymbol struct {
	Name, Kind string
	Range      plan.Range
}

// Symbols lists the symbols of a file as the guest tells them. The tools show their lines only.
func (p *Planner) Symbols(ctx context.Context, project Place, file string) ([]NavSymbol, error) {
	var all []NavSymbol
	err := p.ask(ctx, project, nil, func(r *request) error {
		symbols, text, err := r.outline(file)
		if err != nil {
			return err
		}
		for s := range symbols.all() {
			start, err := text.Position(s.span.start)
			if err != nil {
				return err
			}
			end, err := text.Position(s.span.end)
			if err != nil {
				return err
			}
			all = append(all, NavSymbol{s.ownName(), s.kind, plan.Range{Start: start, End: end}})
		}
		return nil
	})
	return all, err
}

// ReferencePlace is a reference, or a declaration of the symbol.
type ReferencePlace struct {
	File  string
	Range plan.Range
}

// AllReferences lists what the guest finds for the symbol at a position, declarations too.
func (p *Planner) AllReferences(ctx context.Context, project Place, file string, at plan.Position) ([]ReferencePlace, error) {
	var all []ReferencePlace
	err := p.ask(ctx, project, nil, func(r *request) error {
		text, err := r.text(file)
		if err != nil {
			return err
		}
		offset, err := text.Offset(at)
		if err != nil {
			return err
		}
		found, _, err := r.references(file, offset)
		if err != nil {
			return err
		}
		for _, ref := range found {
			text, err := r.text(ref.name)
			if err != nil {
				return err
			}
			start, err := text.Position(ref.at.start)
			if err != nil {
				return err
			}
			end, err := text.Position(ref.at.end)
			if err != nil {
				return err
			}
			all = append(all, ReferencePlace{ref.name, plan.Range{Start: start, End: end}})
		}
		return nil
	})
	return all, err
}
