// Places of a renamed symbol that TypeScript's rename does not find: exports reached through a module that is used as an
// object, and strings that stand for a member, as in Pick<T, "name">.

import ts from "typescript";
import type { Mentions } from "../program/mentions.ts";
import { isKeyOfLiteral } from "../program/reach.ts";
import type { Edits } from "../text/edits.ts";

/**
 * Adds the missing places of one program, without files that are passed over. The edits already hold what TypeScript found. Returns
 * the places where a member of that name is accessed on a value without a type, so that its meaning is unknown.
 */
export function repair(
  program: ts.Program,
  mentions: Mentions,
  passes: (path: string) => boolean,
  newName: string,
  edits: Edits,
): readonly Found[] {
  const oldName = mentions.name;
  const checker = program.getTypeChecker();
  const renamed = (symbol: ts.Symbol | undefined): boolean =>
    symbol?.declarations?.some((declaration) => {
      const file = declaration.getSourceFile();
      const name = ts.getNameOfDeclaration(declaration);
      const start = name && name.getStart(file) + (ts.isStringLiteral(name) ? 1 : 0);
      return start !== undefined && edits.textAt(file.fileName, start, oldName.length) === newName;
    }) ?? false;
  const owns = (type: ts.Type | undefined) => type !== undefined && renamed(type.getProperty(oldName));

  const missing: Found[] = [];
  const untyped: Found[] = [];
  for (const [file, places] of mentions.in(program)) {
    if (passes(file.fileName)) continue;
    for (const at of places) {
      const before = file.text[at - 1];
      const after = file.text[at + oldName.length];
      const quoted = (before === '"' || before === "'") && after === before;
      const key = after !== undefined && (after === ":" || after === "?" || after <= " ") && /^\??\s*:/.test(file.text.substr(at + oldName.length, 3));
      if ((before !== "." && !quoted && !key) || edits.has(file.fileName, at, oldName.length)) continue;
      const node = ts.getTouchingPropertyName(file, at);
      if (!node.parent) continue; // in a comment between statements
      const symbol = before === "." && ts.isIdentifier(node) ? checker.getSymbolAtLocation(node) : undefined;
      if (symbol ? renamed(symbol) : standsFor(checker, node, owns)) {
        missing.push([file.fileName, at]);
      } else if (!symbol && ts.isIdentifier(node) && ts.isPropertyAccessExpression(node.parent) && node.parent.name === node) {
        untyped.push([file.fileName, at]);
      }
    }
  }
  for (const [path, start] of missing) edits.add(path, start, oldName.length, newName);
  return untyped;
}

type Found = readonly [path: string, start: number];

/** Has the checker look for the types that say whether a string or a key stands for a member of this name. */
export function lookAtKey(program: ts.Program, file: ts.SourceFile, at: number, name: string): void {
  const node = ts.getTouchingPropertyName(file, at);
  const look = (type: ts.Type | undefined): boolean => {
    type?.getProperty(name);
    return false; // so that the next type is looked at, too
  };
  if (node.parent) standsFor(program.getTypeChecker(), node, look);
}

/**
 * The members that a name in an object literal stands for by the type that is expected there. Asked at a use of the
 * literal's member, as in `({ name: 1 } satisfies T).name`, TypeScript finds the literal and stops.
 */
export function contextualMembers(program: ts.Program, path: string, start: number): { file: string; offset: number }[] {
  const file = program.getSourceFile(path);
  const node = file && ts.getTouchingPropertyName(file, start);
  const key = node?.parent;
  if (!node || !key || !isKeyOfLiteral(key) || key.name !== node) return [];
  const type = program.getTypeChecker().getContextualType(key.parent as ts.ObjectLiteralExpression);
  const text = ts.isIdentifier(node) || ts.isStringLiteral(node) ? node.text : "";
  return (type?.getProperty(text)?.declarations ?? []).flatMap((declaration) => {
    const name = ts.getNameOfDeclaration(declaration);
    const at = declaration.getSourceFile();
    return name && ts.isIdentifier(name) ? [{ file: at.fileName, offset: name.getStart(at) }] : [];
  });
}

type Owns = (type: ts.Type | undefined) => boolean;

