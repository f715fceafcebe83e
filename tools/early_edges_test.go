package tools_test

import (
	"maps"
	"path"
	"strings"
	"testing"

	"tsplan/hostfs/hostfstest"
	"tsplan/tools/planner"
)

// earlyEdge is a small project and a rename in it.
type earlyEdge struct {
	files   string // "name: text" a line, with | for line breaks in the text; the first has the symbol
	symbol  string
	newName string
	project string
	unknown string
	refused string // a part of the refusal that the partial load gives
}

// earlyEdges has most cases of TestEarlyEdges. The maps globalEdges, missingEdges, javaScriptEdges and onDemandEdges have the others.
var earlyEdges = map[string]earlyEdge{
	"local":          {files: "src/a.ts: import {x} from './gone'; export function f(own: typeof x) { return own }", symbol: "own"},
	"type parameter": {files: "src/a.ts: import {x} from './gone'; export type T<Own> = Own | typeof x", symbol: "Own"},
	"local, name is taken": {
		files:  "src/a.ts: export function f(own: number) { return own + renamed }|declare const renamed: number",
		symbol: "own", unknown: "own cannot be renamed to renamed",
	},
	"local, name is used": {files: "src/a.ts: export function f(own: number) { return own }|declare const renamed: number", symbol: "own"},
	"function that its module does not export": {
		files:  "src/a.ts: import {x} from './gone'; function own() { return x }|export const all = { own, first: own() }\nsrc/b.ts: export const own = 1",
		symbol: "own",
	},
	"class that its module does not export": {
		files:  "src/a.ts: import {x} from './gone'; class Own extends x { self(): Own { return this } }|export default new Own()\nsrc/b.ts: import a from './a'; a.self()",
		symbol: "Own",
	},
	"function that a list exports": {
		files:  "src/a.ts: function own() { return 1 } export { own }\nsrc/b.ts: import { own } from './a'; own()",
		symbol: "own",
	},
	"interface that is the default export": {
		files:  "src/a.ts: interface Own { x: number } export default Own\nsrc/b.ts: import Own from './a'; export type T = Own",
		symbol: "Own",
	},
	"function that is the default export": {
		files:  "src/a.ts: export default function own() { return 1 }\nsrc/b.ts: import own from './a'; own()\nsrc/c.ts: export { default as own } from './a'\nsrc/d.ts: export { default } from './a'\nsrc/e.ts: import own from './d'; own()\nsrc/f.ts: import { own } from './c'; own()\nsrc/g.ts: import own from 'gone'; own()",
		symbol: "own",
	},
	"function of a script": {
		files:  "src/a.ts: function own() { return 1 }\nsrc/b.ts: own()",
		symbol: "own",
	},
	"interface in declare global": {
		files:  "src/a.ts: export {}; declare global { interface Own { x: number } }\nsrc/b.ts: export type T = Own",
		symbol: "Own",
	},
	"merged type parameter": {
		files:  "src/a.ts: interface Box<Own> { first: Own }\nsrc/b.ts: interface Box<Own> { second: Own }",
		symbol: "Own",
	},
	"export": {
		files:  "src/a.ts: export const own = 1\nsrc/b.ts: export * from './a'\nsrc/c.ts: import { own } from './b'; own\nsrc/d.ts: import './b'",
		symbol: "own",
	},
	"member": {
		files:  "src/a.ts: export interface A { own: number }\nsrc/b.ts: import type { A } from './a'; export const all: A[] = []\nsrc/c.ts: import { all } from './b'; all[0]?.own",
		symbol: "own",
	},
	"private member": {files: "src/a.ts: export class A { #own = 1; get() { return this.#own } }", symbol: "#own", newName: "#renamed"},
	"declared by a script": {
		files:  "src/a.ts: export interface A { own: number }\nsrc/b.ts: declare const all: import('./a').A\nsrc/c.ts: export const one = all.own",
		symbol: "own",
	},
	"declared in a script's namespace": {
		files:  "src/a.ts: export interface A { own: number }\nsrc/b.ts: namespace N {|  export declare const all: import('./a').A|}\nsrc/c.ts: export const one = N.all.own",
		symbol: "own",
	},
	"declared for all": {
		files:  "src/a.ts: export interface A { own: number }\nsrc/b.ts: import type { A } from './a'|declare global { var all: A }\nsrc/c.ts: export const one = all.own",
		symbol: "own",
	},
	"declared for a module": {
		files:  "src/a.ts: export interface A { own: number }\nsrc/b.ts: import type { A } from './a'|declare module './m' { interface M { all: A } }\nsrc/m.ts: export interface M { m: 1 }\nsrc/c.ts: import type { M } from './m'; export const one = (m: M) => m.all.own",
		symbol: "own",
	},
	"declared in a .d.ts": {
		files:  "src/a.ts: export interface A { own: number }\nsrc/b.d.ts: export as namespace B;|export declare const all: import('./a').A\nsrc/c.js: \nsrc/c.ts: export const one = (b: typeof B) => b.all.own",
		symbol: "own",
	},
	"new name is taken elsewhere": {
		files:  "src/a.ts: export const own = 1\nsrc/b.ts: export const renamed = 2\nsrc/index.ts: export * from './a'|export * from './b'\nsrc/c.ts: import { renamed } from './index'; renamed",
		symbol: "own", unknown: "own cannot be renamed to renamed",
	},

	"no project":                             {files: "other/a.ts: export const own = 1\nsrc/a.ts: ", symbol: "own"},
	"no name":                                {files: "src/a.ts: export const own = 1", symbol: "= 1"},
	"below the root":                         {files: "sub/src/a.ts: export const own = 1", symbol: "own", project: "sub", unknown: "files outside may be imported"},
	"a string's name":                        {files: "src/a.ts: export const it = { 'own-name': 1 }; it['own-name']", symbol: "own-name", newName: "x-y", unknown: "the name was not what it looks like"},
	"keyword":                                {files: "src/a.ts: export const own = 1", symbol: "export"},
	"a word of a comment":                    {files: "src/a.ts: export const it = 1 // own", symbol: "own"},
	"a type of the library":                  {files: "src/a.ts: export const it = new Error()", symbol: "Error"},
	"a type that is no longer the library's": {files: "src/a.ts: import { Map } from './b'; export const it = new Map()\nsrc/b.ts: export class Map {}", symbol: "Map()"},
	"a member of what an import decides": {
		files:  "src/a.ts: import type { X } from './b'; interface A { length: 1 } type T = X extends 1 ? string : A; export const f = (v: T) => [v.length]\nsrc/b.ts: export type X = 2",
		symbol: "length]",
	},
	"a path":            {files: "src/a.ts: import { b } from './b'; b\nsrc/b.ts: export const b = 1", symbol: "/b"},
	"a path to nowhere": {files: "src/a.ts: import { b } from './b'; b\nsrc/c.ts: export const b = 1", symbol: "/b"},
	"a module's name":   {files: "src/a.ts: import { b } from 'b'; b\nnode_modules/b/index.d.ts: export const b: 1", symbol: "b';"},
	"a declared module": {
		files:  "src/a.ts: import { b } from 'own'; b\nsrc/b.d.ts: declare module 'own' { export const b: 1 }",
		symbol: "own", unknown: "the module may be declared in another file",
	},
	"a name from a dependency": {
		files:  "src/a.ts: import { own } from 'b'; export const all = { own, two: own() }; export { own as three }\nsrc/c.ts: import { own } from 'b'; own()\nnode_modules/b/index.d.ts: export declare function own(): void",
		symbol: "own()",
	},
	"a default import":   {files: "src/a.ts: import own from './b'; export const two = own\nsrc/b.ts: export default function own() {}", symbol: "own"},
	"a namespace import": {files: "src/a.ts: import * as own from './b'; export const two = own.b\nsrc/b.ts: export const b = 1", symbol: "own."},
	"a member over several imports": {
		files:  "src/a.ts: export interface A { own: number }\nsrc/b.ts: import type { A } from './a'; export const b = (): { a: A } => null!\nsrc/c.ts: export * from './b'\nsrc/d.ts: import * as c from './c'; export const d = [c.b]\nsrc/e.ts: import { d } from './d'; export const e = d.map((d) => d().a.own)",
		symbol: "own",
	},
	"a member of an object": {
		files:  "src/a.ts: export const a = { own: 1 } as const\nsrc/b.ts: import { a } from './a'; import { z } from './z'; export const b = a.own + z\nsrc/z.ts: export const z = 1",
		symbol: "own",
	},
	"a member behind what a dependency declares for all": {
		files:  "src/a.ts: export interface A { own: number }\nsrc/b.ts: import 'dep'; import type { A } from './a'; export const f = (all: A[]) => JSON.parse('', all).own\nnode_modules/dep/index.d.ts: export {}; declare global { interface JSON { parse<T>(text: string, all: T[]): T } }",
		symbol: "own",
	},
	"a member that a string names": {
		files:  "src/a.ts: export interface A { own: number }\nsrc/b.ts: import type { A } from './a'; declare function pick(a: A, key: keyof A): void; pick(null!, 'own')",
		symbol: "own",
	},
	"a member of a dependency": {
		files:  "src/a.ts: import { b } from 'b'; b.own()\nnode_modules/b/index.d.ts: export declare const b: { own(): void }",
		symbol: "own",
	},
	"a string for a function": {files: "src/a.ts: import { b } from './b'; b('own')\nsrc/b.ts: export const b = (own: string) => own", symbol: "own"},
	"a string for its own function": {
		files:  "src/a.ts: import { b } from './b'; b('own')\nsrc/b.ts: export const b = (own: 'own' | 'two') => own",
		symbol: "own",
	},
	"a file beside": {
		files:  "src/a.ts: export const own = 1\nother/b.ts: import { own } from '../src/a'",
		symbol: "own",
	},
	"a member in a file beside": {
		files:  "src/a.ts: export interface A { own: 1 }\nother/b.ts: import { A } from '../src/a'; export let b: A['own']",
		symbol: "own",
	},
	"a local of a file beside": {
		files:  "other/b.ts: export function f() { const own = 1; return own }\nsrc/a.ts: export const own = 1",
		symbol: "own",
	},
	"a file beside, asked about": {
		files:  "other/b.ts: export const own = 1\nother/c.ts: import { own } from './b'\nsrc/a.ts: export const a = 1",
		symbol: "own",
	},
	"a member in a file beside that is imported": {
		files:  "src/a.ts: export interface A { own: 1 }\nother/b.ts: import { A } from '../src/a'; export let b: A['own']\nsrc/c.ts: import '../other/b'",
		symbol: "own",
	},
	"a member in a file beside that is imported by another one": {
		files:  "src/a.ts: export interface A { own: 1 }\nother/b.ts: import { A } from '../src/a'; export let b: A['own']\nother/d.ts: export * from './b.js'\nsrc/c.ts: import '../other/d'",
		symbol: "own",
	},
	"a member in an index that is imported from below": {
		files:  "src/in/a.ts: export interface A { own: 1 }\nsrc/index.ts: import { A } from './in/a'; export let b: A['own']\nsrc/in/c.ts: import '..'\ntsconfig.json: {\"include\": [\"src/in\"]}",
		symbol: "own",
	},
	"a member in a file beside that a path leads to": {
		files:  "src/a.ts: export interface A { own: 1 }\nother/b.ts: import { A } from '../src/a'; export let b: A['own']\nsrc/c.ts: import 'beside'\ntsconfig.json: {\"compilerOptions\": {\"paths\": {\"beside\": [\"./other/b.ts\"]}}, \"include\": [\"src\"]}",
		symbol: "own",
	},
	"a member in a file beside that a pattern leads to": {
		files:  "src/a.ts: export interface A { own: 1 }\nother/b.ts: import { A } from '../src/a'; export let b: A['own']\nsrc/c.ts: import '~/b'\ntsconfig.json: {\"compilerOptions\": {\"paths\": {\"~/*\": [\"./other/*\"]}}, \"include\": [\"src\"]}",
		symbol: "own",
	},
	"a member in a file beside that a part of a name leads to": {
		files:  "src/a.ts: export interface A { own: 1 }\nother/b-c.ts: import { A } from '../src/a'; export let b: A['own']\nsrc/c.ts: import '~b'\ntsconfig.json: {\"compilerOptions\": {\"paths\": {\"~*\": [\"./other/*-c.ts\"]}}, \"include\": [\"src\"]}",
		symbol: "own",
	},
	"a member in a file beside that the base leads to": {
		files:  "src/a.ts: export interface A { own: 1 }\nother/b.ts: import { A } from '../src/a'; export let b: A['own']\nsrc/c.ts: import 'b'\ntsconfig.json: {\"compilerOptions\": {\"baseUrl\": \"other\"}, \"include\": [\"src\"]}",
		symbol: "own",
	},
	"a member in a package beside": {
		files:  "src/a.ts: export interface A { own: 1 }\nother/index.ts: import { A } from '../src/a'; export let b: A['own']\nother/package.json: {\"name\": \"b\"}\nsrc/c.ts: import 'b'",
		symbol: "own",
	},
	"a keyword before the name": {
		files:  "src/a.ts: export interface Own { x: 1 }\nsrc/b.ts: import { Own } from './a'; export const b: Own = { x: 1 }",
		symbol: "interface",
	},
	"a keyword before the name that an import gives": {
		files:  "src/a.ts: import own from './b'; export const a = own\nsrc/b.ts: export default 1",
		symbol: "import",
	},
	"a member of a lib file": {
		files:  "src/a.ts: export const at = new Date().getTime()\nsrc/b.ts: gone.getTime()",
		symbol: "getTime", refused: "standard TypeScript library",
	},
	"a member in a script beside that a comment leads to": {
		files:  "src/a.ts: export interface A { own: 1 }\nother/b.ts: let b: import('../src/a').A['own']\nsrc/c.ts: /// <reference path=\"../other/b.ts\" />",
		symbol: "own",
	},
	"a member in a file beside, whose name others have": {
		files:  "src/a.ts: export interface A { own: 1 }\nother/b.ts: import { A } from '../src/a'; export let b: A['own']\nsrc/b.ts: export const b = 'b'\nsrc/c.ts: import './b'; import 'b'",
		symbol: "own",
	},
	"a member of a file beside": {
		files:  "other/b.ts: export interface B { own: 1 }\nother/c.ts: import { B } from './b'; import { f } from '../src/a'; export let c: B['own']; f({ own: 1 })\nsrc/a.ts: export const f = (a: { own: 1 }) => a.own",
		symbol: "own",
	},
	"a member in a file beside, by what another one declares globally": {
		files:  "src/a.ts: export interface A { own: number }\nother/b.ts: import type { A } from '../src/a'; import { c } from './c'; export const f = (all: A[]) => [c, JSON.parse('', all).own]\nother/c.ts: export * from './d'\nother/d.ts: export const c = 1; declare global { interface JSON { parse<T>(text: string, all: T[]): T } }",
		symbol: "own",
	},
	"a member of a file beside, for which another configuration is nearer": {
		files:  "other/c.ts: import { B } from '../lib/b'; export let c: B['own']\nlib/b.ts: export interface B { own: 1 }\nlib/d.ts: import { B } from './b'; export const d: B = { own: 1 }\nlib/in/a.ts: export {}\nlib/tsconfig.json: {\"include\": [\"in\"]}\nsrc/a.ts: export {}",
		symbol: "own",
	},
	"a member in a file beside that is not known": {
		files:  "src/a.ts: export interface A { own: number }\nother/b.ts: export const f = () => gone.own",
		symbol: "own",
	},
	"a member of a dependency, which a file beside has": {
		files:  "src/a.ts: import { b } from './b'; b.own\nsrc/b.ts: import { d } from 'd'; export const b = d()\nnode_modules/d/index.d.ts: export declare function d(): { own: 1 }\nother/c.ts: export const own = 1\nsrc/c.ts: import '../other/c'",
		symbol: "own",
	},
	"a member of a dependency, to which the workspace adds": {
		files:  "src/a.ts: import { d } from 'd'; d.own\nnode_modules/d/index.d.ts: export interface D { own: 1 } export declare const d: D\nsrc/c.ts: export {}; declare module 'd' { interface D { own: 1 } }",
		symbol: "own",
	},
	"a string for an imported function that is no name": {
		files:  "src/a.ts: import { b } from './b'; b('own')\nsrc/b.ts: export const b = (one: string | number) => one\nother/c.ts: export const own = 1\nsrc/c.ts: import '../other/c'",
		symbol: "own",
	},
	"a string for a function that is missing": {files: "src/a.ts: import { b } from './gone'; b('own')", symbol: "own"},
	"a string for a function that is not known": {
		files:  "src/a.ts: gone('own')",
		symbol: "own", unknown: "You cannot rename this element.",
	},
	"a string of a type that is not known": {
		files:  "src/a.ts: import { B } from './gone'; export const b: B = { b: () => 'own' }",
		symbol: "own", unknown: "You cannot rename this element.",
	},
	"a string that another file makes a name": {
		files:  "src/a.ts: import { b } from './b'; b('own')\nsrc/b.ts: export interface B {}|export const b = (key: keyof B) => key\nsrc/c.ts: export {}; declare module './b' { interface B { own: 1 } }",
		symbol: "own",
	},
	"a member, by what another file declares globally": {
		files:  "src/a.ts: export interface A { own: number }\nsrc/b.ts: import type { A } from './a'; export const f = (all: A[]) => JSON.parse('', all).own\nsrc/c.ts: export {}; declare /* all */|// of it|global { interface JSON { parse<T>(text: string, all: T[]): T } }",
		symbol: "own",
	},
	"a member that a project with other options uses": {
		files:  "src/a.ts: export interface A { own: number }\nlib/b.ts: import type { A } from '../src/a'; export const b = (a: A) => a.own\nlib/tsconfig.json: {\"compilerOptions\": {\"strict\": true, \"target\": \"es2020\", \"module\": \"esnext\", \"moduleResolution\": \"bundler\", \"types\": []}, \"include\": [\".\"]}",
		symbol: "own",
	},
	"a member that a project with other options uses behind another": {
		files:  "src/a.ts: export interface A { own: number }\nlib/b.ts: import type { A } from '../src/a'; interface B { own: string } export const b = (a: A, b: B) => [b.own, a.own]\nlib/tsconfig.json: {\"compilerOptions\": {\"strict\": true, \"target\": \"es2020\", \"module\": \"esnext\", \"moduleResolution\": \"bundler\", \"types\": []}, \"include\": [\".\"]}",
		symbol: "own",
	},
	"a member in a file that exports nothing": {
		files:  "src/a.ts: import { f } from './b'; const all = { own: 1 }; f(all.own)\nsrc/b.ts: export const f = (x: number) => gone.own + x",
		symbol: "own",
	},
	"a member in a file that exports nothing, beside what is not known": {
		files:  "src/a.ts: import { f } from './b'; const all = { own: 1 }; f(all.own + gone.own)\nsrc/b.ts: export const f = (x: number) => x",
		symbol: "own", unknown: "what a mention stands for is not known",
	},
	"a property of a literal for the workspace": {
		files:  "src/a.ts: import { b } from './b'; b({ own: 1 })\nsrc/b.ts: export const b = (init: { own: number }) => init.own",
		symbol: "own",
	},
	"an output that may be a source": {
		files:  "src/a.ts: export const own = 1\ndist/b.ts: import { own } from '../src/a'",
		symbol: "own",
	},
	"an output of a directory that the configuration names": {
		files:  "src/a.ts: export const own = 1\nes/b.ts: import { own } from '../src/a'\ntsconfig.json: {\"compilerOptions\": {\"outDir\": \"es\"}, \"include\": [\"src\"]}",
		symbol: "own",
	},
	"an output":    {files: "src/a.ts: export const own = 1\ndist/a.d.ts: export declare const own = 1", symbol: "own"},
	"a dependency": {files: "src/a.ts: export const own = 1\nnode_modules/d/index.ts: export const own = 1", symbol: "own"},
	"a JavaScript file that has it": {
		files:  "src/a.ts: export const own = 1\nsrc/b.js: import { own } from './a'\ntsconfig.json: {\"compilerOptions\": {\"allowJs\": true}, \"include\": [\"src\"]}",
		symbol: "own",
	},
	"a JavaScript file that has it in a type of JSDoc": {
		files:  "src/a.ts: export interface Own { x: 1 }\nsrc/b.js: /** @type {import('./a').Own} */|export const b = { x: 1 }\ntsconfig.json: {\"compilerOptions\": {\"allowJs\": true}, \"include\": [\"src\"]}",
		symbol: "Own",
	},
	"a JavaScript file that has it in an import of JSDoc": {
		files:  "src/a.ts: export interface Own { x: 1 }\nsrc/b.js: /** @import { Own } from './a' */|/** @type {Own} */|export const b = { x: 1 }\ntsconfig.json: {\"compilerOptions\": {\"allowJs\": true}, \"include\": [\"src\"]}",
		symbol: "Own",
	},
	"a JavaScript file that requires it": {
		files:  "src/a.ts: export const own = 1\nsrc/b.js: const a = require('./a'); exports.b = a.own\ntsconfig.json: {\"compilerOptions\": {\"allowJs\": true}, \"include\": [\"src\"]}",
		symbol: "own",
	},
	"a JavaScript file beside that has it": {
		files:  "src/a.ts: export const own = 1\nother/b.js: import { own } from '../src/a'; export const b = { own, two: own }\ntsconfig.json: {\"compilerOptions\": {\"allowJs\": true}, \"include\": [\"src\"]}",
		symbol: "own",
	},
	"a JavaScript file beside that has it in an object": {
		files:  "src/a.ts: export const own = 1\nother/b.js: import * as a from '../src/a'; export const b = { ...a }\nother/c.js: import { b } from './b'; export const c = b.own\ntsconfig.json: {\"compilerOptions\": {\"allowJs\": true}, \"include\": [\"src\"]}",
		symbol: "own",
	},
	"a script in JavaScript that has it": {
		files:  "src/a.ts: export const own = 1\nother/b.js: const own = 1\ntsconfig.json: {\"compilerOptions\": {\"allowJs\": true}, \"include\": [\"src\"]}",
		symbol: "own",
	},
	"a function of JavaScript with its name as a property": {
		files:  "src/a.ts: export const own = 1\nsrc/b.js: export function b() {}|b.own = () => 2|export class C { constructor() { this.own = b.own() } }\ntsconfig.json: {\"compilerOptions\": {\"allowJs\": true}, \"include\": [\"src\"]}",
		symbol: "own",
	},
	"a member that JavaScript requires, over several files": {
		files:  "src/a.ts: export interface A { own: number } export declare const a: A\nsrc/b.js: module.exports = { first: require('./a').a }\nsrc/c.js: const { first } = require('./b'); exports.c = () => first.own\ntsconfig.json: {\"compilerOptions\": {\"allowJs\": true}, \"include\": [\"src\"]}",
		symbol: "own",
	},
	"a member that JSDoc has in JavaScript": {
		files:  "src/a.ts: export interface A { own: number }\nsrc/b.js: /** @param {import('./a').A} a */|export const b = (a) => a.own|/** @type {import('./a').A} */|export const c = { own: 1 }\ntsconfig.json: {\"compilerOptions\": {\"allowJs\": true}, \"include\": [\"src\"]}",
		symbol: "own",
	},
	"a member that a type definition of JSDoc has": {
		files:  "src/a.ts: export interface A { own: number }\nsrc/b.js: /** @typedef {import('./a').A} B */|export {}\nsrc/c.js: /** @import { B } from './b' */|/** @param {B} b */|export const c = (b) => b.own\ntsconfig.json: {\"compilerOptions\": {\"allowJs\": true}, \"include\": [\"src\"]}",
		symbol: "own",
	},
	"a member that a class of JavaScript has": {
		files:  "src/a.ts: export interface A { own: number }\nsrc/b.js: /** @implements {import('./a').A} */|export class B { constructor() { this.own = 1 } }\nsrc/c.ts: import { B } from './b'; export const c = new B().own\ntsconfig.json: {\"compilerOptions\": {\"allowJs\": true}, \"include\": [\"src\"]}",
		symbol: "own",
	},
	"a member of what a script in JavaScript declares": {
		files:  "src/a.ts: export interface A { own: number }\nsrc/b.js: /** @type {import('./a').A} */|var all\nsrc/c.ts: export const c = all.own\ntsconfig.json: {\"compilerOptions\": {\"allowJs\": true}, \"include\": [\"src\"]}",
		symbol: "own",
	},
	"a member that a prototype in JavaScript has": {
		files:  "src/a.ts: export interface A { own: number } export declare function use(a: A): void\nsrc/b.js: const { use } = require('./a'); function B() { this.own = 1 } B.prototype.other = function () { use(this); return this.own }|exports.b = new B().own\ntsconfig.json: {\"compilerOptions\": {\"allowJs\": true}, \"include\": [\"src\"]}",
		symbol: "own",
	},
	"a member that JavaScript beside has": {
		files:  "src/a.ts: export interface A { own: number } export declare const a: A\nother/b.js: import { a } from '../src/a'; export const b = [a.own, { own: 2 }]\ntsconfig.json: {\"compilerOptions\": {\"allowJs\": true}, \"include\": [\"src\"]}",
		symbol: "own",
	},
	"a property in JavaScript that has its type from JSDoc": {
		files:  "src/a.ts: export const own = 1\nsrc/b.js: /** @type {typeof import('./a')} */|export const b = { own: 1 }\ntsconfig.json: {\"compilerOptions\": {\"allowJs\": true}, \"include\": [\"src\"]}",
		symbol: "own",
	},
	"asked of any":   {files: "src/a.ts: export interface A { own: number }\nsrc/b.ts: export const f = (a: any) => a.own + a['own']", symbol: "own"},
	"taken from any": {files: "src/a.ts: export interface A { own: number }\nsrc/b.ts: export const f = (a: any) => { const { own } = a; return own }", symbol: "own"},
	"made for any":   {files: "src/a.ts: export interface A { own: number }\nsrc/b.ts: export const f: any = { own: 1 }; f([{ own: 1 }])", symbol: "own"},
	"asked of what is not known": {
		files:  "src/a.ts: export interface A { own: number }\nsrc/b.ts: export const f = () => gone.own",
		symbol: "own", unknown: "what a mention stands for is not known",
	},
	"asked of it by a string": {
		files:  "src/a.ts: export interface A { own: number }\nsrc/b.ts: export const f = () => gone['own']",
		symbol: "own", unknown: "what a mention stands for is not known",
	},
	"in a regular expression": {files: "src/a.ts: export interface A { own: number }\nsrc/b.ts: export const b = /own/.test('x')", symbol: "own"},
	"asked of what has no such member": {
		files:  "src/a.ts: export interface A { own: number }\nsrc/b.ts: export const f = () => ''.own",
		symbol: "own",
	},
	"asked of what it may name": {
		files:  "src/a.ts: export interface A { own: number }\nsrc/b.ts: export const f = gone((a) => a.own)",
		symbol: "own", unknown: "what a mention stands for is not known",
	},
	"taken from what is not known": {
		files:  "src/a.ts: export interface A { own: number }\nsrc/b.ts: export const f = () => { const { own } = gone; return own }",
		symbol: "own", unknown: "what a mention stands for is not known",
	},
	"taken from what it may name": {
		files:  "src/a.ts: export interface A { own: number }\nsrc/b.ts: export const f = gone(({ own }) => 1)",
		symbol: "own", unknown: "what a mention stands for is not known",
	},
	"passed to what is not known": {
		files:  "src/a.ts: export interface A { own: number }\nsrc/b.ts: export const f = gone([{ own: 1 }])",
		symbol: "own", unknown: "what a mention stands for is not known",
	},
	"made for what is not known": {
		files:  "src/a.ts: export interface A { own: number }\nsrc/b.ts: export const f: Gone = { own: 1 }",
		symbol: "own", unknown: "what a mention stands for is not known",
	},
	"a name without a declaration": {
		files:  "src/a.ts: export const own = 1\nsrc/b.ts: export const two = () => own",
		symbol: "own",
	},
	"made for nothing": {files: "src/a.ts: export interface A { own: number }\nsrc/b.ts: export const f = { own: 1 }", symbol: "own"},
	"declared for all by a dependency, and mentioned in a script and in JSON": {
		files:  "src/a.ts: export interface A { own: number }\nsrc/d.ts: declare global { const d: 1 }|import './j.json'; export const own = 1\nsrc/j.json: {\"own\": 1}\nsrc/s.ts: const two = (e: Error) => e.own\nlib/b.ts: import type { A } from '../src/a'; export const f = (a: A, e: Error) => a.own + (e.own ?? 0)\nlib/tsconfig.json: {\"compilerOptions\": {\"types\": [\"g\"]}, \"include\": [\".\"]}\nnode_modules/@types/g/index.d.ts: interface Error { own?: number }",
		symbol: "own",
	},
	"type of a module with JSX, whose runtime is imported without a statement": {
		files:  "src/a.ts: export interface A { own: number }\nlib/c.tsx: import type { A } from '../src/a'; export const c = (a: A) => { const e = <div />; return { a, e } }\nlib/b.ts: import { c } from './c'; export const b = (x: Parameters<typeof c>[0]) => c(x).a.own\nlib/tsconfig.json: {\"compilerOptions\": {\"jsx\": \"react-jsx\"}, \"include\": [\".\"]}",
		symbol: "own",
	},
	"type of a module that needs a helper of TypeScript": {
		files:  "src/a.ts: export interface A { own: number }\nlib/c.ts: import type { A } from '../src/a'; export const c = (a: A) => ({ ...a })\nlib/b.ts: import { c } from './c'; export const b = (x: Parameters<typeof c>[0]) => c(x).own\nlib/tsconfig.json: {\"compilerOptions\": {\"importHelpers\": true, \"target\": \"es5\"}, \"include\": [\".\"]}",
		symbol: "own",
	},
	"name that an index signature allows elsewhere": {
		files:  "src/a.ts: export interface A { own: number }\nsrc/b.ts: export const f = (other: Record<string, unknown>) => other.own",
		symbol: "own",
	},
	"property in a literal, JavaScript in a project without its type": {
		files:  "src/a.ts: import type { A } from './b'; export const a: A = { own: 1 }\nsrc/b.ts: export interface A { own: number }\nlib/c.js: export const c = { own: 1 }\nlib/tsconfig.json: {\"compilerOptions\": {\"allowJs\": true}, \"include\": [\".\"]}",
		symbol: "own",
	},
	"property in a literal, JavaScript in a project with its type": {
		files:  "src/a.ts: import type { A } from './b'; export const a: A = { own: 1 }\nsrc/b.ts: export interface A { own: number }\nlib/c.js: import '../src/b'; export const c = { own: 1 }\nlib/tsconfig.json: {\"compilerOptions\": {\"allowJs\": true}, \"include\": [\".\"]}",
		symbol: "own",
	},
	"member of a base type, JavaScript in a project with that": {
		files:  "src/a.ts: import type { B } from './b'; export class A implements B { own = 1 }\nsrc/b.ts: export interface B { own: number }\nlib/c.js: import '../src/b'; export const c = { own: 1 }\nlib/tsconfig.json: {\"compilerOptions\": {\"allowJs\": true}, \"include\": [\".\"]}",
		symbol: "own",
	},
	"name that another project imports from a declaration file": {
		files:  "src/a.ts: export interface A { own: number }\nsrc/c.d.ts: declare const c: 1\nlib/b.ts: import type { A } from '../src/a'; import { own } from './typed'; export const f = (a: A) => a.own + own\nlib/typed.d.ts: export const own: 1\nlib/tsconfig.json: {\"include\": [\".\"]}",
		symbol: "own",
	},
	"name that is declared for all, beside a project without the type": {
		files:  "src/a.ts: export interface A { own: number }\nlib/b.ts: import type { A } from '../src/a'; export const f = (a: A) => a.own + own\nlib/g.d.ts: declare const own: 1\nlib/tsconfig.json: {\"include\": [\".\"]}\nc/x.ts: export const x = { own: 2 }\nc/d.d.ts: declare const d: 1\nc/tsconfig.json: {\"include\": [\".\"]}",
		symbol: "own",
	},
	"of a type, beside a project that cannot use it": {
		files:  "src/a.ts: export interface A { own: number }\nsrc/b.ts: import type { A } from './a'; export const f = (a: A) => a.own\nlib/b.ts: // own|export const c = 'own'\nlib/tsconfig.json: {\"include\": [\".\"]}",
		symbol: "own",
	},
	"of a type, beside a project that could use it and only has comments with it": {
		files:  "src/a.ts: export interface A { own: number }\nsrc/b.ts: import type { A } from './a'; export const f = (a: A) => a.own\nlib/b.ts: // own|import type { A } from '../src/a'; export const c: A | undefined = undefined\nlib/tsconfig.json: {\"include\": [\".\"]}",
		symbol: "own",
	},
	"of a type, beside a project that cannot use it and has a warning": {
		files:  "src/a.ts: export interface A { own: number }\nsrc/b.ts: import type { A } from './a'; export const f = (a: A) => a.own\nlib/b.ts: export const c = { own: 1 }\nlib/tsconfig.json: {\"compilerOptions\": {\"strickt\": true}, \"include\": [\".\"]}",
		symbol: "own",
	},
	"of a type, beside a project that could use it and has a warning": {
		files:  "src/a.ts: export interface A { own: number }\nsrc/b.ts: import type { A } from './a'; export const f = (a: A) => a.own\nlib/b.ts: import type { A } from '../src/a'; export const c: { own: 1, a?: A } = { own: 1 }\nlib/tsconfig.json: {\"compilerOptions\": {\"strickt\": true}, \"include\": [\".\"]}",
		symbol: "own",
	},
	"known in another project": {
		files:  "src/a.ts: export interface A { own: number }\nlib/b.ts: import type { A } from '../src/a'; export const f = (a: A) => a.own\nsrc/c.d.ts: declare const c: 1\nlib/tsconfig.json: {\"include\": [\".\"]}",
		symbol: "own",
	},
}

