// The names that a file exports from other files, as barrels do. They are not among its own symbols.

import ts from "typescript";
import type { FileParams, Reexport } from "../protocol/symbols.ts";
import { parse } from "./symbols.ts";

export function reexports({ file: path }: FileParams): Reexport[] {
  const file = parse(path);
  const imported = new Map<string, string>();
  const found: Reexport[] = [];
  for (const statement of file.statements) {
    if (ts.isImportDeclaration(statement)) {
      for (const name of namesOf(statement.importClause)) imported.set(name, specifier(statement.moduleSpecifier));
    }
    if (!ts.isExportDeclaration(statement)) continue;
    const { exportClause, moduleSpecifier } = statement;
    const start = statement.getStart(file);
    if (moduleSpecifier) {
      const names = !exportClause ? [] : ts.isNamespaceExport(exportClause) ? [exportClause.name.text] : exportClause.elements.map((e) => e.name.text);
      found.push({ from: specifier(moduleSpecifier), names, start });
    } else if (exportClause && ts.isNamedExports(exportClause)) {
      for (const { name, propertyName } of exportClause.elements) {
        const from = imported.get((propertyName ?? name).text);
        if (from !== undefined) found.push({ from, names: [name.text], start });
      }
    }
  }
  return found;
}

const specifier = (node: ts.Expression): string => (ts.isStringLiteralLike(node) ? node.text : "");

function namesOf(clause: ts.ImportClause | undefined): string[] {
  const bindings = clause?.namedBindings;
  const named = !bindings ? [] : ts.isNamespaceImport(bindings) ? [bindings.name.text] : bindings.elements.map((e) => e.name.text);
  return clause?.name ? [clause.name.text, ...named] : named;
}
