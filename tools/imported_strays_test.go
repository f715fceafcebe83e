package tools_test

import (
	"fmt"
	"path"
	"strings"
	"testing"

	"tsplan/hostfs/hostfstest"
	"tsplan/tools/planner"
)

// importedStrays are small projects. The configuration does not include the first file of a project, which has the parameter to rename.
var importedStrays = []struct {
	name     string
	files    string // a file a line, with "|" for a line break
	options  string // more options of the compiler
	imported bool   // whether the configuration's program has the first file
	read     bool   // whether the imports of all files are read to find that out
}{
	{"import", stray + "src/a.ts: import { f } from '../out/it'|f(1)", "", true, true},
	{"import through another stray", stray + "out/on.ts: export * from './it'\nsrc/a.ts: import '../out/on'", "", true, true},
	{"comments in an import", stray + "src/a.ts: import { f } from /* it */ // \"here\"|'../out/it'", "", true, true},
	{"import of a type", stray + "src/a.ts: export type It = typeof import('../out/it')", "", true, true},
	{"import equals", stray + "src/a.ts: import it = require('../out/it')", "", true, true},
	{"reference", stray + "src/a.ts: /// <reference path='../out/it.ts' />", "", true, true},
	{"call that leads nowhere", stray + "src/a.ts: export const it = () => import('../out/it')\ntsconfig.json: {\"compilerOptions\": {\"module\": \"nodenext\"}, \"include\": [\"src\"]}", "", false, true},
	{"in a comment", stray + "src/a.ts: // from '../out/it'|export {}", "", false, true},
	{"many comments", stray + "src/a.ts: // import " + strings.Repeat("/**/", 70) + " it '../out/it'|export {}", "", false, false},
	{"strings", stray + "src/a.ts: export const all = ['../out/it', `select '../out/it'`]", "", false, false},
	{"by nothing", stray, "", false, false},

	{"alias", stray + "src/a.ts: import '@/it'", `, "paths": {"@/*": ["./out/*"]}`, true, true},
	{"alias with another name", stray + "src/a.ts: import 'alias'", `, "paths": {"alias": ["./out/it.ts"]}`, true, true},
	{"alias with a star before the name", stray + "src/a.ts: import 'alias/out'", `, "paths": {"alias/*": ["./*/it.ts"]}`, true, true},
	{"alias that ends within the name", stray + "src/a.ts: import 'alias-it'", `, "paths": {"alias-*": ["./out/*"]}`, true, true},
	{"alias with an ending", stray + "src/a.ts: import '@/it.js'", `, "paths": {"@/*.js": ["./out/*.ts"]}`, true, true},
	{"alias with more before the star of a path", stray + "src/a.ts: import '@/t'", `, "paths": {"@/*": ["./out/i*"]}`, true, true},
	{"alias with more after the star of a path", stray + "src/a.ts: import '@/i'", `, "paths": {"@/*": ["./out/*t.ts"]}`, true, true},
	{"alias with more after the star", stray + "src/a.ts: import '@/it/x'", `, "paths": {"@/*/x": ["./out/*.ts"]}`, true, true},
	{"alias through a link", "lib/it.ts: " + itself + "\nlib/package.json: {\"name\": \"lib\"}\npackage.json: {\"workspaces\": [\"lib\"]}\nsrc/a.ts: import 'alias'", `, "paths": {"alias": ["./node_modules/lib/it.ts"]}`, true, true},
	{"alias through any link", "lib/it.ts: " + itself + "\nlib/package.json: {\"name\": \"lib\"}\npackage.json: {\"workspaces\": [\"lib\"]}\nsrc/a.ts: import 'lib-it'", `, "paths": {"*-it": ["./node_modules/*/it.ts"]}`, true, true},
	{"alias that no import has", stray, `, "paths": {"@/*": ["./out/*"]}`, false, false},
	{"alias elsewhere", stray + "src/a.ts: import '@/it'\nsrc/it.ts: export {}", `, "paths": {"@/*": ["./src/*"]}`, false, false},
	{"base", stray + "src/a.ts: import 'out/it'", `, "ignoreDeprecations": "5.0", "baseUrl": "."`, true, true},
	{"base elsewhere", stray + "src/a.ts: import 'it'\nsrc/it.ts: export {}", `, "ignoreDeprecations": "5.0", "baseUrl": "./src"`, false, false},
	{"root", stray + "src/a.ts: import './it'", `, "rootDirs": ["src", "out/"]`, true, true},
	{"root elsewhere", stray + "src/a.ts: import './it'\nsrc/it.ts: export {}", `, "rootDirs": ["src", "gen"]`, false, false},
	{"index in a root", "out/sub/index.ts: " + itself + "\nsrc/sub/a.ts: import '.'", `, "rootDirs": ["src", "out"]`, true, true},
	{"suffix", "out/it.one.ts: " + itself + "\nsrc/a.ts: import '../out/it'", `, "moduleSuffixes": [".one", ""]`, true, true},

	{"export of a package", stray + "package.json: {\"name\": \"own\", \"exports\": {\"./x\": \"./out/it.ts\"}}\nsrc/a.ts: import 'own/x'", "", true, true},
	{"import of a package", stray + "package.json: {\"imports\": {\"#x\": \"./out/it.ts\"}}\nsrc/a.ts: import '#x'", "", true, true},
	{"import with a star", stray + "package.json: {\"imports\": {\"#*\": \"./out/*.ts\"}}\nsrc/a.ts: import '#it'", "", true, true},
	{"no import of the package", stray + "package.json: {\"imports\": {}}\nsrc/a.ts: import '#it'", "", false, false},
	{"condition of an export", "out/types.ts: " + itself + "\npackage.json: {\"name\": \"own\", \"exports\": {\"types\": \"./src/far.ts\"}}", "", false, false},
	{"script", stray + "package.json: {\"scripts\": {\"it\": \"node out/it.ts\"}}", "", false, false},
	{"stray that another package exports", stray + "lib/package.json: {\"name\": \"lib\", \"types\": \"./on.ts\"}\nlib/on.ts: export * from '../out/it'\npackage.json: {\"workspaces\": [\"lib\"]}\nsrc/a.ts: import 'lib'", "", true, true},
	{"file of another package", "lib/it.ts: " + itself + "\nlib/package.json: {\"name\": \"lib\"}\npackage.json: {\"workspaces\": [\"lib\"]}\nsrc/a.ts: import 'lib/it'", "", true, true},
	{"index of another package", "lib/index.ts: " + itself + "\nlib/package.json: {\"name\": \"own\"}\npackage.json: {\"workspaces\": [\"lib\"]}\nsrc/a.ts: import 'own'", "", true, true},
	{"file of a dependency", stray + "node_modules/lib/package.json: {\"name\": \"lib\"}\nnode_modules/lib/it.d.ts: export {}\nsrc/a.ts: import 'lib/it'", "", false, false},

	{"index", "out/index.ts: " + itself + "\nout/a.ts: import './index.js'\ntsconfig.json: {\"files\": [\"src/far.ts\", \"out/a.ts\"]}", "", true, true},
	{"index by dots", "out/index.ts: " + itself + "\nout/in/a.ts: import '..'\ntsconfig.json: {\"files\": [\"src/far.ts\", \"out/in/a.ts\"]}", "", true, true},
	{"declaration", "out/it.d.ts: " + declaration + "\nsrc/a.ts: import '../out/it'", "", true, true},
	{"declaration by a part of its ending", "out/it.d.ts: " + declaration + "\nsrc/a.ts: import '../out/it.d'", "", true, true},
	{"declaration of another kind of file", "out/it.d.css.ts: " + declaration + "\nsrc/a.ts: import '../out/it.css'", `, "allowArbitraryExtensions": true`, true, true},
	{"declaration by nothing", "out/it.d.ts: " + declaration, "", false, false},
	{"type", "out/it.d.ts: " + declaration, `, "types": ["./out/it"]`, true, true},
	{"type in a root", "out/it/index.d.ts: " + declaration, `, "types": ["it"], "typeRoots": ["./out/"]`, true, true},
	{"excluded", stray + "tsconfig.json: {\"exclude\": [\"out/it.ts\"]}", "", false, false},
}

