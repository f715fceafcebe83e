package tools_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"tsplan/hostfs/hostfstest"
	"tsplan/runtime"
	"tsplan/tools/planner"
)

// Texts of files. Box and Belt are types with a member girth. boxesFile and beltsFile export a value of each type, and a function that
// takes one. sizedFile and sashFile have types that fit together until girth becomes waist. In meetFile, takeFile and takesFile, code passes a value with a member girth to a function that takes another type.
const (
	boxFile   = "export interface Box { girth: number }\n"
	boxesFile = "import type { Box } from \"./box\"\nexport const box: Box = JSON.parse(\"\")\nexport const take = (it: Box) => it\n"
	beltFile  = "export interface Belt { girth: number }\n"
	beltsFile = "import type { Belt } from \"./belt\"\nexport const belt: Belt = JSON.parse(\"\")\nexport const wear = (it: Belt) => it\n"
	sizedFile = "export interface Box { size: number; girth: number }\n"
	sashFile  = "export interface Belt { size: number; waist?: string }\n"
	meetFile  = "import { box } from \"./boxes\"\nimport { wear } from \"./belts\"\nwear(box)\n"
	takeFile  = "import { take } from \"./boxes\"\nimport * as belt from \"./belt\"\ntake(belt)\n"
	withSide  = `{"compilerOptions": {"strict": true, "module": "esnext", "moduleResolution": "bundler", "types": ["side"]}}`
	takesFile = "import { take } from \"./boxes\"\nimport { belt } from \"./belt\"\ntake(belt)\n"
)

// A meeting is a project of TestMeetingMembers.
type meeting struct {
	name  string
	files map[string]string // besides box.ts and boxes.ts
	want  string            // the verdict, how many files were checked, and how many were edited
}

