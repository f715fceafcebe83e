// The meaning of a name in a text: the places of its declarations, which can be compared before and after a plan.

import ts from "typescript";
import type { Overlay } from "../host/overlay.ts";
import { isOutside } from "../modules/registry.ts";
import { expectedAt, inheritedAt, isKey, outsideOf } from "../modules/overridden.ts";
import { isMemberName } from "../program/reach.ts";

/** Declarations are told apart by the file and the place of their names, both as they are before the plan. */
export type Meaning = ReadonlySet<string>;

/** Finds what the name at a position means; undefined where there is no name, as in a comment. */
export type Finder = (file: ts.SourceFile, position: number) => Meaning | undefined;

/**
 * @param overlay the plan, for a program after it
 * @param written returns the edit around a place, if it writes text. Places in it cannot be compared, so names tell declarations apart
 * @param byScope true to look up names by scopes and imports only. What is found by a type is left out
 */
export function meanings(
  program: ts.Program,
  overlay: Overlay | undefined,
  written?: (path: string, position: number) => number | undefined,
  byScope = false,
): Finder {
  const origin = ({ fileName }: ts.SourceFile, at: number): string => {
    const { path, position } = overlay?.origin(fileName, at) ?? { path: fileName, position: at };
    return `${path}:${position}`;
  };
  const place = (declaration: ts.Declaration): string => {
    const file = declaration.getSourceFile();
    const name = ts.getNameOfDeclaration(declaration) ?? declaration;
    const position = ts.isSourceFile(declaration) ? 0 : name.getStart(file);
    const edit = written?.(file.fileName, position);
    if (edit === undefined) return origin(file, position);
    const path = overlay?.before(file.fileName) ?? file.fileName;
    return `${path}:${edit}${namePath(declaration, (at) => written?.(file.fileName, at) === edit)}`;
  };
  const targets = (symbol: ts.Symbol): ts.Symbol => {
    const checker = program.getTypeChecker();
    const target = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
    const exported = commonJsExport(target.valueDeclaration);
    return (exported && checker.getSymbolAtLocation(exported)) ?? target;
  };

  return (file, position) => {
    const node = ts.getTouchingPropertyName(file, position);
    const word = ts.isIdentifier(node) || ts.isPrivateIdentifier(node);
    if (!word && !ts.isStringLiteralLike(node)) return undefined;
    const checker = program.getTypeChecker(); // made at the first mention
    const found = new Set<string>();
    const add = (symbol: ts.Symbol | undefined, prefix = "") => {
      for (const d of (symbol && targets(symbol).declarations) ?? []) found.add(prefix + place(d));
    };
    const { parent } = node;
    if (!byScope || !isMemberName(node) || ts.isParameter(parent)) add(checker.getSymbolAtLocation(node));
    if (!parent) return found;
    if (ts.isShorthandPropertyAssignment(parent)) add(checker.getShorthandAssignmentValueSymbol(parent));
    if (ts.isExportSpecifier(parent)) add(checker.getExportSpecifierLocalTargetSymbol(parent));
    if (byScope) return found;
    if (ts.isBindingElement(parent) && ts.isObjectBindingPattern(parent.parent) && (parent.propertyName ?? parent.name) === node) {
      const property = checker.getTypeAtLocation(parent.parent).getProperty(node.text);
      if (property?.declarations) add(property);
      else found.add(`unknown ${origin(file, parent.parent.getStart(file))} ${node.text}`); // of a value without a type, or of a type that is not loaded
    }
    for (const above of overridden(checker, node)) found.add(`under ${place(above)}`);
    return found;
  };
}

/** Reads a place from a meaning: "path:offset", after a prefix such as "under ". */
export function placeOf(place: string): { file: string; offset: number } {
  const colon = place.lastIndexOf(":");
  return { file: place.slice(place.indexOf("/"), colon), offset: Number.parseInt(place.slice(colon + 1)) };
}

// The names of a declaration and of those around it, as far as they are inside the same edit.
function namePath(declaration: ts.Declaration, inside: (position: number) => boolean): string {
  let path = "";
  for (let node: ts.Node = declaration; node && !ts.isSourceFile(node); node = node.parent) {
    const name = ts.getNameOfDeclaration(node as ts.Declaration);
    if (name && inside(name.getStart())) path = `#${name.getText().replaceAll(":", "%")}${path}`;
  }
  return path || "#";
}

// In `module.exports = { name: local }` the export counts as the local, as it does in `{ local }`.
function commonJsExport(declaration: ts.Node | undefined): ts.Identifier | undefined {
  if (!declaration || !ts.isPropertyAssignment(declaration) || !ts.isIdentifier(declaration.initializer)) return undefined;
  const assignment = declaration.parent.parent;
  return ts.isBinaryExpression(assignment) && assignment.left.getText() === "module.exports" ? declaration.initializer : undefined;
}

// Returns the declarations of the members that the member with this name overrides or implements. For the key of a literal that may have one of
// several types, the types that a dependency or a lib file declares do not count, unless all of them are such types.
function overridden(checker: ts.TypeChecker, name: ts.Node): readonly ts.Declaration[] {
  if (!isKey(name)) return inheritedAt(checker, name).flat();
  const expected = expectedAt(checker, name);
  return outsideOf(expected) === undefined ? expected.filter((declaration) => !isOutside(declaration.getSourceFile().fileName)) : expected;
}
