// Error types, which TypeScript gives to names that it does not find, and types of which it may not find all members.

import ts from "typescript";

/** True for the type of a name that TypeScript does not find. A declared `any` is another type. */
export const isErrorType = (type: ts.Type | undefined): boolean =>
  type !== undefined && (type.flags & ts.TypeFlags.Any) !== 0 && (type as { intrinsicName?: string }).intrinsicName !== "any";

/** True if TypeScript knows all members of a type, those of the types included that it extends. */
export function hasKnownMembers(checker: ts.TypeChecker, of: ts.Type, seen = new Set<ts.Type>()): boolean {
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
