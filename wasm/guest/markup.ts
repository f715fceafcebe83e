// Imports in files that have programs in them and are none to TypeScript: Vue, Svelte, Astro, MDX. A move keeps them
// leading where they led.

import ts from "typescript";
import type { Edits } from "./edits.ts";
import * as host from "./host.ts";

const MARKUP = /\.(?:vue|svelte|astro|mdx)$/;

export const isMarkup = (path: string): boolean => MARKUP.test(path);

export interface MarkupImport {
  /** Of the text between the quotes. */
  readonly start: number;
  readonly text: string;
}

/** The imports of the script parts of a file, with their places in the whole. */
export function markupImports(path: string, text: string): MarkupImport[] {
  const found: MarkupImport[] = [];
  for (const [start, end] of scripts(path, text)) {
    const { importedFiles } = ts.preProcessFile(text.slice(start, end), /*readImportFiles*/ true, /*detectJavaScriptImports*/ true);
    for (const { pos, fileName } of importedFiles) {
      const at = start + pos + 1; // behind the quote
      if (text.substr(at, fileName.length) === fileName) found.push({ start: at, text: fileName });
    }
  }
  return found;
}

function scripts(path: string, text: string): readonly (readonly [start: number, end: number])[] {
  if (path.endsWith(".mdx")) return [[0, text.length]];
  const found: [number, number][] = [];
  for (const match of text.matchAll(/<script\b[^>]*>([^]*?)<\/script\s*>/g)) {
    const start = match.index + match[0].indexOf(">") + 1;
    found.push([start, start + (match[1] ?? "").length]);
  }
  const front = path.endsWith(".astro") ? /^\s*---\r?\n([^]*?)\r?\n---/.exec(text) : null;
  if (front) found.push([0, front[0].length]);
  return found;
}

/** Finds what an import has to say, if not what it says. */
export type Rewrite = (from: string, text: string) => string | undefined;

/** Adds the edits of all such files below a directory. */
export function markupEdits(directory: string, rewrite: Rewrite, edits: Edits): void {
  for (const path of host.sources(directory, isMarkup)) {
    for (const { start, text } of markupImports(path, host.readFile(path) ?? "")) {
      const changed = rewrite(path, text);
      if (changed !== undefined) edits.add(path, start, text.length, changed, "module-string");
    }
  }
}
