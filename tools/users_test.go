package tools_test

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"tsplan/hostfs/hostfstest"
	"tsplan/runtime"
	"tsplan/tools/planner"
)

// TestNewImportsOfMembers edits files between requests for a member that many files mention. The imports that the edits add lead to the member,
// so the files that get them, directly or from a file that no configuration includes, are searched from then on.
func TestNewImportsOfMembers(t *testing.T) {
	const options = `"compilerOptions": {"strict": true, "module": "esnext", "moduleResolution": "bundler", "types": []}`
	files := map[string]string{
		"a/tsconfig.json": `{` + options + `, "include": ["."]}`,
		"b/tsconfig.json": `{` + options + `, "include": ["."], "exclude": ["stray.ts"]}`,
		"a/box.ts":        "export interface Box { size: number }\n",
		"b/use.ts":        "import type { Box } from \"../a/box\"\nexport const use = (it: Box) => it.size\n",
		"b/late.ts":       "export const late = (it: any) => it.size\n",
		"b/stray.ts":      "export type Any = any\n",
		"b/listed.ts":     "import type { Any } from \"./stray\"\nexport const listed = (it: Any) => it.size\n",
	}
	for i := range 10 {
		files[fmt.Sprintf("b/size%d.ts", i)] = "export const size = 1\n"
	}
	dir := hostfstest.LayOut(t, files)
	h := start(t, runtime.Limits{}, dir)
	rename := map[string]any{"projectRoot": dir, "filePath": "a/box.ts", "line": 0, "character": 23, "newName": "width", "verify": false}
	for _, c := range []struct{ file, text, want string }{
		{"b/other.ts", "export {}\n", "a/box.ts:1 b/use.ts:1"},
		{"b/late.ts", "import type { Box } from \"../a/box\"\nexport const late = (it: Box) => it.size\n", "a/box.ts:1 b/late.ts:1 b/use.ts:1"},
		{"b/stray.ts", "export type { Box as Any } from \"../a/box\"\n", "a/box.ts:1 b/late.ts:1 b/listed.ts:1 b/use.ts:1"},
		{"b/late.ts", "export const late = (it: any) => it.size\n", "a/box.ts:1 b/listed.ts:1 b/use.ts:1"},
	} {
		hostfstest.WriteAll(t, dir, map[string]string{c.file: c.text})
		if got := h.editedBy(t, dir, rename); got != c.want {
			t.Errorf("after an edit of %s: %s; want %s", c.file, got, c.want)
		}
	}
}

