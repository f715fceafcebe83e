// Checks whether TypeScript knows the symbol and the type at a place. It does not if a module or a declaration is not loaded or does not exist.

import ts from "typescript";
import { missingModule } from "../modules/missing_modules.ts";
import { lexicalKind } from "../text/lexical.ts";

/**
 * True if with more files loaded, TypeScript might find that the name at a place is the renamed one: something there is unknown to it now.
 * A value whose type is really `any` keeps that type, whatever else is loaded.
 */
export function isOpen(program: ts.Program, file: ts.SourceFile, at: number): boolean {
  return isUnknown(program, file, at) && missingModule(program, file, at) === undefined;
}

function isUnknown(program: ts.Program, file: ts.SourceFile, at: number): boolean {
  const node = ts.getTouchingPropertyName(file, at);
  const { parent } = node;
  const quoted = ts.isStringLiteralLike(node) && node.getStart(file) + 1 === at;
  if (!parent || ts.isRegularExpressionLiteral(node) || !(quoted || lexicalKind(file, at) === "code")) return false;
  const checker = program.getTypeChecker();
  const isError = (of: ts.Node) => isErrorType(checker.getTypeAtLocation(of));
  const symbol = checker.getSymbolAtLocation(node);
  if (ts.isPropertyAccessExpression(parent) || ts.isElementAccessExpression(parent)) {
    if (parent.expression === node) return !symbol;
    const type = checker.getTypeAtLocation(parent.expression);
    const isAny = (type.flags & ts.TypeFlags.Any) !== 0 && !isErrorType(type);
    // A member that an index signature allows has no symbol, but the expression has a type. If all members of the left side's type are known,
    // the missing one does not exist, and no other file can add it.
    const isMissing = !symbol && !isAny && isError(parent) && !hasKnownMembers(checker, type);
    return isMissing || (isAny && isHandedOver(node, isError));
  }
  if (ts.isObjectLiteralElementLike(parent) && parent.name === node) {
    const expected = checker.getContextualType(parent.parent as ts.Expression);
    return expected ? isErrorType(expected) : isHandedOver(node, isError);
  }
  if (ts.isJsxAttribute(parent) && parent.name === node) {
    const expected = checker.getContextualType(parent.parent);
    return !expected || isErrorType(expected);
  }
  if (ts.isBindingElement(parent) && (parent.propertyName ?? parent.name) === node && ts.isObjectBindingPattern(parent.parent)) {
    const type = checker.getTypeAtLocation(parent.parent);
    const isAny = (type.flags & ts.TypeFlags.Any) !== 0;
    return (isAny ? isErrorType(type) : !type.getProperty((node as ts.Identifier).text)) || isHandedOver(node, isError);
  }
  return ts.isIdentifier(node) && !symbol;
}

// True if TypeScript knows all members of a type, those of the types included that it extends.
function hasKnownMembers(checker: ts.TypeChecker, of: ts.Type, seen = new Set<ts.Type>()): boolean {
  const type = checker.getApparentType(of);
  if (seen.has(type)) return true;
  seen.add(type);
  if (isErrorType(type)) return false;
  if (type.isUnionOrIntersection()) return type.types.every((part) => hasKnownMembers(checker, part, seen));
  return (type.symbol?.declarations ?? []).every((declaration) => {
    if (!ts.isClassLike(declaration) && !ts.isInterfaceDeclaration(declaration)) return true;
    const bases = (declaration.heritageClauses ?? []).flatMap(({ types }) => [...types]);
    return bases.every((base) => hasKnownMembers(checker, checker.getTypeAtLocation(base), seen));
  });
}

/** True for the type of a name that TypeScript does not find. A declared `any` is another type. */
export const isErrorType = (type: ts.Type | undefined): boolean =>
  type !== undefined && (type.flags & ts.TypeFlags.Any) !== 0 && (type as { intrinsicName?: string }).intrinsicName !== "any";

/** True for a part of an argument to a function whose type is not known, since that type might say what the part is. */
export function isHandedOver(node: ts.Node, isError: (node: ts.Node) => boolean): boolean {
  for (let part = node; !ts.isSourceFile(part); part = part.parent) {
    const { parent } = part;
    if ((ts.isCallExpression(parent) || ts.isNewExpression(parent)) && parent.expression !== part && isError(parent.expression)) return true;
  }
  return false;
}
