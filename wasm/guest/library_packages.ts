// Packages called @typescript/lib-* replace TypeScript's lib files. TypeScript looks for a package for each of some 100 lib files, in
// every directory above the project. Hardly a repository has one, and listing two directories on each level shows that there is none.

import ts from "typescript";
import * as host from "./host.ts";

type ResolveLibrary = NonNullable<ts.LanguageServiceHost["resolveLibrary"]>;

const NONE: ts.ResolvedModuleWithFailedLookupLocations = { resolvedModule: undefined };

/** Returns TypeScript's own resolution of lib files, but for a project that has no package which could replace one. */
export function libraryResolver(structure: () => number): ResolveLibrary {
  let known: { readonly structure: number; readonly replaced: boolean } | undefined;
  return (name, from, options) => {
    if (known?.structure !== structure()) known = { structure: structure(), replaced: replaces(ts.getDirectoryPath(from)) };
    return known.replaced ? ts.resolveLibrary(name, from, options, host.resolutionHost) : NONE;
  };
}

function replaces(directory: string): boolean {
  const has = (path: string, prefix: string) => {
    const { files, directories } = host.readDir(path);
    return [...files, ...directories].some((name) => name.startsWith(prefix));
  };
  const modules = `${directory}/node_modules`;
  if (has(`${modules}/@typescript`, "lib-") || has(`${modules}/@types`, "typescript__lib-")) return true;
  const parent = ts.getDirectoryPath(directory);
  return parent !== directory && replaces(parent);
}
