// Says which imports of packages may lead to a file of the workspace. The others lead to a dependency or nowhere, so the import graph is made
// without resolving them. In a repository with dependencies they are many of the imports.

import ts from "typescript";
import * as host from "../host/host.ts";
import { MODULES, packageName } from "../host/installed.ts";
import { nameOf } from "./packages.ts";
import { isExternal } from "./registry.ts";
import type { Follows } from "./resolver.ts";
import { matched, starPattern } from "./star_pattern.ts";

const PACKAGE = /^(?:@[^/]+\/)?\w/; // no path, and no alias that only a bundler knows, such as "~/a", "$lib" and "@/a"

export class PackageImports {
  private readonly leadsBack: (path: string) => boolean;
  private readonly known = new Map<string, boolean>(); // by package and directory: whether an import there may lead to the workspace
  private readonly places = new Map<string, string>(); // by directory: the nearest one with a package.json or a node_modules directory

  /** @param leadsBack true for files of dependencies that import files of the workspace */
  constructor(leadsBack: (path: string) => boolean) {
    this.leadsBack = leadsBack;
  }

  /** Returns a function that is true for imports that may lead to a file of the workspace, in a project with these options. */
  leadingToWorkspace(options: ts.CompilerOptions): Follows {
    const byOptions = leadingByOptions(options);
    return ({ text }, { fileName }) =>
      !PACKAGE.test(text) || byOptions(text) || this.mayLead(packageName(text), ts.getDirectoryPath(fileName));
  }

  private mayLead(name: string, directory: string): boolean {
    const place = this.placeOf(directory);
    const key = `${name} ${place}`;
    let known = this.known.get(key);
    if (known === undefined) {
      known = leadsAt(name, place, this.leadsBack) || (place !== host.ROOT && this.mayLead(name, ts.getDirectoryPath(place)));
      this.known.set(key, known);
    }
    return known;
  }

  // The nearest directory that decides about imports of packages: the directory itself, or one above it.
  private placeOf(directory: string): string {
    let known = this.places.get(directory);
    if (known === undefined) {
      const decides = directory === host.ROOT || host.fileExists(`${directory}/package.json`) || host.directoryExists(`${directory}/node_modules`);
      this.places.set(directory, (known = decides ? directory : this.placeOf(ts.getDirectoryPath(directory))));
    }
    return known;
  }
}

// True if an import of the package may lead to files of the workspace at this directory, or to a dependency that imports such files. That is so if
// the directory is the package itself, or if its node_modules has the package as a link or as such a dependency.
function leadsAt(name: string, directory: string, leadsBack: (path: string) => boolean): boolean {
  const leads = (installed: string) => {
    const path = directory + MODULES + installed;
    const real = host.directoryExists(path) ? `${host.realpath(path)}/` : undefined;
    return real !== undefined && (!isExternal(real) || leadsBack(real));
  };
  return nameOf(directory) === name || leads(name) || leads(ts.getTypesPackageName(name));
}

// Returns a function that is true for specifiers that options may lead to a path in the workspace.
function leadingByOptions({ paths = {}, baseUrl, typeRoots }: ts.CompilerOptions): (specifier: string) => boolean {
  if (baseUrl !== undefined || typeRoots !== undefined) return () => true;
  const patterns = Object.keys(paths).map(starPattern);
  return (specifier) => patterns.some((pattern) => matched(specifier, pattern) !== undefined);
}
