// Reads configuration files as syntax trees: JSON with comments, parsed by TypeScript, without parent nodes.

import ts from "typescript";
import * as host from "./host.ts";

export type Json = ts.TsConfigSourceFile;

export const readJson = (path: string): Json => ts.readJsonConfigFile(path, host.readFile);

/** The object, array or other value that a file holds; undefined for an empty one. */
export const rootOf = (source: Json): ts.Expression | undefined => source.statements[0]?.expression;

/** Returns a property of an object, or undefined if the node is no object or has no such property. */
export function propertyOf(node: ts.Node | undefined, name: string): ts.PropertyAssignment | undefined {
  if (!node || !ts.isObjectLiteralExpression(node)) return undefined;
  return node.properties.filter(ts.isPropertyAssignment).find((p) => ts.isStringLiteral(p.name) && p.name.text === name);
}

export function forEachProperty(node: ts.Node, visit: (name: string, value: ts.Expression) => void): void {
  if (!ts.isObjectLiteralExpression(node)) return;
  for (const property of node.properties) {
    if (ts.isPropertyAssignment(property) && ts.isStringLiteral(property.name)) {
      visit(property.name.text, property.initializer);
    }
  }
}

/** Returns the text between two entries of a list: a comma, then a space or, if the entry at `start` begins its line, a line break and its indent. */
export function separatorAt(text: string, start: number): string {
  const line = text.slice(text.lastIndexOf("\n", start - 1) + 1, start);
  return /\S/.test(line) ? ", " : `,${text.includes("\r\n") ? "\r\n" : "\n"}${line}`;
}
