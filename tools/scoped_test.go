package tools_test

import (
	"fmt"
	"path"
	"strings"
	"testing"

	"tsplan/hostfs/hostfstest"
	"tsplan/tools/planner"
)

const ownClass = "export class Own { static made = 1 }"

// scopedCases are the cases of TestScoped.
var scopedCases = []struct {
	name, symbol string // the text of a.ts, which imports far.ts besides
	others       string // "file: text" a line, with | for line breaks
	byType       bool
}{
	// These come first: files that declare something for all are read with each case that needs types.
	{"test that declares for all", ownClass, "b.ts: import { Own } from './a'|declare module './c' { interface C { y: 1 } }|describe('Own', () => { new Own() })\nc.ts: export interface C { x: 1 }", false},
	{"key that is passed to a global function", ownClass, "g.d.ts: declare function take(key: keyof typeof import('./a')): void;\nb.ts: take('Own')|export {}", true},
	{"type of a global declaration", ownClass, "b.ts: import type { Own } from './a'|declare global { const made: Own }", false},
	{"member of a global interface", ownClass, "g.d.ts: interface HasOwn { Own: 1 }", false},
	{"member of a global interface, for a module's type", ownClass, "g.d.ts: interface LikeModule { Own: unknown }\nb.ts: export const b: LikeModule = null! as typeof import('./a')", true},
	{"import", ownClass, "b.ts: import { Own } from './a'; export const b = new Own()", false},
	{"import under another name", ownClass, "b.ts: import { Own as Other } from './a'; export const b = new Other()", false},
	{"type import", ownClass, "b.ts: import type { Own } from './a'; export type B = Array<Own>", false},
	{"function", "export function Own() {}", "b.ts: import { Own } from './a'; export const b = Own()", false},
	{"variable", "export const Own = 1", "b.ts: import { Own } from './a'; export const b = Own + 1", false},
	{"interface", "export interface Own { x: 1 }", "b.ts: import type { Own } from './a'; export interface B extends Own {}", false},
	{"enum", "export enum Own { A }", "b.ts: import { Own } from './a'; export const b = Own.A", false},
	{"namespace", "export namespace Own { export const x = 1 }", "b.ts: import { Own } from './a'; export const b = Own.x", false},
	{"two imports of one module", ownClass, "b.ts: import { Own } from './a'|import { near } from './a'; export const b = [new Own(), near]", false},
	{"re-export", ownClass, "b.ts: export { Own } from './a'\nc.ts: import { Own } from './b'; new Own()", false},
	{"re-export under another name", ownClass, "b.ts: export { Own as Out } from './a'\nc.ts: import { Out } from './b'; new Out()", false},
	{"export *", ownClass, "b.ts: export * from './a'\nc.ts: export * from './b'\nd.ts: import { Own } from './c'; new Own()", false},
	{"test that no configuration includes", ownClass, "b.test.ts: import { Own } from './a'; new Own()", false},
	{"tests that no configuration includes", ownClass, "b.test.ts: export { Own } from './a'\nc.test.ts: import { Own } from './b.test'; new Own()", false},
	{"JavaScript that no configuration includes", ownClass, "b.test.js: import { Own } from './a'; new Own()", false},
	{"export * beside the name", ownClass, "b.ts: export * from './far'|export { Own } from './a'\nc.ts: import { Own } from './b'; new Own()", false},
	{"namespace import", ownClass, "b.ts: import * as a from './a'; export const b = new a.Own(); export type B = a.Own", false},
	{"import = require", ownClass, "b.cts: import a = require('./a'); export const b = new a.Own()", false},
	{"another's name", ownClass, "b.ts: class Own {}|export const b = new Own()\nc.ts: import { Own } from './a'; new Own()", false},
	{"own member", ownClass, "b.ts: export class B { Own = 1; get() { return 1 } }\nc.ts: export interface C { Own: 1 }\nd.ts: export enum E { Own }", false},
	{"member of an enum", ownClass, "b.ts: export enum E { Own }\nc.ts: import { E } from './b'; export const c = E.Own", false},
	{"comments and strings", ownClass, "b.ts: // Own|export const b = 'an Own'|/** {@link Own} */|export const c = 1", false},
	{"JSDoc link", ownClass, "b.ts: import type { Own } from './a'|/** {@link Own#x} {@link Own} */|export let c: Own", false},
	{"test", ownClass, "b.ts: import { Own } from './a'|import { describe } from 'vitest'|describe('Own', () => { new Own() })", false},
	{"JSX", "export function Own() { return 1 }", "b.tsx: import { Own } from './a'; export const b = <Own/>", false},
	{"enum of the same file", ownClass, "b.ts: enum E { Own } export const b = E.Own", false},

	{"import of a component that an ambient module declares", "export function Own() {}", "b.ts: import Own from './Own.vue'; export const b = Own\nc.d.ts: declare module '*.vue' { const c: 1; export default c }", false},
	{"import of an asset that an ambient module declares with another module", "export function Own() {}", "b.ts: import { Own } from './c.svg'; export const b = Own\nc.d.ts: declare module '*.svg' { export * from 'far' }", true},

	{"static member of a class that is a namespace, too", ownClass, "b.ts: class C { static Own = 1 } namespace C { export const x = 1 } export const b = C.Own", false},
	{"export * as the name", ownClass, "b.ts: export * as Own from './c'\nc.ts: export const c = 1", false},
	{"JSDoc member", ownClass, "b.ts: import type { C } from './c'|/** {@link C#Own} */|export let b: C\nc.ts: export class C { Own = 1 }", false},
	{"JSX attribute", ownClass, "b.tsx: declare const X: (p: { Own: 1 }) => 1; export const b = <X Own={1}/>", false},
	{"JSX attribute for a module's type", ownClass, "b.tsx: import { X } from './c'; export const b = <X Own={null!}/>\nc.ts: export declare const X: (p: typeof import('./a')) => 1", true},
	{"script", ownClass, "b.ts: const b = Own", false},
	{"script of another's name", ownClass, "b.ts: class Own {} const b = new Own()", false},
	{"string that a function of the workspace takes", ownClass, "b.ts: import { take } from './c'; take('Own')\nc.ts: import type * as a from './a'; export declare function take(key: keyof typeof a): void", true},
	{"string that a package of the workspace takes", ownClass, "b.ts: import { take } from 'taking'; take('Own')\npackage.json: {\"name\": \"taking\", \"main\": \"c.ts\"}\nc.ts: import type * as a from './a'; export declare function take(key: keyof typeof a): void", true},
	{"string that a file found by paths takes", ownClass, "b.ts: import { take } from 'taker'; take('Own')\nc.ts: import type * as a from './a'; export declare function take(key: keyof typeof a): void\ntsconfig.json: {\"compilerOptions\": {\"strict\": true, \"types\": [], \"module\": \"esnext\", \"moduleResolution\": \"bundler\", \"paths\": {\"taker\": [\"./c.ts\"]}}}", true},
	{"string beside a string", ownClass, "b.ts: import { take } from 'gone'; take('Own', 'x')", false},
	{"default export", "export default class Own {}", "b.ts: import Own from './a'; new Own()", false},
	{"default export under its name", ownClass + " export default Own", "b.ts: import Own from './a'; new Own()", false},
	{"default import beside an import", "export default class Own {}; export { Own }", "b.ts: import Own, { Own as Other } from './a'; export const b = [new Own(), new Other()]", false},
	{"import type beside an import", ownClass, "b.ts: import { Own } from './a'; export const b: import('./a').Own = new Own()", false},
	{"export * as the name beside an import", ownClass, "b.ts: import { Own as Other } from './a'; export * as Own from './a'; export const b = new Other()\nc.ts: import { Own } from './b'; new Own.Own()", false},
	{"back to the name", ownClass, "b.ts: export { Own as Out } from './a'\nc.ts: import { Out as Own } from './b'; new Own()", true},
	{"back to the name beside the name", ownClass, "b.ts: export { Own as Out, Own } from './a'\nc.ts: import { Out as Own, Own as Same } from './b'; export const c = [new Own(), new Same()]", false},
	{"module in a variable", ownClass, "b.ts: import * as a from './a'; export const b = a\nc.ts: import { b } from './b'; new b.Own()", true},
	{"export * as", ownClass, "b.ts: export * as a from './a'\nc.ts: import { a } from './b'; new a.Own()", false},
	{"export * as, under another name", ownClass, "b.ts: export * as a from './a'\nc.ts: import { a as all } from './b'; new all.Own()", false},
	{"export of an imported module", ownClass, "b.ts: import * as a from './a'; export { a }\nc.ts: export { a } from './b'\nd.ts: import { a as b } from './c'; new b.Own()", false},
	{"export of a module by default", ownClass, "b.ts: import * as a from './a'; export default a\nc.ts: import a from './b'; new a.Own()", false},
	{"export * as, beside export *", ownClass, "b.ts: export * as all from './a'\nc.ts: export * from './b'; export { Own } from './a'\nd.ts: import { all } from './c'; new all.Own()", false},
	{"export * as, of a module with a member of that name", ownClass, "b.ts: export * as all from './c'\nc.ts: import * as a from './a'; export const Other = a|export interface C { Own: 1 }\nd.ts: import { all } from './b'; new all.Other.Own()", true},
	{"import type with a name", ownClass, "b.ts: export type B = import('./a').Own", true},
	{"import type with a name, beside another's name", ownClass, "b.ts: class Own {}|export type B = import('./a').Own; export const b = new Own()", true},
	{"import type with a name, on another line, beside another's name", ownClass, "b.ts: class Own {}|export type B = import('./a').|  Own; export const b = new Own()", true},
	{"import type with a name, at the start of a file, beside another's name", ownClass, "b.ts: f<import('./a').Own>()|class Own {}|declare function f<T>(): T|export {}", true},
	{"import type with a name behind a comment, beside another's name", ownClass, "b.ts: class Own {}|export type B = import('./a')./* */Own; export const b = new Own()", true},
	{"import type with a name behind a comment on another line, beside another's name", ownClass, "b.ts: class Own {}|export type B = import('./a'). // all|  Own; export const b = new Own()", true},
	{"import type with a name far to the right, beside another's name", ownClass, "b.ts: class Own {}|export type B = import('./a').                                Own; export const b = new Own()", true},
	{"re-export beside another's name", ownClass, "b.ts: class Own {}|export { Own as Out } from './a'; export const b = new Own()\nc.ts: import { Out } from './b'; new Out()", false},
	{"augmentation beside another's name", ownClass, "b.ts: import { Own } from './c'|export let b: Own|declare module './a' { interface Own { y: 1 } }\nc.ts: export class Own {}", true},
	{"script beside another's name", ownClass, "b.ts: class Own {} const b = new Own(); type B = import('./a').Own", false},
	{"member of a module's type beside another's name", ownClass, "b.ts: class Own {}|export const b: typeof import('./a') = { Own: Own as never }", true},
	{"JSDoc in JavaScript beside another's name", ownClass, "b.js: const Own = 1|/** @type {import('./a').Own} */|export let b; export const c = Own\ntsconfig.json: {\"compilerOptions\": {\"allowJs\": true, \"checkJs\": true, \"types\": [], \"module\": \"esnext\", \"moduleResolution\": \"bundler\"}}", true},
	{"JSDoc import in JavaScript", ownClass, "b.js: /** @import { Own } from './a' */|/** @type {Own} */|export let b\ntsconfig.json: {\"compilerOptions\": {\"allowJs\": true, \"checkJs\": true, \"types\": [], \"module\": \"esnext\", \"moduleResolution\": \"bundler\"}}", true},
	{"global type beside a variable of the name", ownClass, "b.ts: const Own = 1|export const b: Own = Own\ng.d.ts: type Own = 1", false},
	{"dynamic import", ownClass, "b.ts: export const b = async () => new (await import('./a')).Own()", false},
	{"dynamic import taken apart", ownClass, "b.ts: export const b = async () => { const { Own } = await import('./a'); return Own }", false},
	{"dynamic import taken apart, under another name", ownClass, "b.ts: export const b = async () => { const { Own: Other } = await import('./a'); return Other }", false},
	{"dynamic import in a variable", ownClass, "b.ts: export const b = async () => { const a = await import('./a'); return new a.Own() }", false},
	{"dynamic import of a module that exports the name again", ownClass, "b.ts: export * from './a'\nc.ts: export const c = async () => { const { Own } = await import('./b'); return Own }", false},
	{"dynamic import with a rest", ownClass, "b.ts: export const b = async () => { const { ...rest } = await import('./a'); return rest }\nc.ts: import { b } from './b'; export const c = async () => new (await b()).Own()", true},
	{"dynamic import whose promise goes on", ownClass, "b.ts: export const b = () => import('./a')\nc.ts: import { b } from './b'; export const c = async () => new (await b()).Own()", true},
	{"dynamic import whose value goes on", ownClass, "b.ts: export const b = async () => { const a = await import('./a'); return a }\nc.ts: import { b } from './b'; export const c = async () => new (await b()).Own()", true},
	{"dynamic import beside a member of the name", ownClass, "b.ts: export const b = async () => { const { Own } = await import('./a'); return Own }\nc.ts: export const c = (x: { Own: 1 }) => x.Own", false},
	{"dynamic import of the module's type beside a member of the name", ownClass, "b.ts: export const b: typeof import('./a') = null!\nc.ts: import { b } from './b'; export const c = new b.Own()", true},
	{"import in a comment", ownClass, "b.ts: // import('./a')|export const b = (x: { Own: 1 }) => x.Own", false},
	{"import type in the JSDoc of JavaScript", ownClass, "b.js: /** @type {typeof import('./a')} */|export let b\nc.js: import { b } from './b'; new b.Own()\ntsconfig.json: {\"compilerOptions\": {\"allowJs\": true, \"checkJs\": true, \"types\": [], \"module\": \"esnext\", \"moduleResolution\": \"bundler\"}}", true},
	{"require in JavaScript", ownClass, "b.js: const { Own } = require('./a'); exports.b = () => new Own()\ntsconfig.json: {\"compilerOptions\": {\"allowJs\": true, \"checkJs\": true, \"types\": [], \"module\": \"esnext\", \"moduleResolution\": \"bundler\"}}", false},
	{"require in JavaScript, whose value goes on", ownClass, "b.js: exports.b = require('./a')\nc.js: const { b } = require('./b'); new b.Own()\ntsconfig.json: {\"compilerOptions\": {\"allowJs\": true, \"checkJs\": true, \"types\": [], \"module\": \"esnext\", \"moduleResolution\": \"bundler\"}}", true},
	{"shorthand", ownClass, "b.ts: import { Own } from './a'; export const b = { Own }", false},
	{"property of a module's type", ownClass, "b.ts: export const b: typeof import('./a') = { Own: null! }", true},
	{"property in brackets", ownClass, "b.ts: import * as a from './a'; export const b = new a['Own']()", true},
	{"key of a module", ownClass, "b.ts: import * as a from './a'; type A = typeof a|export type B = Pick<A, 'Own'>", true},
	{"key that is passed", ownClass, "b.ts: import * as a from './a'|declare function get(key: keyof typeof a): void|get('Own')", true},
	{"test of a package", ownClass, "b.ts: import { it } from 'tested'|it('Own', () => 1)\nnode_modules/tested/index.d.ts: export declare function it(name: string, f: () => void): void;", false},
	{"string for a function that takes any string", ownClass, "b.ts: import * as a from './a'; export const all = { a }|function take(text: string) { return text }|take('Own')", false},
	{"string for a method that takes any string", ownClass, "b.ts: import * as a from './a'; function take(key: string) { return key } namespace take { export declare function key(key: keyof typeof a): void }|take.key('Own')", true},
	{"string for a function that takes strings and keys", ownClass, "b.ts: import * as a from './a'|declare function get(text: string): void; declare function get(key: keyof typeof a): void; get('Own')", true},
	{"string that is assigned to a string", ownClass, "b.ts: import * as a from './a'; export const all = { a }|export class B extends Error { constructor() { super(); this.name = 'Own' } }", false},
	{"string that is assigned to a key", ownClass, "b.ts: import * as a from './a'|export class B { key?: keyof typeof a; set() { this.key = 'Own' } }", true},
	{"string that is compared with a string", ownClass, "b.ts: import * as a from './a'; export const all = { a }|export const b = (e: Error) => [e.name === 'Own', 'Own' != e.name]", false},
	{"string that is compared with a key", ownClass, "b.ts: import * as a from './a'|export const b = (key: keyof typeof a) => key === 'Own'", true},
	{"string for what a package makes of a string", ownClass, "b.ts: import * as a from './a'; export const all = { a }|import { expect } from 'vitest'; export const b = (e: Error) => expect(e.name).not.toBe('Own')", false},
	{"string for what a package makes of a key", ownClass, "b.ts: import * as a from './a'; import { expect } from 'expecting'; export const b = (key: keyof typeof a) => expect(key).toBe('Own')\nnode_modules/expecting/index.d.ts: export declare function expect<T>(value: T): { toBe(other: T): void };\nnode_modules/expecting/package.json: {\"name\": \"expecting\", \"types\": \"index.d.ts\"}", true},
	{"string for what a package makes of a type", ownClass, "b.ts: import * as a from './a'; import { table } from 'tables'; export const b = table<typeof a>().get('Own')\nnode_modules/tables/index.d.ts: export declare function table<T>(): { get(key: keyof T): void };\nnode_modules/tables/package.json: {\"name\": \"tables\", \"types\": \"index.d.ts\"}", true},
	{"string for a package's function of a type", ownClass, "b.ts: import * as a from './a'; import { key } from 'keys'; export const b = key<keyof typeof a>('Own')\nnode_modules/keys/index.d.ts: export declare function key<T>(of: T): T;\nnode_modules/keys/package.json: {\"name\": \"keys\", \"types\": \"index.d.ts\"}", true},
	{"string behind a string", ownClass, "b.ts: import * as a from './a'|declare function take(): string; export const b: keyof typeof a = (take(), 'Own')", true},
	{"member of a class beside a module that is used as an object", ownClass, "b.ts: import * as a from './a'; export const all = { a }|export class B { Own() { return this.Own } }", false},
	{"member of a value whose type is not known, beside such a module", ownClass, "b.ts: import * as a from './a'; export const all = { a }|import { c } from './c'; export const b = c.Own\nc.ts: import * as a from './a'; export const c = a", true},
	{"element with the name", "export function footOwn() {}", "b.tsx: import * as a from './a'; export const all = { a }|export const b = <footOwn></footOwn>", false},
	{"property of a new type", ownClass, "b.ts: import * as a from './a'; export const all = { a }|export const b = { in: { Own: 1, two: { Own() {} } } }", false},
	{"string of a new type", ownClass, "b.ts: import * as a from './a'; export const all = { a }|export const b = { in: ['Own'] }", false},
	{"string of a type of keys", ownClass, "b.ts: import * as a from './a'|export const b: { in: (keyof typeof a)[] } = { in: ['Own'] }", true},
	{"property of a part of a module's type", ownClass, "b.ts: import * as a from './a'|export const b: { in: Partial<typeof a> } = { in: { Own: null! } }", true},
	{"property of what satisfies a module's type", ownClass, "b.ts: import * as a from './a'|export const b = { in: { Own: null! } } satisfies { in: Partial<typeof a> }", true},
	{"key of a type that is chosen from", ownClass, "b.ts: import * as a from './a'|export type B = Extract<typeof a, { Own: unknown }>", true},
	{"member of a namespace that is used as an object", "export namespace N { export class Own {} }", "b.ts: import { N } from './a'; export const b: { Own: unknown } = N", true},
	{"in strings", ownClass, "b.ts: import { Own } from './a'; export const b = ['an Own', new Own()]", true},
	{"member", "export class A { Own = 1 }", "b.ts: import { A } from './a'; export const b = new A().Own", false},
	{"property that a parameter declares", "export class A { constructor(public Own = 1) {} }", "b.ts: import { A } from './a'; export const b = new A().Own", false},
	{"merged in a module", ownClass, "b.ts: declare module './a' { interface Own { y: 1 } }|export {}", true},
	{"declared for all", ownClass, "b.ts: declare global { interface Own { y: 1 } }|export {}\nc.ts: export type C = Own", false},
	{"declared for all by a file that another one imports", ownClass, "b.ts: declare global { interface Own { y: 1 } }|export {}\nc.ts: import './b'; export type C = Own", true},
	{"declared for a module", ownClass, "b.d.ts: declare module 'm' { export * from './a' }\nc.ts: import { Own } from 'm'; new Own()", true},
	{"import of a missing module", ownClass, "b.ts: import { Own } from './gone'; new Own()", false},
	{"import that the module does not have", ownClass, "b.ts: import { Own } from './c'; new Own()\nc.ts: export const c = 1", false},
	{"import under another name beside the name", ownClass, "b.ts: export { Own } from './a'; export * from './x'\nc.ts: import { Own as Same, Out as Own } from './b'; export const c = [new Own(), new Same()]\nx.ts: export class Out {}", true},
	{"import of a missing module under another name", ownClass, "b.ts: import { Own as Other } from './gone'; new Other()|export { Own } from './gone'", false},
	{"import of a module that another file declares", ownClass, "b.ts: import { Own } from 'declared'; new Own()\nd.d.ts: declare module 'declared' { export * from './a' }", true},
	{"not known", ownClass, "b.ts: export const b = () => Own", false},
	{"declared for a module by a file that only its configuration names", ownClass, "d.d.ts: declare module 'apart' { export class Own {} }\nb.ts: import { Own } from './a'; new Own()", false},
	{"declared for a module by a file that another one imports", ownClass, "d.ts: declare module 'apart' { export class Own {} }\nb.ts: import './d'; export const b = 1", true},
	{"name of all", "export class Date {}", "b.ts: export const b = new Date()", false},
	{"new name that another file has", ownClass, "b.ts: import { Own } from './a'; export const Free = new Own()\nc.ts: import { Free } from './b'; export const c = { Free }.Free", false},
	{"new name that a barrel has, too", ownClass, "b.ts: export const Free = 1\nc.ts: export * from './a'; export * from './b'\nd.ts: import { Free } from './c'; export const d = Free", true},
	{"new name that is taken", ownClass + " const Free = 1", "b.ts: export const b = 1", true},
}

