package project

import (
	"fmt"
	"path"
	"strings"

	"tsplan/runtime"
	"tsplan/runtime/paths"
	"tsplan/runtime/protocol"
	"tsplan/tools/namepath"
	"tsplan/tools/plan"
)

// ReferenceInfo is one reference. Lines and columns count from 1, columns in UTF-16 units.
type ReferenceInfo struct {
	File              string `json:"file"`
	Line              int    `json:"line"`
	Column            int    `json:"column"`
	Context           string `json:"context,omitempty"`
	ReferencingSymbol string `json:"referencing_symbol"` // symbol whose code refers to it; at the top of a file the file's name
	Kind              string `json:"kind"`               // of the referencing symbol, "file" at the top of a file
}

// guestReferences is wasm/guest/symbols/references.ts's answer.
// NamePath is the text of a symbol's path.
func NamePath(p protocol.SymbolPath) string {
	steps := make([]namepath.Step, len(p))
	for i, s := range p {
		steps[i] = namepath.Step(s)
	}
	return namepath.Format(steps)
}

// Reference is a checked reference.
type Reference struct {
	Info       ReferenceInfo
	Name       string // of the file, below the root
	At         Offsets
	Definition bool // it is where the symbol is declared
	Base       Base // it is a declaration that the symbol overrides or implements
}

// Base is a declaration that a member overrides or implements: one that its class inherits without the member, or one that its class has to
// implement.
type Base string

// The kinds of Base.
const (
	NoBase    Base = ""
	Inherited Base = "inherited"
	Required  Base = "required"
)

// References asks the guest for all references to the symbol at an offset.
func (r *Request) References(name string, offset int) ([]Reference, []string, error) {
	place := protocol.PlaceParams{File: paths.InGuest(name), Offset: offset}
	if err := r.Load(protocol.LoadUses(place)); err != nil {
		return nil, nil, err
	}
	answer, err := runtime.Ask(r.Session, protocol.References, place)
	if err != nil {
		return nil, nil, err
	}
	texts := map[string]*plan.Text{}
	found := make([]Reference, len(answer.References))
	for i, ref := range answer.References {
		name, ok := ref.Path.Name()
		if !ok {
			return nil, nil, fmt.Errorf("guest: reference in %q, which is not in the project", ref.Path)
		}
		text := texts[name]
		if text == nil {
			var err error
			if text, err = r.Text(name); err != nil {
				return nil, nil, err
			}
			texts[name] = text
		}
		line, start, number, err := lineAt(text, ref.Start)
		if err != nil {
			return nil, nil, err
		}
		file := r.Shown(name)
		info := ReferenceInfo{
			File: file, Line: number, Column: ref.Start - start + 1, Context: Source(Cut(strings.TrimSpace(line), 2*maxSnippet)),
			ReferencingSymbol: strings.TrimSuffix(path.Base(file), path.Ext(file)), Kind: "file",
		}
		if ref.By != nil {
			info.ReferencingSymbol, info.Kind = NamePath(ref.By.Path), KindName(ref.By.Kind)
		}
		found[i] = Reference{info, name, Offsets{ref.Start, ref.Start + ref.Length}, ref.Definition, Base(ref.Base)}
	}
	return found, r.Warnings(answer.Warnings), nil
}
