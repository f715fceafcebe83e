package kept

import (
	"net/url"
	"path/filepath"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"

	"tsplan/tools/plan"
	"tsplan/tools/tool"
)

// WorkspaceEdit is a plan, or a page of one, in LSP's form: first a TextDocumentEdit for each file, then a RenameFile for each
// move, which a client carries out in this order.
type WorkspaceEdit struct {
	DocumentChanges []DocumentChange `json:"documentChanges"`
}

// DocumentChange is LSP's TextDocumentEdit, or its RenameFile, which has a kind.
type DocumentChange struct {
	TextDocument *TextDocument `json:"textDocument,omitempty"`
	Edits        []lspEdit     `json:"edits,omitempty"`
	Kind         string        `json:"kind,omitempty"`
	OldURI       string        `json:"oldUri,omitempty"`
	NewURI       string        `json:"newUri,omitempty"`
}

// TextDocument names a file. Its version is null, which in LSP means the content on the disk.
type TextDocument struct {
	URI     string    `json:"uri"`
	Version *struct{} `json:"version"`
}

type lspEdit struct {
	Range   plan.Range `json:"range"`
	NewText string     `json:"newText"`
}

// describeVersion says in the output schema that version is null, which no Go type can express.
func describeVersion(t tool.Tool) {
	change := t.Output.Properties["workspaceEdit"].Properties["documentChanges"].Items
	change.Properties["textDocument"].Properties["version"] = &jsonschema.Schema{Type: "null"}
}

func workspaceEdit(edits []plan.FileTextEdits, moves []plan.FsMove) *WorkspaceEdit {
	out := &WorkspaceEdit{DocumentChanges: []DocumentChange{}}
	for _, f := range edits {
		change := DocumentChange{TextDocument: &TextDocument{URI: fileURI(f.FilePath)}}
		for _, e := range f.TextEdits {
			change.Edits = append(change.Edits, lspEdit{e.Range, e.NewText})
		}
		out.DocumentChanges = append(out.DocumentChanges, change)
	}
	for _, m := range moves {
		out.DocumentChanges = append(out.DocumentChanges, DocumentChange{Kind: "rename", OldURI: fileURI(m.From), NewURI: fileURI(m.To)})
	}
	return out
}

// fileURI writes an absolute path of this system as a URI.
func fileURI(path string) string {
	path = filepath.ToSlash(path)
	u := url.URL{Scheme: "file", Path: "/" + strings.TrimPrefix(path, "/")}
	if shared, ok := strings.CutPrefix(path, "//"); ok { // \\server\share\... of Windows
		server, rest, _ := strings.Cut(shared, "/")
		u.Host, u.Path = server, "/"+rest
	}
	return u.String()
}
