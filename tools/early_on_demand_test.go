package tools_test

import (
	"fmt"
	"strings"
)

// onDemandEdges has cases of TestEarlyEdges in which TypeScript's checker gets a module that its program does not have. A program with that module
// would give another plan, so tsplan has to make that program.
var onDemandEdges = map[string]earlyEdge{
	"of what a dependency returns by what it declares globally": {
		files:  "src/a.ts: export interface A { own: number }\nsrc/b.ts: import type { A } from './a'; import { m } from 'm'; export const f = (a: A) => m(a).own\nnode_modules/m/index.d.ts: export function m<T>(x: T): Date extends { mark: 1 } ? T : { x: 2 }; declare global { interface Date { mark: 1 } }\nnode_modules/m/package.json: {\"name\": \"m\", \"types\": \"index.d.ts\"}",
		symbol: "own",
	},
	"of a type that two copies of a package declare": {
		files: "src/a.ts: export interface A { own: number }\nsrc/b.ts: import type { A } from './a'; import { x } from 'x'; import { y } from 'y'; export const f = (a: A) => y(x(a)).own\n" +
			"node_modules/x/index.d.ts: import { P } from 'p'; export function x<T>(t: T): P<T>\nnode_modules/y/index.d.ts: import { P } from 'p'; export function y<T>(p: T): T extends P<infer U> ? U : never\n" +
			"node_modules/x/node_modules/p/package.json: {\"name\": \"p\", \"version\": \"1.0.0\", \"types\": \"p.d.ts\"}\nnode_modules/x/node_modules/p/p.d.ts: export class P<T> { private q; t: T }\n" +
			"node_modules/y/node_modules/p/package.json: {\"name\": \"p\", \"version\": \"1.0.0\", \"types\": \"p.d.ts\"}\nnode_modules/y/node_modules/p/p.d.ts: export class P<T> { private q; t: T }",
		symbol: "own",
	},
	"of a property that a parameter declares": {
		files:  "src/a.ts: import { m } from 'm'; export class A { constructor(public own = m) { own } get() { return this.own } }\nsrc/b.ts: import { A } from './a'; class B extends A { constructor(own: number) { super(own); own } } export const f = (b: B) => [b.own, { own: b.own }]\nnode_modules/m/index.d.ts: export declare const m: number\nnode_modules/m/package.json: {\"name\": \"m\", \"types\": \"index.d.ts\"}",
		symbol: "own",
	},
	"of a property that a parameter declares in another file": {
		files:  "src/a.ts: import { B } from './b'; export const f = (b: B) => b.own\nsrc/b.ts: export class B { constructor(public own: number) { own } }\nsrc/c.ts: export const own = 1",
		symbol: "own",
	},
	"of a script, with a dependency that has it": {
		files:  "src/a.ts: interface W { own: 1 }\nsrc/b.ts: import { m } from 'm'; export const f = (w: W) => [w.own, m.x.own]\nnode_modules/m/index.d.ts: export declare const w: W; export declare const m: { x: W; o: typeof w.own }\nnode_modules/m/package.json: {\"name\": \"m\", \"types\": \"index.d.ts\"}",
		symbol: "own", refused: "node_modules/m/index.d.ts",
	},
	"of a type that a file adds to a dependency, with another dependency that has it": {
		files:  "src/a.ts: export interface A { own: number }\nsrc/b.ts: import type { A } from './a'; import { m } from 'm'; export const f = (a: A) => [a.own, m.own]\nsrc/d.ts: import type { A } from './a'; declare module 'r' { interface R { a: A } }\nnode_modules/m/index.d.ts: export declare const m: { own: 1 }; export { o } from 'n'\nnode_modules/n/index.d.ts: import { R } from 'r'; export declare const n: R, o: typeof n.a.own\nnode_modules/r/index.d.ts: export interface R { x: 1 }",
		symbol: "own", refused: "node_modules/n/index.d.ts",
	},
	"of a type that a file adds to a dependency by an import type, with another dependency that has it": {
		files:  "src/a.ts: export interface A { own: number }\nsrc/b.ts: import type { A } from './a'; import { m } from 'm'; export const f = (a: A) => [a.own, m.own]\nsrc/d.ts: export {}; declare module 'r' { interface R { a: import('./a').A } }\nnode_modules/m/index.d.ts: export declare const m: { own: 1 }; export { o } from 'n'\nnode_modules/n/index.d.ts: import { R } from 'r'; export declare const n: R, o: typeof n.a.own\nnode_modules/r/index.d.ts: export interface R { x: 1 }",
		symbol: "own", refused: "node_modules/n/index.d.ts",
	},
	"of a type that a file adds to a dependency by a base of its own, with another dependency that has it": {
		files:  "src/a.ts: export interface A { own: number }\nsrc/b.ts: import type { A } from './a'; import { m } from 'm'; export const f = (a: A) => [a.own, m.own]\nsrc/d.ts: import type { A } from './a'; interface D extends A {} declare module 'r' { interface R extends D {} }\nnode_modules/m/index.d.ts: export declare const m: { own: 1 }; export { o } from 'n'\nnode_modules/n/index.d.ts: import { R } from 'r'; export declare const n: R, o: typeof n.own\nnode_modules/r/index.d.ts: export interface R { x: 1 }",
		symbol: "own", refused: "node_modules/n/index.d.ts",
	},
	"that a file adds to a dependency, with another dependency that has it": {
		files:  "src/a.ts: import type { R } from 'r'; declare module 'r' { interface R { own: number } }|import { m } from 'm'; export const f = (r: R) => [r.own, m.own]\nnode_modules/m/index.d.ts: export declare const m: { own: 1 }; export { o } from 'n'\nnode_modules/n/index.d.ts: import { R } from 'r'; export declare const n: R, o: typeof n.own\nnode_modules/r/index.d.ts: export interface R { x: 1 }\nnode_modules/r/package.json: {\"name\": \"r\", \"types\": \"index.d.ts\"}",
		symbol: "own", refused: "node_modules/n/index.d.ts",
	},
	"that a file declares globally, with a dependency that has it": {
		files:  "src/a.ts: declare global { interface R { own: number } }|import { m } from 'm'; export const f = (r: R) => [r.own, m.own]\nnode_modules/m/index.d.ts: export declare const m: { own: 1 }; export { o } from 'n'\nnode_modules/n/index.d.ts: export declare const n: R, o: typeof n.own",
		symbol: "own", refused: "node_modules/n/index.d.ts",
	},
	"of a type that a file imports by an alias which only a bundler knows": {
		files:  "src/lib/a.ts: export interface A { own: number }\nsrc/b.ts: import type { A } from '#lib/a'; export const f = (a: A) => a.own",
		symbol: "own",
	},
	"of a module that is a member, with an import by another module": {
		files:  "src/a.ts: import { lib } from './lib'; lib.own()\nsrc/lib.ts: export * as lib from './impl'\nsrc/impl.ts: export function own() {}\nsrc/other.ts: export * from './impl'\nsrc/c.ts: import { own } from './other'; own()",
		symbol: "own",
	},
	"of a class in a file of more than 64 KiB": {
		files: "src/a.ts: export class A { own() { return this.own } }" + strings.Repeat(" export function other() { return 'a body that is long enough to stay closed, in a long file' }", 1000) +
			"\nsrc/b.ts: import { A } from './a'; new A().own()",
		symbol: "own",
	},
	"of a class whose interface more files use": {
		files: "src/a.ts: import type { Base } from './base'; export class A implements Base { own() {} }\nsrc/base.ts: export interface Base { own(): void }\nsrc/use.ts: import type { Base } from './base'; export const use = (base: Base) => base.own()\n" +
			"lib/tsconfig.json: {\"include\": [\".\"]}" + tenFilesWith("own"),
		symbol: "own",
	},
}

// tenFilesWith returns more files with the name than tsplan looks at without the imports of all files.
func tenFilesWith(name string) string {
	var files strings.Builder
	for i := range 10 {
		fmt.Fprintf(&files, "\nlib/%d.ts: export const %s = 1", i, name)
	}
	return files.String()
}