// TestEarlyEdges has what decides between an early answer and none. The symbol is where the text first is in the first file.
func TestEarlyEdges(t *testing.T) {
	compares(t)
	const tsconfig = `{"compilerOptions": {"strict": true, "module": "esnext", "moduleResolution": "bundler", "types": []}, "include": ["src"]}`
	cases := maps.Clone(earlyEdges)
	maps.Copy(cases, globalEdges)
	maps.Copy(cases, missingEdges)
	maps.Copy(cases, javaScriptEdges)
	maps.Copy(cases, onDemandEdges)
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			files := map[string]string{path.Join(c.project, "tsconfig.json"): tsconfig}
			for line := range strings.SplitSeq(c.files, "\n") {
				file, text, _ := strings.Cut(line, ": ")
				files[file] = strings.ReplaceAll(text, "|", "\n")
			}
			dir := hostfstest.LayOut(t, files)
			first, its, _ := strings.Cut(c.files, ": ")
			p := startPartly(t, dir)
			in := planner.RenameParams{FilePath: strings.TrimPrefix(first, c.project+"/"), NewName: c.newName}
			if in.NewName == "" {
				in.NewName = "renamed"
			}
			if p.place.Name = c.project; c.project == "" {
				p.place.Name = "."
			}
			if in.Character = strings.Index(its, c.symbol); in.Character < 0 {
				t.Fatalf("no %s in %s", c.symbol, its)
			}
			got := p.plan(t, in)
			p.compare(t, got)
			if got.unknown != c.unknown && (c.unknown == "" || !strings.HasPrefix(got.unknown, c.unknown)) {
				t.Errorf("unknown is %q, want %q", got.unknown, c.unknown)
			}
			if !strings.Contains(got.refused, c.refused) {
				t.Errorf("the refusal is %q, want %q", got.refused, c.refused)
			}
			in.Verify = new(true)
			p.rename(t, in)
		})
	}
}
