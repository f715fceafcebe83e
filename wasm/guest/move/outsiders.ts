// Imports in files that are in no program: Vue, Svelte, Astro and MDX, which TypeScript does not read, and scripts that
// no configuration lists. A move keeps them leading where they led.

import ts from "typescript";
import * as host from "../host/host.ts";
import { isCodeFile } from "../modules/file_kinds.ts";
import type { Edits } from "../text/edits.ts";
import { calledSpecifiers } from "./specifiers.ts";

const MARKUP = /\.(?:vue|svelte|astro|mdx)$/;

interface Import {
  /** Where the text in the quotes starts. */
  readonly start: number;
  readonly text: string;
}

/**
 * The imports and mocks of the script parts of a file, with their places in the whole file.
 * @param concerned true if a text may have a specifier that changes. The script is parsed for mocks if its text without the imports may have one
 */
function importsOf(path: string, text: string, concerned: (text: string) => boolean): Iterable<Import> {
  const found = new Map<number, Import>();
  const add = (at: number, specifier: string) => {
    if (text.substr(at, specifier.length) === specifier) found.set(at, { start: at, text: specifier });
  };
  for (const [start, end] of scripts(path, text)) {
    const script = text.slice(start, end);
    const { importedFiles } = ts.preProcessFile(script, /*readImportFiles*/ true, /*detectJavaScriptImports*/ true);
    let rest = "";
    let read = 0;
    for (const { pos, fileName } of importedFiles) {
      const first = pos + 1; // behind the quote
      add(start + first, fileName);
      rest += script.slice(read, first);
      read = first + fileName.length;
    }
    if (!concerned(rest + script.slice(read))) continue;
    const called = calledSpecifiers(MARKUP.test(path) ? `${path}.tsx` : path, script);
    for (const specifier of called) if (!specifier.glob) add(start + specifier.start, specifier.text);
  }
  return found.values();
}

function scripts(path: string, text: string): readonly (readonly [start: number, end: number])[] {
  if (!MARKUP.test(path) || path.endsWith(".mdx")) return [[0, text.length]];
  const found: [number, number][] = [];
  for (const match of text.matchAll(/<script\b[^>]*>([^]*?)<\/script\s*>/g)) {
    const start = match.index + match[0].indexOf(">") + 1;
    found.push([start, start + (match[1] ?? "").length]);
  }
  const front = path.endsWith(".astro") ? /^\s*---\r?\n([^]*?)\r?\n---/.exec(text) : null;
  if (front) found.push([0, front[0].length]);
  return found;
}

/** Returns an import's new text, or undefined if the text stays. */
export type Rewrite = (from: string, text: string) => string | undefined;

/**
 * Adds the edits of all such files.
 * @param paths all files of the workspace
 * @param known true for files of programs and build output
 * @param moves true for a file that moves
 * @param names the last parts of specifiers that lead to what moves
 */
export function outsiderEdits(
  paths: readonly string[],
  known: (path: string) => boolean,
  moves: (path: string) => boolean,
  names: readonly string[],
  rewrite: Rewrite,
  edits: Edits,
): void {
  for (const path of paths) {
    if (!MARKUP.test(path) && (!isCodeFile(path) || known(path))) continue;
    const text = host.readFile(path) ?? "";
    const concerned = (part: string) => moves(path) || [...quotedWith(names, part)].some((specifier) => rewrite(path, specifier) !== undefined);
    if (!concerned(text)) continue;
    for (const specifier of importsOf(path, text, concerned)) {
      const changed = rewrite(path, specifier.text);
      if (changed !== undefined) edits.add(path, specifier.start, specifier.text.length, changed, "module-string");
    }
  }
}

const QUOTES = "\"'`";

// Returns what stands in quotes and has one of the names. To look for all imports of a text takes much longer.
function quotedWith(names: readonly string[], text: string): ReadonlySet<string> {
  const isInside = (at: number) => at >= 0 && at < text.length && !`${QUOTES}\n`.includes(text.charAt(at));
  const isQuote = (at: number) => at >= 0 && at < text.length && QUOTES.includes(text.charAt(at));
  const found = new Set<string>();
  for (const name of names) {
    for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + name.length)) {
      let start = at;
      while (isInside(start - 1)) start--;
      let end = at + name.length;
      while (isInside(end)) end++;
      if (isQuote(start - 1) && isQuote(end)) found.add(text.slice(start, end));
      at = end - name.length; // go on behind it
    }
  }
  return found;
}
