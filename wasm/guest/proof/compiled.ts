// Says which files a build of a project compiles. Where an import leads to the output of another project, the program has the sources of that output.
// The build has the output itself, and the build of the other project reports the errors in the sources.

import ts from "typescript";
import type { Overlay } from "../host/overlay.ts";
import type { Project } from "../program/project.ts";

/** Returns a function that is true if only builds of other projects compile a file. Its argument is the file's path before the plan. */
export function compiledByOthers(after: ts.Program, overlay: Overlay, others: readonly Project[]): (path: string) => boolean {
  let own: ReadonlySet<ts.SourceFile> | undefined;
  return (path) => {
    const file = after.getSourceFile(overlay.after(path));
    if (!file || !others.some(({ rootFiles }) => rootFiles.has(path))) return false;
    own ??= compiledIn(after);
    return !own.has(file);
  };
}

// Returns the files of a program that a build of its project compiles. All declaration files are among them.
function compiledIn(program: ts.Program): ReadonlySet<ts.SourceFile> {
  const compiled = new Set<ts.SourceFile>();
  const add = (path: string | undefined) => {
    const file = path === undefined ? undefined : program.getSourceFile(path);
    if (file && !program.isSourceOfProjectReferenceRedirect(file.fileName)) compiled.add(file);
  };
  for (const path of program.getRootFileNames()) add(path);
  for (const { fileName, isDeclarationFile } of program.getSourceFiles()) if (isDeclarationFile) add(fileName);
  for (const file of compiled) { // also visits files that are added meanwhile
    for (const reference of file.referencedFiles) add(ts.resolveTripleslashReference(reference.fileName, file.fileName));
    for (const specifier of file.imports ?? []) {
      const found = program.getResolvedModuleFromModuleSpecifier(specifier, file);
      if (!found?.isOfOutput) add(found?.resolvedModule?.resolvedFileName);
    }
  }
  return compiled;
}
