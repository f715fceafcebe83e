// Package protocol has the questions of the host to the guest and the guest's answers, each as a type with the JSON that both sides exchange.
// The guest's types, with what each field means, are in wasm/guest/protocol. TestProtocol compares both.
//
// Offsets and lengths are UTF-16 units in the text without byte order mark. A field with omitempty or omitzero may be absent. The tag words has
// all values of a string that is one of a few.
package protocol

import "tsplan/runtime/paths"

// Method is the name of a question, with the types of its parameters and of its answer.
type Method[Params, Answer any] string

// The methods of the guest.
const (
	Load            Method[LoadParams, Loaded]                 = "load"
	Rename          Method[RenameParams, RenameAnswer]         = "rename"
	RenameEarly     Method[EarlyParams, EarlyAnswer]           = "renameEarly"
	Move            Method[MoveParams, MoveAnswer]             = "move"
	Verify          Method[VerifyParams, Proof]                = "verify"
	LeftOut         Method[LeftOutParams, LeftOutAnswer]       = "leftOut"
	Outline         Method[OutlineParams, [][]OutlineSymbol]   = "outline"
	Reexports       Method[FileParams, []Reexport]             = "reexports"
	EditSymbol      Method[EditSymbolParams, EditSymbolAnswer] = "editSymbol"
	SameSymbol      Method[SameSymbolParams, []int]            = "sameSymbol"
	References      Method[PlaceParams, ReferencesAnswer]      = "references"
	Definitions     Method[PlaceParams, DefinitionsAnswer]     = "definitions"
	Implementations Method[PlaceParams, DefinitionsAnswer]     = "implementations"
	Hierarchy       Method[HierarchyParams, HierarchyAnswer]   = "hierarchy"
	FileErrors      Method[FileParams, FileErrorsAnswer]       = "fileErrors"
	Outputs         Method[NoParams, []paths.Guest]            = "outputs"
	Report          Method[NoParams, ReportAnswer]             = "report"
)

// Extensions are the endings of files that TypeScript compiles.
var Extensions = []string{".ts", ".tsx", ".mts", ".cts", ".js", ".jsx", ".mjs", ".cjs"}

// NoParams are the parameters of a method without any.
type NoParams struct{}

// LoadParams name the next question, which decides what is loaded.
type LoadParams struct {
	Rename *LoadRename   `json:"rename,omitempty"`
	Move   *MoveParams   `json:"move,omitempty"`
	Whole  bool          `json:"whole,omitempty"`
	Proof  *VerifyParams `json:"proof,omitempty"`
	Owner  paths.Guest   `json:"owner,omitempty"` // set if only the project of this file has to be loaded
}

// LoadRename is the place of a rename, or of another question about a name.
type LoadRename struct {
	PlaceParams
	PrefixAndSuffix bool `json:"prefixAndSuffix"`
	Propagate       bool `json:"propagate"`
}

// LoadUses asks to load what a question about all uses of a name needs.
func LoadUses(place PlaceParams) LoadParams {
	return LoadParams{Rename: &LoadRename{PlaceParams: place, PrefixAndSuffix: true, Propagate: true}}
}

// Loaded says how much of the workspace is loaded after a load.
type Loaded struct {
	Complete bool `json:"complete"` // all projects are loaded
	More     bool `json:"more"`     // the rest is worth loading while no question is asked
}

// Request is a question as the guest reads it.
type Request struct {
	Method    string      `json:"method"`
	Params    any         `json:"params"`
	Directory paths.Guest `json:"directory"`
	Changes   Changes     `json:"changes"`
	Base      *Base       `json:"base,omitempty"`
}

// Changes are the changes on disk since the last request.
type Changes struct {
	Files     []paths.Guest `json:"files"`     // whose content changed
	Structure []paths.Guest `json:"structure"` // files and directories that came, went or changed kind
}

// Reply is what the guest replies to a request: a method's answer, or an error.
type Reply[Answer any] struct {
	OK    Answer `json:"ok,omitzero"`
	Error *Error `json:"error,omitempty"`
}

// Error is a reply that has no answer.
type Error struct {
	Code    string        `json:"code" words:"bad_config not_found invalid_argument guest_fault"`
	Message paths.Message `json:"message"`
}
