package project

import (
	"encoding/json"
	"fmt"
	"path"
	"strings"

	"tsplan/runtime/paths"
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
type guestReferences struct {
	References []struct {
		Path       paths.Guest
		Start      int
		Length     int
		Definition bool
		Base       string
		By         *struct {
			Path        NamePath
			Kind        string
			Declaration [2]int
		}
	}
	Projects []paths.Guest
	Warnings []paths.Message
}

// NamePath is the path of a symbol as the guest writes it: [name, index] of each step.
type NamePath []wireStep

type wireStep struct{ namepath.Step }

func (s *wireStep) UnmarshalJSON(data []byte) error {
	tuple := []any{&s.Name, &s.Index}
	return json.Unmarshal(data, &tuple)
}

func (p NamePath) String() string {
	steps := make([]namepath.Step, len(p))
	for i, s := range p {
		steps[i] = s.Step
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
	params := map[string]any{"file": paths.InGuest(name), "offset": offset}
	if err := r.Load(map[string]any{"rename": params}); err != nil {
		return nil, nil, err
	}
	var answer guestReferences
	if err := r.Ask("references", params, &answer); err != nil {
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
			info.ReferencingSymbol, info.Kind = ref.By.Path.String(), KindName(ref.By.Kind)
		}
		found[i] = Reference{info, name, Offsets{ref.Start, ref.Start + ref.Length}, ref.Definition, Base(ref.Base)}
	}
	return found, r.Warnings(answer.Warnings), nil
}
