// Checks whether TypeScript knows the symbol and the type at a place. It does not if a module or a declaration is not loaded or does not exist.

import ts from "typescript";
import type { Additions } from "../modules/additions.ts";
import { hasKnownMembers, isErrorType } from "../modules/error_types.ts";
import { lacksForGood, lacksTypeForGood } from "../modules/missing_modules.ts";
import { lexicalKind } from "../text/lexical.ts";

const QUOTE = /["'`]/;

/**
 * True if with more files loaded, TypeScript might find that the name at a place is the renamed one: something there is unknown to it now.
 * A value whose type is really `any` keeps that type, whatever else is loaded.
 */
export function isOpen(program: ts.Program, file: ts.SourceFile, at: number, additions?: Additions): boolean {
  return isUnknown(program, file, at, additions) && !lacksForGood(program, file, at, additions);
}

function isUnknown(program: ts.Program, file: ts.SourceFile, at: number, additions: Additions | undefined): boolean {
  const isBehindQuote = QUOTE.test(file.text[at - 1] ?? "");
  if (!isBehindQuote && lexicalKind(file, at) !== "code") return false; // takes less time than the search for the node
  const node = ts.getTouchingPropertyName(file, at);
  const { parent } = node;
  const quoted = ts.isStringLiteralLike(node) && node.getStart(file) + 1 === at;
  if (!parent || ts.isRegularExpressionLiteral(node) || (isBehindQuote && !quoted && lexicalKind(file, at) !== "code")) return false;
  if (hasNoSymbol(node)) return false;
  const checker = program.getTypeChecker();
  const isUndeclared = () => !symbol && !(additions && isReference(node) && !additions.mayBeGlobal(program, file));
  const isArgument = (root?: ts.Declaration) => isHandedOver(program, node, root, additions);
  const isError = (of: ts.Node) => isErrorType(checker.getTypeAtLocation(of));
  // A member that an index signature allows has no symbol, but its use has a type. If all members of the type on the left side are known,
  // the missing one does not exist, and no other file can add it.
  const mayBeAdded = (use: ts.Node, left: ts.Type) => isError(use) && !hasKnownMembers(checker, left);
  const symbol = checker.getSymbolAtLocation(node);
  if (ts.isPropertyAccessExpression(parent) || ts.isElementAccessExpression(parent)) {
    if (parent.expression === node) return isUndeclared();
    const type = checker.getTypeAtLocation(parent.expression);
    const isAny = (type.flags & ts.TypeFlags.Any) !== 0 && !isErrorType(type);
    return (!symbol && !isAny && mayBeAdded(parent, type)) || (isAny && isArgument(rootOf(parent.expression, checker)));
  }
  if (ts.isObjectLiteralElementLike(parent) && parent.name === node) {
    const expected = checker.getContextualType(parent.parent as ts.Expression);
    return expected ? isErrorType(expected) : isArgument();
  }
  if (ts.isJsxAttribute(parent) && parent.name === node) {
    const expected = checker.getContextualType(parent.parent);
    return !expected || isErrorType(expected);
  }
  if (ts.isBindingElement(parent) && (parent.propertyName ?? parent.name) === node && ts.isObjectBindingPattern(parent.parent)) {
    const type = checker.getTypeAtLocation(parent.parent);
    const isAny = (type.flags & ts.TypeFlags.Any) !== 0;
    const isMissing = !type.getProperty((node as ts.Identifier).text);
    return (isAny ? isErrorType(type) : isMissing && mayBeAdded(parent, type)) || isArgument();
  }
  return ts.isIdentifier(node) && isUndeclared();
}

/** True for a name that TypeScript looks up in the scopes around it. In `import("a").name`, it looks for the name in the module. */
export const isReference = (node: ts.Node): boolean => ts.isExpressionNode(node) || (ts.isTypeReferenceNode(node.parent) && node.parent.typeName === node);

// True for words that never mean a symbol: labels, members of named tuples, attributes of imports, and names with hyphens in JSX.
const hasNoSymbol = (node: ts.Node): boolean =>
  ts.isLabelName(node) || ((ts.isNamedTupleMember(node.parent) || ts.isImportAttribute(node.parent)) && node.parent.name === node) ||
  (ts.isIdentifier(node) && node.text.includes("-"));

// Returns the declaration of the first name in an expression. In `a.b().c`, this is the declaration of `a`. If `a` is a variable that is made from
// another expression, the function goes on with the first name in that expression.
function rootOf(expression: ts.Expression, checker: ts.TypeChecker, seen = new Set<ts.Node>()): ts.Declaration | undefined {
  let left = expression;
  while (
    ts.isPropertyAccessExpression(left) || ts.isElementAccessExpression(left) || ts.isCallExpression(left) ||
    ts.isNonNullExpression(left) || ts.isParenthesizedExpression(left)
  ) {
    left = left.expression;
  }
  const root = checker.getSymbolAtLocation(left)?.valueDeclaration;
  if (!root || !ts.isVariableDeclaration(root) || root.type || !root.initializer || seen.has(root)) return root;
  return rootOf(root.initializer, checker, seen.add(root));
}

/**
 * True for a part of an argument to a function whose type is not known yet, since that type might say what the part is.
 * @param root what gives the part its type. The function gives it none if the root is declared outside of the argument
 */
export function isHandedOver(program: ts.Program, node: ts.Node, root?: ts.Declaration, additions?: Additions): boolean {
  const checker = program.getTypeChecker();
  for (let part = node; !ts.isSourceFile(part); part = part.parent) {
    const { parent } = part;
    if ((!ts.isCallExpression(parent) && !ts.isNewExpression(parent)) || parent.expression === part) continue;
    if (root && !ts.findAncestor(root, (n) => n === part)) continue;
    const callee = parent.expression;
    if (isErrorType(checker.getTypeAtLocation(callee)) && !lacksTypeForGood(program, callee, additions)) return true;
  }
  return false;
}
