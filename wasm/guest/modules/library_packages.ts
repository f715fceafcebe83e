// A package called @typescript/lib-dom replaces the lib file lib.dom.d.ts. TypeScript looks for such a package for each of some 100 lib
// files, in the node_modules of every directory above the project. Few repositories have one, and two listings of each node_modules
// show whether there is any.

import ts from "typescript";
import * as host from "../host/host.ts";

type ResolveLibrary = NonNullable<ts.LanguageServiceHost["resolveLibrary"]>;

const NONE: ts.ResolvedModuleWithFailedLookupLocations = { resolvedModule: undefined };

/** Returns TypeScript's own resolution of lib files. If a project has no package that could replace one, the resolution finds nothing. */
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
