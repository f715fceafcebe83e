package tools_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/evanw/esbuild/pkg/api"

	"tsplan/runtime"
	"tsplan/tools/plan"
)

// exampleClients returns the command of each client in docs/apply.
func exampleClients(t *testing.T) map[string][]string {
	t.Helper()
	sources, dir := filepath.Join("..", "docs", "apply"), t.TempDir()
	program := filepath.Join(dir, "apply.exe")
	if out, err := exec.Command("go", "build", "-o", program, filepath.Join(sources, "apply.go")).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	typescript, err := os.ReadFile(filepath.Join(sources, "apply.ts"))
	if err != nil {
		t.Fatal(err)
	}
	result := api.Transform(string(typescript), api.TransformOptions{Loader: api.LoaderTS})
	if len(result.Errors) > 0 {
		t.Fatal(result.Errors)
	}
	script := filepath.Join(dir, "apply.mjs")
	if err := os.WriteFile(script, result.Code, 0o644); err != nil {
		t.Fatal(err)
	}
	return map[string][]string{"apply.go": {program}, "apply.ts": {"node", script}, "apply.py": {"python3", filepath.Join(sources, "apply.py")}}
}

// TestExampleClients has each client of docs/apply carry out random plans on copies of projects. The bytes are those that the plan's hashes name,
// and no other file differs. A plan for files that have changed since is refused as a whole.
func TestExampleClients(t *testing.T) {
	compares(t)
	clients := exampleClients(t)
	for _, s := range subjects {
		if !s.asked() || s.packages > 3 { // larger workspaces have no other kinds of plans
			continue
		}
		t.Run(s.name, func(t *testing.T) {
			t.Parallel()
			o := startOracle(t)
			dir := s.open(t, o)
			h := start(t, runtime.Limits{}, dir)
			plans := 0
			for _, r := range s.sample(t, o, 11) {
				tool, arguments := r.call(t, dir)
				arguments["verify"], arguments["fullHashes"], arguments["maxAnswerChars"] = false, true, 4<<20
				raw, failure := h.call(t, tool, arguments)
				if failure != "" || bytes.Contains(raw, []byte(`"canRename":false`)) {
					continue
				}
				plans++
				for name, client := range clients {
					applyByClient(t, name, client, dir, raw)
				}
			}
			t.Logf("%d plans", plans)
			if plans == 0 {
				t.Error("no plan was made")
			}
		})
	}
}

// applyByClient runs a client on a copy of a project, once with a file of the plan changed and once without.
func applyByClient(t *testing.T, name string, client []string, dir string, answer []byte) {
	t.Helper()
	var p struct {
		Edits   []plan.FileTextEdits
		FsMoves []plan.FsMove
	}
	if err := json.Unmarshal(answer, &p); err != nil {
		t.Fatal(err)
	}
	copied, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	if err := os.CopyFS(copied, os.DirFS(dir)); err != nil {
		t.Fatal(err)
	}
	run := func() (string, error) {
		cmd := exec.Command(client[0], client[1:]...)
		cmd.Stdin = bytes.NewReader(bytes.ReplaceAll(answer, jsonText(t, dir), jsonText(t, copied)))
		out, err := cmd.CombinedOutput()
		return string(out), err
	}
	below := func(path string) string {
		return filepath.ToSlash(strings.TrimPrefix(path, dir+string(filepath.Separator)))
	}
	want := hashes(t, dir)
	if len(p.Edits) > 0 {
		last := filepath.Join(copied, below(p.Edits[len(p.Edits)-1].FilePath))
		data, err := os.ReadFile(last)
		if err != nil {
			t.Fatal(err)
		}
		changed := append(bytes.Clone(data), '\n')
		if err := os.WriteFile(last, changed, 0o644); err != nil {
			t.Fatal(err)
		}
		want := maps.Clone(want)
		want[below(p.Edits[len(p.Edits)-1].FilePath)] = sha256.Sum256(changed)
		if out, err := run(); err == nil || !strings.Contains(out, "has changed since the plan was made") || !maps.Equal(want, hashes(t, copied)) {
			t.Errorf("%s applied a plan for other bytes, or said something else: %v: %s", name, err, out)
		}
		if err := os.WriteFile(last, data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for _, e := range p.Edits {
		data, err := os.ReadFile(e.FilePath)
		if err != nil {
			t.Fatal(err)
		}
		e.FilePath = below(e.FilePath)
		after, err := plan.Apply(e, data)
		if err != nil {
			t.Fatal(err)
		}
		want[e.FilePath] = sha256.Sum256(after)
	}
	for _, m := range p.FsMoves {
		want[below(m.To)] = want[below(m.From)]
		delete(want, below(m.From))
	}
	if out, err := run(); err != nil || !maps.Equal(want, hashes(t, copied)) {
		t.Errorf("%s left other files than the plan says: %v: %s\n%s", name, err, out, answer)
	}
}

// jsonText is a string as it stands within JSON, without quotes.
func jsonText(t *testing.T, s string) []byte {
	t.Helper()
	quoted, err := json.Marshal(s)
	if err != nil {
		t.Fatal(err)
	}
	return bytes.Trim(quoted, `"`)
}

// hashes returns the hash of each file below a directory.
func hashes(t *testing.T, dir string) map[string][sha256.Size]byte {
	t.Helper()
	all := map[string][sha256.Size]byte{}
	err := fs.WalkDir(os.DirFS(dir), ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() {
			return err
		}
		data, err := os.ReadFile(filepath.Join(dir, name))
		all[name] = sha256.Sum256(data)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}
