package project

import (
	"fmt"
	"iter"

	"tsplan/runtime/protocol"
	"tsplan/tools/namepath"
	"tsplan/tools/plan"
)

// Offsets is a half-open range in offsets of a plan.Text; {-1, -1} for none.
type Offsets struct{ Start, End int }

// None says that there is no range.
func (o Offsets) None() bool { return o.Start < 0 }

// In returns the text in the range.
func (o Offsets) In(t *plan.Text) (string, error) { return t.Slice(o.Start, o.End) }

// Symbol is one declaration of a file, as the guest's wasm/guest/symbols/symbols.ts describes it.
type Symbol struct {
	Path        []namepath.Step // the symbol's own name last
	Kind        string          // TypeScript's ScriptElementKind
	Span        Offsets         // as TypeScript's navigation tree has it
	Name        Offsets
	Declaration Offsets // the whole declaration, export and semicolon included, without comments before it
	Doc         Offsets // the JSDoc comment
	Head        int     // offset at which the signature ends
	Flags       int     // protocol.HasCode and so on
	Children    Outline
}

// At is the offset by which questions name the symbol: that of its name, if it has one.
func (s *Symbol) At() int {
	if s.Name.None() {
		return s.Declaration.Start
	}
	return s.Name.Start
}

// OwnName is the last name of the path.
func (s *Symbol) OwnName() string { return s.Path[len(s.Path)-1].Name }

// Outline holds the symbols of one file in the order of their positions.
type Outline []*Symbol

func newOutline(claimed []protocol.OutlineSymbol, above []namepath.Step) (Outline, error) {
	same := map[string]int{}
	for _, c := range claimed {
		same[c.Name]++
	}
	seen := map[string]int{}
	var out Outline
	for _, c := range claimed {
		if len(c.Ranges) != 9 {
			return nil, fmt.Errorf("guest: symbol %q has %d numbers in its ranges", c.Name, len(c.Ranges))
		}
		step := namepath.Step{Name: c.Name, Index: -1}
		if same[c.Name] > 1 {
			step.Index = seen[c.Name]
			seen[c.Name]++
		}
		r := c.Ranges
		s := &Symbol{
			Path:        append(above[:len(above):len(above)], step),
			Kind:        c.Kind,
			Span:        Offsets{r[0], r[1]},
			Name:        Offsets{r[2], r[3]},
			Declaration: Offsets{r[4], r[5]},
			Doc:         Offsets{r[6], r[7]},
			Head:        r[8],
			Flags:       c.Flags,
		}
		if c.Name == "" || s.Span.None() || s.Declaration.None() || s.Head < s.Declaration.Start || s.Head > s.Declaration.End {
			return nil, fmt.Errorf("guest: symbol %q has the ranges %v", c.Name, c.Ranges)
		}
		var err error
		if s.Children, err = newOutline(c.Children, s.Path); err != nil {
			return nil, err
		}
		out = append(out, s)
	}
	return out, nil
}

// All yields every symbol, parents before children.
func (o Outline) All() iter.Seq[*Symbol] {
	return func(yield func(*Symbol) bool) { o.walk(yield) }
}

func (o Outline) walk(yield func(*Symbol) bool) bool {
	for _, s := range o {
		if !yield(s) || !Outline(s.Children).walk(yield) {
			return false
		}
	}
	return true
}

// KindName returns a kind as the tools write it. A kind that is not listed here is written as TypeScript writes it.
func KindName(typeScript string) string {
	switch typeScript {
	case "var", "let", "const", "local var", "using", "await using":
		return "variable"
	case "local function":
		return "function"
	case "local class":
		return "class"
	case "module":
		return "namespace"
	case "enum member":
		return "enumMember"
	case "accessor":
		return "property"
	case "call":
		return "callSignature"
	case "construct":
		return "constructSignature"
	case "index":
		return "indexSignature"
	}
	return typeScript
}