// scopedFiles are the files of all cases, each in a directory and with names of its own.
func scopedFiles() map[string]string {
	files := map[string]string{"package.json": `{"workspaces": ["case*"]}`, "tsconfig.json": `{"compilerOptions": {"strict": true, "noEmit": true, "types": [], "module": "esnext", "moduleResolution": "bundler", "jsx": "preserve"}, "exclude": ["**/*.test.*"]}`}
	named := func(i int, text string) string {
		text = strings.ReplaceAll(text, "|", "\n")
		for _, name := range []string{"Own", "Free"} {
			text = strings.ReplaceAll(text, name, fmt.Sprintf("%s%d", name, i))
		}
		return text
	}
	for i, c := range scopedCases {
		dir := fmt.Sprintf("case%d", i)
		files[path.Join(dir, "far.ts")] = "export const far = 1\n"
		files[path.Join(dir, "a.ts")] = named(i, c.symbol) + "\nimport { far } from './far'\nexport const near = far\n"
		for line := range strings.SplitSeq(c.others, "\n") {
			file, text, _ := strings.Cut(line, ": ")
			files[path.Join(dir, file)] = named(i, text)
		}
	}
	return files
}

// TestScoped renames exports of a.ts in a project that is not loaded. In the first cases scopes and imports show what each mention
// of the name means: far.ts, which a.ts imports, is not read. In the others only a type can show it: far.ts is read, unless a member is
// renamed, whose type needs no far.ts. In all cases the plan equals the plan of the loaded project.
func TestScoped(t *testing.T) {
	t.Parallel()
	p := startPartly(t, hostfstest.LayOut(t, scopedFiles()))
	var answers []partialAnswer
	for i, c := range scopedCases {
		symbol := "Own"
		if !strings.Contains(c.symbol, symbol) {
			symbol = "Date"
		}
		read := false
		p.read = func(_ int, file string) {
			read = read || path.Dir(file) == fmt.Sprintf("case%d", i) && path.Base(file) == "far.ts"
		}
		answers = append(answers, p.plan(t, planner.RenameParams{
			FilePath: fmt.Sprintf("case%d/a.ts", i), Character: strings.Index(c.symbol, symbol), NewName: fmt.Sprintf("Free%d", i),
			FindInStrings: c.name == "in strings",
		}))
		if read != c.byType {
			t.Errorf("%s: imports are read: %t", c.name, read)
		}
	}
	p.read = nil
	for i, c := range scopedCases {
		t.Run(c.name, func(t *testing.T) { p.compare(t, answers[i]) })
	}
}

// TestScopedRequests renames an export so that more than its own mentions change: with propagate the names of its re-exports, and literally the
// properties of object literals that have its value. Only types show where these members are used.
func TestScopedRequests(t *testing.T) {
	t.Parallel()
	literal := false
	for name, in := range map[string]planner.RenameParams{"propagate": {AliasPolicy: "propagate"}, "literal": {PrefixAndSuffix: &literal}} {
		t.Run(name, func(t *testing.T) {
			p := startPartly(t, hostfstest.LayOut(t, map[string]string{
				"tsconfig.json": `{"compilerOptions": {"strict": true, "types": [], "module": "esnext", "moduleResolution": "bundler"}}`,
				"a.ts":          "export const own = 1\n",
				"i.ts":          "export { own } from './a'\n",
				"b.ts":          "import * as i from './i'\nconst j = i\nexport const b = j.own\n",
				"c.ts":          "import { own } from './a'\nexport const make = () => ({ own })\n",
				"d.ts":          "import { make } from './c'\nexport const d = make().own\n",
			}))
			in.FilePath, in.Character, in.NewName = "a.ts", 13, "renamed"
			p.rename(t, in)
		})
	}
}
