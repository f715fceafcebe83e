package bench

import (
	"context"
	"encoding/json"
	"errors"
	"path/filepath"

	"tsplan/build/bench/peer"
)

// oracle is the plain language service on Node, see testdata/oracle/oracle.mjs. It chooses the questions, and for the
// smallest project it is a contender.
type oracle struct {
	*peer.Process
	root string
}

// startOracle starts an oracle and opens configurations of a project in it. The oracle plans renames and moves in the first configuration. It takes
// random samples from all configurations, and compiles all of them.
func startOracle(ctx context.Context, p *project, configs ...string) (*oracle, error) {
	started, err := peer.Start(ctx, peer.Lines, peer.Lines, "", "node", "--max-old-space-size=8000", filepath.Join(testdata, "oracle", "oracle.mjs"))
	if err != nil {
		return nil, err
	}
	o := &oracle{started, p.dir}
	if err := o.ask(map[string]any{"op": "open", "root": p.dir, "tsconfigs": configs}, nil); err != nil {
		return nil, errors.Join(err, o.Close())
	}
	return o, nil
}

func plainContender() contender {
	start := func(ctx context.Context, p *project) (server, error) { return startOracle(ctx, p, p.tsconfig) }
	return contender{name: "language service", start: start, only: sampleName}
}

// ask sends a request. If out is nil, ask only checks that the request succeeded.
func (o *oracle) ask(request map[string]any, out any) error {
	if err := o.Send(request); err != nil {
		return err
	}
	var answer json.RawMessage
	if err := o.Receive(&answer); err != nil {
		return err
	}
	var failed struct{ Error oracleError }
	if err := json.Unmarshal(answer, &failed); err != nil {
		return err
	}
	if failed.Error != "" {
		return failed.Error
	}
	if out == nil {
		return nil
	}
	return json.Unmarshal(answer, out)
}

// oracleError is the message with which the oracle refuses a request. The oracle goes on running and answers other requests.
type oracleError string

func (e oracleError) Error() string { return "oracle: " + string(e) }

// fileEdits are the edits of one file; only their number matters here.
type fileEdits struct {
	FilePath  string
	TextEdits []struct{}
}

func count(files []fileEdits) int {
	n := 0
	for _, file := range files {
		n += len(file.TextEdits)
	}
	return n
}

type oraclePlan struct {
	CanRename bool
	Edits     []fileEdits
}

func (o *oracle) plan(request map[string]any) (oraclePlan, error) {
	var a oraclePlan
	err := o.ask(request, &a)
	return a, err
}

func (o *oracle) below(path string) string {
	if name, err := filepath.Rel(o.root, path); err == nil && filepath.IsAbs(path) {
		return filepath.ToSlash(name)
	}
	return path
}

func (o *oracle) rename(q question) (int, error) {
	a, err := o.plan(map[string]any{
		"op": "rename", "file": o.below(q.File), "line": q.Line, "character": q.Character, "newName": q.NewName,
	})
	return count(a.Edits), err
}

func (o *oracle) move(m move) (int, error) {
	a, err := o.plan(map[string]any{"op": "move", "oldPath": o.below(m.OldPath), "newPath": o.below(m.NewPath)})
	return count(a.Edits), err
}

func (o *oracle) edited(string) error { return errors.New("it keeps what it has read") }
