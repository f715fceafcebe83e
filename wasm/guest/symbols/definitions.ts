// The declarations and the implementations of the name at a place.

import ts from "typescript";
import { Messages } from "../host/messages.ts";
import { isExternal, isLib } from "../modules/registry.ts";
import { noticesOf } from "../program/inferred.ts";
import type { Workspace } from "../program/workspace.ts";
import type { Definition, DefinitionsAnswer, PlaceParams } from "../protocol/symbols.ts";
import { chainAt, searches, symbolsIn } from "./references.ts";

/** The declarations of the name at a place, also those in dependencies and TypeScript's library. */
export function definitions(workspace: Workspace, request: PlaceParams): DefinitionsAnswer {
  const owner = workspace.owner(request.file);
  const found = owner.languageService.getDefinitionAtPosition(request.file, request.offset) ?? [];
  return {
    found: unique(found.map((at) => describe(owner.program, at, at.name, at.kind))),
    warnings: [...noticesOf([owner], [request.file]), ...owner.warnings],
  };
}

/** The implementations of an interface, a class or a member, in all projects that can see it. */
export function implementations(workspace: Workspace, request: PlaceParams): DefinitionsAnswer {
  const warnings = new Messages();
  const found: Definition[] = [];
  for (const [project, places] of searches(workspace, request)) {
    warnings.add(...project.warnings);
    for (const place of places) {
      for (const at of project.languageService.getImplementationAtPosition(place.file, place.offset) ?? []) {
        // TypeScript also counts the places at which an implementation is imported or exported.
        if (!isSpecifier(project.program, at)) found.push(describe(project.program, at, "", at.kind));
      }
    }
  }
  return { found: unique(found), warnings: warnings.list };
}

function isSpecifier(program: ts.Program, { fileName, textSpan }: ts.DocumentSpan): boolean {
  const file = program.getSourceFile(fileName);
  const { parent } = file ? ts.getTouchingPropertyName(file, textSpan.start) : { parent: undefined };
  return parent !== undefined && (ts.isImportSpecifier(parent) || ts.isExportSpecifier(parent) || ts.isImportClause(parent));
}

function unique(found: readonly Definition[]): Definition[] {
  const byPlace = new Map(found.map((d) => [`${d.path}\0${String(d.start).padStart(10, "0")}`, d]));
  return [...byPlace].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, d]) => d);
}

const MOST_TEXT = 2000;

function describe(program: ts.Program, at: ts.DocumentSpan, name: string, kind: string): Definition {
  const { fileName: path, textSpan, contextSpan = textSpan } = at;
  const { start } = textSpan;
  const file = program.getSourceFile(path);
  const context = [contextSpan.start, contextSpan.start + contextSpan.length] as const;
  const own = name === "" ? (file?.text.substr(start, textSpan.length) ?? "") : name;
  const rest = { path, kind, start, name: own };
  if (file && isLib(path)) return { ...rest, declaration: context, text: file.text.slice(...context).slice(0, MOST_TEXT) };
  const chain = file && !isExternal(path) ? chainAt(symbolsIn(file), start) : [];
  const last = chain.at(-1)?.symbol;
  // An implementation may be an object or a function without a name of its own. Its symbol is then the one that holds it.
  const named = last && last.nameSpan[0] <= start && start < last.nameSpan[1];
  if (!last || (name !== "" && !named)) return { ...rest, declaration: context };
  return {
    ...rest,
    name: last.name,
    kind: last.kind,
    declaration: last.declaration,
    symbol: chain.map(({ symbol, index }) => [symbol.name, index] as const),
  };
}
