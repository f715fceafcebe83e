// Finds the declarations that a member overrides or implements. Deleting the member does not edit these declarations.

import ts from "typescript";
import type { Project } from "../program/project.ts";
import type { BaseMember } from "../protocol/symbols.ts";

/** The members of supertypes that the member at a place overrides or implements, by file and the start of their names. */
export function baseMembers(project: Project, path: string, offset: number): ReadonlyMap<string, BaseMember> {
  const file = project.program.getSourceFile(path);
  const member = file && ts.getTouchingPropertyName(file, offset).parent;
  const bases = new Map<ts.Declaration, boolean>();
  if (member && ts.isClassElement(member) && ts.isClassLike(member.parent)) collect(project.program.getTypeChecker(), member, bases);
  const inherited = [...bases.values()].includes(false);
  return new Map(
    [...bases].map(([declaration, demanded]) => [
      keyOf(declaration.getSourceFile().fileName, (ts.getNameOfDeclaration(declaration) ?? declaration).getStart()),
      demanded && !inherited ? "required" : "inherited",
    ]),
  );
}

export const keyOf = (path: string, start: number): string => `${path}\0${start}`;

// Collects declarations, each with true if it demands the member: it is abstract or of an interface, and not optional.
function collect(checker: ts.TypeChecker, member: ts.NamedDeclaration, bases: Map<ts.Declaration, boolean>): void {
  const heir = member.parent;
  const name = member.name && ts.isPropertyName(member.name) ? checker.getSymbolAtLocation(member.name)?.name : undefined;
  if (name === undefined || (!ts.isClassLike(heir) && !ts.isInterfaceDeclaration(heir))) return;
  for (const clause of heir.heritageClauses ?? []) {
    for (const type of clause.types) {
      for (const base of checker.getPropertyOfType(checker.getTypeAtLocation(type), name)?.declarations ?? []) {
        if (bases.has(base)) continue;
        const optional = (base as ts.PropertySignature).questionToken !== undefined;
        const concrete = ts.isClassElement(base) && ts.isClassLike(base.parent) && !isAbstract(base);
        bases.set(base, !optional && (!concrete || clause.token === ts.SyntaxKind.ImplementsKeyword));
        collect(checker, base, bases);
      }
    }
  }
}

const isAbstract = (node: ts.Node): boolean =>
  ts.canHaveModifiers(node) && (node.modifiers?.some((m) => m.kind === ts.SyntaxKind.AbstractKeyword) ?? false);
