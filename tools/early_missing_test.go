package tools_test

// missingEdges has the cases of TestEarlyEdges in which TypeScript does not know a name: its module is missing, a module does not export it,
// or a type does not have it. In the others of these cases a file that is not loaded declares what seems to be missing.
var missingEdges = map[string]earlyEdge{
	"a member of something whose module is missing": {
		files:  "src/a.ts: import { m } from 'missing'; m.own()",
		symbol: "own", refused: "it does not find the module \"missing\"",
	},
	"a member of what a function gets from a missing module": {
		files:  "src/a.ts: import { m } from 'missing'; m.each((x) => x.own)",
		symbol: "own", refused: "it does not find the module \"missing\"",
	},
	"a member of what another file gets from a missing module": {
		files:  "src/a.ts: import { n } from './b'; n.own\nsrc/b.ts: import { m } from 'missing'; export const { n } = m()",
		symbol: "own", refused: "it does not find the module \"missing\"",
	},
	"a member of a value whose type is from a missing module": {
		files:  "src/a.ts: import type { M } from 'missing'; export const f = (m: M) => m.own",
		symbol: "own", refused: "it does not find the module \"missing\"",
	},
	"a member beside one of an element that a type does not have": {
		files:  "src/a.ts: export interface A { own: 1 }\nsrc/b.ts: import type { B } from './c'; export const f = (b: B) => b['no-member'].own\nsrc/c.ts: export interface B { member: 1 }",
		symbol: "own",
	},
	"a member beside one of an element that another file adds to a type": {
		files:  "src/a.ts: export interface A { own: 1 }\nsrc/b.ts: import type { B } from 'p'; export const f = (b: B) => b['no-member'].own\nsrc/c.ts: import 'q'\nnode_modules/p/index.d.ts: export interface B { member: 1 }\nnode_modules/q/index.d.ts: import 'p'; declare module 'p' { interface B { 'no-member': { own: 1 } } }",
		symbol: "own", unknown: "what a mention stands for is not known",
	},
	"a member beside one of a result of what is no function": {
		files:  "src/a.ts: export interface A { own: 1 }\nsrc/b.ts: import type { B } from './c'; export const f = (b: B) => b.no().own\nsrc/c.ts: export interface B { no: string & number }",
		symbol: "own",
	},
	"a member beside one whose module is missing": {
		files:  "src/a.ts: export interface A { own: 1 }\nsrc/b.ts: import { m } from 'missing'; m.own; m({ own: 1 }); const { own } = m",
		symbol: "own",
	},
	"a member beside one of a module that another project declares": {
		files:  "src/a.ts: export interface A { own: 1 }\nsrc/b.ts: import { m } from 'missing'; m.own\nother/d.d.ts: declare module 'missing' { export const m: { own: 1 } }\nother/tsconfig.json: {\"include\": [\".\"]}",
		symbol: "own",
	},
	"a member of what a function returns, from a module that another project declares": {
		files:  "src/a.ts: export interface A { own: 1 }\nsrc/b.ts: import type { A } from './a'; import { m } from 'missing'; export const f = (a: A) => m(a).own\nother/d.d.ts: declare module 'missing' { export function m<T>(x: T): T }\nother/x.ts: import '../src/b'\nother/tsconfig.json: {\"include\": [\".\"]}",
		symbol: "own", unknown: "what a mention stands for is not known",
	},
	"a member of what a function returns, from a module that another project declares, with the file": {
		files:  "src/a.ts: export interface A { own: 1 }\nsrc/b.ts: import type { A } from './a'; import { m } from 'missing'; export const f = (a: A) => m(a).own\nother/d.d.ts: declare module 'missing' { export function m<T>(x: T): T }\nother/tsconfig.json: {\"include\": [\".\", \"../src/b.ts\"]}",
		symbol: "own", unknown: "what a mention stands for is not known",
	},
	"a member of what a function returns, from a module that a script declares": {
		files:  "src/a.ts: export interface A { own: 1 }\nsrc/b.ts: import type { A } from './a'; import { m } from 'missing'; export const f = (a: A) => m(a).own\nsrc/c.ts: import '../other/d'\nother/d.ts: declare module 'missing' { export function m<T>(x: T): T }\nother/tsconfig.json: {\"include\": [\".\"]}",
		symbol: "own", unknown: "what a mention stands for is not known",
	},
	"a member of a module that another project declares with its type": {
		files:  "src/a.ts: export interface A { own: 1 }\nsrc/b.ts: import { m } from 'missing'; m.own\nother/d.d.ts: declare module 'missing' { export const m: import('../src/a').A }\nother/x.ts: import '../src/b'\nother/tsconfig.json: {\"include\": [\".\"]}",
		symbol: "own", unknown: "what a mention stands for is not known",
	},
	"a name in an import type, of a module that another project declares as another one": {
		files:  "src/a.ts: export class Own {}\nsrc/b.ts: export type B = import('m').Own\nother/d.d.ts: declare module 'm' { export * from '../src/a' }\nother/x.ts: import '../src/b'\nother/tsconfig.json: {\"include\": [\".\"]}",
		symbol: "Own", unknown: "what a mention stands for is not known",
	},
	"a member of a module that another project declares as another one": {
		files:  "src/a.ts: export interface A { own: 1 }\nsrc/b.ts: import { m } from 'missing'; m.own\nother/d.d.ts: declare module 'missing' { export * from '../src/a'; export const m: A }\nother/x.ts: import '../src/b'\nother/tsconfig.json: {\"include\": [\".\"]}",
		symbol: "own", unknown: "what a mention stands for is not known",
	},
	"a member of a global type, beside one of a module that another project declares with the type": {
		files:  "src/g.d.ts: interface G { own: 1 }\nsrc/b.ts: import { m } from 'missing'; m.own\nother/d.d.ts: declare module 'missing' { export const m: G }\nother/x.ts: import '../src/b'\nother/tsconfig.json: {\"include\": [\".\", \"../src/g.d.ts\"]}",
		symbol: "own", unknown: "what a mention stands for is not known",
	},
	"a member of a module that another project declares": {
		files:  "other/d.d.ts: declare module 'missing' { export const m: { own: 1 } }\nsrc/b.ts: import { m } from 'missing'; m.own\nother/x.ts: import '../src/b'\nother/tsconfig.json: {\"include\": [\".\"]}",
		symbol: "own", unknown: "what a mention stands for is not known",
	},
	"a class for all, beside a project that does not know the name": {
		files:  "src/a.d.ts: declare class Own {}\nlib/b.ts: export const b = () => Own\nsrc/c.ts: import '../lib/b'\nlib/tsconfig.json: {\"include\": [\".\"]}",
		symbol: "Own", unknown: "what a mention stands for is not known",
	},
	"a class that is the global of a library, beside a project that does not know the name": {
		files:  "src/a.d.ts: declare class Own {}|export = Own|export as namespace Own\nlib/b.ts: export const b = () => Own\nsrc/c.ts: import '../lib/b'\nlib/tsconfig.json: {\"include\": [\".\"]}",
		symbol: "Own", unknown: "what a mention stands for is not known",
	},
	"a member beside a global that nobody declares": {
		files:  "src/a.ts: export interface A { own: 1 }\nsrc/b.ts: own.x; own('b')|export {}",
		symbol: "own",
	},
	"a member beside a literal that is assigned to something whose type is from a missing module": {
		files:  "src/a.ts: export interface A { own: 1 }\nsrc/b.ts: import type { M } from 'missing'; export class B { m!: M; set() { this.m = { own: 1 } } }",
		symbol: "own",
	},
	"a member of something that another file declares a module for": {
		files:  "src/a.ts: import { m } from 'missing'; m.own()\nsrc/b.ts: import '../other/d'\nother/d.ts: declare module 'missing' { export const m: { own(): void } }",
		symbol: "own",
	},
	"a member of something that another file declares modules for": {
		files:  "src/a.ts: import { m } from 'is/missing'; m.own()\nsrc/b.ts: import '../other/d'\nother/d.ts: declare module 'is/*' { export const m: { own(): void } }",
		symbol: "own",
	},
	"a member of something whose module is missing, though another file adds to that": {
		files:  "src/a.ts: import { m } from 'missing'; m.own()\nsrc/b.ts: export {}|declare module 'missing' { interface M { x: 1 } }",
		symbol: "own", refused: "it does not find the module \"missing\"",
	},
	"a member beside literals whose type is from a missing module": {
		files:  "src/a.ts: export interface A { own: 1 }\nsrc/b.ts: import type { M } from 'missing'; type F = () => M; export const b: F = () => ({ own: 1 }); export const c: F = () => { return { own() {} } }; export class D { d: M = { own: 1 } }",
		symbol: "own",
	},
	"a member beside results whose type is from a missing module": {
		files:  "src/a.ts: export interface A { own: 1 }\nsrc/b.ts: import type { M } from 'missing'; declare const f: () => M; const g = () => f(); function h() { return g() }|export const b = [g().own, h().own]",
		symbol: "own",
	},
	"a member beside what a module does not export": {
		files:  "src/a.ts: export interface A { own: 1 }\nsrc/b.ts: import * as c from './c'; import { gone } from './c'; export const b = [gone.own, c.gone().own]; export let e: c.Gone['own']\nsrc/c.ts: export * from './d'\nsrc/d.ts: export const d = 1; export * from './c'",
		symbol: "own",
	},
	"a member of what a module does not export": {
		files:  "src/a.ts: import { b } from './b'; b.own\nsrc/b.ts: export {}",
		symbol: "own", refused: "the module \"./b\" exports no b",
	},
	"a member of an object that is a module": {
		files:  "src/a.ts: export interface A { own: number }\nsrc/b.ts: import { gone } from './c'; export const b = gone.own\nsrc/c.ts: import { M } from 'm'; declare const c: M; export = c\nsrc/e.ts: import '../other/d'\nother/d.ts: declare module 'm' { import { A } from '../src/a'; export interface M { gone: A } }",
		symbol: "own", unknown: "what a mention stands for is not known",
	},
	"a member beside what a pattern takes from a value whose type is from a missing module": {
		files:  "src/a.ts: export interface A { own: 1 }\nsrc/b.ts: import type { M } from 'missing'; declare const all: { m: M; n: M }|export const f = () => { const { m, n: k } = all; return [m.own, k.own] }",
		symbol: "own",
	},
	"a member beside a label": {
		files:  "src/a.ts: export interface A { own: 1 }\nsrc/b.ts: export {}; own: for (;;) { for (;;) { if (Math.random()) continue own; break own } }",
		symbol: "own",
	},
	"a member beside a member of a named tuple": {
		files:  "src/a.ts: export interface A { own: 1 }\nsrc/b.ts: export type T = [own: string]",
		symbol: "own",
	},
	"a member beside an attribute of an import": {
		files:  "src/a.ts: export interface A { own: 1 }\nsrc/b.ts: import './c' with { own: 'text' }\nsrc/c.ts: export {}",
		symbol: "own",
	},
	"a member beside longer names in JSX": {
		files:  "src/a.ts: export interface A { own: 1 }\nsrc/b.tsx: export const b = <div data-own='' own-data='' />",
		symbol: "own",
	},
	"a member beside patterns of types with any member, and of types without it": {
		files:  "src/a.ts: export interface A { own: 1 }\nsrc/b.ts: export const f = (all: Record<string, string>, none: { x: 1 }) => { { const { own } = all } { const { own } = none } }",
		symbol: "own",
	},
	"a member beside what a class has from a missing module": {
		files:  "src/a.ts: export interface A { own: 1 }\nsrc/b.ts: import { M } from 'missing'; class B extends M { a = super.own() } class C extends B { b = super.own() + this.own }|export const b = new C().own",
		symbol: "own",
	},
	"a member beside one of a member that does not exist": {
		files:  "src/a.ts: export interface A { own: 1 }\nsrc/b.ts: interface B { x: 1 } export const f = (b: B | { y: 1 }) => { const c = b.gone(); return c.d.own + c.own }",
		symbol: "own",
	},
	"a member of a member that a file adds to a dependency's type": {
		files:  "src/a.ts: export interface A { own: number }\nsrc/b.ts: import { M } from 'm'; export const f = (m: M) => m.gone().own\nsrc/e.ts: import '../other/d'\nother/d.ts: import { A } from '../src/a'; declare module 'm' { interface M { gone(): A } }\nnode_modules/m/index.d.ts: export interface M { x: 1 }",
		symbol: "own", unknown: "what a mention stands for is not known",
	},
	"a member beside exports that lead nowhere": {
		files:  "src/a.ts: export interface A { own: 1 }\nsrc/b.ts: import { c, d } from './c'; export const f = [c.own, d().own]\nsrc/c.ts: export { c } from './gone'; import { d } from './gone'; export { d }",
		symbol: "own",
	},
	"a member beside members of any that a missing function gets": {
		files:  "src/a.ts: export interface A { own: 1 }\nsrc/b.ts: import { m } from 'missing'; const b = JSON.parse(''), c = b.c; m(b.own, c.d.own, [() => b.own])",
		symbol: "own",
	},
	"a member beside what a module exports by default from nowhere": {
		files:  "src/a.ts: export interface A { own: 1 }\nsrc/b.ts: import b from 'missing'; export default b\nsrc/c.ts: import b from './b'; export const c = b.own",
		symbol: "own",
	},
	"a member of something that another file declares for files that are no code": {
		files:  "src/a.ts: export interface A { own: number }\nsrc/b.ts: import b from './b.jison'; export const c = b.own\nsrc/e.ts: import '../other/d'\nother/d.ts: declare module '*.jison' { import { A } from '../src/a'; const b: A; export default b }",
		symbol: "own", unknown: "what a mention stands for is not known",
	},
	"a member beside types that do not have it": {
		files:  "src/a.ts: export interface A { own: 1 }\nsrc/b.ts: interface B extends C { x: 1 } interface C extends B { y: 1 }|export const b = (b: B, c: { x: 1 } | { y: 1 }) => [b.own, c.own]",
		symbol: "own",
	},
	"a member by a base that another file declares": {
		files:  "src/a.ts: export interface A { own: number }\nsrc/b.ts: import { M } from 'm'; interface B extends M { x: 1 }|export const b = (b: B) => b.own\nsrc/e.ts: import '../other/d'\nother/d.ts: declare module 'm' { import { A } from '../src/a'; export interface M extends A {} }",
		symbol: "own", unknown: "what a mention stands for is not known",
	},
	"a member by a part that another file declares": {
		files:  "src/a.ts: export interface A { own: number }\nsrc/b.ts: import { M } from 'm'; interface B extends M { x: 1 }|export const b = <T extends B & { y: 1 }>(b: T) => b.own\nsrc/e.ts: import '../other/d'\nother/d.ts: declare module 'm' { import { A } from '../src/a'; export interface M extends A {} }",
		symbol: "own", unknown: "what a mention stands for is not known",
	},
	"a member beside values of lists whose type is from a missing module": {
		files:  "src/a.ts: export interface A { own: 1 }\nsrc/b.ts: import type { M } from 'missing'; export const all = new Array<M>(); all.forEach((m) => m.own); export const f = (of: Array<M>) => of.pop()!.own",
		symbol: "own",
	},
	"a member beside what a missing function gets in a literal": {
		files:  "src/a.ts: export interface A { own: 1 }\nsrc/b.ts: import { m } from 'missing'; m({ run: [({ e }) => { const f = { own: 1 }; return e.own + f.own }] })",
		symbol: "own",
	},
	"a member beside parameters whose types are from a missing module": {
		files:  "src/a.ts: export interface A { own: 1 }\nsrc/b.ts: import type { M } from 'missing'; const one = (run: (m: M) => void) => 1; function two(x: number, run: (m: M) => void) {}|one((m) => m.own); two(1, (m) => m.own)",
		symbol: "own",
	},
	"a member beside one of two values whose type is from a missing module": {
		files:  "src/a.ts: export interface A { own: 1 }\nsrc/b.ts: import { m } from 'missing'; export const f = (x: boolean) => { const a = x ? { b: 1 } : m, b = a ?? m; return [a.own, b.own] }",
		symbol: "own",
	},
	"a member beside a literal that satisfies a type from a missing module": {
		files:  "src/a.ts: export interface A { own: 1 }\nsrc/b.ts: import type { M } from 'missing'; export const b = { own: 1 } satisfies M",
		symbol: "own",
	},
	"a member beside a value whose type extends one from a missing module": {
		files:  "src/a.ts: export interface A { own: 1 }\nsrc/b.ts: import type { M } from 'missing'; export const b = <T extends M>(t: T) => t.run().own",
		symbol: "own",
	},
	"a member beside a property that a literal takes from a missing module": {
		files:  "src/a.ts: export interface A { own: 1 }\nsrc/b.ts: import { m } from 'missing'; const all = { m: m() }, { m: first } = all; export const b = [all.m.own, first.own]",
		symbol: "own",
	},
	"a member beside what a function returns of an argument from a missing module": {
		files:  "src/a.ts: export interface A { own: 1 }\nsrc/b.ts: import { m } from 'missing'; const same = <T>(t: T) => t; export const b = same(m).own + same(() => m)().own",
		symbol: "own",
	},
	"a member beside literals for a function whose type argument is from a missing module": {
		files:  "src/a.ts: export interface A { own: 1 }\nsrc/b.ts: import { m, type M } from 'missing'; declare const f: <T>(of: { m?: T } & T) => void; const all = { m }|f({ m, own: 1 }); f({ m: m.x, own: 1 }); f({ ...all, own: 1 }); f<M>({ own: 1 })",
		symbol: "own",
	},
	"a member beside parameters whose type TypeScript infers from a missing module": {
		files:  "src/a.ts: export interface A { own: 1 }\nsrc/b.ts: import { m } from 'missing'; declare const f: <T>(of: T[], run: (t: T) => void) => void; class C<T> { constructor(t: T, run: (t: T) => void) {} }|f([m], (t) => t.own); f([...m()], (t) => t.own); new C(m, (t) => t.own)",
		symbol: "own",
	},
	"a member beside a literal whose type another file declares, for a function that gets a missing value": {
		files:  "src/a.ts: export interface A { own: number }\nsrc/b.ts: import { m } from 'missing'; interface Of { of: Outer } declare const f: (m: number, of: Of) => void; f(m, { of: { own: 1 } })\nsrc/e.ts: import '../other/d'\nother/d.ts: type Outer = import('../src/a').A",
		symbol: "own", unknown: "what a mention stands for is not known",
	},
	"a member beside a literal whose type another file declares, for a generic function": {
		files:  "src/a.ts: export interface A { own: number }\nsrc/b.ts: import { m } from 'missing'; declare const f: <T>(m: T, of: { of: Outer }) => void; f(m, { of: { own: 1 } })\nsrc/e.ts: import '../other/d'\nother/d.ts: type Outer = import('../src/a').A",
		symbol: "own", unknown: "what a mention stands for is not known",
	},
	"a member beside a literal whose type is imported from a missing module": {
		files:  "src/a.ts: export interface A { own: 1 }\nsrc/b.ts: export const b: import('missing').M = { own: 1 }",
		symbol: "own",
	},
	"a member beside a literal whose type is imported from a module that another file declares": {
		files:  "src/a.ts: export interface A { own: number }\nsrc/b.ts: export const b: import('m').M = { own: 1 }\nsrc/e.ts: import '../other/d'\nother/d.ts: declare module 'm' { export type M = import('../src/a').A }",
		symbol: "own", unknown: "what a mention stands for is not known",
	},
	"a member beside an attribute of a component that is missing": {
		files:  "src/a.ts: export interface A { own: 1 }\nsrc/b.tsx: import { M } from 'missing'; export const b = <M own='' />",
		symbol: "own",
	},
	"a member beside elements of a runtime that is missing": {
		files:  "src/a.ts: export interface A { own: 1 }\nsrc/b.tsx: export const b = <own own='' />\ntsconfig.json: {\"compilerOptions\": {\"strict\": true, \"module\": \"esnext\", \"moduleResolution\": \"bundler\", \"types\": [], \"jsx\": \"react-jsx\"}, \"include\": [\"src\"]}",
		symbol: "own",
	},
	"a member beside elements of a namespace that is missing": {
		files:  "src/a.ts: export interface A { own: 1 }\nsrc/b.tsx: import React from 'missing'; export const b = <own own=''></own>",
		symbol: "own",
	},
	"a member beside elements that a dependency declares for another file": {
		files:  "src/a.ts: export interface A { own: number }\nsrc/b.tsx: export const b = <own own={1} />\nsrc/c.ts: import 'm'\nnode_modules/m/index.d.ts: declare global { namespace JSX { interface IntrinsicElements { own: { own: number } } } }|export {}",
		symbol: "own", unknown: "what a mention stands for is not known",
	},
}
