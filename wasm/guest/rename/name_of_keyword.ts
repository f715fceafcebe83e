// A rename may be asked at a keyword: at `export` or `function` before the name of a declaration, or at `import` before the name that it gives.

import ts from "typescript";
import * as host from "../host/host.ts";
import type { Place } from "../program/reach.ts";
import { identifierAt } from "../text/words.ts";

/** Returns the place of the name that TypeScript renames at a keyword, and any other place as it is. */
export function atName<P extends Place>(place: P): P {
  const text = host.readFile(place.file) ?? "";
  if (ts.stringToToken(identifierAt(text, place.offset)) === undefined) return place;
  const source = ts.createSourceFile(place.file, text, ts.ScriptTarget.Latest, /*setParentNodes*/ true);
  const keyword = ts.getTouchingPropertyName(source, place.offset);
  const name = ts.getAdjustedRenameLocation(keyword);
  return name === keyword ? place : { ...place, offset: name.getStart(source) };
}
