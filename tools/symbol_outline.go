package tools

import (
	"encoding/json"
	"fmt"
	"iter"

	"tsplan/tools/namepath"
	"tsplan/tools/plan"
)

// offsets is a half-open range in offsets of a plan.Text; {-1, -1} for none.
type offsets struct{ start, end int }

func (o offsets) none() bool { return o.start < 0 }

func (o offsets) in(t *plan.Text) (string, error) { return t.Slice(o.start, o.end) }

// symbol is one declaration of a file, as the guest's wasm/guest/symbols.ts tells it.
type symbol struct {
	path        []namepath.Step // the symbol's own name last
	kind        string          // TypeScript's ScriptElementKind
	span        offsets         // as TypeScript's navigation tree has it
	name        offsets
	declaration offsets // the whole declaration, export and semicolon included, without comments before it
	doc         offsets // the JSDoc comment
	head        int     // the signature is what is before it
	flags       int
	children    []*symbol
}

// The bits of symbol.flags.
const (
	hasCode    = 1 << iota // functions run in it
	isStatic               // a static member
	isExported             // has an export modifier
	bodiless               // a function or method without a body
)

// at is the offset that stands for the symbol: its name, if it has one.
func (s *symbol) at() int {
	if s.name.none() {
		return s.declaration.start
	}
	return s.name.start
}

func (s *symbol) ownName() string { return s.path[len(s.path)-1].Name }

// wireSymbol is how the guest writes a symbol: [name, kind, ranges, flags, children].
type wireSymbol struct {
	name, kind string
	ranges     [9]int
	flags      int
	children   []wireSymbol
}

func (w *wireSymbol) UnmarshalJSON(data []byte) error {
	tuple := []any{&w.name, &w.kind, &w.ranges, &w.flags, &w.children}
	return json.Unmarshal(data, &tuple)
}

// outline holds the symbols of one file in the order of their positions.
type outline []*symbol

func newOutline(wire []wireSymbol, above []namepath.Step) (outline, error) {
	same := map[string]int{}
	for _, w := range wire {
		same[w.name]++
	}
	seen := map[string]int{}
	var out outline
	for _, w := range wire {
		step := namepath.Step{Name: w.name, Index: -1}
		if same[w.name] > 1 {
			step.Index = seen[w.name]
			seen[w.name]++
		}
		r := w.ranges
		s := &symbol{
			path:        append(above[:len(above):len(above)], step),
			kind:        w.kind,
			span:        offsets{r[0], r[1]},
			name:        offsets{r[2], r[3]},
			declaration: offsets{r[4], r[5]},
			doc:         offsets{r[6], r[7]},
			head:        r[8],
			flags:       w.flags,
		}
		if w.name == "" || s.span.none() || s.declaration.none() || s.head < s.declaration.start || s.head > s.declaration.end {
			return nil, fmt.Errorf("guest: symbol %q has the ranges %v", w.name, w.ranges)
		}
		var err error
		if s.children, err = newOutline(w.children, s.path); err != nil {
			return nil, err
		}
		out = append(out, s)
	}
	return out, nil
}

// all yields every symbol, parents before children.
func (o outline) all() iter.Seq[*symbol] {
	return func(yield func(*symbol) bool) { o.walk(yield) }
}

func (o outline) walk(yield func(*symbol) bool) bool {
	for _, s := range o {
		if !yield(s) || !outline(s.children).walk(yield) {
			return false
		}
	}
	return true
}

// kindName is the kind as the tools write it; what is not listed here is written as TypeScript has it.
func kindName(typeScript string) string {
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
