package tools_test

import (
	"encoding/json"
	"maps"
	"strings"
	"testing"

	"tsplan/hostfs/hostfstest"
	"tsplan/runtime"
	"tsplan/tools/planner"
)

// dependent is a project that leans on all kinds of declarations of a dependency.
func dependent() map[string]string {
	return map[string]string{
		"tsconfig.json":                 `{"compilerOptions":{"strict":true,"module":"esnext","moduleResolution":"bundler","target":"es2022"},"include":["src"]}`,
		"node_modules/dep/package.json": `{"name":"dep","version":"1.0.0","types":"index.d.ts"}`,
		"node_modules/dep/index.d.ts": `/// <reference path="./ambient.d.ts" />
import type { Other } from "./other";
export interface Base<T> extends Other { first: T; second: number; third: boolean; self(): this }
export interface Base<T> { merged: T; nested: { inner: string; outer: number; both: boolean } }
export declare class Store<S> { constructor(state: S); state: S; static make(name: string): Store<string>; then(): this }
export declare namespace Store { interface Options { label: string; size: number; retries: number; ratio: number } }
export type Picked<K extends keyof Base<string>> = { [P in K]: Base<string>[P] } & { extra: string; more: number };
export declare function build(options: Store.Options, extra?: Partial<Base<number>>): Store<Picked<"first">>;
export declare function build(options: string, more: { deep: { label: string } }, and: boolean): Store<number>;
export declare const defaults: { readonly label: "a" | "b"; readonly size: number; readonly handler: (event: Base<string>) => void };
export declare const loose: any;
`,
		"node_modules/dep/other.d.ts":   "export interface Other { fromOther: string; alsoOther: import(\"./far\").Far; thirdOther: boolean }\n",
		"node_modules/dep/far.d.ts":     "export interface Far { farAway: string; fartherAway: number; farthestAway: boolean }\n",
		"node_modules/dep/ambient.d.ts": "declare module \"dep/ambient\" { export interface Ambient { ambientOne: string; ambientTwo: number; three: boolean } }\ndeclare var everywhere: { first: string; second: number; third: { fourth: boolean } };\n",
		"src/a.ts": `import { Base, build, defaults, Store, type Picked } from "dep";
import type { Ambient } from "dep/ambient";
declare module "dep" { interface Base<T> { augmented: T } }
export interface Own extends Base<string>, Ambient { own: string; size: number }
export class Mine extends Store<Own> { label = "mine"; size = 1; override then() { return this } }
export const options: Store.Options = { label: defaults.label, size: 1, retries: 2, ratio: 3 };
export const built = build({ ...options, label: "x" }, { first: 1 });
export function use(own: Own, picked: Picked<"second">) { return [own.own, own.first, picked.second, own.self().own, everywhere.third]; }
`,
		"src/b.ts": "import { Mine, type Own, options, use } from \"./a\";\nexport const size = (mine: Mine, own: Own) => mine.size + own.size + options.size + use(own, { second: 1, extra: \"\", more: 2 }).length + mine.state.own.length;\n",
	}
}

// Plans are the same whether declarations of dependencies are parsed on demand or whole. They are parsed whole where the host
// is not certain of the end of a statement.
func TestDependenciesOnDemand(t *testing.T) {
	whole := dependent()
	for path, text := range dependent() {
		if strings.HasSuffix(path, ".d.ts") {
			whole[path] = text + "//\u2028\n"
		}
	}
	onDemand := dependent()
	answers := func(files map[string]string) []string {
		dir := hostfstest.LayOut(t, files)
		h := start(t, runtime.Limits{}, dir)
		var all []string
		for _, word := range []string{
			"Own extends", "own: string", "size: number }", "Mine extends", "label = ", "size = ", "then()", "options: ", "label: defaults",
			"built", "use(own", "own: Own", "picked:", "first, picked", "augmented", "everywhere",
		} {
			text := files["src/a.ts"]
			at := strings.Index(text, word)
			line := strings.Count(text[:at], "\n")
			var result planner.RenameResult
			h.answer(t, "planRenameSymbol", planner.RenameParams{
				ProjectRoot: dir, FilePath: "src/a.ts", Line: line, Character: at - strings.LastIndex(text[:at], "\n") - 1, NewName: "renamed",
				Verifying: planner.Verifying{Verify: new(true)},
			}, &result)
			result.PlanID = "" // it has the directory in it
			answer, err := json.Marshal(result)
			if err != nil {
				t.Fatal(err)
			}
			all = append(all, word+": "+strings.ReplaceAll(string(answer), dir, "DIR"))
		}
		return all
	}
	got, want := answers(onDemand), answers(whole)
	for i := range want {
		if got[i] != want[i] {
			t.Errorf("%s\ninstead of\n%s", got[i], want[i])
		}
	}
}

// A dependency has the new name as one of its members. The proof type-checks the files, however the dependency writes it: the two types may meet.
func TestNewNameInDependency(t *testing.T) {
	const comment = "/**\n * Not \\u0072enamed, whatever 'that' is. */"
	for name, checks := range map[string]bool{
		"renamed": true, `\u0072enamed`: true, `"\u0072enamed"`: true, `'\x72enamed'`: true, comment + `"\u0072enamed"`: true,
		"other": false, `"other\n"`: false, comment + "other": false, "// '\\u0072enamed'\n" + "other": false,
	} {
		dir := hostfstest.LayOut(t, map[string]string{
			"tsconfig.json":                 `{"compilerOptions":{"strict":true,"types":[],"module":"esnext","moduleResolution":"bundler"}}`,
			"node_modules/dep/package.json": `{"name":"dep","version":"1.0.0","types":"index.d.ts"}`,
			"node_modules/dep/index.d.ts":   "export interface Far { " + name + ": string; farAway: number; fartherAway: boolean }\n",
			"a.ts":                          "import \"dep\";\nexport interface Own { soleMember: string }\n",
		})
		var result planner.RenameResult
		start(t, runtime.Limits{}, dir).answer(t, "planRenameSymbol", planner.RenameParams{
			ProjectRoot: dir, FilePath: "a.ts", Line: 1, Character: 23, NewName: "renamed", Verifying: planner.Verifying{Verify: new(true)},
		}, &result)
		if proof := result.Proof; proof == nil || proof.Verdict != "proven" || proof.CheckedFiles > 0 != checks {
			t.Errorf("%s: %+v", name, result)
		}
	}
}

// A statement that cannot be parsed as the outline has it costs time, and nothing else.
func TestDependencyThatIsWrong(t *testing.T) {
	files := dependent()
	maps.Copy(files, map[string]string{
		"node_modules/dep/other.d.ts": "export interface Other { fromOther: ; alsoOther: string; thirdOther: boolean; fourthOther: number }\n",
	})
	dir := hostfstest.LayOut(t, files)
	h := start(t, runtime.Limits{}, dir)
	var result planner.RenameResult
	h.answer(t, "planRenameSymbol", planner.RenameParams{ProjectRoot: dir, FilePath: "src/a.ts", Line: 3, Character: 53, NewName: "renamed"}, &result)
	if !result.CanRename || len(result.Edits) != 2 {
		t.Errorf("%+v", result)
	}
}
