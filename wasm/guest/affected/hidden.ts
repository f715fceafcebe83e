// Says which parts of a statement cannot change the type of anything that the statement declares, such as the body of a function with a return type.

import ts from "typescript";
import { occurrences } from "../text/words.ts";

/** The places in a file that cannot change the type of anything that a statement declares. */
export interface Hidden {
  readonly places: readonly ts.TextRange[];
  /** Private members of each class. They are such places, too, unless a string has the name of one of them: code may say `box["member"]`. */
  readonly privates: readonly { readonly names: readonly string[]; readonly members: readonly ts.TextRange[] }[];
}

export function hiddenIn(file: ts.SourceFile, checker: ts.TypeChecker): Hidden {
  const places: ts.TextRange[] = [];
  const privates: Hidden["privates"][number][] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isVariableStatement(node)) return node.declarationList.declarations.forEach(visit);
    if (ts.isClassLike(node)) return visitClass(node);
    if (ts.isVariableDeclaration(node) || ts.isPropertyDeclaration(node)) {
      const { initializer, type } = node;
      if (!initializer) return;
      // The value may be hidden, but not if the variable has a union type: TypeScript narrows that type by the value.
      if (!type || checker.getTypeFromTypeNode(type).isUnion()) visit(initializer);
      else places.push(initializer);
    } else if (ts.isFunctionLike(node) && "body" in node && node.body && node.type) places.push(node.body);
  };
  const visitClass = (node: ts.ClassLikeDeclaration) => {
    const isTyped = node.members.every((member) => !ts.isPropertyDeclaration(member) || member.type || member.initializer);
    for (const member of node.members) {
      const hasBody = ts.isSetAccessor(member) || (ts.isConstructorDeclaration(member) && isTyped);
      if (hasBody && member.body) places.push(member.body);
      else visit(member);
    }
    const members = hiddenMembers(node, places);
    if (members.length > 0) privates.push({ names: members.map(({ name }) => name.text), members });
  };
  file.statements.forEach(visit);
  return { places, privates };
}

// Returns the private members that no other member gets its type from. A member without a written type may, as in `get() { return this.member }`.
function hiddenMembers(node: ts.ClassLikeDeclaration, places: readonly ts.TextRange[]): readonly Private[] {
  const text = node.getSourceFile().text.slice(node.pos, node.end);
  let members = node.members.filter(isPrivate);
  for (let before = -1; before !== members.length; ) {
    before = members.length;
    const hidden = [...places, ...members];
    const isHidden = (at: number) => hidden.some(({ pos, end }) => pos <= node.pos + at && node.pos + at < end);
    members = members.filter(({ name }) => occurrences(text, name.text).every(isHidden));
  }
  return members;
}

type Private = ts.ClassElement & { readonly name: ts.Identifier | ts.PrivateIdentifier };

function isPrivate(member: ts.ClassElement): member is Private {
  const { name } = member;
  if (name === undefined || ts.isPrivateIdentifier(name)) return name !== undefined;
  return ts.isIdentifier(name) && (ts.getCombinedModifierFlags(member) & ts.ModifierFlags.Private) !== 0;
}
