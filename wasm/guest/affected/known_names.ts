// The names that TypeScript looks up on its own, such as React for JSX. A file uses their declarations without mentioning them.

import ts from "typescript";
import { ownFilesOf } from "../modules/registry.ts";
import { firstWord } from "../text/words.ts";

const KNOWN: ReadonlySet<string> = new Set([
  "JSX", "IntrinsicElements", "IntrinsicAttributes", "IntrinsicClassAttributes", "Element", "ElementType", "ElementClass",
  "ElementAttributesProperty", "ElementChildrenAttribute", "LibraryManagedAttributes", "React", "h", "Fragment",
  "globalThis", "exports", "module", "require",
]);

/** True if one of the names is such a name in a program. */
export function hasKnown(program: ts.Program, names: Iterable<string>): boolean {
  const options = program.getCompilerOptions();
  const known = new Set([...KNOWN, ...ownFilesOf(program).flatMap((file) => namedByJsx(file, options))]);
  return [...names].some((name) => known.has(name));
}

/** The names that code with JSX in a file may use without a mention. */
export function namedByJsx({ languageVariant, text }: ts.SourceFile, options: ts.CompilerOptions): readonly string[] {
  const { jsxFactory = "", reactNamespace = "" } = options;
  if (languageVariant !== ts.LanguageVariant.JSX) return [];
  const comments = text.includes("@jsx") ? text.matchAll(/@jsx(?:Frag)?\s+([\p{ID_Continue}$]+)/gu) : [];
  return [...KNOWN, ...[...comments].map(([, name = ""]) => name), firstWord(jsxFactory), reactNamespace];
}
