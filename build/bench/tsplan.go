package bench

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"tsplan/build/bench/peer"
	"tsplan/runtime/cache"
)

// tsplan is the built binary, over MCP on standard input and output.
type tsplan struct {
	name   string
	binary string
	cache  string // its cache directory
}

type tsplanServer struct {
	*peer.Process
	project *project
}

func (t tsplan) contender() contender {
	return contender{
		name:   t.name,
		start:  func(ctx context.Context, p *project) (server, error) { return t.start(ctx, p) },
		forget: t.forget,
	}
}

// forget removes the images of projects.
func (t tsplan) forget() error {
	dir, err := cache.Open(t.cache)
	if err != nil {
		return err
	}
	return dir.Trim(cache.ProjectImage, 0)
}

func (t tsplan) start(ctx context.Context, p *project) (*tsplanServer, error) {
	started, err := peer.Start(ctx, peer.Lines, peer.Lines, p.dir, t.binary,
		"serve", "--root", p.dir, "--cache-dir", t.cache, "--timeout", "10m")
	if err != nil {
		return nil, err
	}
	s := &tsplanServer{started, p}
	if err := s.initialize(); err != nil {
		return nil, errors.Join(err, s.Close())
	}
	return s, nil
}

func (s *tsplanServer) initialize() error {
	params := map[string]any{
		"protocolVersion": "2025-06-18",
		"capabilities":    map[string]any{},
		"clientInfo":      map[string]any{"name": "bench", "version": "1"},
	}
	if err := s.Call("initialize", params, new(struct{})); err != nil {
		return err
	}
	return s.Notify("notifications/initialized", nil)
}

// ping measures the round trip of MCP's ping, the shortest request.
func (s *tsplanServer) ping() (time.Duration, error) {
	start := time.Now()
	err := s.Call("ping", nil, new(struct{}))
	return time.Since(start), err
}

func (s *tsplanServer) rename(q question) (int, error) { return s.renameWith(q, false) }

func (s *tsplanServer) renameProven(q question) (int, error) { return s.renameWith(q, true) }

// settle asks for a batch of one, which is planned in the loaded project.
func (s *tsplanServer) settle(q question) (int, error) {
	return s.plan("planBatch", map[string]any{"projectRoot": s.project.dir, "steps": []any{map[string]any{
		"tool": "planRenameSymbol", "filePath": q.File, "line": q.Line, "character": q.Character, "newName": q.NewName,
	}}})
}

func (s *tsplanServer) renameWith(q question, verify bool) (int, error) {
	return s.plan("planRenameSymbol", map[string]any{
		"projectRoot": s.project.dir, "filePath": q.File, "line": q.Line, "character": q.Character, "newName": q.NewName,
		"verify": verify, "proofBudget": 0,
	})
}

// move plans a move without a proof, since no other contender makes proofs.
func (s *tsplanServer) move(m move) (int, error) {
	if m.directory {
		return s.plan("planDirectoryMove", map[string]any{"projectRoot": s.project.dir, "oldDir": m.OldPath, "newDir": m.NewPath, "verify": false})
	}
	return s.plan("planFileMove", map[string]any{"projectRoot": s.project.dir, "oldPath": m.OldPath, "newPath": m.NewPath, "verify": false})
}

func (s *tsplanServer) plan(tool string, arguments any) (int, error) {
	var answer struct{ Edits []fileEdits }
	err := s.must(tool, arguments, &answer)
	return count(answer.Edits), err
}

// must calls a tool, and returns an error if the tool refuses.
func (s *tsplanServer) must(tool string, arguments, to any) error {
	refusal, err := s.answer(tool, arguments, to)
	if err == nil && refusal != "" {
		err = errors.New(refusal)
	}
	return err
}

// answer calls a tool and decodes its answer into to. If the tool reports an error instead, refusal is the text of that error.
func (s *tsplanServer) answer(tool string, arguments, to any) (refusal string, err error) {
	var result struct {
		IsError           bool
		Content           []struct{ Text string }
		StructuredContent json.RawMessage
	}
	if err := s.Call("tools/call", map[string]any{"name": tool, "arguments": arguments}, &result); err != nil {
		return "", err
	}
	if result.IsError && len(result.Content) > 0 {
		return result.Content[0].Text, nil
	}
	return "", json.Unmarshal(result.StructuredContent, to)
}

// edited does nothing, since tsplan looks at the disk before each answer.
func (s *tsplanServer) edited(string) error { return nil }
