package bench

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"tsplan/build/bench/peer"
)

// tsserver is TypeScript's server on Node, over its own protocol.
type tsserver struct{ script string }

type tsserverServer struct {
	*peer.Process
	open map[string]bool
}

func (t tsserver) contender() contender {
	return contender{name: "tsserver", start: t.start}
}

func (t tsserver) start(ctx context.Context, p *project) (server, error) {
	started, err := peer.Start(ctx, peer.Lines, peer.Headers, p.dir, "node", t.script,
		"--disableAutomaticTypingAcquisition", "--suppressDiagnosticEvents")
	if err != nil {
		return nil, err
	}
	s := &tsserverServer{started, map[string]bool{}}
	preferences := map[string]any{"providePrefixAndSuffixTextForRename": true}
	if err := s.request("configure", map[string]any{"preferences": preferences}, nil); err != nil {
		return nil, errors.Join(err, s.Close())
	}
	return s, nil
}

// request sends a command. With an out it waits for the answer; commands without one are not answered.
func (s *tsserverServer) request(command string, arguments, out any) error {
	id := s.NextID()
	err := s.Send(map[string]any{"seq": id, "type": "request", "command": command, "arguments": arguments})
	if err != nil || out == nil {
		return err
	}
	for {
		var m struct {
			Type       string
			RequestSeq int `json:"request_seq"`
			Success    bool
			Message    string
			Body       json.RawMessage
		}
		if err := s.Receive(&m); err != nil {
			return err
		}
		if m.Type != "response" || m.RequestSeq != id {
			continue
		}
		if !m.Success {
			return fmt.Errorf("%s: %s", command, m.Message)
		}
		return json.Unmarshal(m.Body, out)
	}
}

// opened opens a file once, as an editor does before it asks about the file.
func (s *tsserverServer) opened(file string) error {
	if s.open[file] {
		return nil
	}
	s.open[file] = true
	return s.request("open", map[string]any{"file": file}, nil)
}

func (s *tsserverServer) rename(q question) (int, error) {
	if err := s.opened(q.File); err != nil {
		return 0, err
	}
	var body struct{ Locs []struct{ Locs []struct{} } }
	arguments := map[string]any{"file": q.File, "line": q.Line + 1, "offset": q.Character + 1}
	err := s.request("rename", arguments, &body)
	edits := 0
	for _, file := range body.Locs {
		edits += len(file.Locs)
	}
	return edits, err
}

func (s *tsserverServer) move(m move) (int, error) {
	if len(s.open) == 0 { // without a project it answers nothing
		file, err := firstFile(m.OldPath)
		if err != nil {
			return 0, err
		}
		if err := s.opened(file); err != nil {
			return 0, err
		}
	}
	var body []struct{ TextChanges []struct{} }
	arguments := map[string]any{"oldFilePath": m.OldPath, "newFilePath": m.NewPath}
	err := s.request("getEditsForFileRename", arguments, &body)
	edits := 0
	for _, file := range body {
		edits += len(file.TextChanges)
	}
	return edits, err
}

// firstFile returns the path of a source file unchanged, and for a directory the first source file below it.
func firstFile(path string) (string, error) {
	var found string
	err := filepath.WalkDir(path, func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() && source.MatchString(path) {
			found = path
			return fs.SkipAll
		}
		return err
	})
	return found, err
}

// edited reports the change as an editor does, with the line that was added: to wait for the file watcher would measure a timer.
func (s *tsserverServer) edited(file string) error {
	text, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	if !s.open[file] {
		return s.opened(file)
	}
	all := strings.SplitAfter(string(text), "\n")
	added := all[len(all)-2]
	return s.request("change", map[string]any{
		"file": file, "line": len(all) - 1, "offset": 1, "endLine": len(all) - 1, "endOffset": 1, "insertString": added,
	}, nil)
}
