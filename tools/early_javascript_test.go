package tools_test

// javaScriptEdges has the cases of TestEarlyEdges that rename a name of a JavaScript file.
var javaScriptEdges = map[string]earlyEdge{
	"a name of a file that no configuration includes in JavaScript": {
		files:  "src/a.js: export const own = 1\nsrc/a.ts: ",
		symbol: "own",
	},
	"a parameter with JSDoc in JavaScript": {
		files:  "src/a.js: export function f(own) { const two = own; return { own, two } }|/** @param {number} own */|export const g = (own) => own\nsrc/a.ts: ",
		symbol: "own)",
	},
	"a local of CommonJS in JavaScript": {
		files:  "src/a.js: const b = require('./b'); function f(own) { return own + b }\nsrc/a.ts: ",
		symbol: "own)", unknown: "CommonJS",
	},
	"an import in JavaScript": {
		files:  "src/a.js: import { own } from './b'; export const all = { own, two: own() }\nsrc/b.js: export function own() {}|own.three = 3\nsrc/a.ts: ",
		symbol: "own()",
	},
	"an import by default in JavaScript": {
		files:  "src/a.js: import own from './b'; export const all = { own, two: own() }\nsrc/b.js: export default function own() {}\nsrc/a.ts: ",
		symbol: "own()",
	},
	"a member in JavaScript": {
		files:  "src/a.js: export class A { own = 1; two() { return this.own } }\nsrc/a.ts: ",
		symbol: "own =", unknown: "a member in JavaScript",
	},
	"a property of this in JavaScript": {
		files:  "src/a.js: export class A { constructor() { this.own = 1 } two() { return this.own } }\nsrc/a.ts: ",
		symbol: "own =", unknown: "a name of JavaScript",
	},
	"a type of JSDoc in JavaScript": {
		files:  "src/a.js: /** @typedef {{ x: 1 }} Own */ /** @type {Own} */ export const one = { x: 1 }\nsrc/a.ts: ",
		symbol: "Own */", unknown: "a name of JavaScript",
	},
	"a function with members in JavaScript": {
		files:  "src/a.js: export function own() { return own.two }|own.two = 2\nsrc/b.js: import { own } from './a'; own.two\nsrc/a.ts: ",
		symbol: "own()", unknown: "a name of JavaScript",
	},
	"a function with members of its own name in JavaScript": {
		files:  "src/a.js: export function own() { return own.own }|own.own = 2\nsrc/b.js: import { own } from './a'; own.own\nsrc/a.ts: ",
		symbol: "own()", unknown: "a name of JavaScript",
	},
	"an export in JavaScript": {
		files:  "src/a.js: export class Own {}\nsrc/b.ts: import { Own } from './a'; export const b = new Own()\nsrc/c.js: import { Own } from './a'; export { Own as c }\nsrc/d.js: export * from './a'\nsrc/e.ts: import { Own as E } from './d'; E\ntsconfig.json: {\"compilerOptions\": {\"allowJs\": true}, \"include\": [\"src\"]}",
		symbol: "Own",
	},
	"a type in JSDoc of an export in JavaScript": {
		files:  "src/a.js: export class Own {}\nsrc/c.js: /** @type {import('./a').Own} */|export let c\ntsconfig.json: {\"compilerOptions\": {\"allowJs\": true}, \"include\": [\"src\"]}",
		symbol: "Own", unknown: "a name of JavaScript",
	},
	"an export that CommonJS gets in JavaScript": {
		files:  "src/a.js: export class Own {}\nsrc/d.js: exports.d = require('./a').Own\ntsconfig.json: {\"compilerOptions\": {\"allowJs\": true}, \"include\": [\"src\"]}",
		symbol: "Own",
	},
	"an export that is part of an object in JavaScript": {
		files:  "src/a.js: export const own = 1\nsrc/b.js: import * as a from './a'; export const all = { ...a }\nsrc/c.ts: import { all } from './b'; export const c = all.own\ntsconfig.json: {\"compilerOptions\": {\"allowJs\": true}, \"include\": [\"src\"]}",
		symbol: "own", unknown: "a name of JavaScript",
	},
	"a name of a script in JavaScript": {
		files:  "src/a.js: function own() {} own()\nsrc/b.js: own()\ntsconfig.json: {\"compilerOptions\": {\"allowJs\": true}, \"include\": [\"src\"]}",
		symbol: "own()", unknown: "a name of JavaScript",
	},
}