var meetings = []meeting{
	{"no other", nil, "proven 0 1"},
	{"a local name, a parameter, a function and a specifier", map[string]string{
		"girth.ts": "export const length = 1\n",
		"other.ts": "import { length } from \"./girth\"\nimport { box } from \"./boxes\"\nexport function f(girth: number) { return girth + length }\n" +
			"export function girth() { const girth = f(1); return [box, girth] }\n",
	}, "proven 0 1"},
	{"a type that no file with a box sees", map[string]string{"belt.ts": beltFile, "belts.ts": beltsFile}, "proven 0 1"},
	{"a file that sees both", map[string]string{"belt.ts": beltFile, "belts.ts": beltsFile, "meet.ts": meetFile}, "unproven 1 1"},
	{"a file that sees both through others", map[string]string{
		"all.ts": "export * from \"./boxes\"\nexport * from \"./belts\"\n", "belt.ts": beltFile, "belts.ts": beltsFile,
		"meet.ts": "import { box, wear } from \"./all\"\nwear(box)\n",
	}, "unproven 1 1"},
	{"the new name in another file", map[string]string{"belt.ts": beltFile, "other.ts": "export const waist = 1\n"}, "proven 0 1"},
	{"the new name in a script", map[string]string{"belt.ts": beltFile, "other.ts": "const waist = 1\n"}, "proven 2 1"},
	{"a type with the new name that no file with a box sees", map[string]string{"belt.ts": sashFile, "belts.ts": beltsFile}, "proven 0 1"},
	{"the new name, in a file that sees both", map[string]string{"box.ts": sizedFile, "belt.ts": sashFile, "belts.ts": beltsFile, "meet.ts": meetFile}, "unproven 1 1"},
	{"the new name, in a file that sees both through others", map[string]string{
		"box.ts": sizedFile, "all.ts": "export * from \"./boxes\"\nexport * from \"./belts\"\n", "belt.ts": sashFile, "belts.ts": beltsFile,
		"meet.ts": "import { box, wear } from \"./all\"\nwear(box)\n",
	}, "unproven 1 1"},
	{"the new name, statements apart", map[string]string{
		"belt.ts": sashFile, "belts.ts": beltsFile,
		"meet.ts": "import { box } from \"./boxes\"\nimport { belt } from \"./belts\"\nexport const one = () => box\nexport const two = () => belt\n",
	}, "proven 0 1"},
	{"the new name of a private member", map[string]string{
		"box.ts":  "export class Box { size = 1; private girth = 1; get() { return this.girth } }\n",
		"belt.ts": sashFile, "belts.ts": beltsFile, "meet.ts": meetFile, "other.ts": "import { box } from \"./boxes\"\nexport { box }\n",
	}, "unproven 1 1"},
	{"the new name in a dependency", map[string]string{
		"box.ts": sizedFile, "node_modules/side/index.d.ts": sashFile, "belts.ts": strings.Replace(beltsFile, "./belt", "side", 1), "meet.ts": meetFile,
		"other.ts": "import { box } from \"./boxes\"\nexport { box }\n",
	}, "unproven 1 1"},
	{"the new name in a global dependency", map[string]string{
		"box.ts": sizedFile, "node_modules/side/index.d.ts": "declare interface Belt { size: number; waist?: string }\ndeclare function wear(it: Belt): void\n",
		"meet.ts": "import { box } from \"./boxes\"\nwear(box)\n", "other.ts": "export const size = 1\n", "tsconfig.json": withSide,
	}, "unproven 3 1"},
	{"a parameter property", map[string]string{
		"belt.ts": "export class Belt { constructor(public girth: number) {} }\nexport const belt = new Belt(1)\n", "meet.ts": takesFile,
	}, "unproven 1 1"},
	{"the key of a type that a variable names", map[string]string{
		"belt.ts": "export const key = \"girth\"\n", "meet.ts": "import { box } from \"./boxes\"\nimport { key } from \"./belt\"\nbox[key]\n",
	}, "unproven 1 1"},
	{"a pattern", map[string]string{
		"belt.ts": "export function wear({ girth }) { return girth }\n", "meet.ts": "import { box } from \"./boxes\"\nimport { wear } from \"./belt\"\nwear(box)\n",
		"tsconfig.json": `{"compilerOptions": {"strict": true, "noImplicitAny": false, "module": "esnext", "moduleResolution": "bundler", "types": []}}`,
	}, "unproven 1 1"},
	{"a module as an object", map[string]string{"belt.ts": "export const girth = 1\n", "meet.ts": takeFile}, "unproven 1 1"},
	{"a module as an object, by a list of exports", map[string]string{"belt.ts": "const size = 1\nexport { size as girth }\n", "meet.ts": takeFile}, "unproven 1 1"},
	{"a module as an object, by an export of a module", map[string]string{"belt.ts": "export * as girth from \"./girth\"\n", "girth.ts": "export {}\n", "box.ts": "export interface Box { girth: object }\n", "meet.ts": takeFile}, "unproven 1 1"},
	{"a type that takes on another one without an error", map[string]string{
		"meet.ts": "import { box } from \"./boxes\"\ntype Fit<T> = T extends { girth: number } ? T : Record<string, any>\ndeclare const fit: <T>(it: T) => Fit<T>\nfit(box).girth\n",
	}, "unproven 1 2"},
	{"statements apart", map[string]string{
		"belt.ts": beltFile, "belts.ts": beltsFile,
		"meet.ts": "import { box } from \"./boxes\"\nimport { belt as h } from \"./belts\"\nexport const one = () => box\nexport const two = () => h\n",
		"one.ts":  "import { one } from \"./meet\"\nexport const other = one\n",
	}, "proven 0 1"},
	{"names apart in one import and one list of exports", map[string]string{
		"belt.ts": beltFile, "belts.ts": beltsFile, "all.ts": "export * from \"./boxes\"\nexport * from \"./belts\"\n",
		"meet.ts": "import { belt, box } from \"./all\"\nexport const one = () => box\nexport const two = () => belt\nexport { belt, box }\n",
	}, "proven 0 1"},
	{"a type that hides a function's body", map[string]string{
		"belt.ts": beltFile, "belts.ts": beltsFile,
		"meet.ts": "import { box } from \"./boxes\"\nimport { belt } from \"./belts\"\nexport function both(): string { return [box, belt].join() }\n" +
			"export const of = (): number => [box, belt].length, size: object = [box, belt]\nexport class Of { of: object = [box, belt]; all(): object { return [box, belt] } }\n" +
			"export async function later(): Promise<object> { return (await import(\"./boxes\")).box }\n",
		"one.ts": "import { both, later, of, Of, size } from \"./meet\"\nimport { belt } from \"./belts\"\nexport const other = [both(), of(), size, new Of(), later(), belt]\n",
	}, "proven 1 1"},
	{"a function's body", map[string]string{
		"belt.ts": beltFile, "belts.ts": beltsFile, "all.ts": "import { box } from \"./boxes\"\nexport function get() { return box }\nexport class Of { get() { return box } }\n",
		"meet.ts": "import { get } from \"./all\"\nimport { wear } from \"./belts\"\nwear(get())\n",
		"of.ts":   "import { Of } from \"./all\"\nimport { wear } from \"./belts\"\nwear(new Of().get())\n",
	}, "unproven 2 1"},
	{"the type of a value that picks one of a union", map[string]string{
		"box.ts": "export interface Box { girth: number; tag: 1 }\n", "belt.ts": "export interface Belt { girth: number; tag: 1 }\n", "belts.ts": beltsFile,
		"all.ts":  "import type { Box } from \"./box\"\nimport { belt } from \"./belts\"\nconst one: Box | object = belt\nexport const it = one\n",
		"meet.ts": "import { it } from \"./all\"\ndeclare const one: Extract<typeof it, { tag: 1 }>\none.tag\n",
	}, "unproven 2 1"},
	{"a variable that is assigned", map[string]string{
		"belt.ts": beltFile, "belts.ts": beltsFile,
		"all.ts":  "import { box } from \"./boxes\"\nlet one\nlet two\none = box\nconst of = (two = box)\nexport const all = { one, of: of.girth }\nexport const both = { two }\n",
		"meet.ts": "import { all } from \"./all\"\nimport { wear } from \"./belts\"\nwear(all.one)\n",
		"two.ts":  "import { both } from \"./all\"\nimport { wear } from \"./belts\"\nwear(both.two)\n",
	}, "unproven 2 2"},
	{"a type that a condition gives to a variable", map[string]string{
		"belt.ts": beltFile, "belts.ts": beltsFile, "is.ts": "import type { Box } from \"./box\"\nexport declare function isBox(it: object): it is Box\n",
		"all.ts":  "import { isBox } from \"./is\"\ndeclare const one: object\nif (!isBox(one)) throw 1\nexport const all = one\n",
		"meet.ts": "import { all } from \"./all\"\nimport { wear } from \"./belts\"\nwear(all)\n",
	}, "unproven 1 1"},
	{"a name of a type and of a value", map[string]string{
		"belt.ts": beltFile, "belts.ts": beltsFile,
		"all.ts":  "import { Box as it } from \"./box\"\nimport { belt } from \"./belts\"\nconst it = belt\nexport const all = it\nexport type All = it\n",
		"meet.ts": "import { all } from \"./all\"\nimport { take } from \"./boxes\"\ntake(all)\n",
	}, "unproven 2 1"},
	{"a module with a global name", map[string]string{
		"belt.ts": beltFile, "belts.ts": beltsFile,
		"packed.d.ts": "import type { Box } from \"./box\"\nexport declare const box: Box\nexport as namespace Packed\n",
		"meet.ts":     "const meet = async (): Promise<object> => (await import(\"./belts\")).wear(Packed.box)\n",
	}, "unproven 6 1"},
	{"a name with two underscores", map[string]string{
		"belt.ts": beltFile, "belts.ts": beltsFile, "all.ts": "import { box as __it } from \"./boxes\"\nexport const __box = __it\n",
		"meet.ts": "import { __box } from \"./all\"\nimport { wear } from \"./belts\"\nwear(__box)\n",
	}, "unproven 1 1"},
	{"an object as a module", map[string]string{
		"belt.ts": beltFile, "belts.ts": beltsFile, "wrap.ts": "export declare function wrap<T>(it: T): { inner: T }\n",
		"all.cts":       "import { box } from \"./boxes\"\nimport { wrap } from \"./wrap\"\nconst all = wrap(box)\nexport = all\n",
		"meet.ts":       "import { inner } from \"./all.cjs\"\nimport { wear } from \"./belts\"\nwear(inner)\n",
		"tsconfig.json": `{"compilerOptions": {"strict": true, "module": "commonjs", "esModuleInterop": true, "types": []}}`,
	}, "unproven 1 1"},
	{"JavaScript that uses its own export", map[string]string{
		"belt.ts": beltFile, "belts.ts": beltsFile,
		"all.js":        "const { box } = require(\"./boxes\")\nexports.one = box\nexports.all = { it: exports.one }\n",
		"meet.ts":       "import { all } from \"./all\"\nimport { wear } from \"./belts\"\nwear(all.it)\n",
		"tsconfig.json": `{"compilerOptions": {"strict": true, "allowJs": true, "module": "commonjs", "esModuleInterop": true, "types": []}}`,
	}, "unproven 1 1"},
	{"overloads without a name", map[string]string{
		"belt.ts": beltFile, "belts.ts": beltsFile,
		"meet.ts": "import type { Box } from \"./box\"\nimport type { Belt } from \"./belt\"\nexport default function (it: Box): void\nexport default function (it: Belt) {}\n",
	}, "unproven 1 1"},
	{"a statement that declares both", map[string]string{
		"box.ts":   "export {}\n(() => { interface Box { girth: number }; interface Belt { girth: number }\nconst belt: Belt = { girth: 1 }; const box: Box = belt })()\n",
		"boxes.ts": "export {}\n",
	}, "unproven 1 1"},
	{"a member that a statement adds to a function", map[string]string{
		"belt.ts": beltFile, "belts.ts": beltsFile, "all.ts": "import { box } from \"./boxes\"\nexport function all() {}\nall.box = box\n",
		"meet.ts": "import { all } from \"./all\"\nimport { wear } from \"./belts\"\nwear(all.box)\n",
	}, "unproven 1 1"},
	{"an import within a function", map[string]string{
		"belt.ts": beltFile, "belts.ts": beltsFile,
		"meet.ts": "import { wear } from \"./belts\"\nexport const f = async () => wear((await import(\"./boxes\")).box)\n",
	}, "unproven 1 1"},
	{"a module that exports all of another one", map[string]string{
		"belt.ts": beltFile, "belts.ts": beltsFile, "all.ts": "export * from \"./boxes\"\n",
		"meet.ts": "import * as all from \"./all\"\nimport { wear } from \"./belts\"\nwear(all.box)\n",
	}, "unproven 1 1"},
	{"a module that adds to another one", map[string]string{
		"belt.ts": beltFile, "belts.ts": beltsFile, "all.ts": "export interface All { size: number }\nexport declare const all: All\n",
		"adds.ts": "import type { Box } from \"./box\"\ndeclare module \"./all\" { interface All { box: Box } }\n",
		"meet.ts": "import { all } from \"./all\"\nimport { wear } from \"./belts\"\nwear(all.box)\n",
		"one.ts":  "import { all } from \"./all\"\nimport { belt } from \"./belts\"\nexport const one = () => all.box\nexport const two = () => belt\n",
	}, "unproven 1 1"},
	{"a module that adds to a dependency", map[string]string{
		"belt.ts": beltFile, "belts.ts": beltsFile, "node_modules/all/index.d.ts": "export interface All { size: number }\nexport declare const all: All\n",
		"adds.ts": "import type { Box } from \"./box\"\ndeclare module \"all\" { interface All { box: Box } }\n",
		"meet.ts": "import { all } from \"all\"\nimport { wear } from \"./belts\"\nwear(all.box)\n",
	}, "unproven 1 1"},
	{"the factory of JSX in the options", map[string]string{
		"belt.ts": beltFile, "belts.ts": beltsFile,
		"make.ts":       "import type { Box } from \"./box\"\nexport declare function make(): void\nexport declare namespace make { namespace JSX { interface IntrinsicElements { p: Box } } }\n",
		"meet.tsx":      "import { belt } from \"./belts\"\nimport { make } from \"./make\"\nexport const it = <p {...belt} />\n",
		"tsconfig.json": `{"compilerOptions": {"strict": true, "jsx": "react", "jsxFactory": "make", "module": "esnext", "moduleResolution": "bundler", "types": []}}`,
	}, "unproven 1 1"},
	{"the factory of JSX in the options, by a namespace", map[string]string{
		"belt.ts": beltFile, "belts.ts": beltsFile,
		"make.ts":       "import type { Box } from \"./box\"\nexport declare namespace make { function createElement(): void; namespace JSX { interface IntrinsicElements { p: Box } } }\n",
		"meet.tsx":      "import { belt } from \"./belts\"\nimport { make } from \"./make\"\nexport const it = <p {...belt} />\n",
		"tsconfig.json": `{"compilerOptions": {"strict": true, "jsx": "react", "reactNamespace": "make", "module": "esnext", "moduleResolution": "bundler", "types": []}}`,
	}, "unproven 1 1"},
	{"the factory of JSX", map[string]string{
		"belt.ts": beltFile, "belts.ts": beltsFile,
		"make.ts":  "import type { Box } from \"./box\"\nexport declare function make(): void\nexport declare namespace make { namespace JSX { interface IntrinsicElements { p: Box } } }\n",
		"meet.tsx": "/** @jsx make */\nimport { belt } from \"./belts\"\nimport { make } from \"./make\"\nexport const first = 1\nexport const it = <p {...belt} />\n",
	}, "unproven 1 1"},
	{"the module of JSX", map[string]string{
		"belt.ts": beltFile, "belts.ts": beltsFile,
		"h/jsx-runtime.ts": "import type { Box } from \"../box\"\nexport declare function jsx(): void\nexport declare namespace JSX { interface IntrinsicElements { p: Box } }\n",
		"meet.tsx":         "/** @jsxImportSource ./h */\nimport { belt } from \"./belts\"\nexport const first = 1\nexport const it = <p {...belt} />\n",
	}, "unproven 1 1"},
	{"a dependency with a type of the project", map[string]string{
		"belt.ts": beltFile, "belts.ts": beltsFile,
		"node_modules/boxes/index.d.ts": "import type { Box } from \"../../box\"\nexport declare const packed: Box\n",
		"meet.ts":                       "import { packed } from \"boxes\"\nimport { wear } from \"./belts\"\nwear(packed)\n",
	}, "unproven 1 1"},
	{"an import in a module that a file declares", map[string]string{
		"belt.ts": beltFile, "belts.ts": beltsFile, "packed.d.ts": "declare module \"packed\" { import { box } from \"boxes\"; export const packed: typeof box }\n",
		"tsconfig.json": `{"compilerOptions": {"strict": true, "module": "esnext", "moduleResolution": "bundler", "types": [], "paths": {"boxes": ["./boxes.ts"]}}}`,
		"meet.ts":       "import { packed } from \"packed\"\nimport { wear } from \"./belts\"\nwear(packed)\n",
	}, "unproven 3 1"},
	{"exports of no object", map[string]string{"belt.ts": "const size = 1\nexport { size as girth }\nexport { box } from \"./boxes\"\n"}, "proven 0 1"},
	{"a script", map[string]string{"belt.ts": "var girth = 1\n", "meet.ts": "import { take } from \"./boxes\"\ntake(globalThis)\n"}, "unproven 3 1"},
	{"a comment", map[string]string{"belt.ts": "/** @returns {{girth: number}} */\nexport const make = () => box\nimport { box } from \"./boxes\"\n"}, "proven 0 1"},
	{"a comment of JavaScript", map[string]string{
		"belt.js": "/** @returns {{girth: number}} */\nexport const make = () => JSON.parse(\"\")\n",
		"meet.ts": "import { take } from \"./boxes\"\nimport { make } from \"./belt\"\ntake(make())\n",
	}, "unproven 1 1"},
	{"text of JSX", map[string]string{"belt.tsx": "import { box } from \"./boxes\"\nexport const belt = <p>girth</p>\nexport { box }\n"}, "proven 0 1"},
	{"JSON", map[string]string{
		"belt.json": "{\"girth\": 1}\n", "one.ts": "import { box } from \"./boxes\"\nimport belt from \"./belt.json\"\nexport const one = () => box\nexport const two = () => belt\n",
		"meet.ts": "import { take } from \"./boxes\"\nimport belt from \"./belt.json\"\ntake(belt)\n",
	}, "unproven 1 1"},
	{"a dependency that has the name", map[string]string{
		"node_modules/belt/index.d.ts": beltFile + "export declare function wear(it: Belt): void\n",
		"meet.ts":                      "import { box } from \"./boxes\"\nimport { wear } from \"belt\"\nwear(box)\n",
	}, "unproven 1 1"},
	{"a dependency that imports the project", map[string]string{
		"belt.ts": beltFile, "belts.ts": beltsFile,
		"node_modules/boxes/index.d.ts": "export * from \"../../boxes\"\n",
		"meet.ts":                       "import { box } from \"boxes\"\nimport { wear } from \"./belts\"\nwear(box)\n",
	}, "unproven 1 1"},
	{"a global value", map[string]string{
		"belt.ts": beltFile, "belts.ts": beltsFile, "meet.ts": "import { wear } from \"./belts\"\nwear(given)\n",
		"global.ts": "import type { Box } from \"./box\"\ndeclare global { var given: Box }\n",
	}, "unproven 1 1"},
	{"a global value of a type with two underscores", map[string]string{
		"belt.ts": beltFile, "belts.ts": beltsFile, "meet.ts": "import { wear } from \"./belts\"\nwear(given)\n",
		"global.ts": "import type { Box as __Box } from \"./box\"\ndeclare global { var given: __Box }\n",
	}, "unproven 1 1"},
	{"a global value of the other type", map[string]string{
		"belt.ts": beltFile, "belts.ts": beltsFile, "meet.ts": "import { take } from \"./boxes\"\ntake(given)\n",
		"global.ts": "export {}\ndeclare global { var given: import(\"./belt\").Belt }\n",
	}, "unproven 1 1"},
	{"a member that is added to a global type", map[string]string{
		"belt.ts": beltFile, "belts.ts": beltsFile, "meet.ts": "import { wear } from \"./belts\"\nwear(new Date().box)\n",
		"free.ts":   "import { belt } from \"./belts\"\nexport const free = [belt, new Date()]\n",
		"global.ts": "import type { Box } from \"./box\"\ndeclare global { interface Date { box: Box } }\n",
	}, "unproven 1 1"},
	{"a member without a name that is added to a global type", map[string]string{
		"belt.ts": beltFile, "belts.ts": beltsFile, "meet.ts": "import { wear } from \"./belts\"\nwear(new Date()[0])\n",
		"global.ts": "import type { Box } from \"./box\"\ndeclare global { interface Date { [key: number]: Box } }\n",
	}, "unproven 3 1"},
	{"a global type of a name", map[string]string{
		"belt.ts": beltFile, "belts.ts": beltsFile, "meet.ts": "import { wear } from \"./belts\"\nconst given: Given = JSON.parse(\"\")\nwear(given())\n",
		"global.ts": "import type { Box } from \"./box\"\ndeclare global { type Given = () => Box }\n",
	}, "unproven 1 1"},
	{"a global type with a base", map[string]string{
		"belt.ts": beltFile, "belts.ts": beltsFile, "meet.ts": "import { wear } from \"./belts\"\nwear(new Date())\n",
		"global.ts": "import type { Box } from \"./box\"\ndeclare global { interface Date extends Box {} }\n",
	}, "unproven 3 1"},
	{"a global type with a base that has other members", map[string]string{
		"belt.ts": beltFile, "belts.ts": beltsFile, "free.ts": "import { belt } from \"./belts\"\nexport const free = belt\n",
		"meet.ts":   "import { wear } from \"./belts\"\nwear(new Date().box)\n",
		"global.ts": "import type { Box } from \"./box\"\ninterface Base { box: Box }\ndeclare global { interface Date extends Base {} }\n",
	}, "unproven 1 1"},
	{"a global type with a base without names", map[string]string{
		"belt.ts": beltFile, "belts.ts": beltsFile, "meet.ts": "import { wear } from \"./belts\"\nwear(new Date()[0])\n",
		"global.ts": "import type { Box } from \"./box\"\ninterface Base { [key: number]: Box }\ndeclare global { interface Date extends Base {} }\n",
	}, "unproven 3 1"},
	{"a renamed member of a global type", map[string]string{
		"belt.ts": beltFile, "belts.ts": beltsFile, "meet.ts": "import { wear } from \"./belts\"\nwear(new Date())\n",
		"box.ts": "export {}\ndeclare global { interface Date { girth: number } }\n", "boxes.ts": "export {}\n",
	}, "unproven 3 1"},
	{"another member of a global type", map[string]string{
		"belt.ts": "export {}\ndeclare global { interface Date { girth: number } }\n", "meet.ts": "import { take } from \"./boxes\"\ntake(new Date())\n",
	}, "unproven 3 1"},
	{"a global declaration of something else", map[string]string{
		"belt.ts": beltFile + "declare global { var other: number }\n", "belts.ts": beltsFile, "free.ts": "import { box } from \"./boxes\"\nother + box.girth\n",
	}, "proven 0 2"},
	{"a template that makes a word", map[string]string{
		"meet.ts":      "import type { Box } from \"./box\"\nimport type { Fields } from \"./templates\"\nexport const get = (it: Fields<Box>) => it.getGirth\n",
		"templates.ts": "export type Fields<T> = { [K in keyof T & string as `get${Capitalize<K>}`]: T[K] }\n",
	}, "unproven 1 1"},
	{"a template that takes the name apart", map[string]string{
		"meet.ts":      "import type { Box } from \"./box\"\nimport type { Rest } from \"./templates\"\nexport const rest: Rest<Uppercase<keyof Box>> = \"TH\"\n",
		"templates.ts": "export type Rest<T> = T extends `GIR${infer R}` ? R : never\n",
	}, "unproven 1 1"},
	{"templates that make a word together", map[string]string{
		"meet.ts":      "import type { Box } from \"./box\"\nimport type { Events } from \"./templates\"\nexport const on = (it: Events<Box>) => it.onGetGirth\n",
		"templates.ts": "export type Getter<K extends string> = `get${Capitalize<K>}`\nexport type Events<T> = { [K in keyof T & string as `on${Capitalize<Getter<K>>}`]: T[K] }\n",
	}, "unproven 1 1"},
	{"a template expression that makes a word", map[string]string{
		"meet.ts": "import type { Box } from \"./box\"\ndeclare const key: <T>() => keyof T & string\n" +
			"function getter<K extends string>(k: K) {\n  return `get${k}` as const\n}\nexport const of: \"getgirth\" = getter(key<Box>())\n",
	}, "unproven 1 1"},
	{"a template expression that makes the name", map[string]string{
		"meet.ts": "import { box } from \"./boxes\"\nconst START = \"gir\"\nconst KEY = `${START}th` as const\nexport const of: number = box[KEY]\n",
	}, "unproven 1 1"},
	{"a template of a dependency", map[string]string{
		"meet.ts":                       "import type { Box } from \"./box\"\nimport type { Fields } from \"fest\"\nexport const get = (it: Fields<Box>) => it.getGirth\n",
		"node_modules/fest/index.d.ts":  "export * from \"./fields\"\n",
		"node_modules/fest/fields.d.ts": "export type Fields<T> = { [K in keyof T & string as `get${Capitalize<K>}`]: T[K] }\n",
	}, "unproven 1 1"},
	{"a template of a dependency that takes the name apart", map[string]string{
		"meet.ts":                      "import type { Box } from \"./box\"\nimport type { Rest } from \"fest\"\nexport const rest: Rest<keyof Box> = \"th\"\n",
		"node_modules/fest/index.d.ts": "export type Rest<T> = T extends `gir${infer R}` ? R : never\n",
	}, "unproven 1 1"},
	{"a string of a dependency", map[string]string{
		"meet.ts":                      "import type { Box } from \"./box\"\nimport type { Thin } from \"fest\"\nexport const thin: Thin<Box> = {}\n",
		"node_modules/fest/index.d.ts": "export type Thin<T> = Omit<T, 'girth'>\n",
	}, "unproven 1 1"},
	{"a string of a dependency that another one uses", map[string]string{
		"meet.ts":                      "import { box } from \"./boxes\"\nimport { side } from \"fest\"\nexport const of: number = box[side]\n",
		"node_modules/fest/index.d.ts": "export { side } from \"side\"\n",
		"node_modules/side/index.d.ts": "export declare const side: `girth`\n",
	}, "unproven 1 1"},
	{"a string of a dependency with the new name", map[string]string{
		"meet.ts":                      "import type { Box } from \"./box\"\nimport type { Thin } from \"fest\"\nexport const of = (thin: Thin<Box>) => thin.girth\n",
		"node_modules/fest/index.d.ts": "export type Thin<T> = Omit<T, \"waist\">\n",
	}, "unproven 1 2"},
	{"a string of a dependency that is global", map[string]string{
		"meet.ts":                             "import { box } from \"./boxes\"\nexport const of: number = box[side]\n",
		"tsconfig.json":                       withSide,
		"node_modules/@types/side/index.d.ts": "declare const side: \"girth\"\n",
	}, "unproven 3 1"},
	{"a string of a dependency that a global one uses", map[string]string{
		"meet.ts":                             "import { box } from \"./boxes\"\nexport const of: number = box[side]\n",
		"tsconfig.json":                       withSide,
		"node_modules/@types/side/index.d.ts": "declare const side: import(\"fest\").Side\n",
		"node_modules/fest/index.d.ts":        "export type Side = \"girth\"\n",
	}, "unproven 3 1"},
	{"a member of a dependency, with an escape", map[string]string{
		"meet.ts":                      "import { box } from \"./boxes\"\nimport { wear } from \"fest\"\nwear(box)\n",
		"node_modules/fest/index.d.ts": "export declare function wear(it: { \"g\\u0069rth\": number }, girth?: number): void\n",
	}, "unproven 1 1"},
	{"a member of a dependency, as a string", map[string]string{
		"meet.ts":                      "import { box } from \"./boxes\"\nimport { wear } from \"fest\"\nwear(box)\n",
		"node_modules/fest/index.d.ts": "export declare function wear(it: { \"girth\": number }): void\n",
	}, "unproven 1 1"},
	{"a member of a dependency that another one uses", map[string]string{
		"meet.ts":                      "import { box } from \"./boxes\"\nimport { wear } from \"fest\"\nwear(box)\n",
		"node_modules/fest/index.d.ts": "import type { Belt } from \"belt\"\nexport declare function wear(it: Belt): void\n",
		"node_modules/belt/index.d.ts": beltFile,
	}, "unproven 1 1"},
	{"a parameter property of a dependency", map[string]string{
		"meet.ts":                    "import { take } from \"./boxes\"\nimport { Belt } from \"fest\"\ntake(new Belt(1))\n",
		"node_modules/fest/index.ts": "export class Belt { constructor(public girth: number) {} }\n",
	}, "unproven 1 1"},
	{"a dependency as an object", map[string]string{
		"meet.ts":                      "import { take } from \"./boxes\"\nimport * as fest from \"fest\"\ntake(fest)\n",
		"node_modules/fest/index.d.ts": "export declare const girth: number\n",
	}, "unproven 1 1"},
	{"a member of a dependency that no file with a box imports", map[string]string{
		"other.ts":                     "import { wear } from \"fest\"\nexport const of = wear\n",
		"node_modules/fest/index.d.ts": "export declare function wear(it: { girth: number }): void\n",
	}, "proven 0 1"},
	{"parameters of a dependency with the name", map[string]string{
		"other.ts": "import { box } from \"./boxes\"\nimport { is, wear } from \"fest\"\nwear(1)\nexport const of = [box, is]\n",
		"node_modules/fest/index.d.ts": "export declare function wear(girth: number): void\nexport declare const is: (girth: unknown) => girth is Date\n" +
			"export declare function must(girth: unknown): asserts girth\n",
	}, "proven 0 1"},
	{"a member of a global dependency", map[string]string{
		"meet.ts":                             "import { box } from \"./boxes\"\nwear(box)\n",
		"tsconfig.json":                       withSide,
		"node_modules/@types/side/index.d.ts": "declare function wear(it: { girth: number }): void\n",
	}, "unproven 3 1"},
	{"a member of a global dependency, and statements without a box", map[string]string{
		"meet.ts": "import { box } from \"./boxes\"\nwear(box)\n", "all.ts": "export * from \"./boxes\"\nexport const other = 1\n",
		"other.ts":                            "import { other } from \"./all\"\nwear({ girth: other })\n",
		"style.d.ts":                          "declare module \"*.css\"\n",
		"tsconfig.json":                       withSide,
		"node_modules/@types/side/index.d.ts": "declare function wear(it: { girth: number }): void\n",
	}, "unproven 3 1"},
	{"a member of a global dependency, and a global box", map[string]string{
		"meet.ts":                             "wear(given)\n",
		"given.ts":                            "import { box } from \"./boxes\"\ndeclare global { var given: typeof box }\n",
		"tsconfig.json":                       withSide,
		"node_modules/@types/side/index.d.ts": "declare function wear(it: { girth: number }): void\n",
	}, "unproven 4 1"},
	{"strings of a dependency that are no member's name", map[string]string{
		"other.ts":                     "import { box } from \"./boxes\"\nimport { side } from \"fest\"\nexport const of = [side, box]\n",
		"node_modules/fest/index.d.ts": "// \"girth\" or 'girth'\n/** `girth` */\nexport declare const side: \"girths\" | \" girth \" | \"girth.of\"\n",
	}, "proven 0 1"},
	{"a string of a dependency that no file with a box imports", map[string]string{
		"other.ts":                     "import { side } from \"fest\"\nexport const of = side\n",
		"node_modules/fest/index.d.ts": "export declare const side: \"girth\"\n",
	}, "proven 0 1"},
	{"a template that changes the case of a part", map[string]string{
		"meet.ts":      "import type { Box } from \"./box\"\nimport type { Events } from \"./templates\"\nexport const on = (it: Events<Box>) => it[\"on-Girth\"]\n",
		"templates.ts": "export type Events<T> = { [K in keyof T & string as `on-${Capitalize<K>}`]: T[K] }\n",
	}, "unproven 1 1"},
	{"a template type that changes the case", map[string]string{
		"meet.ts": "import type { Box } from \"./box\"\nexport const of: Uppercase<keyof Box> = \"GIRTH\"\n",
	}, "unproven 1 1"},
	{"templates of a dependency without a parameter", map[string]string{
		"other.ts":                     "import { box } from \"./boxes\"\nimport type { Both } from \"fest\"\nexport const both: Both | typeof box = box\n",
		"node_modules/fest/index.d.ts": "export type Side = \"left\" | \"right\"\nexport type Both = `${Side}${Side}`\n",
	}, "proven 0 1"},
	{"templates of a dependency that no file imports", map[string]string{
		"other.ts":                     "import { box } from \"./boxes\"\nimport type { Of } from \"fest\"\nexport const of: Of<string> | typeof box = box\n",
		"node_modules/fest/index.d.ts": "import type { Joined } from \"join\"\nexport type Of<T extends string> = Joined<T, T>\n",
		"node_modules/join/index.d.ts": "export type Joined<A extends string, B extends string> = `${A}${B}`\n",
	}, "proven 0 1"},
	{"templates that match nothing", map[string]string{
		"other.ts": "import { box } from \"./boxes\"\nexport type Other<T extends string> = `get${Capitalize<T>}`\nexport const f = (SIZE: number) => [`a${SIZE}`, box]\n",
	}, "proven 0 1"},
	{"templates that make other words", map[string]string{
		"other.ts": "import { box } from \"./boxes\"\nexport type Other<T extends string> = `use${Capitalize<T>}Query` | `${T}/${T}` | `${T}` | `a${string}` | `${T}Less` | `gir${T}rth` | Uppercase<T>\n" +
			"export const theGirthQuery = box, useGirthOfAll = box, agirth = (tag: (texts: TemplateStringsArray, ...of: string[]) => void, of: string) => [`${of}${of}`, tag`${of}${of}`]\n",
	}, "proven 0 1"},
	{"a template type that lists its texts", map[string]string{
		"other.ts": "import { box } from \"./boxes\"\ntype Side = \"left\" | \"right\"\nexport const both: `${Side}${Side}` | typeof box = box\n",
	}, "proven 0 1"},
	{"templates that keep the case", map[string]string{
		"other.ts": "import { box } from \"./boxes\"\nexport type Girth<T extends string> = `${T} ` | `get${Capitalize<T>}`\nexport const girth: Girth<string> | typeof box = box\n",
	}, "proven 0 1"},
	{"a template expression that makes another text", map[string]string{
		"other.ts": "import { box } from \"./boxes\"\nconst [START, END] = [\"le\", \"ft\"] as const\nexport const both = [`${START}${END}` as const, box]\n",
	}, "proven 0 1"},
}

