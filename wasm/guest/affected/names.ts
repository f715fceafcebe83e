// Collects the names that the edits of a plan replace, and the new names that the edits write.
// Several projects of a workspace may have the same file, so what a search of a file finds is kept.

import ts from "typescript";
import * as host from "../host/host.ts";
import { isCodeFile } from "../modules/file_kinds.ts";
import { oncePer } from "../modules/once_per.ts";
import type { FileSpans } from "../protocol/plan.ts";
import { occurrences, wordsWith } from "../text/words.ts";
import { Texts } from "./texts.ts";

/** More words than that around the names are too many to compare each template with them. */
export const MOST_WORDS = 2000;

export class Names {
  readonly old: ReadonlySet<string>;
  readonly brought: ReadonlySet<string>;
  readonly all: readonly string[];
  readonly texts = new Texts();

  constructor(edits: readonly FileSpans[]) {
    const replaced = new Set<string>(); // thousands of edits may replace the same text, and looking for words takes longest
    const written = new Set<string>();
    for (const { path, spans } of edits) {
      if (!isCodeFile(path)) continue;
      const text = host.readFile(path) ?? "";
      for (const [start, length, newText, confidence] of spans) {
        if (confidence !== undefined) continue;
        const oldText = text.substr(start, length);
        if (/["'`]/.test(text[start - 1] ?? "") && /[./@]/.test(oldText + newText)) continue; // a module specifier
        replaced.add(oldText);
        written.add(newText);
      }
    }
    this.old = new Set([...replaced].flatMap(words));
    this.brought = new Set([...written].flatMap(words).filter((name) => !this.old.has(name)));
    this.all = [...this.old, ...this.brought];
  }

  /** True if a file of a dependency may have a member with one of the names, or a string that is one of them, as in `Omit<T, "name">`. */
  readonly haveMember = oncePer((file: ts.SourceFile): boolean =>
    this.all.some((name) => (file.identifiers.has(name) && usesMember(file, name)) || hasString(file, name))
  );

  /**
   * The words of a file that contain one of the names, as "getSize" contains "size", in lower case: all, or the first MOST_WORDS and one more. A word
   * that is the name itself is left out, since it is a mention of the member. The name in another case is one of the words.
   */
  readonly wordsAround = oncePer(({ text }: ts.SourceFile): ReadonlySet<string> => {
    const found = new Set<string>();
    const lower = text.toLowerCase();
    for (const name of this.all) {
      for (const [at, word] of wordsWith(lower, name.toLowerCase())) {
        if (text.substr(at, word.length) !== name) found.add(word);
        if (found.size > MOST_WORDS) return found;
      }
    }
    return found;
  });
}

const words = (text: string): string[] =>
  [...text.matchAll(/#?[\p{ID_Start}$_][\p{ID_Continue}$]*/gu)]
    .map(([word]) => word)
    .filter((word) => word !== "as" && word !== "default");

// True if the file has the name in code, otherwise than for a parameter: types are not compared by the names of parameters. A file with a backslash
// counts, too, since the name may be written with escapes there.
const usesMember = (file: ts.SourceFile, name: string): boolean =>
  file.text.includes("\\") || occurrences(file.text, name).some((at) => {
    const node = ts.getTouchingPropertyName(file, at);
    const { parent } = node;
    if (!ts.isIdentifier(node)) return false;
    if (ts.isTypePredicateNode(parent)) return parent.parameterName !== node;
    return !ts.isParameter(parent) || parent.name !== node || ts.isParameterPropertyDeclaration(parent, parent.parent);
  });

// True if a string of the file is the name. One in a comment does not count.
function hasString(file: ts.SourceFile, name: string): boolean {
  const { text } = file;
  return occurrences(text, name).some((at) => {
    const quote = text[at - 1] ?? "";
    return QUOTES.has(quote) && quote === text[at + name.length] && ts.isStringLiteralLike(ts.getTouchingPropertyName(file, at));
  });
}

const QUOTES: ReadonlySet<string> = new Set(['"', "'", "`"]);