// TestUsersOfPackages renames a member of a package. A file imports the package, and with the options of its own configuration the import leads
// elsewhere. Another configuration reaches the file by an import, and with its options the file's import leads to the member.
func TestUsersOfPackages(t *testing.T) {
	const (
		options = `"strict": true, "module": "esnext", "moduleResolution": "bundler", "types": []`
		box     = "export interface Box { size: number }\n"
		use     = "import type { Box } from \"core\"\nexport const use = (it: Box) => it.size\n"
	)
	common := map[string]string{
		"package.json":       `{"workspaces": ["app", "core"]}`,
		"app/package.json":   `{"name": "app"}`,
		"app/tsconfig.json":  `{"compilerOptions": {` + options + `, "paths": {"*core": ["../elsewhere.d.ts"]}}, "include": ["src"]}`,
		"app/src/use.ts":     use,
		"base/tsconfig.json": `{"compilerOptions": {` + options + `}, "include": ["."]}`,
		"base/main.ts":       "export {}\n",
		"core/package.json":  `{"name": "core", "types": "../elsewhere.d.ts"}`,
		"core/tsconfig.json": `{"compilerOptions": {` + options + `}, "include": ["src"]}`,
		"core/src/index.ts":  box,
		"elsewhere.d.ts":     box,
		"site/main.ts":       "import \"../app/src/use\"\nexport const size = 1\n",
		"site/tsconfig.json": `{"compilerOptions": {` + options + `}, "include": ["."]}`,
	}
	for i := range 10 { // so many that imports decide which files are searched for a member
		common[fmt.Sprintf("app/src/size%d.ts", i)] = "export const size = 1\n"
	}
	for _, c := range []struct {
		name, use string
		files     map[string]string
	}{
		{"by paths", "app/src/use.ts", map[string]string{
			"site/tsconfig.json": `{"compilerOptions": {` + options + `, "paths": {"co*": ["../co*/src/index.ts"]}}, "include": ["."]}`,
		}},
		{"by baseUrl", "app/src/use.ts", map[string]string{
			"site/tsconfig.json": `{"compilerOptions": {` + options + `, "baseUrl": "."}, "include": ["."]}`,
			"site/core.ts":       "export * from \"../core/src/index\"\n",
		}},
		{"by baseUrl and a scope", "app/src/use.ts", map[string]string{
			"site/tsconfig.json":  `{"compilerOptions": {` + options + `, "baseUrl": "."}, "include": ["."]}`,
			"site/@scope/core.ts": "export * from \"../../core/src/index\"\n",
			"core/package.json":   `{"name": "@scope/core", "types": "../elsewhere.d.ts"}`,
			"app/src/use.ts":      strings.Replace(use, "core", "@scope/core", 1),
		}},
		{"by a condition", "app/src/use.ts", map[string]string{
			"site/tsconfig.json":  `{"compilerOptions": {` + options + `, "customConditions": ["source"]}, "include": ["."]}`,
			"core/package.json":   `{"name": "core", "exports": {".": {"source": "./src/index.ts", "types": "./elsewhere.d.ts"}}}`,
			"core/elsewhere.d.ts": box,
		}},
		{"by the output of a build", "app/src/use.ts", map[string]string{
			"core/tsconfig.json":   `{"compilerOptions": {` + options + `, "declaration": true, "rootDir": "src", "outDir": "dist"}, "include": ["src"]}`,
			"core/package.json":    `{"name": "core", "types": "./dist/index.d.ts"}`,
			"core/dist/index.d.ts": box,
			"base/tsconfig.json":   `{"compilerOptions": {` + options + `, "paths": {"core": ["../elsewhere.d.ts"]}}, "include": ["."]}`,
		}},
		{"by the name of its own package", "core/tests/use.ts", map[string]string{
			"package.json":             "{}",
			"pnpm-workspace.yaml":      "packages: [app, core]\n",
			"app/src/use.ts":           "import \"core\"\n",
			"core/package.json":        `{"name": "core", "exports": {".": "./src/index.ts"}}`,
			"core/tests/tsconfig.json": `{"compilerOptions": {` + options + `, "paths": {"core": ["../../elsewhere.d.ts"]}}, "include": ["."]}`,
			"core/tests/use.ts":        use,
			"site/main.ts":             "import \"../core/tests/use\"\nexport const size = 1\n",
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			files := maps.Clone(common)
			maps.Copy(files, c.files)
			dir := hostfstest.LayOut(t, files)
			h := start(t, runtime.Limits{}, dir)
			rename := map[string]any{"projectRoot": dir, "filePath": "core/src/index.ts", "line": 0, "character": 23, "newName": "width", "verify": false}
			want := []string{"core/src/index.ts:1", c.use + ":1"}
			slices.Sort(want)
			if got := h.editedBy(t, dir, rename); got != strings.Join(want, " ") {
				t.Errorf("the plan edits %s; want %s", got, want)
			}
		})
	}
}

