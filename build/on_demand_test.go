package main

import (
	"encoding/json"
	"flag"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"tsplan/hostfs"
	"tsplan/hostfs/hostfstest"
	"tsplan/runtime/outline"
)

var (
	every        = flag.Int("every", 30, "of how many declaration files one is compared")
	declarations = flag.String("declarations", "", "one more directory with declaration files")
)

// Declarations and bodies of functions that are parsed and bound on demand are, once all was looked at, what they are when parsed
// and bound whole, in each version of TypeScript. To compare all files that the packages here ship, and more:
//
//	go test ./build -run OnDemand -v -every 1 -declarations DIR
func TestOnDemand(t *testing.T) {
	t.Chdir("..")
	outlines := map[string]string{}
	parts, files := map[outline.Kind]int{}, map[outline.Kind]int{}
	roots := []string{nodeModules, "testdata", "wasm/guest"}
	if *declarations != "" {
		roots = append(roots, *declarations)
	}
	for _, root := range roots {
		err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
			kind, isOutlined := kindOf(path)
			if err != nil || entry.IsDir() || !isOutlined {
				return err
			}
			// Of the few files with JSX, all are compared, and those that were written for this.
			if files[kind]++; files[kind]%*every != 0 && kind != outline.SourceWithJSX && !strings.Contains(filepath.ToSlash(path), "outline/checked") {
				return nil
			}
			data, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			text, _ := hostfs.Decode(data)
			outlines[path] = outline.Of(kind, text)
			parts[kind] += len(strings.Fields(outlines[path])) / 3
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	t.Logf("parts: %v of files: %v", parts, files)
	if parts[outline.Declarations] < 300 || parts[outline.Source] < 300 || parts[outline.SourceWithJSX] < 30 {
		t.Fatal("too few parts to say anything")
	}
	list := writeJSON(t, outlines)
	compareOutlined(t, "compare.mjs", func(typeScript) []string { return []string{list} })
}

// merged is a project in which a checker has to merge declarations of several files: interfaces with overloaded methods, a class
// with a namespace, functions, globals, and a module that a dependency and the project itself augment. One member is a property
// in one file and a method in another, which is an error.
var merged = map[string]string{
	"node_modules/a/index.d.ts": `export declare class Base<T> { static make(): Base<number>; own: T; both(a: string): string }
export declare namespace Base { interface Options { first: string; second: number; third: boolean } }
export interface Plain { first: string; both(a: string): string; again(a: number): number }
declare global { interface Window { fromA: { first: string; second: number; third: boolean } } }
`,
	"node_modules/b/index.d.ts": `import "a";
declare module "a" { interface Base<T> { fromB: T; both(a: number): number; more: { first: T; second: number } }
  namespace Base { interface Options { fromB: string; fourth: number; fifth: boolean; sixth: null } } }
declare global { interface Window { fromB: { first: string; second: number; third: boolean } } }
export declare function make(options: { first: string; second: number }): import("a").Base<string>;
`,
	"node_modules/c/index.d.ts": `interface Small { both(a: string): string }
interface Shared { first: { first: string; second: number; third: boolean }; both(a: string): string }
declare namespace Outer { interface Inner { first: string; second: number; third: boolean; both(a: string): string } }
declare namespace Late { const one: 1 }
declare function overloaded(a: { first: string; second: number; third: boolean }): string;
`,
	"node_modules/d/index.d.ts": `interface Small { both(a: number): number; more: { first: string; second: number } }
interface Shared { second: { first: string; second: number; third: boolean }; both(a: number): number }
declare namespace Outer { interface Inner { fifth: string; sixth: number; first(): boolean; both(a: number): number } }
interface Late { first: { first: string; second: number; third: boolean }; second: string }
declare function overloaded(a: { first: number; second: number; third: boolean }): number;
`,
	"own.ts": `import { Base, type Plain } from "a";
import { make } from "b";
import type {} from "c"; import type {} from "d";
declare module "a" { interface Plain { own: string; first(): string; both(a: boolean): boolean } }
declare global { interface Shared { own: string } interface Window { fromOwn: 1 } }
export const all = (p: Plain, s: Shared, i: Outer.Inner, o: Base.Options) =>
  [p.own, p.both(true), p.both(1), s.both(1), s.own, window.fromA, window.fromB, i.fifth, o.fromB, make({ first: "", second: 1 }).more, overloaded({ first: 1, second: 2, third: true })];
`,
}

// TestOnDemandMerges compares the symbols of checkers over files that are parsed on demand with those over files that are parsed
// whole. They are the same, and a checker that is made opens no statement to merge it.
func TestOnDemandMerges(t *testing.T) {
	t.Chdir("..")
	dir := hostfstest.LayOut(t, merged)
	outlines := map[string]string{}
	for name, text := range merged {
		if kind, isOutlined := kindOf(name); isOutlined && kind == outline.Declarations {
			outlines[filepath.Join(dir, filepath.FromSlash(name))] = outline.Of(outline.Declarations, text)
		}
	}
	node, err := filepath.Abs(testPackages + "/node_modules/@types/node")
	if err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob(node + "/*.d.ts") // go run ./build test installs it
	if err != nil || len(files) == 0 {
		t.Fatalf("no declaration files in %s: %v", node, err)
	}
	for _, path := range files {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		outlines[path] = outline.Of(outline.Declarations, string(data))
	}
	list := writeJSON(t, outlines)
	compareOutlined(t, "merges.mjs", func(v typeScript) []string {
		return []string{v.lib(), list, filepath.Join(dir, "own.ts"), node + "/index.d.ts"}
	})
}

func writeJSON(t *testing.T, value any) string {
	t.Helper()
	encoded, err := json.Marshal(value)
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "outlines.json")
	if err := os.WriteFile(path, encoded, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// compareOutlined runs a script of testdata/outline for each TypeScript, with what the build makes of it and more arguments.
func compareOutlined(t *testing.T, script string, arguments func(typeScript) []string) {
	t.Helper()
	for _, v := range typeScripts() {
		text, err := os.ReadFile(v.lib() + "/typescript.js")
		if err != nil {
			t.Fatal(err)
		}
		changed, err := applyPatches(string(text))
		if err != nil {
			t.Fatal(err)
		}
		library := filepath.Join(t.TempDir(), "typescript.cjs")
		if err := os.WriteFile(library, []byte(changed), 0o600); err != nil {
			t.Fatal(err)
		}
		out, err := exec.CommandContext(t.Context(), "node", slices.Concat([]string{"testdata/outline/" + script, library}, arguments(v))...).CombinedOutput()
		if err != nil {
			t.Errorf("%s: %v\n%s", v.pkg, err, out)
		}
		t.Logf("%s: %s", v.pkg, out)
	}
}

// kindOf returns the kind of a file's text, and whether it has an outline.
func kindOf(path string) (outline.Kind, bool) {
	for _, module := range []string{"", "c", "m"} {
		switch {
		case strings.HasSuffix(path, ".d."+module+"ts"):
			return outline.Declarations, true
		case strings.HasSuffix(path, "."+module+"ts"):
			return outline.Source, true
		}
	}
	return outline.SourceWithJSX, strings.HasSuffix(path, ".tsx")
}
