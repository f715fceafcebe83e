// import.meta.glob takes in files by pattern: of the files that move some may come to match one, or match no longer. No
// edit of the pattern could say so of one file, so it is told.

import ts from "typescript";
import type { Edits } from "./edits.ts";
import { type Message, locationOf, say, shown } from "./messages.ts";
import type { Relocation, Specifier } from "./specifiers.ts";
import { positionIn } from "./verify.ts";

/** The rest of a pattern; the specifier is what is fixed of it, and follows a move. */
export interface Glob {
  /** True for what is taken out of what the others take in. */
  readonly not: boolean;
  /** From the first segment with a wildcard on, with the slash before it. */
  readonly rest: string;
}

/** @param moved the files that move, by the paths before */
export function globWarnings(globs: readonly Specifier[], moved: readonly string[], after: Relocation["after"], edits: Edits): Message[] {
  const warnings: Message[] = [];
  const files = new Set(globs.map((specifier) => specifier.file));
  for (const file of files) {
    const matchers = globs.flatMap(({ file: { fileName }, start, text, glob }) => {
      if (fileName !== file.fileName || !glob) return [];
      const follows = edits.textAt(fileName, start, text.length) ?? text;
      const before = matcher(text, glob.rest, fileName);
      const now = matcher(follows, glob.rest, after(fileName));
      return before && now ? [{ ...glob, start, pattern: text + glob.rest, before, now }] : [];
    });
    const excluded = matchers.filter(({ not }) => not);
    for (const { start, pattern, before, now } of matchers.filter(({ not }) => !not)) {
      const at = locationOf(file.fileName, positionIn(file.text, start));
      for (const path of moved) {
        if (path === file.fileName || excluded.some((one) => one.before.test(path) || one.now.test(after(path)))) continue;
        const [was, is] = [before.test(path), now.test(after(path))];
        if (was === is) continue;
        const what = is ? "would be taken in by" : "would no longer be taken in by";
        warnings.push(say`${shown(after(path))} ${what} import.meta.glob("${pattern}") at ${at}`);
      }
    }
  }
  return warnings;
}

const WILDCARDS = /\*\*\/|\*\*|\*|\?|\{[^{}/]*\}|\[[^[\]/]*\]|[.+^$|\\(){}[\]]/g;

/** Undefined for a pattern with more than wildcards, alternatives and sets of characters. */
export function matcher(fixed: string, rest: string, from: string): RegExp | undefined {
  if (/[!@+*?]\(/.test(rest)) return undefined;
  const directory = ts.getNormalizedAbsolutePath(fixed, ts.getDirectoryPath(from));
  const escaped = (text: string) => text.replace(/[.*+?^$|\\(){}[\]]/g, "\\$&");
  const pattern = rest.replace(WILDCARDS, (token) => {
    if (token === "**/") return "(?:[^/]+/)*";
    if (token === "**") return ".*";
    if (token === "*") return "[^/]*";
    if (token === "?") return "[^/]";
    if (token.length > 1 && token.startsWith("{")) return `(?:${token.slice(1, -1).split(",").map(escaped).join("|")})`;
    if (token.length > 1 && token.startsWith("[")) return token.replace(/^\[!/, "[^").replaceAll("\\", "\\\\");
    return `\\${token}`;
  });
  try {
    return new RegExp(`^${escaped(directory)}${pattern}$`);
  } catch {
    return undefined; // a set of characters that is none
  }
}
