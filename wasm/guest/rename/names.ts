// Checks whether a new name may take the place of an old one.

import ts from "typescript";
import type { Edits } from "../text/edits.ts";

/** The reason why a name cannot be used as an identifier, if there is one. */
export function identifierProblem(newName: string, oldName: string): string | undefined {
  if (newName === "") return "the new name is empty";
  if (newName === oldName) return `the new name is the old name, ${oldName}`;
  if (oldName.startsWith("#") !== newName.startsWith("#")) {
    return oldName.startsWith("#")
      ? `${oldName} is a private name: the new name must start with #, too`
      : `${newName} is a private name and ${oldName} is not`;
  }
  const name = newName.replace(/^#/, "");
  if (!ts.isIdentifierText(name, ts.ScriptTarget.ESNext)) return `${newName} is not an identifier`;
  const token = ts.stringToToken(name);
  if (token !== undefined && isReserved(token) && !newName.startsWith("#")) return `${newName} is a reserved word`;
  return undefined;
}

const isReserved = (token: ts.SyntaxKind) =>
  (token >= ts.SyntaxKind.FirstReservedWord && token <= ts.SyntaxKind.LastReservedWord) ||
  (token >= ts.SyntaxKind.FirstFutureReservedWord && token <= ts.SyntaxKind.LastFutureReservedWord) ||
  token === ts.SyntaxKind.AwaitKeyword;

/** True where every place lies between quotes, so that the name need not be an identifier: `"foo"` to `"a-b"`. */
export function allQuoted(edits: Edits, text: (path: string) => string): boolean {
  return edits.paths.every((path) =>
    edits.spans(path).every(([start, length]) => {
      const quote = text(path)[start - 1];
      return (quote === '"' || quote === "'") && text(path)[start + length] === quote;
    }),
  );
}

/** The first JSX element that a lower-case name would turn from a component into an HTML element. */
export function becomesIntrinsic(
  edits: Edits,
  oldName: string,
  newName: string,
  text: (path: string) => string,
): { path: string; start: number } | undefined {
  if (!/^[A-Z]/.test(oldName) || !/^[a-z]/.test(newName)) return undefined;
  for (const path of edits.paths) {
    if (!/\.[jt]sx$/.test(path)) continue;
    for (const [start, length] of edits.spans(path)) {
      const before = text(path).slice(Math.max(0, start - 2), start);
      const after = text(path).slice(start + length);
      // `</Name>`, or `<Name` with attributes, an end or a slash behind it; `<Name>` alone may be a type assertion.
      if (before === "</" ? after.startsWith(">") : before.endsWith("<") && /^(\s+[\w{/]|\/)/.test(after)) {
        return { path, start };
      }
    }
  }
  return undefined;
}
