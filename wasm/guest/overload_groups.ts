// Groups of overloads: signatures without a body, and right after them the implementation.

import ts from "typescript";
import { type FileSymbol, isBodiless } from "./symbols.ts";

type Callable = ts.FunctionDeclaration | ts.MethodDeclaration | ts.ConstructorDeclaration;

const isCallable = (node: ts.Node | undefined): node is Callable =>
  node !== undefined && (ts.isFunctionDeclaration(node) || ts.isMethodDeclaration(node) || ts.isConstructorDeclaration(node));

/** The overloads of a function next to a symbol and its implementation; the symbol alone if there are none. */
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
