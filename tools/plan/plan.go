// Package plan says what a plan is: the edits and moves that a refactoring needs, bound to the
// bytes they were computed from. It checks what the guest claims as if the guest were hostile,
// and renders the result as JSON, as a digest and as a diff that git applies.
//
// Files are called by name: a slash-separated path relative to the root that the caller works
// with. Turning names into absolute paths is the caller's last step, after Digest and Diff.
//
// The package reads no disk. It imports the standard library only.
package plan

// Position is a place in a file as LSP counts it: both numbers are 0-based, and Character counts
// UTF-16 code units. A byte order mark is not part of line 0.
type Position struct {
	Line      int `json:"line"`
	Character int `json:"character"`
}

// Range is the text from Start up to, not including, End.
type Range struct {
	Start Position `json:"start"`
	End   Position `json:"end"`
}

// TextEdit replaces the text of a range. An empty range inserts, an empty NewText deletes.
type TextEdit struct {
	Range   Range  `json:"range"`
	NewText string `json:"newText"`
	// Confidence says why the edit is made if the compiler's own analysis does not: "module-string", "config" or "comment-or-string". It
	// says nothing about the result, so Digest leaves it out.
	Confidence string `json:"confidence,omitempty"`
}

// FileTextEdits holds all edits of one file: sorted by position, never overlapping, and all
// counted in the text as it is today. FilePath is the path before any move.
type FileTextEdits struct {
	FilePath    string     `json:"filePath"`
	TextEdits   []TextEdit `json:"textEdits"`
	SHA256      string     `json:"sha256,omitempty"`      // hex, of the file's bytes today
	SHA256After string     `json:"sha256After,omitempty"` // hex, of its bytes with the edits applied
	// Answers have the first 16 digits of each hash instead of the whole hash, unless whole hashes are asked for: see ShortHashes.
	SHA256Short      string `json:"sha256Short,omitempty"`
	SHA256AfterShort string `json:"sha256AfterShort,omitempty"`
	BOM              bool   `json:"bom,omitempty"`
}

// FsMove moves one file. Moves are carried out in their order, after all edits.
type FsMove struct {
	From string `json:"from"`
	To   string `json:"to"`
}

// Span is an edit as the guest claims it: Start and Length are UTF-16 code units in the text
// without its byte order mark.
type Span struct {
	Start   int    `json:"start"`
	Length  int    `json:"length"`
	NewText string `json:"newText"`
}
