package tools_test

import (
	"maps"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"tsplan/hostfs/hostfstest"
	"tsplan/runtime"
)

// TestRenameAgain checks that what a guest keeps from one question does not change its answer to the next. It asks one session several similar
// questions, asks each of them in a new session as well, and compares the two answers.
func TestRenameAgain(t *testing.T) {
	t.Parallel()
	files := map[string]string{
		"tsconfig.json": `{"compilerOptions": {"strict": true, "module": "esnext", "moduleResolution": "bundler", "types": []}}`,
		"a.ts":          "export interface A { own: number; other: number }\nexport const own = 1\n",
		"b.ts":          "import { type A, own } from './a'\nexport { own as mine } from './a'\n// own\nexport const make = (): A => ({ own, other: 2 })\nexport const text = 'own'\n",
		"c.ts":          "import { make } from './b'\nexport const { own } = make()\nexport const all = [make().own, make().other]\n",
		"d.ts":          "export const f = (own: number) => own\n",
	}
	dir := hostfstest.LayOut(t, files)
	kept := start(t, runtime.Limits{}, dir)
	question := map[string]any{"projectRoot": dir, "filePath": "a.ts", "line": 0, "character": 21, "newName": "first", "verify": false}
	ask := func(h *harness, arguments map[string]any) (answer map[string]any) {
		h.answer(t, "planRenameSymbol", arguments, &answer)
		if answer["canRename"] != true {
			t.Fatal(answer["reason"])
		}
		delete(answer, "changedOnDisk") // only a session that was asked before has seen changes
		return answer
	}
	for _, loads := range []bool{false, true} {
		if loads { // a batch loads the whole project
			step := maps.Clone(question)
			delete(step, "projectRoot")
			delete(step, "verify")
			step["tool"] = "planRenameSymbol"
			kept.answer(t, "planBatch", map[string]any{"projectRoot": dir, "steps": []any{step}, "verify": false}, &map[string]any{})
		}
		ask(kept, question)
		for _, differs := range []map[string]any{
			{"newName": "local", "filePath": "d.ts", "character": 18},
			{"newName": "second"},
			{"newName": "third", "findInStrings": true},
			{"newName": "fourth", "findInComments": true},
			{"newName": "fifth", "providePrefixAndSuffixText": false},
			{"newName": "sixth", "character": 34},
			{"newName": "seventh", "line": 1, "character": 13},
			{"newName": "eighth", "line": 1, "character": 13, "aliasPolicy": "propagate"},
		} {
			arguments := maps.Clone(question)
			maps.Copy(arguments, differs)
			if diff := cmp.Diff(ask(start(t, runtime.Limits{}, dir), arguments), ask(kept, arguments)); diff != "" {
				t.Errorf("%v: a new session says -, one that was asked before +:\n%s", differs, diff)
			}
		}
	}
	change(t, dir, map[string]string{"c.ts": strings.Replace(files["c.ts"], ".own", ".other", 1)})
	if diff := cmp.Diff(ask(start(t, runtime.Limits{}, dir), question), ask(kept, question)); diff != "" {
		t.Errorf("after an edit, a new session says -, one that was asked before +:\n%s", diff)
	}
}
