// Finds out which files of a program import a file.

import ts from "typescript";

/** Maps each imported file of a program to the files that import it, dependencies included. */
export function importersOf(program: ts.Program): ReadonlyMap<ts.SourceFile, readonly ts.SourceFile[]> {
  const importers = new Map<ts.SourceFile, ts.SourceFile[]>();
  for (const file of program.getSourceFiles()) {
    for (const node of file.imports ?? []) {
      const target = program.getResolvedModuleFromModuleSpecifier(node, file)?.resolvedModule;
      const imported = target && program.getSourceFile(target.resolvedFileName);
      const known = imported && importers.get(imported);
      if (known) known.push(file);
      else if (imported) importers.set(imported, [file]);
    }
  }
  return importers;
}
