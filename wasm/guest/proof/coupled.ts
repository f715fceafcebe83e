// Finds members of unrelated types that must have the same name, since values of one type are used as the other. TypeScript's rename
// follows declarations and does not connect them; when the result of a plan is checked, they show as errors.

import ts from "typescript";
import type { Renaming } from "../protocol/proof.ts";

const MAX_DEPTH = 6; // of members within members
const MAX_PAIRS = 1000; // of types that are compared for one error

/**
 * The names that the plan left behind, as an error shows: they still have the old name where the other side has the new one.
 * @param program the program after the plan; the nodes are of it, too
 */
export function leftBehind(program: ts.Program, error: ts.Diagnostic, renaming: Renaming): ts.Node[] {
  const { file, start } = error;
  if (!file || start === undefined) return [];
  const touched = ts.getTouchingPropertyName(file, start);
  if (ts.isIdentifier(touched) && touched.text === renaming.oldName && isPropertyName(touched)) return [touched];
  const checker = program.getTypeChecker();
  const search = new Search(checker, renaming);
  const { parent } = touched;
  if (ts.isPropertyAccessExpression(parent) && parent.name === touched) search.owners(checker.getTypeAtLocation(parent.expression));
  if (ts.isBindingElement(parent)) search.owners(checker.getTypeAtLocation(parent.parent));
  const overload = overloadNamed(checker, touched);
  if (overload) search.signatures(...overload, 0);
  for (const [source, target] of search.found.size > 0 ? [] : passing(checker, touched)) {
    search.compare(source, target, 0);
    if (search.found.size > 0) break; // the innermost place is enough
  }
  return [...search.found];
}

const isPropertyName = ({ parent }: ts.Node): boolean =>
  ts.isPropertyAccessExpression(parent) || ts.isBindingElement(parent) || ts.isObjectLiteralElement(parent) || ts.isJsxAttribute(parent);

/** The signatures of the implementation and of the overload, if this is the name of an overload. */
function overloadNamed(checker: ts.TypeChecker, { parent }: ts.Node): readonly [ts.Signature, ts.Signature] | undefined {
  if (!ts.isFunctionDeclaration(parent) && !ts.isMethodDeclaration(parent)) return undefined;
  const body = parent.name && checker.getSymbolAtLocation(parent.name)?.declarations?.filter(ts.isFunctionLike).find(hasBody);
  const [implementation, overload] = [body, parent].map((declaration) => declaration && checker.getSignatureFromDeclaration(declaration));
  return implementation && overload && [implementation, overload];
}

const hasBody = (declaration: ts.SignatureDeclaration): boolean => "body" in declaration && declaration.body !== undefined;

/** The pairs of types that meet at a place or around it, from the inside out: the type of the value, and the expected type. */
function* passing(checker: ts.TypeChecker, place: ts.Node): Generator<readonly [source: ts.Type, target: ts.Type]> {
  const type = (node: ts.Node) => checker.getTypeAtLocation(node);
  for (let node = place; node && !ts.isSourceFile(node); node = node.parent) {
    const expression = ts.isReturnStatement(node) ? node.expression : node;
    const expected = expression && ts.isExpression(expression) && checker.getContextualType(expression);
    if (expected) yield [type(expression), expected];
    if (ts.isCallOrNewExpression(node)) {
      const parameters = checker.getResolvedSignature(node)?.parameters ?? [];
      for (const [i, argument] of (node.arguments ?? []).entries()) {
        const parameter = parameters[i];
        if (parameter) yield [type(argument), checker.getTypeOfSymbolAtLocation(parameter, node)];
      }
    }
    if (ts.isVariableDeclaration(node) || ts.isParameter(node) || ts.isPropertyDeclaration(node)) {
      if (node.initializer) yield [type(node.initializer), type(node)];
    }
    if (ts.isBinaryExpression(node)) yield [type(node.right), type(node.left)];
    if (ts.isAsExpression(node)) yield [type(node.expression), type(node)];
    if (ts.isTypeNode(node)) {
      const constraint = checker.getTypeArgumentConstraint(node);
      if (constraint) yield [checker.getTypeFromTypeNode(node), constraint];
    }
    if (ts.isClassLike(node) || ts.isInterfaceDeclaration(node)) {
      for (const clause of node.heritageClauses ?? []) for (const above of clause.types) yield [type(node), type(above)];
    }
    if (ts.isStatement(node)) return;
  }
}

