package tools_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"tsplan/hostfs/hostfstest"
	"tsplan/runtime"
	"tsplan/runtime/paths"
	"tsplan/runtime/protocol"
	"tsplan/tools/planner"
	"tsplan/tools/project"
	"tsplan/tools/tool"
)

// TestMovesWithoutDependencies compares each answer to a move in a project without dependencies with the answer in the
// loaded project: both are the same.
func TestMovesWithoutDependencies(t *testing.T) {
	compares(t)
	for _, s := range slices.Concat(subjects, []subject{{name: "viem", extent: "all"}, {name: "effect", extent: "all"}}) {
		if !s.asked() {
			continue
		}
		t.Run(s.name, func(t *testing.T) {
			o := startOracle(t)
			dir := s.open(t, o)
			s.renames, s.moves, s.dirMove = 0, 16, 4
			requests := s.sample(t, o, 17)
			light, whole := movesOf(t, dir, requests, false), movesOf(t, dir, requests, true)
			for i, r := range requests {
				if diff := cmp.Diff(whole[i], light[i]); diff != "" {
					t.Errorf("%s to %s: the loaded project says -, without dependencies +:\n%s", r.OldPath, r.NewPath, diff)
				}
			}
			t.Logf("%d moves", len(requests))
		})
	}
}

// movesOf has the guest plan each move, and returns the answers: those of loaded projects if whole is true, else those of
// light projects.
func movesOf(t *testing.T, dir string, requests []sampled, whole bool) (answers []protocol.MoveAnswer) {
	t.Helper()
	p := startPlanner(t)
	for _, m := range requests {
		err := p.Ask(t.Context(), tool.Place{Root: dir, Name: "."}, nil, func(r *planner.Request) error {
			if !whole && r.Complete() {
				t.Error("the project is loaded")
			}
			from, err := r.Name(m.OldPath)
			if err != nil {
				return err
			}
			to, err := r.Name(m.NewPath)
			if err != nil {
				return err
			}
			move := protocol.MoveParams{OldPath: paths.InGuest(from), NewPath: paths.InGuest(to)}
			if err := r.Load(protocol.LoadParams{Move: &move, Whole: whole}); err != nil {
				return err
			}
			answer, err := runtime.Ask(r.Session, protocol.Move, move)
			answers = append(answers, answer)
			return err
		})
		if err != nil {
			t.Fatal(project.Explain(err))
		}
	}
	return answers
}