// True for a string or a key that names a member of a type next to it.
function standsFor(checker: ts.TypeChecker, node: ts.Node, owns: Owns): boolean {
  if (ts.isStringLiteral(node) && ts.isLiteralTypeNode(node.parent)) return besideType(checker, node.parent, owns);
  if (ts.isStringLiteral(node) && ts.isCallExpression(node.parent)) return argument(checker, node, node.parent, owns);
  if (ts.isPropertySignature(node.parent) && node.parent.name === node) return filters(checker, node.parent.parent, owns);
  const literal = ts.isPropertyAssignment(node.parent) && node.parent.name === node ? node.parent.parent : node;
  if (literal === node && !ts.isStringLiteral(node)) return false;
  const annotated = literal.parent;
  const type =
    ts.isVariableDeclaration(annotated) || ts.isPropertyDeclaration(annotated) || ts.isParameter(annotated) ||
    ts.isSatisfiesExpression(annotated) || ts.isAsExpression(annotated)
      ? annotated.type
      : undefined;
  return type !== undefined && keysOf(checker, type, owns);
}

/** Extract<T, { name: "one" }>, Extract<T, { inner: { name: "one" } }>: a type that selects from others has the members of those. */
function filters(checker: ts.TypeChecker, literal: ts.Node, owns: Owns): boolean {
  const path: string[] = [];
  let outer = literal;
  for (; ts.isTypeLiteralNode(outer) && ts.isPropertySignature(outer.parent); outer = outer.parent.parent) {
    path.unshift(outer.parent.name.getText());
  }
  if (!ts.isTypeLiteralNode(outer) || !ts.isTypeReferenceNode(outer.parent)) return false;
  const inner = (type: ts.Type | undefined, name: string) => {
    const member = type?.getProperty(name);
    return member && checker.getTypeOfSymbol(member);
  };
  const chooses = /^(?:Extract|Exclude)$/.test(outer.parent.typeName.getText());
  return chooses && besideType(checker, outer, (type) => owns(path.reduce(inner, type)));
}

/** Pick<T, "name">, Omit<T, "name" | "other">, Extract<keyof T, "name">: another type argument has the member. */
function besideType(checker: ts.TypeChecker, literal: ts.TypeNode, owns: Owns): boolean {
  let node = literal;
  while (ts.isUnionTypeNode(node.parent) || ts.isParenthesizedTypeNode(node.parent)) node = node.parent;
  const reference = node.parent;
  if (!ts.isTypeReferenceNode(reference) && !ts.isExpressionWithTypeArguments(reference)) return false;
  return (reference.typeArguments ?? []).some(
    (other) => other !== node && (owns(checker.getTypeFromTypeNode(other)) || keysOf(checker, other, owns)),
  );
}

/** True for a type that has `keyof T` in it, where T has the member. */
function keysOf(checker: ts.TypeChecker, type: ts.TypeNode, owns: Owns): boolean {
  if (ts.isTypeOperatorNode(type) && type.operator === ts.SyntaxKind.KeyOfKeyword) {
    return owns(checker.getTypeFromTypeNode(type.type));
  }
  if (ts.isTypeReferenceNode(type)) return (type.typeArguments ?? []).some((inner) => keysOf(checker, inner, owns));
  if (ts.isUnionTypeNode(type)) return type.types.some((inner) => keysOf(checker, inner, owns));
  if (ts.isArrayTypeNode(type)) return keysOf(checker, type.elementType, owns);
  return false;
}

/** get(object, "name"), where the parameter is a key of another's type: another argument or the receiver has the member. */
function argument(checker: ts.TypeChecker, node: ts.StringLiteral, call: ts.CallExpression, owns: Owns): boolean {
  const index = call.arguments.indexOf(node);
  const signature = checker.getResolvedSignature(call)?.getDeclaration() as ts.SignatureDeclaration | undefined;
  const parameters = signature?.parameters ?? [];
  const parameter = parameters[index] ?? parameters.at(-1);
  if (!signature || !parameter?.type) return false;
  let type = parameter.type;
  if (ts.isArrayTypeNode(type) && parameter.dotDotDotToken) type = type.elementType;
  if (keysOf(checker, type, owns)) return true;
  const constraint = ts.isTypeReferenceNode(type) && ts.isIdentifier(type.typeName)
    ? typeParameter(type.typeName.text, signature)?.constraint
    : type;
  if (!constraint || !/\bkeyof\b/.test(constraint.getText())) return false;
  return (
    call.arguments.some((other) => other !== node && owns(checker.getTypeAtLocation(other))) ||
    (call.typeArguments ?? []).some((other) => owns(checker.getTypeFromTypeNode(other))) ||
    keysOf(checker, constraint, owns)
  );
}

const typeParameter = (name: string, signature: ts.SignatureDeclaration) =>
  signature.typeParameters?.find((p) => p.name.text === name);