class Search {
  readonly found = new Set<ts.Node>();
  private readonly checker: ts.TypeChecker;
  private readonly renaming: Renaming;
  private readonly seen = new Map<ts.Type, Set<ts.Type>>();
  private pairs = 0;

  constructor(checker: ts.TypeChecker, renaming: Renaming) {
    this.checker = checker;
    this.renaming = renaming;
  }

  /** Searches for the reason why a type does not fit another, down to the member with the wrong name. */
  compare(source: ts.Type, target: ts.Type, depth: number): void {
    const { checker } = this;
    const compared = this.seen.get(source) ?? new Set();
    if (compared.has(target) || depth > MAX_DEPTH || ++this.pairs > MAX_PAIRS) return;
    this.seen.set(source, compared.add(target));
    if (checker.isTypeAssignableTo(source, target)) return;
    if (source.isUnion()) return source.types.forEach((one) => this.compare(one, target, depth));
    if (target.isUnion()) return target.types.forEach((one) => this.compare(source, one, depth));
    const bound = target.isTypeParameter() && target.getConstraint();
    if (bound) return this.compare(source, bound, depth);

    this.name(source, target);
    this.name(target, source);
    if (this.found.size > 0) return;
    for (const member of target.getProperties()) {
      const own = source.getProperty(member.name);
      if (own) this.compare(checker.getTypeOfSymbol(own), checker.getTypeOfSymbol(member), depth + 1);
    }
    const from = typeArguments(checker, source);
    typeArguments(checker, target).forEach((argument, i) => {
      const own = from[i];
      if (own) this.compare(own, argument, depth + 1);
      if (own) this.compare(argument, own, depth + 1);
    });
    for (const kind of [ts.SignatureKind.Call, ts.SignatureKind.Construct]) {
      const own = checker.getSignaturesOfType(source, kind);
      for (const wanted of checker.getSignaturesOfType(target, kind)) for (const one of own) this.signatures(one, wanted, depth + 1);
    }
  }

  /** The same for the return types and the parameters of two signatures. */
  signatures(source: ts.Signature, target: ts.Signature, depth: number): void {
    this.compare(source.getReturnType(), target.getReturnType(), depth);
    target.parameters.forEach((parameter, i) => {
      const own = source.parameters[i];
      if (own) this.compare(this.checker.getTypeOfSymbol(parameter), this.checker.getTypeOfSymbol(own), depth);
    });
  }

  /** In a union, some types have the new name. */
  owners(type: ts.Type): void {
    if (!type.isUnion()) return;
    for (const one of type.types) for (const other of type.types) this.name(one, other);
  }

  // One type has the new name, the other only the old one.
  private name(renamed: ts.Type, other: ts.Type): void {
    const { oldName, newName } = this.renaming;
    if (!renamed.getProperty(newName) || other.getProperty(newName)) return;
    for (const declaration of other.getProperty(oldName)?.declarations ?? []) {
      this.found.add(ts.getNameOfDeclaration(declaration) ?? declaration);
    }
  }
}

const typeArguments = (checker: ts.TypeChecker, type: ts.Type): readonly ts.Type[] =>
  (type.flags & ts.TypeFlags.Object) !== 0 && ((type as ts.ObjectType).objectFlags & ts.ObjectFlags.Reference) !== 0
    ? checker.getTypeArguments(type as ts.TypeReference)
    : [];