// TestMovesWithImportsOnly moves a.ts, or an index.ts, which other files name in many ways. Of each of those files a light project has
// the imports only, or the text up to the last import. The plan of a light project has to equal the plan of the loaded project.
func TestMovesWithImportsOnly(t *testing.T) {
	t.Parallel()
	cases := []struct{ name, others string }{ // "file: text" a line, with | for line breaks
		{"import", "b.ts: import { a } from './a'; export const b = a"},
		{"import behind a body", "b.ts: export function b() { return `${a} from './a'` }|import { a } from './a'"},
		{"type import", "b.ts: import type { a } from \"./a.js\"; export type B = typeof a"},
		{"import for its effects", "b.ts: import './a'"},
		{"export", "b.ts: export { a } from './a'\nc.ts: export * from './b'\nd.ts: export * as d from './a'"},
		{"import of more lines", "b.ts: import {|  a,|}|  from|  './a'|export const b = a"},
		{"import = require", "b.cts: import a = require('./a'); export const b = a"},
		{"dynamic import", "b.ts: export const b = () => import('./a')"},
		{"dynamic import of more lines", "b.ts: export const b = () => import(|  './a'|)"},
		{"dynamic import of a template", "b.ts: export const b = () => import(`./a`)"},
		{"dynamic import behind a comment", "b.ts: export const b = () => import(/* webpackChunkName: \"a\" */ './a')"},
		{"import type", "b.ts: export type B = import('./a').A"},
		{"import type in CommonJS", "tsconfig.json: {\"compilerOptions\": {\"module\": \"node16\", \"types\": []}}\nb.cts: export type B = import('./a').A\nc.cts: export const c = () => import('./a')"},
		{"resolution mode", "tsconfig.json: {\"compilerOptions\": {\"module\": \"node16\", \"types\": []}}\nb.mts: import type { a } from './a' with { 'resolution-mode': 'require' }; export type B = typeof a"},
		{"comment before the name", "b.ts: import { a } from /* the */ './a'; export const b = a\nc.ts: import /* the */ './a'"},
		{"line comment before the name", "b.ts: import { a } from //|  './a'; export const b = a"},
		{"escape in the name", "b.ts: import { a } from './\\x61'; export const b = a\nc.ts: import './\\x61'"},
		{"import in a comment", "b.ts: // import { a } from './a'|/* export * from './a' */|export const b = 1"},
		{"import in a string", "b.ts: export const b = \"import { a } from './a'\"|export const c = `import './a'`"},
		{"import beside one in a comment", "b.ts: /** @example import { a } from './a' */|import { a } from './a'; export const b = a"},
		{"path in a comment", "b.ts: // see case/a and a|import './c'\nc.ts: export const c = 'case/a'"},
		{"require", "b.js: const { a } = require('./a'); require.resolve('./a'); module.exports = a"},
		{"require in parts", "b.js: const a = require|  . resolve (|  './a')\nc.js: const a = require?.('./a'); require?.resolve('./a')\nd.js: const a = require(/* the */ './a')"},
		{"require of more", "b.ts: declare const require: (name: string) => unknown|export const b = require('./a')"},
		{"JSDoc of JavaScript", "b.js: /** @type {import('./a').A} */|exports.b = 1\nc.js: /** @import { A } from './a' */"},
		{"mock of Jest", "b.ts: jest.mock('./a')|export {}"},
		{"mock of Vitest", "b.ts: vi|  .mock('./a')|export {}\nc.ts: vitest.mock('./a')|export {}"},
		{"mock", "b.ts: jest.mock('./a')|vi|  .mock('./a', () => ({}))|export {}\nc.ts: vitest.mock(import('./a'))|export {}"},
		{"mock of more lines", "b.ts: jest.mock<typeof import('./c')>(|  './a',|)|export {}\nc.ts: vi.mock<typeof import('./b')>(|  './a',|)|export {}\nd.ts: vi?.mock('./a')|export {}"},
		{"URL", "b.ts: export const b = new URL('./a.ts', import.meta.url)|export const c = new URL(|  './a.ts',|  import . meta . url,|)\nc.ts: export const c = new URL('./a.ts', /* the */ import.meta.url)\nd.ts: export const d = new URL('./a.ts', // the|  import.meta.url)\ne.ts: export const e = new URL('./a.ts', // the\r|  import.meta.url)"},
		{"import.meta", "b.ts: export const b = import.meta.resolve('./a')\nc.ts: export const c = import.meta.glob([|  './a.ts',|  './*.ts',|])"},
		{"reference", "b.ts: /// <reference path=\"./a.ts\" />|export const b = 1"},
		{"augmentation", "b.ts: import './c'|declare module './a' { interface A { b: 1 } }\nc.ts: export const c = 1"},
		{"ambient module", "b.d.ts: declare module 'a' { export * from './a'; export type B = import('./a').A }"},
		{"new name", "b.ts: import './moved'\nto/c.ts: import './moved'\nto/moved/index.ts: export const moved = 1"},
		{"file that only an import leads to", "tsconfig.json: {\"compilerOptions\": {\"types\": []}, \"files\": [\"a.ts\", \"b.ts\"]}\nb.ts: import './c'\nc.ts: import './d'\nd.ts: import './a'"},
		{"file that only an import with a resolution mode leads to", "tsconfig.json: {\"compilerOptions\": {\"module\": \"node16\", \"types\": []}, \"files\": [\"a.ts\", \"b.mts\"]}\nb.mts: import type { C } from './c' with { 'resolution-mode': 'require' }; export type B = C\nc.ts: import './a'|export type C = 1"},
		{"JavaScript that only an import leads to", "tsconfig.json: {\"compilerOptions\": {\"allowJs\": true, \"types\": []}, \"files\": [\"a.ts\", \"b.ts\"]}\nb.ts: import './c.js'\nc.js: import './a'"},
		{"file that only the JavaScript of a dependency leads to", "tsconfig.json: {\"compilerOptions\": {\"allowJs\": true, \"maxNodeModuleJsDepth\": 1, \"types\": []}, \"files\": [\"a.ts\", \"b.ts\"]}\nb.ts: import 'it'\nc.ts: import './a'\nnode_modules/it/index.js: import '../../c'"},
		{"file that no JavaScript of a dependency leads to", "tsconfig.json: {\"compilerOptions\": {\"allowJs\": true, \"types\": []}, \"files\": [\"a.ts\", \"b.ts\"]}\nb.ts: import 'it'\nc.ts: import './a'\nnode_modules/it/index.js: import '../../c'"},
		{"file that only declarations of a dependency lead to", "tsconfig.json: {\"compilerOptions\": {\"types\": []}, \"files\": [\"a.ts\", \"b.ts\"]}\nb.ts: import 'it'\nc.ts: import './a'\nnode_modules/it/index.d.ts: import '../../c'"},
		{"file that only an import type leads to", "tsconfig.json: {\"compilerOptions\": {\"module\": \"node16\", \"types\": []}, \"files\": [\"a.ts\", \"b.cts\"]}\nb.cts: export type B = import('./c').C\nc.ts: import './a'|export type C = 1"},
		{"file that only a dynamic import leads to", "tsconfig.json: {\"compilerOptions\": {\"module\": \"node16\", \"types\": []}, \"files\": [\"a.ts\", \"b.cts\"]}\npackage.json: {\"name\": \"it\", \"exports\": {\"import\": \"./c.mjs\", \"require\": \"./d.cjs\"}}\nb.cts: export const b = () => import('it')\nc.mts: import './a.js'\nd.cts: export const d = 1"},
		{"paths", "tsconfig.json: {\"compilerOptions\": {\"types\": [], \"paths\": {\"its\": [\"./a.ts\"], \"@/*\": [\"./*\"]}}}\nb.ts: import { a } from 'its'; export const b = a\nc.ts: import { a } from '@/a'; export const c = a\nd.ts: export const d = () => import('its')\ne.ts: export type E = import(\"its\").A; // import 'its'\nf.ts: export * from 'its'"},
		{"index.ts of the directory", "index.ts: import { a } from './a'; export const i = a\nb.ts: import { i } from '.'|export const b = i // from '.'\nin/c.ts: export { i } from '..'"},
		{"JSX", "b.tsx: import { a } from './a'; export const b = <p>import './c' {a}</p>\nc.ts: export const c = 1"},
		{"JSX with quotes", "b.tsx: const b = <p>it's</p>; export const c = () => import(`./a`); const d = <p>it's</p> // end"},
	}
	files := map[string]string{"tsconfig.json": `{"compilerOptions": {"strict": true, "allowJs": true, "noEmit": true, "types": [], "module": "esnext", "moduleResolution": "bundler", "jsx": "preserve"}, "exclude": ["only*"]}`}
	var requests []sampled
	for i, c := range cases {
		dir := fmt.Sprintf("case%d", i)
		if strings.Contains(c.others, `"files"`) {
			dir = fmt.Sprintf("only%d", i) // no other configuration includes them
		}
		old := "/a.ts"
		if strings.HasPrefix(c.others, "index.ts") {
			old = "/index.ts"
		}
		requests = append(requests, sampled{OldPath: dir + old, NewPath: dir + "/to/moved.ts"})
		files[dir+"/a.ts"] = "import './far'\nexport const a = 1\nexport interface A { a: 1 }\n"
		files[dir+"/far.ts"] = "export const far = 1\n"
		for line := range strings.SplitSeq(c.others, "\n") {
			file, text, _ := strings.Cut(line, ": ")
			files[dir+"/"+file] = strings.NewReplacer("|", "\n", "case/", dir+"/").Replace(text)
		}
	}
	root := hostfstest.LayOut(t, files)
	light, whole := movesOf(t, root, requests, false), movesOf(t, root, requests, true)
	for i, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			if diff := cmp.Diff(whole[i], light[i]); diff != "" {
				t.Errorf("the loaded project says -, imports alone +:\n%s", diff)
			}
		})
	}
}

