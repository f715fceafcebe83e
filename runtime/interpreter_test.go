//go:build !wasmtime

package runtime

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"tsplan/runtime/engine"
	"tsplan/runtime/paths"
	"tsplan/runtime/protocol"
	"tsplan/wasm"
)

// wazero's compiler and its interpreter, which share little code, answer the same, byte for byte.
func TestInterpreterAgrees(t *testing.T) {
	if testing.Short() {
		t.Log("NOT SHOWN HERE: the interpreter takes a minute") // in the runs of build/mutate
		return
	}
	root := t.TempDir()
	for name, text := range map[string]string{
		"tsconfig.json": `{"compilerOptions": {"strict": true, "noLib": true, "types": []}, "include": ["src"]}`,
		"src/a.ts":      "export const one = 1\nexport interface Shape { one: number; two?: Shape }\n",
		"src/b.ts":      "import { one, type Shape } from './a'\nexport const all = { one, two: { one } } satisfies Shape\n",
		"src/c/d.ts":    "export { one as first } from '../a'\nimport * as a from '../a'\nexport const sum = a.one\n",
	} {
		path := filepath.Join(root, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	first, second := protocol.PlaceParams{File: paths.InGuest("src/a.ts"), Offset: 13}, protocol.PlaceParams{File: paths.InGuest("src/a.ts"), Offset: 40}
	ask := func(r *Runtime) (answers []string) {
		for _, question := range []struct {
			method string
			load   protocol.LoadParams
			params any
		}{
			{"rename", protocol.LoadUses(first), protocol.RenameParams{PlaceParams: first, NewName: "renamed", PrefixAndSuffix: true}},
			{"outline", protocol.LoadParams{}, protocol.OutlineParams{Files: paths.AllInGuest([]string{"src/a.ts", "src/b.ts"})}},
			{"references", protocol.LoadUses(second), second},
		} {
			var answer json.RawMessage
			err := r.With(context.Background(), root, ".", nil, func(s *Session) error {
				if err := s.Load(question.load); err != nil {
					return err
				}
				return s.ask(s.ctx, question.method, question.params, &answer)
			})
			if err != nil {
				t.Fatalf("%s: %v", question.method, err)
			}
			answers = append(answers, string(answer))
		}
		return answers
	}
	compiled, err := New(Options{TypeScript: "5"})
	if err != nil {
		t.Fatal(err)
	}
	defer compiled.Close()
	interpreted, err := New(Options{TypeScript: "5", Limits: Limits{Time: 10 * time.Minute, Load: 10 * time.Minute}})
	if err != nil {
		t.Fatal(err)
	}
	defer interpreted.Close()
	interpreted.engine = sync.OnceValues(func() (engine.Engine, error) {
		module, err := wasm.Module()
		if err != nil {
			return nil, err
		}
		return engine.NewInterpreter(context.Background(), module)
	})
	want, began := ask(compiled), time.Now()
	got := ask(interpreted)
	for i := range want {
		if got[i] != want[i] || len(want[i]) < 50 {
			t.Errorf("compiled:\n%s\ninterpreted:\n%s", want[i], got[i])
		}
	}
	t.Logf("%d answers, equal byte for byte; the interpreter took %.0f s", len(want), time.Since(began).Seconds())
}
