package bench

import (
	"context"
	"errors"
	"os"
	"strings"

	"tsplan/build/bench/peer"
)

// native is TypeScript 7's server, over LSP.
type native struct{ binary string }

type nativeServer struct {
	*peer.Process
	open map[string]bool
}

func (n native) contender() contender {
	return contender{name: "TypeScript 7", start: n.start}
}

func (n native) start(ctx context.Context, p *project) (server, error) {
	started, err := peer.Start(ctx, peer.Headers, peer.Headers, p.dir, n.binary, "--lsp", "--stdio")
	if err != nil {
		return nil, err
	}
	s := &nativeServer{started, map[string]bool{}}
	params := map[string]any{
		"processId": os.Getpid(),
		"rootUri":   uri(p.dir),
		"capabilities": map[string]any{
			"workspace":    map[string]any{"fileOperations": map[string]any{"willRename": true}},
			"textDocument": map[string]any{"rename": map[string]any{"prepareSupport": true}},
		},
		"workspaceFolders": []any{map[string]any{"uri": uri(p.dir), "name": p.name}},
	}
	if err := s.Call("initialize", params, new(struct{})); err != nil {
		return nil, errors.Join(err, s.Close())
	}
	return s, s.Notify("initialized", map[string]any{})
}

func (s *nativeServer) opened(file string) error {
	if s.open[file] {
		return nil
	}
	s.open[file] = true
	text, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	language := "typescript"
	if strings.HasSuffix(file, "x") {
		language = "typescriptreact"
	}
	return s.Notify("textDocument/didOpen", map[string]any{"textDocument": map[string]any{
		"uri": uri(file), "languageId": language, "version": 1, "text": string(text),
	}})
}

// workspaceEdit is LSP's WorkspaceEdit, in either of its two forms.
type workspaceEdit struct {
	Changes         map[string][]struct{}
	DocumentChanges []struct{ Edits []struct{} }
}

func (e workspaceEdit) count() int {
	n := 0
	for _, edits := range e.Changes {
		n += len(edits)
	}
	for _, file := range e.DocumentChanges {
		n += len(file.Edits)
	}
	return n
}

func (s *nativeServer) rename(q question) (int, error) {
	if err := s.opened(q.File); err != nil {
		return 0, err
	}
	var edit workspaceEdit
	err := s.Call("textDocument/rename", map[string]any{
		"textDocument": map[string]any{"uri": uri(q.File)},
		"position":     map[string]any{"line": q.Line, "character": q.Character},
		"newName":      q.NewName,
	}, &edit)
	return edit.count(), err
}

func (s *nativeServer) move(m move) (int, error) {
	var edit workspaceEdit
	files := []any{map[string]any{"oldUri": uri(m.OldPath), "newUri": uri(m.NewPath)}}
	err := s.Call("workspace/willRenameFiles", map[string]any{"files": files}, &edit)
	return edit.count(), err
}

func (s *nativeServer) edited(file string) error {
	const changed = 2
	return s.Notify("workspace/didChangeWatchedFiles", map[string]any{
		"changes": []any{map[string]any{"uri": uri(file), "type": changed}},
	})
}
