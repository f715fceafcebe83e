package tools_test

import (
	"maps"
	"path/filepath"
	"strings"
	"testing"

	"tsplan/hostfs/hostfstest"
	"tsplan/tools/planner"
	"tsplan/tools/tool"
)

const (
	ownModule = "export const own = 1\n"
	useOfDep  = "import { use } from 'dep'\n"
)

// earlyProofs are the cases of TestEarlyProof.
var earlyProofs = map[string]struct {
	files   map[string]string // beside those that all cases have
	newName string            // the default is renamed
	file    string            // that declares it; the default is src/a.ts
	want    string            // the verdict, or "refused" if there is no plan; the default is "proven"
}{
	"local":         {files: map[string]string{"src/a.ts": useOfDep + "export function f(own: number) { use({ own }); return own }\n"}},
	"pattern":       {files: map[string]string{"src/a.ts": useOfDep + "export function f({ own }: ReturnType<typeof use>) { return own }\n"}},
	"not exported":  {files: map[string]string{"src/a.ts": useOfDep + "const own = 1\nexport const two = () => use({ own: own })\n"}},
	"export":        {files: map[string]string{"src/a.ts": ownModule, "src/b.ts": "import { own } from './a'\nexport const two = own\n"}},
	"through stars": {files: map[string]string{"src/a.ts": ownModule, "src/i.ts": "export * from './a'\n", "src/b.ts": "import { own } from './i'\nown\n"}},
	"name that a dependency has": {
		files: map[string]string{"src/a.ts": ownModule, "src/b.ts": useOfDep + "import { own } from './a'\nuse(JSON.parse('', own))\n"}, newName: "theirs",
	},
	"import *, left of a dot": {
		files: map[string]string{"src/a.ts": ownModule, "src/b.ts": "import * as a from './a'\nexport const two = a.own\n"},
	},
	"import * of another module": {
		files: map[string]string{"src/a.ts": ownModule, "src/b.ts": useOfDep + "import * as c from './c'\nuse(c)\n", "src/c.ts": "export const own = 2\n"},
	},
	"import *": {
		files: map[string]string{"src/a.ts": ownModule, "src/b.ts": useOfDep + "import * as a from './a'\nuse(a)\n"}, want: "refused",
	},
	"import * over lines": {
		files: map[string]string{"src/a.ts": ownModule, "src/b.ts": useOfDep + "import *\n  as a\n  from './a'\nuse(a)\n"}, want: "refused",
	},
	"import * of a star": {
		files: map[string]string{"src/a.ts": ownModule, "src/i.ts": "export * from './a'\n", "src/b.ts": useOfDep + "import * as i from './i'\nuse(i)\n"},
		want:  "refused",
	},
	"import * by the path of another configuration": {
		files: map[string]string{"src/a.ts": ownModule, "src/b.ts": "export {}\n", "lib/b.ts": useOfDep + "import * as a from '~/a'\nuse(a)\n",
			"lib/tsconfig.json": `{"extends": "../tsconfig.json", "compilerOptions": {"paths": {"~/*": ["../src/*"]}}, "include": ["."]}`},
		want: "warnings",
	},
	"import()": {
		files: map[string]string{"src/a.ts": ownModule, "src/b.ts": useOfDep + "export const f = async () => use(await import(/* a */ './a'))\n"}, want: "refused",
	},
	"require()": {
		files: map[string]string{"src/a.ts": ownModule, "src/b.cts": "import dep = require('dep')\nimport a = require('./a')\ndep.use(a)\n"}, want: "refused",
	},
	"default import of CommonJS": {
		files: map[string]string{"tsconfig.json": `{"compilerOptions": {"strict": true, "types": [], "module": "nodenext"}, "include": ["src"]}`,
			"src/a.ts": ownModule, "src/b.mts": useOfDep + "import a from './a.js'\nuse(a)\n"},
		want: "refused",
	},
	"default import of another package's CommonJS": {
		files: map[string]string{"tsconfig.json": `{"compilerOptions": {"strict": true, "types": [], "module": "nodenext"}, "include": ["*/*.ts"]}`,
			"package.json": `{"workspaces": ["c", "e"]}`, "c/package.json": `{"name": "c"}`, "e/package.json": `{"name": "e", "type": "module"}`,
			"c/a.ts": ownModule, "e/b.ts": useOfDep + "import a from '../c/a.js'\nuse(a)\n"},
		file: "c/a.ts", want: "refused",
	},
	"declaration file": {
		files: map[string]string{"src/d.d.ts": "export declare const own: number\n", "src/b.ts": useOfDep + "import d from './d'\nuse(d)\n",
			"tsconfig.json": `{"compilerOptions": {"strict": true, "types": [], "module": "commonjs", "esModuleInterop": true}, "include": ["src"]}`},
		file: "src/d.d.ts", want: "refused",
	},
	"star beside that of a dependency": {
		files: map[string]string{"src/a.ts": ownModule, "src/b.ts": "export * from './a'\nexport * from 'dep'\n"}, newName: "theirs", want: "unproven",
	},
	"star of a dependency in another module": {
		files: map[string]string{"src/a.ts": ownModule, "src/i.ts": "export * from './a'\n", "src/b.ts": "export * from './c'\nexport * from 'dep'\n", "src/c.ts": "export const c = 1\n"},
	},
	"star of a module with that of a dependency": {
		files:   map[string]string{"src/a.ts": ownModule, "src/c.ts": "export * from 'dep'\n", "src/b.ts": "export * from './a'\nexport * from './c'\n"},
		newName: "theirs", want: "unproven",
	},
	"star beside that of a dependency, through another": {
		files:   map[string]string{"src/a.ts": ownModule, "src/i.ts": "export * from './a'\n", "src/b.ts": "export * from './i'\nexport * from 'dep'\n"},
		newName: "theirs", want: "unproven",
	},
	"type that has a reserved name": {files: map[string]string{"src/a.ts": "export type own = 1\n"}, newName: "any", want: "unproven"},
	"configuration that is outside": {
		files: map[string]string{"tsconfig.json": `{"extends": "../base.json", "include": ["src"]}`,
			"src/a.ts": ownModule + "import 'dep/gone'\nimport { x } from './gone'\nx\n"},
		want: "warnings",
	},
}

