// Finds the mentions in comments and strings. The host knows most of them without a parser.

import ts from "typescript";
import * as host from "../host/host.ts";
import { lexicalKind } from "../text/lexical.ts";

const IDENTIFIER = /^[\p{ID_Continue}$]+$/u;

/** Returns the places that are in comments and strings. At each place, the file has the text. */
export function* outsideCode(
  file: ts.SourceFile,
  text: string,
  places: readonly number[],
): Generator<[place: number, kind: "comment" | "string"]> {
  const hasJSX = file.languageVariant === ts.LanguageVariant.JSX;
  const words = places.length > 0 && IDENTIFIER.test(text) ? host.words(hasJSX, [text], file.text) : undefined;
  const code = new Set(words?.code);
  const comments = new Set(words?.comments);
  for (const at of places) {
    if (code.has(at)) continue;
    const kind = comments.has(at) ? "comment" : lexicalKind(file, at);
    if (kind !== "code") yield [at, kind];
  }
}