const (
	itself      = "export const f = (own: number) => own"
	declaration = "export declare function f(own: number): number"
	stray       = "out/it.ts: " + itself + "\n"
)

// TestImportedStrays renames a parameter of a file that no configuration includes. The configuration's program has such a file if imports lead to
// it. Texts show for most files that there is no such import; for the others the imports of all files are read, and so far.ts.
func TestImportedStrays(t *testing.T) {
	t.Parallel()
	for _, c := range importedStrays {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			files := map[string]string{
				"src/far.ts":    "export const far = 1\n",
				"tsconfig.json": `{"compilerOptions": {"strict": true, "module": "esnext", "moduleResolution": "bundler"` + c.options + `}, "include": ["src"]}`,
			}
			first, _, _ := strings.Cut(c.files, ": ")
			for line := range strings.SplitSeq(strings.TrimSpace(c.files), "\n") {
				file, text, _ := strings.Cut(line, ": ")
				files[file] = strings.ReplaceAll(text, "|", "\n")
			}
			p := startPartly(t, hostfstest.LayOut(t, files))
			read := false
			p.read = func(_ int, file string) { read = read || path.Base(file) == "far.ts" }
			got := p.plan(t, planner.RenameParams{FilePath: first, Character: strings.Index(files[first], "own"), NewName: "renamed"})
			if read != c.read {
				t.Errorf("imports are read: %t", read)
			}
			if isOut := strings.Contains(fmt.Sprint(got.known.Warnings), "no configuration includes this file"); isOut == c.imported {
				t.Errorf("the warnings are %v", got.known.Warnings)
			}
			p.compare(t, got)
		})
	}
}