// TestUsersByPackageImports renames a member of a type, which lib/box.ts declares and app/use.ts uses. The plan has to edit both files.
// app/use.ts imports the type from "box", as if "box" were a dependency. Each case has another reason why this import leads to lib/box.ts.
// One reason is paths in tsconfig.json, and another one is a link in node_modules.
func TestUsersByPackageImports(t *testing.T) {
	const (
		options   = `"strict": true, "module": "esnext", "moduleResolution": "bundler", "types": []`
		installed = "export interface Box { size: number }\n"
		reexport  = "export * from \"../../lib/box\"\n"
	)
	common := map[string]string{
		"package.json":      `{"workspaces": ["core"]}`,
		"core/package.json": `{"name": "core", "types": "index.ts"}`,
		"core/index.ts":     "export * from \"../lib/box\"\n",
		"lib/box.ts":        "export interface Box { size: number }\n",
		"lib/tsconfig.json": `{"compilerOptions": {` + options + `}, "include": ["."]}`,
		"app/tsconfig.json": `{"compilerOptions": {` + options + `}, "include": ["."]}`,
		"app/use.ts":        "import type { Box } from \"box\"\nexport const use = (it: Box) => it.size\n",
	}
	for i := range 10 { // so many that imports decide which files are searched for a member
		common[fmt.Sprintf("app/size%d.ts", i)] = "export const size = 1\n"
	}
	for _, c := range []struct {
		name  string
		link  string // what node_modules/box leads to
		files map[string]string
	}{
		{name: "by paths", files: map[string]string{
			"app/tsconfig.json":             `{"compilerOptions": {` + options + `, "paths": {"b*": ["../lib/b*"]}}, "include": ["."]}`,
			"node_modules/box/package.json": `{"name": "box", "types": "index.d.ts"}`,
			"node_modules/box/index.d.ts":   installed,
		}},
		{name: "by baseUrl", files: map[string]string{
			"app/tsconfig.json": `{"compilerOptions": {` + options + `, "baseUrl": "../lib"}, "include": ["."]}`,
		}},
		{name: "by paths, with a suffix", files: map[string]string{
			"app/tsconfig.json": `{"compilerOptions": {` + options + `, "paths": {"box": ["../lib/all"]}, "moduleSuffixes": [".ios", ""]}, "include": ["."]}`,
			"lib/all.ios.ts":    "export * from \"./box\"\n",
		}},
		{name: "by paths, to a file that is no code", files: map[string]string{
			"app/tsconfig.json": `{"compilerOptions": {` + options + `, "paths": {"box": ["../lib/all.css"]}, "allowArbitraryExtensions": true}, "include": ["."]}`,
			"lib/all.d.css.ts":  "export * from \"./box\"\n",
		}},
		{name: "by typeRoots", files: map[string]string{
			"app/tsconfig.json":    `{"compilerOptions": {` + options + `, "typeRoots": ["../types"]}, "include": ["."]}`,
			"types/box/index.d.ts": reexport,
		}},
		{name: "by a dependency that imports a package of the workspace", files: map[string]string{
			"node_modules/box/package.json": `{"name": "box", "types": "index.d.ts", "dependencies": {"core": "*"}}`,
			"node_modules/box/index.d.ts":   "export * from \"core\"\n",
		}},
		{name: "by types of a dependency that import a package of the workspace", files: map[string]string{
			"node_modules/box/package.json":        `{"name": "box", "main": "index.js"}`,
			"node_modules/box/index.js":            "",
			"node_modules/@types/box/package.json": `{"name": "@types/box", "types": "index.d.ts", "dependencies": {"core": "*"}}`,
			"node_modules/@types/box/index.d.ts":   "export * from \"core\"\n",
		}},
		{name: "by a link", link: "../other/box", files: map[string]string{
			"other/box/package.json":        `{"name": "box", "types": "index.ts"}`,
			"other/box/index.ts":            reexport,
			"node_modules/other/index.d.ts": "",
		}},
		{name: "by the name of the importer's own package", files: map[string]string{
			"app/package.json": `{"name": "box", "exports": {".": "./index.ts"}}`,
			"app/index.ts":     "export * from \"../lib/box\"\n",
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			files := maps.Clone(common)
			maps.Copy(files, c.files)
			dir := hostfstest.LayOut(t, files)
			if c.link != "" {
				if err := os.Symlink(c.link, filepath.Join(dir, "node_modules/box")); err != nil {
					t.Fatal(err)
				}
			}
			h := start(t, runtime.Limits{}, dir)
			rename := map[string]any{"projectRoot": dir, "filePath": "lib/box.ts", "line": 0, "character": 23, "newName": "width", "verify": false}
			if got, want := h.editedBy(t, dir, rename), "app/use.ts:1 lib/box.ts:1"; got != want {
				t.Errorf("the plan edits %s; want %s", got, want)
			}
		})
	}
}

// TestSameMentionsAgain asks for the rename of a member before and after an edit. Few code files have its name, so the ledger has the mentions in
// all of them. Many Markdown files have the name, too. The first answer has looked at them, and the second one has the same mentions.
func TestSameMentionsAgain(t *testing.T) {
	const tsconfig = `{"compilerOptions": {"strict": true, "module": "esnext", "types": []}, "include": ["."]}`
	files := map[string]string{
		"app/tsconfig.json":  tsconfig,
		"app/other.ts":       "// the size\nexport {}\n",
		"app/use.ts":         "import type { Box } from \"../core/index\"\nexport const use = (it: Box) => it.size\n",
		"core/tsconfig.json": tsconfig,
		"core/index.ts":      "export interface Box { size: number }\n",
	}
	for i := range 12 {
		files[fmt.Sprintf("docs/size%d.md", i)] = "The size.\n"
	}
	dir := hostfstest.LayOut(t, files)
	h := start(t, runtime.Limits{}, dir)
	rename := map[string]any{"projectRoot": dir, "filePath": "core/index.ts", "line": 0, "character": 23, "newName": "width", "verify": false}
	for range 2 {
		var plan planner.RenameResult
		h.answer(t, "planRenameSymbol", rename, &plan)
		var got []string
		for _, mentions := range plan.Ledger.Mentions {
			got = append(got, fmt.Sprintf("%s %d", mentions.Class, mentions.Count))
		}
		if want := []string{"comment 1", "other 12"}; !slices.Equal(got, want) {
			t.Errorf("the mentions are %q, want %q", got, want)
		}
		hostfstest.WriteAll(t, dir, map[string]string{"app/other.ts": files["app/other.ts"] + "export const other = 1\n"})
	}
}
