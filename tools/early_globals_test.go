package tools_test

// globalEdges has the cases of TestEarlyEdges in which a file declares the name so that files of several projects see it without an import.
var globalEdges = map[string]earlyEdge{
	"type parameter of an interface that another file adds to": {
		files:  "src/a.ts: export interface Box<Own> { first: Own }\nsrc/b.ts: export {}; declare module './a' { interface Box<Own> { second: Own } }",
		symbol: "Own",
	},
	"type parameter of an interface of a dependency": {
		files:  "src/a.ts: import 'dep'; declare module 'dep' { interface Box<Own> { second: Own } }\nnode_modules/dep/package.json: {\"name\": \"dep\", \"types\": \"index.d.ts\"}\nnode_modules/dep/index.d.ts: export interface Box<Own> { first: Own }",
		symbol: "Own", refused: "node_modules",
	},
	"declared for all of two projects": {
		files:  "src/a.d.ts: declare namespace N { interface A { own: number } }\nlib/b.ts: export const f = (a: N.A) => a.own\nsrc/c.ts: import '../lib/b'\nlib/tsconfig.json: {\"include\": [\".\", \"../src/a.d.ts\"]}\nlib/d.d.ts: declare const d: 1",
		symbol: "own", unknown: "a declaration for all may reach other projects",
	},
	"declared for all by a dependency, in another project": {
		files:  "src/a.ts: export interface A { own: number }\nsrc/d.ts: declare global { const d: 1 }|export const own = d\nlib/b.ts: import type { A } from '../src/a'; export const f = (a: A, e: Error) => a.own + (e.own ?? 0)\nlib/tsconfig.json: {\"compilerOptions\": {\"types\": [\"g\"]}, \"include\": [\".\"]}\nnode_modules/@types/g/index.d.ts: interface Error { own?: number }",
		symbol: "own",
	},
	"declared for all by a dependency and by the workspace, in another project": {
		files:  "src/a.ts: export interface A { own: number }\nsrc/d.d.ts: interface Error { own?: number }\nlib/b.ts: import type { A } from '../src/a'; export const f = (a: A, e: Error) => a.own + (e.own ?? 0)\nlib/tsconfig.json: {\"compilerOptions\": {\"types\": [\"g\"]}, \"include\": [\".\"]}\nnode_modules/@types/g/index.d.ts: interface Error { own?: number }",
		symbol: "own",
	},
	"declared for all by a file that uses the type, beside another one that uses it": {
		files:  "src/a.ts: export interface A { own: number }\nsrc/d.ts: import type { A } from './a'; declare global { var all: A }\nsrc/f.d.ts: declare const all: { own: number }\nlib/b.ts: import type { A } from '../src/a'; export const f = (a: A) => a.own + all.own\nlib/g.d.ts: declare const all: { own: number }\nsrc/c.ts: import '../lib/b'\nlib/tsconfig.json: {\"include\": [\".\"]}",
		symbol: "own", unknown: "a declaration for all may reach other projects",
	},
	"declared for all by a file that uses the type, beside another one, with no import from there": {
		files:  "src/a.ts: export interface A { own: number }\nsrc/d.ts: import type { A } from './a'; declare global { var all: A }\nsrc/f.d.ts: declare const all: { own: number }\nlib/b.ts: import type { A } from '../src/a'; export const f = (a: A) => a.own + all.own\nlib/g.d.ts: declare const all: { own: number }\nlib/tsconfig.json: {\"include\": [\".\"]}",
		symbol: "own",
	},
	"declared for all by a script that uses the type, beside another one that uses it": {
		files:  "src/a.ts: export interface A { own: number }\nsrc/d.d.ts: declare var all: import('./a').A\nlib/b.ts: import type { A } from '../src/a'; export const f = (a: A) => a.own + all.own\nlib/g.d.ts: declare const all: { own: number }\nsrc/c.ts: import '../lib/b'\nlib/tsconfig.json: {\"include\": [\".\"]}",
		symbol: "own", unknown: "a declaration for all may reach other projects",
	},
	"declared for all by a file that uses the type": {
		files:  "src/a.ts: export interface A { own: number }\nlib/b.ts: import type { A } from '../src/a'; export const f = (a: A) => a.own + all.own\nlib/g.d.ts: declare const all: { own: number }; declare const a: import('../src/a').A\nsrc/d.d.ts: declare const d: 1\nlib/tsconfig.json: {\"include\": [\".\"]}",
		symbol: "own",
	},
	"declared for all by a file that uses the type, in a module": {
		files:  "src/a.ts: export interface A { own: number }\nlib/b.ts: import type { A } from '../src/a'; import type { M } from 'm'; export const f = (a: A, m: M) => a.own + m.own\nlib/g.d.ts: declare module 'm' { interface M { own: number } }\nsrc/d.ts: import type { A } from './a'; declare module 'm' { interface N extends A {} }\nsrc/c.ts: import '../lib/b'\nlib/tsconfig.json: {\"include\": [\".\"]}",
		symbol: "own", unknown: "a declaration for all may reach other projects",
	},
	"the name of a module that is declared for all": {
		files:  "src/a.ts: export interface A { own: number }\nlib/b.ts: import type { A } from '../src/a'; import { o } from 'own'; import { n } from 'my-own'; export const f = (a: A) => a.own + o + n\nlib/g.d.ts: declare module 'own' { const o: number }; declare module 'my-own' { const n: number }\nsrc/d.ts: import type { A } from './a'; declare module 'm' { interface N extends A {} }\nlib/tsconfig.json: {\"include\": [\".\"]}",
		symbol: "own",
	},
	"a comment inside of an expression that is declared for all": {
		files:  "src/a.ts: export interface A { own: number }\nlib/b.ts: import type { A } from '../src/a'; export const f = (a: A) => a.own + g.x // own|.y\nlib/g.d.ts: declare const g: { x: { y: number } }\nsrc/d.ts: import type { A } from './a'; declare global { var all: A }\nlib/tsconfig.json: {\"include\": [\".\"]}",
		symbol: "own",
	},
	"declared for all by a part of an expression": {
		files:  "src/a.ts: export interface A { own: number }\nlib/b.ts: import type { A } from '../src/a'; export const f = (a: A) => a.own\nlib/g.ts: f({ own: 1 }); declare function f(x: unknown): void\nsrc/d.ts: import type { A } from './a'; declare global { var all: A }\nlib/tsconfig.json: {\"include\": [\".\"]}",
		symbol: "own",
	},
	"declared for all in the type of a parameter": {
		files:  "src/a.ts: export interface A { own: number }\nlib/b.ts: import type { A } from '../src/a'; export const f = (a: A) => g({ own: a.own })\nlib/g.d.ts: declare function g(x: { own: number }): void\nsrc/d.ts: import type { A } from './a'; declare global { var all: A }\nsrc/c.ts: import '../lib/b'\nlib/tsconfig.json: {\"include\": [\".\"]}",
		symbol: "own", unknown: "a declaration for all may reach other projects",
	},
	"declared for all by a file that uses the type for something else": {
		files:  "src/a.ts: export interface A { own: number }\nlib/b.ts: import type { A } from '../src/a'; export const f = (a: A) => g({ own: a.own })\nlib/g.d.ts: declare function g(x: { own: number }): void\nsrc/d.ts: import type { A } from './a'; export const all: A[] = []; declare global { var other: number }\nlib/tsconfig.json: {\"include\": [\".\"]}",
		symbol: "own",
	},
	"declared for all with an import by its path": {
		files:  "src/a.ts: export interface A { own: number }\nlib/b.ts: import type { A } from '../src/a'; export const f = (a: A) => g({ own: a.own })\nlib/g.d.ts: declare function g(x: { own: number }): void\nsrc/d.ts: export {}; declare global { var all: import('./a').A }\nsrc/c.ts: import '../lib/b'\nlib/tsconfig.json: {\"include\": [\".\"]}",
		symbol: "own", unknown: "a declaration for all may reach other projects",
	},
	"declared for all as a property by a parameter": {
		files:  "src/a.ts: export interface A { own: number }\nlib/b.ts: import type { A } from '../src/a'; export const f = (a: A, g: G) => [a.own, g.own]\nlib/g.ts: class G { constructor(public own: number) {} }\nsrc/d.ts: import type { A } from './a'; declare global { var all: A }\nsrc/c.ts: import '../lib/b'\nlib/tsconfig.json: {\"include\": [\".\"]}",
		symbol: "own", unknown: "a declaration for all may reach other projects",
	},
	"declared for all as a parameter": {
		files:  "src/a.ts: export interface A { own: number }\nlib/b.ts: import type { A } from '../src/a'; export const f = (a: A) => a.own\nlib/g.d.ts: declare function f(own: number): void\nsrc/d.ts: import type { A } from './a'; declare global { var all: A }\nlib/tsconfig.json: {\"include\": [\".\"]}",
		symbol: "own",
	},
}
