// Finds out whether a file uses what it imports as JSX tags only. All JSX elements have the same type, whatever their component. So what such
// a file exports does not depend on the types of the component. Most imports of components are used in this way.

import { occurrences } from "../text/words.ts";

/**
 * Returns true if all that a file imports with the specifiers is used as JSX tags only. It reads the text alone, and returns false where the
 * text leaves a doubt.
 * @param factories names that TypeScript looks up for each JSX element
 */
export function importsTagsOnly(text: string, specifiers: Iterable<string>, factories: readonly string[]): boolean {
  for (const specifier of specifiers) {
    const imports = importsFrom(text, specifier);
    if (!imports || imports.length === 0) return false; // a file imports the runtime of its JSX without a statement
    if (!imports.every(({ names, start, end }) => names.every((name) => !factories.includes(name) && areTags(text, name, start, end)))) return false;
  }
  return true;
}

interface Import {
  readonly names: readonly string[]; // in the file
  readonly start: number;
  readonly end: number;
}

// Returns the import statements with a specifier, or undefined if the text has the specifier elsewhere, too.
function importsFrom(text: string, specifier: string): Import[] | undefined {
  const found: Import[] = [];
  for (let at = text.indexOf(specifier); at >= 0; at = text.indexOf(specifier, at + 1)) {
    const end = at + specifier.length;
    const quote = text[at - 1] ?? "";
    if (!["'", '"', "`"].includes(quote) || text[end] !== quote) continue;
    const start = text.lastIndexOf("import", at);
    const clause = text.slice(start + "import".length, at - 1);
    if (start < 0 || !/^[\s;}]?$/.test(text[start - 1] ?? "") || !/^[\w$\s{},*]*\sfrom\s*$/.test(clause)) return undefined;
    const parts = clause.slice(0, clause.lastIndexOf("from")).split(/[{},]/).map((part) => part.trim());
    const names = parts.filter((part) => part !== "").map((part) => part.split(/\s+/).at(-1) as string);
    if (names.length === 0 || names.includes("*")) return undefined;
    found.push({ names, start, end });
  }
  return found;
}

// True if the name is a JSX tag wherever the text has it, other than in its import.
function areTags(text: string, name: string, start: number, end: number): boolean {
  const places = occurrences(text, name).filter((at) => at < start || at >= end);
  return places.every((at) => isTag(text, at));
}

// Behind one of these, `<` begins a JSX tag or the parameters of a generic function. Behind anything else it may begin type arguments.
const BEFORE_TAG = new Set("([{>}?:=,;&|");
const KEYWORDS = new Set(["return", "default", "yield", "case", "else", "await"]);

function isTag(text: string, at: number): boolean {
  if (text[at - 1] === "/" && text[at - 2] === "<") return true;
  if (text[at - 1] !== "<") return false;
  const before = text.slice(Math.max(0, at - MOST_SPACE), at - 1).trimEnd();
  return BEFORE_TAG.has(before.at(-1) ?? "") || KEYWORDS.has(/(?<![\w$.])\w+$/.exec(before)?.[0] ?? "");
}

const MOST_SPACE = 200;
