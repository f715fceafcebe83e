package protocol

import "tsplan/runtime/paths"

// FileParams ask about a file.
type FileParams struct {
	File paths.Guest `json:"file"`
}

// PlaceParams ask about the name at an offset of a file.
type PlaceParams struct {
	File   paths.Guest `json:"file"`
	Offset int         `json:"offset"`
}

// Range is a range of offsets; End is the offset behind it. {-1, -1} means that there is no range.
type Range struct{ Start, End int }

func (r *Range) elements() []any { return []any{&r.Start, &r.End} }

// UnmarshalJSON reads a tuple.
func (r *Range) UnmarshalJSON(data []byte) error { return readTuple(data, r) }

// SymbolPath has the names from the outermost symbol inwards.
type SymbolPath []SymbolStep

// SymbolStep is a name, and its index among siblings of that name, or -1 if it is the only one.
type SymbolStep struct {
	Name  string
	Index int
}

func (s *SymbolStep) elements() []any { return []any{&s.Name, &s.Index} }

// UnmarshalJSON reads a tuple.
func (s *SymbolStep) UnmarshalJSON(data []byte) error { return readTuple(data, s) }

// OutlineParams ask for the symbols of files.
type OutlineParams struct {
	Files []paths.Guest `json:"files"`
}

// OutlineSymbol is a symbol with those inside of it.
type OutlineSymbol struct {
	Name, Kind string
	Ranges     []int // start and end of the span, the name, the declaration and the JSDoc comment; then the end of the signature
	Flags      int
	Children   []OutlineSymbol
}

func (s *OutlineSymbol) elements() []any {
	return []any{&s.Name, &s.Kind, &s.Ranges, &s.Flags, &s.Children}
}

// UnmarshalJSON reads a tuple.
func (s *OutlineSymbol) UnmarshalJSON(data []byte) error { return readTuple(data, s) }

// The bits of OutlineSymbol.Flags.
const (
	HasCode    = 1 << iota // functions run in it
	IsStatic               // a static member
	IsExported             // has an export modifier
	Bodiless               // a function or method without a body
	IsPrivate              // a private member
)

// Reexport is what a file exports from another file. Names are empty if all names are exported.
type Reexport struct {
	From  string   `json:"from"`
	Names []string `json:"names"`
	Start int      `json:"start"`
}

// EditSymbolParams ask for an edit of one declaration.
type EditSymbolParams struct {
	File      paths.Guest  `json:"file"`
	Operation string       `json:"operation" words:"replace before after delete"`
	Symbols   []SymbolSpan `json:"symbols"`
	Text      string       `json:"text"`
}

// SymbolSpan names a symbol by its span and its name.
type SymbolSpan struct {
	Start int    `json:"start"`
	End   int    `json:"end"`
	Name  string `json:"name"`
}

// EditSymbolAnswer has the edits, or the reason why there are none.
type EditSymbolAnswer struct {
	Refused  paths.Message   `json:"refused,omitempty"`
	Spans    []Span          `json:"spans,omitempty"`
	Warnings []paths.Message `json:"warnings,omitempty"`
}

// SameSymbolParams ask which places of a file name the same symbol.
type SameSymbolParams struct {
	File    paths.Guest `json:"file"`
	Offsets []int       `json:"offsets"`
}

// ReferencesAnswer has the references to a symbol.
type ReferencesAnswer struct {
	References []Reference     `json:"references"`
	Projects   []paths.Guest   `json:"projects"`
	Warnings   []paths.Message `json:"warnings"`
}

// Reference is a reference to a symbol.
type Reference struct {
	Path       paths.Guest `json:"path"`
	Start      int         `json:"start"`
	Length     int         `json:"length"`
	Definition bool        `json:"definition"`
	Base       string      `json:"base,omitempty" words:"inherited required"`
	By         *Container  `json:"by,omitempty"`
}

// Container is the symbol whose code has a reference.
type Container struct {
	Path        SymbolPath `json:"path"`
	Kind        string     `json:"kind"`
	Declaration Range      `json:"declaration"`
}

// DefinitionsAnswer has the declarations or the implementations of a symbol.
type DefinitionsAnswer struct {
	Found    []Definition    `json:"found"`
	Warnings []paths.Message `json:"warnings"`
}

// Definition is a declaration.
type Definition struct {
	Path        paths.Guest `json:"path"`
	Name        string      `json:"name"`
	Kind        string      `json:"kind"`
	Start       int         `json:"start"`
	Declaration Range       `json:"declaration"`
	Text        string      `json:"text,omitempty"`
	Symbol      SymbolPath  `json:"symbol,omitempty"`
}

// HierarchyParams ask for the super- and subtypes of a class or an interface.
type HierarchyParams struct {
	PlaceParams
	Supertypes bool `json:"supertypes"`
	Subtypes   bool `json:"subtypes"`
	Depth      int  `json:"depth"` // 0 for all levels
}

// HierarchyAnswer has the super- and subtypes of a class or an interface.
type HierarchyAnswer struct {
	Supertypes []Relative      `json:"supertypes"`
	Subtypes   []Relative      `json:"subtypes"`
	Warnings   []paths.Message `json:"warnings"`
}

// Relative is a super- or subtype.
type Relative struct {
	Level    int         `json:"level"`
	Name     string      `json:"name"`
	Kind     string      `json:"kind" words:"class interface type unknown"`
	Relation string      `json:"relation" words:"extends implements"`
	Of       string      `json:"of"`
	Path     paths.Guest `json:"path,omitempty"`
	Start    int         `json:"start,omitempty"`
	Symbol   SymbolPath  `json:"symbol,omitempty"`
	More     bool        `json:"more,omitempty"`
}

// FileErrorsAnswer has the errors of a file.
type FileErrorsAnswer struct {
	Errors   []FileError     `json:"errors"`
	Total    int             `json:"total"`
	Warnings []paths.Message `json:"warnings"`
}

// FileError is an error of TypeScript.
type FileError struct {
	Start   int           `json:"start"`
	Length  int           `json:"length"`
	Code    int           `json:"code"`
	Message paths.Message `json:"message"`
}