// TestMoveAgain plans and proves the same move twice. Plan and proof have light projects of their own. The guest keeps both kinds, so the second
// time it reads no file.
func TestMoveAgain(t *testing.T) {
	t.Parallel()
	dir := hostfstest.LayOut(t, map[string]string{
		"tsconfig.json": `{ "compilerOptions": { "strict": true, "types": [] } }`,
		"a.ts":          "export const a = 1\n",
		"b.ts":          "export { a } from './a'\n",
		"c.ts":          "export { a } from './b'\n",
	})
	p := startPlanner(t)
	read := func() (files int) {
		in := planner.FileMoveParams{OldPath: "a.ts", NewPath: "lib/a.ts", Verifying: planner.Verifying{Verify: new(true)}}
		result, err := p.MoveFile(t.Context(), tool.Place{Root: dir, Name: "."}, in, func(int, string) { files++ })
		if err != nil {
			t.Fatal(err)
		}
		if result.Proof.Verdict != "proven" {
			t.Errorf("%+v", result.Proof)
		}
		return files
	}
	if first, second := read(), read(); first == 0 || second > 0 {
		t.Errorf("%d files are read, then %d", first, second)
	}
}

// TestMoveAfterEdit plans the same move before and after an edit of b.ts. The edit adds an import of c.ts, which no configuration lists.
// After the edit, c.ts belongs to the project, so only the second plan has an edit of c.ts that TypeScript made.
func TestMoveAfterEdit(t *testing.T) {
	t.Parallel()
	dir := hostfstest.LayOut(t, map[string]string{
		"tsconfig.json": `{ "compilerOptions": { "types": [] }, "files": ["a.ts", "b.ts"] }`,
		"a.ts":          "export const a = 1\n",
		"b.ts":          "export {}\n",
		"c.ts":          "export { a } from './a'\n",
	})
	p := startPlanner(t)
	for _, c := range []struct{ text, want string }{{"export {}\n", "module-string"}, {"export * from './c'\n", ""}} {
		if err := os.WriteFile(filepath.Join(dir, "b.ts"), []byte(c.text), 0o600); err != nil {
			t.Fatal(err)
		}
		in := planner.FileMoveParams{OldPath: "a.ts", NewPath: "lib/a.ts"}
		result, err := p.MoveFile(t.Context(), tool.Place{Root: dir, Name: "."}, in, nil)
		if err != nil {
			t.Fatal(err)
		}
		if len(result.Edits) != 2 || filepath.Base(result.Edits[0].FilePath) != "c.ts" || result.Edits[0].TextEdits[0].Confidence != c.want {
			t.Errorf("%q: %+v", c.text, result.Edits)
		}
	}
}
