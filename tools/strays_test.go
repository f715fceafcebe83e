package tools_test

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"testing"

	"tsplan/hostfs/hostfstest"
	"tsplan/runtime/paths"
	"tsplan/tools/planner"
)

// TestStrays renames a member in a project with files that no configuration includes. Such a file is searched only if its imports may lead to
// the member, or if another file may declare something of the member's type globally. The symbol is `own` of A in src/a.ts.
func TestStrays(t *testing.T) {
	const tsconfig = `{"compilerOptions": {"strict": true, "module": "esnext", "moduleResolution": "bundler", "types": []}, "include": ["src"]}`
	// With so many files that have the name, and with two configurations, the imports of all files are followed.
	var many strings.Builder
	many.WriteString("\nlib/tsconfig.json: {}\nlib/l.ts: export {}")
	for i := range 11 {
		fmt.Fprintf(&many, "\nsrc/own%d.ts: export const own = %d", i, i)
	}
	for name, c := range map[string]struct {
		files    string // like those of an earlyEdge, without src/a.ts
		edits    string // the files with edits, without src/a.ts
		mentions string // the files with a mention that is left out
		few      string // like mentions, for a project in which few files have the name
	}{
		"imports nothing":           {files: "other/x.ts: export const x = { own: 1 } // own"},
		"imports other files":       {files: "other/x.ts: import './y'; export const x = { own: 1 } // own\nother/y.ts: export const y = 1"},
		"imports an unrelated file": {files: "src/b.ts: export {}\nother/x.ts: import '../src/b'; export const x = { own: 1 } // own", few: "other/x.ts"},
		"imports the type":          {files: "other/x.ts: import type { A } from '../src/a'; export const x: A = { own: 1 } // own", edits: "other/x.ts", mentions: "other/x.ts"},
		"imports it by others":      {files: "other/x.ts: import { y } from './y'; y.own\nother/y.ts: export * from '../src/b'\nsrc/b.ts: export declare const y: import('./a').A", edits: "other/x.ts"},
		"imports nothing, beside":   {files: "other/x.ts: import type { A } from '../src/a'; export const x: A = { own: 1 }\nother/y.ts: export const y = { own: 1 } // own", edits: "other/x.ts", few: "other/y.ts"},
		"of a listed file's global": {files: "src/g.d.ts: declare var all: import('./a').A\nsrc/b.ts: import '../other/x'\nother/x.ts: export const x = all.own", edits: "other/x.ts"},
		"of a stray's global": {
			files: "other/g.ts: import type { A } from '../src/a'; declare global { var all: A }\nother/x.ts: import './g'; all.own\nother/y.ts: export {}; all.own",
			edits: "other/x.ts other/y.ts",
		},
		"of types that need no import": {
			files: "tsconfig.json: {\"compilerOptions\": {\"types\": [\"./types/g\"]}, \"include\": [\"src\"]}\ntypes/g.d.ts: declare var all: import('../src/a').A\nother/x.ts: export const x = all.own",
			edits: "other/x.ts",
		},
		"near another configuration":       {files: "other/tsconfig.json: {\"files\": [\"y.ts\"]}\nother/y.ts: export {}\nother/x.ts: export const x = { own: 1 } // own"},
		"imports by an alias of a bundler": {files: "other/x.ts: import { a } from '~/src/a'; a.own", mentions: "other/x.ts"},
	} {
		for _, kind := range []string{"few", "many"} {
			t.Run(name+", "+kind, func(t *testing.T) {
				lines := c.files
				mentions := c.mentions
				if kind == "many" {
					lines += many.String()
				} else {
					mentions = cmp.Or(c.few, mentions)
				}
				files := map[string]string{"tsconfig.json": tsconfig, "src/a.ts": "export interface A { own: 1 }"}
				for line := range strings.SplitSeq(lines, "\n") {
					file, text, _ := strings.Cut(line, ": ")
					files[file] = text
				}
				p := startPartly(t, hostfstest.LayOut(t, files))
				got := p.plan(t, planner.RenameParams{FilePath: "src/a.ts", Character: strings.Index(files["src/a.ts"], "own"), NewName: "renamed"})
				if got.known == nil {
					t.Fatalf("no early answer: %s", got.unknown)
				}
				var edited, left []string
				for _, file := range got.known.Edits {
					if name, _ := file.Path.Name(); name != "src/a.ts" {
						edited = append(edited, name)
					}
				}
				for _, class := range got.known.Ledger.Mentions {
					for _, at := range class.First {
						name, _ := at.Path.Name()
						left = append(left, name)
					}
				}
				if files := strings.Join(edited, " "); files != c.edits {
					t.Errorf("edits of %q, want %q", files, c.edits)
				}
				if files := strings.Join(left, " "); files != mentions {
					t.Errorf("mentions in %q, want %q", files, mentions)
				}
				if projects := got.known.Projects; !slices.Equal(projects, []paths.Guest{paths.InGuest("tsconfig.json")}) {
					t.Errorf("searched projects: %v", projects)
				}
				p.compare(t, got)
			})
		}
	}
}
