// Finds the declarations that the name of a member stands for besides its own: those that are expected where a literal is written, and those
// that a class or an interface inherits or implements.

import ts from "typescript";
import { isOutside } from "./registry.ts";

/** The key of a literal, or the name of an attribute of JSX. */
export type Key = ts.Node & { readonly parent: ts.ObjectLiteralElement & { readonly parent: ts.ObjectLiteralExpression | ts.JsxAttributes } };

export const isKey = (node: ts.Node): node is Key =>
  (node.parent as ts.NamedDeclaration).name === node && (ts.isObjectLiteralExpression(node.parent.parent) || ts.isJsxAttributes(node.parent.parent));

/** The declarations of the member that is expected at a key. There are several if a literal of one type or another may be written there. */
export function expectedAt(checker: ts.TypeChecker, { parent }: Key): readonly ts.Declaration[] {
  const type = checker.getContextualType(parent.parent);
  const members = type ? ts.getPropertySymbolsFromContextualType(parent, checker, type, /*unionSymbolOk*/ true) : [];
  return members.flatMap(({ declarations = [] }) => declarations);
}

/** For each type that the class or interface of a member extends or implements, the declarations of the member in that type. */
export function inheritedAt(checker: ts.TypeChecker, name: ts.Node): readonly (readonly ts.Declaration[])[] {
  const symbol = checker.getSymbolAtLocation(name);
  return symbol ? heritageAt(name).map((type) => checker.getPropertyOfType(checker.getTypeAtLocation(type), symbol.name)?.declarations ?? []) : [];
}

/** The types that the class or interface of a member extends or implements. Static members have no part in them. */
export function heritageAt(name: ts.Node): readonly ts.ExpressionWithTypeArguments[] {
  const member = name.parent as ts.ClassElement | ts.TypeElement | ts.ParameterDeclaration;
  if (member.name !== name) return [];
  const heir = ts.isParameter(member) && ts.isParameterPropertyDeclaration(member, member.parent) ? member.parent.parent : member.parent;
  if (!heir || !(ts.isClassLike(heir) || ts.isInterfaceDeclaration(heir)) || isStatic(member)) return [];
  return (heir.heritageClauses ?? []).flatMap(({ types }) => [...types]);
}

const isStatic = (member: ts.Node): boolean =>
  ts.canHaveModifiers(member) && (member.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.StaticKeyword) ?? false);

/** Returns the file of the first declaration, if no declaration is in the workspace. */
export function outsideOf(declarations: readonly ts.Declaration[]): string | undefined {
  const files = declarations.map((declaration) => declaration.getSourceFile().fileName);
  return files.every(isOutside) ? files[0] : undefined;
}