// TestMeetingMembers renames the member girth of the type Box to waist. Another member girth, such as that of the type Belt, is not renamed.
// The proof has to check each file in which code may compare the two types, and no other file.
func TestMeetingMembers(t *testing.T) {
	for _, c := range slices.Concat(meetings, meetingsByOthers) {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			files := map[string]string{
				"box.ts": boxFile, "boxes.ts": boxesFile,
				"tsconfig.json": `{"compilerOptions": {"strict": true, "allowJs": true, "resolveJsonModule": true, "jsx": "preserve",` +
					`"module": "esnext", "moduleResolution": "bundler", "types": []}}`,
			}
			maps.Copy(files, c.files)
			dir := hostfstest.LayOut(t, files)
			before, _, _ := strings.Cut(files["box.ts"], "girth")
			line := strings.Count(before, "\n")
			character := len(before) - strings.LastIndex(before, "\n") - 1
			h := start(t, runtime.Limits{}, dir)
			var plan planner.RenameResult
			h.answer(t, "planRenameSymbol", map[string]any{
				"projectRoot": dir, "filePath": "box.ts", "line": line, "character": character, "newName": "waist", "verify": false,
			}, &plan)
			var result planner.VerifyResult // a plan with a proof would rename the other member, too
			h.answer(t, "verifyPlan", map[string]any{"projectRoot": dir, "planId": plan.PlanID, "proofBudget": 0}, &result)
			if got := fmt.Sprintf("%s %d %d", result.Verdict, result.CheckedFiles, len(plan.Edits)); got != c.want {
				t.Errorf("%s, want %s: %+v", got, c.want, result)
			}
		})
	}
}
