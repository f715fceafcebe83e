// Groups of overloads: signatures without a body, and right after them the implementation.

import ts from "typescript";
import { isJavaScript } from "../modules/file_kinds.ts";
import { type FileSymbol, hasModifier, isBodiless, parse } from "../symbols/symbols.ts";

type Callable = ts.FunctionDeclaration | ts.MethodDeclaration | ts.ConstructorDeclaration;

const isCallable = (node: ts.Node | undefined): node is Callable =>
  node !== undefined && (ts.isFunctionDeclaration(node) || ts.isMethodDeclaration(node) || ts.isConstructorDeclaration(node));

/** The overloads next to a symbol of the same function, with the implementation; the symbol alone if there are none. */
export function overloads(symbol: FileSymbol, siblings: readonly FileSymbol[]): readonly FileSymbol[] {
  const same = (s: FileSymbol | undefined) => s?.name === symbol.name && isCallable(s.node);
  const at = siblings.indexOf(symbol);
  if (!same(symbol)) return [symbol];
  let first = at;
  while (same(siblings[first - 1])) first--;
  let last = at;
  while (same(siblings[last + 1])) last++;
  const group = siblings.slice(first, last + 1);
  return group.some((s) => s.node && isBodiless(s.node)) ? group : [symbol];
}

/** True for a text that has only signatures without a body, of a function or method with that name. */
export function isSignature(text: string, name: string, [before, after]: readonly [string, string], path: string): boolean {
  const file = parse(path, before + text + after);
  const [only] = file.statements;
  const all: readonly ts.Node[] = only && before !== "" && ts.isClassDeclaration(only) ? only.members : file.statements;
  return all.length > 0 && all.every((node) => isCallable(node) && isBodiless(node) && nameOf(node) === name);
}

const nameOf = (node: Callable): string => (ts.isConstructorDeclaration(node) ? "constructor" : node.name?.getText() ?? "default");

/** Returns, as sentences, the errors that TypeScript would report about groups of overloads in a file. Only the order of declarations is checked. */
export function brokenGroups(file: ts.SourceFile): string[] {
  if (file.isDeclarationFile || isJavaScript(file.fileName)) return [];
  const broken: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isClassLike(node)) look(node.members, broken);
    else if (ts.isSourceFile(node) || ts.isBlock(node) || ts.isModuleBlock(node)) look(node.statements, broken);
    ts.forEachChild(node, visit);
  };
  visit(file);
  return broken;
}

function look(siblings: readonly ts.Node[], broken: string[]): void {
  const implemented = new Set<string>();
  siblings.forEach((node, i) => {
    if (!isCallable(node) || isAmbient(node)) return;
    const name = nameOf(node);
    const key = `${hasModifier(node, ts.SyntaxKind.StaticKeyword)} ${name}`;
    if (!isBodiless(node)) {
      if (implemented.has(key)) broken.push(`${name} would have two implementations (TS2393).`);
      implemented.add(key);
      return;
    }
    const next = siblings[i + 1];
    if (!isCallable(next) || nameOf(next) !== name) {
      broken.push(`a signature of ${name} would not be followed by its implementation, nor by another signature of it (TS2391).`);
    }
  });
}

function isAmbient(node: Callable): boolean {
  if (ts.isMethodDeclaration(node) && (node.questionToken !== undefined || hasModifier(node, ts.SyntaxKind.AbstractKeyword))) return true;
  for (let at: ts.Node = node; at; at = at.parent) if (hasModifier(at, ts.SyntaxKind.DeclareKeyword)) return true;
  return false;
}
