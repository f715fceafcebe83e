// Compares the errors before and after a plan, by their places before it.

import ts from "typescript";
import type { Overlay } from "../host/overlay.ts";
import type { Written } from "./written.ts";

/**
 * The errors in a file that a checker finds.
 * @param mayDeclareOther true for a plan that changes more than names. Then the errors of written declarations are among the errors, such as an export
 * without a type under `isolatedDeclarations`: a move may bring a file into a project that writes declarations
 */
export function errorsIn(program: ts.Program, file: ts.SourceFile, mayDeclareOther: boolean, ending?: ts.CancellationToken): readonly ts.Diagnostic[] {
  const errors = program.getSemanticDiagnostics(file, ending);
  if (!mayDeclareOther || !ts.getEmitDeclarations(program.getCompilerOptions())) return errors;
  return [...errors, ...program.getDeclarationDiagnostics(file, ending)];
}

/** Diagnostics that only one side has, each with a key that tells it apart. */
export interface Difference {
  readonly appeared: readonly (readonly [string, ts.Diagnostic])[];
  readonly disappeared: readonly (readonly [string, ts.Diagnostic])[];
}

export function compareDiagnostics(
  before: readonly ts.Diagnostic[],
  after: readonly ts.Diagnostic[],
  overlay: Overlay,
  written: Written,
): Difference {
  const old = byPlace(before, undefined, written);
  const now = byPlace(after, overlay, written);
  return { appeared: lacking(now, old), disappeared: lacking(old, now) };
}

type Found = ReadonlyMap<string, readonly ts.Diagnostic[]>;

/** @param overlay the plan, for diagnostics after it */
function byPlace(list: readonly ts.Diagnostic[], overlay: Overlay | undefined, written: Written): Found {
  const found = new Map<string, ts.Diagnostic[]>();
  for (const d of list) {
    if (inDocumentation(d)) continue;
    const at = d.file && overlay ? overlay.origin(d.file.fileName, d.start ?? 0) : undefined;
    const edit = d.file && (overlay ? written.after : written.before)(d.file.fileName, d.start ?? 0);
    const what = edit === undefined ? "" : ts.flattenDiagnosticMessageText(d.messageText, "\n");
    const key = d.file ? `${at?.path ?? d.file.fileName}:${edit ?? at?.position ?? d.start}:${d.code}${what}` : `${d.code}`;
    found.set(key, [...(found.get(key) ?? []), d]);
  }
  return found;
}

// Returns the diagnostics that the first side has and the second does not have.
const lacking = (side: Found, other: Found): [string, ts.Diagnostic][] =>
  [...side].flatMap(([key, list]) => list.slice(other.get(key)?.length ?? 0).map((d): [string, ts.Diagnostic] => [key, d]));

// In a TypeScript file, TypeScript looks up the names in comments for editors only. A problem that it finds there is no compiler error.
const inDocumentation = ({ file, start }: ts.Diagnostic): boolean =>
  file !== undefined && start !== undefined && !ts.isSourceFileJS(file) && ts.isInComment(file, start) !== undefined;