// firstPlace returns the line and the character at which a text first has a word, both 0-based.
func firstPlace(text, word string) (line, character int) {
	before, _, _ := strings.Cut(text, word)
	return strings.Count(before, "\n"), len(before) - strings.LastIndex(before, "\n") - 1
}

// TestEarlyProof renames `own` with a proof. If scopes and imports find the name, the proof loads neither dependencies nor files without the name.
// In most other cases src/b.ts passes the whole module to a function of a dependency that needs the member `own`. No text of src/b.ts says `own`,
// so the proof has to load the dependency, and the rename is refused.
func TestEarlyProof(t *testing.T) {
	t.Parallel()
	for name, c := range earlyProofs {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			files := map[string]string{
				"tsconfig.json":                 `{"compilerOptions": {"strict": true, "types": [], "module": "esnext", "moduleResolution": "bundler"}, "include": ["src"]}`,
				"node_modules/dep/package.json": `{"name": "dep", "types": "index.d.ts"}`,
				"node_modules/dep/index.d.ts":   "export declare function use(all: { own: number }): { own: number }\nexport declare const theirs: 1\n",
				"src/other.ts":                  "export const other = 1\n",
			}
			maps.Copy(files, c.files)
			dir := hostfstest.LayOut(t, files)
			p := startPlanner(t)
			read := map[string]bool{}
			in := planner.RenameParams{FilePath: c.file, NewName: c.newName}
			if in.FilePath == "" {
				in.FilePath = "src/a.ts"
			}
			in.Line, in.Character = firstPlace(files[in.FilePath], "own")
			if in.Verify = new(true); in.NewName == "" {
				in.NewName = "renamed"
			}
			result, err := p.Rename(t.Context(), tool.Place{Root: dir, Name: "."}, in, func(_ int, path string) { read[filepath.Base(path)] = true })
			if err != nil {
				t.Fatal(err)
			}
			got := "refused"
			if result.CanRename {
				got = result.Proof.Verdict
			}
			if c.want == "" {
				c.want = "proven"
			}
			if got != c.want {
				t.Errorf("%s: %+v", got, result)
			}
			if early := !read["index.d.ts"] && !read["other.ts"]; early != (c.want == "proven") {
				t.Errorf("%s: read %v", got, read)
			}
		})
	}
}
