// Finds files that a project imports but must not have, because they are outside of its rootDir or because it does not list them. A file can become
// one when it moves out of the project while other files of the project still import it.

import ts from "typescript";
import { isOwn } from "../affected/visibility.ts";
import * as host from "../host/host.ts";
import type { After } from "./after.ts";

/**
 * Returns the files that a project must not have. All files have to be inside of rootDir, and a composite project has to list all
 * of its files. TypeScript reports such a file when it checks a file that imports it.
 */
export function outsiders({ program, config: { options, fileNames } }: After): ts.SourceFile[] {
  const { composite } = options;
  const root = holdingAll(options);
  if (root === undefined && !composite) return [];
  const listed = new Set(fileNames);
  const isOutside = (path: string) => (root !== undefined && !path.startsWith(`${root}/`)) || (composite === true && !listed.has(path));
  return program.getSourceFiles().filter((file) =>
    isOwn(file) && !file.isDeclarationFile && isOutside(file.fileName) && !program.isSourceOfProjectReferenceRedirect(file.fileName),
  );
}

// Returns the directory in which all files of a project have to be: rootDir, or the directory of the configuration where TypeScript demands that.
function holdingAll(options: ts.CompilerOptions): string | undefined {
  const found: string[] = [];
  ts.getCommonSourceDirectory(options, () => [], host.ROOT, (path) => path, (directory) => found.push(directory));
  return found[0];
}
