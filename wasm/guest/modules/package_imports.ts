// Decides which imports of packages may lead to a file of the workspace. The import graph has only files of the workspace, so it resolves no other
// imports of packages. In tRPC, the import graph leaves out a third of all imports for this reason.

import ts from "typescript";
import * as host from "../host/host.ts";
import { MODULES, packageName } from "../host/installed.ts";
import { withoutEnding } from "./file_kinds.ts";
import { oncePer } from "./once_per.ts";
import { nameOf } from "./packages.ts";
import { isExternal } from "./registry.ts";
import { type Follows, pathsBase } from "./resolver.ts";
import { matched, starPattern } from "./star_pattern.ts";

const PACKAGE = /^(?:@[^/]+\/)?\w/; // no path, and no alias that only a bundler knows, such as "~/a", "$lib" and "@/a"

// A directory that has a package.json or a node_modules directory. Files below the directory can import the packages in node_modules.
// They can also import the package that package.json describes, by its name.
interface Place {
  readonly directory: string;
  /** The name in its package.json. */
  readonly name: string | undefined;
}

export class PackageImports {
  private readonly leadsBack: (path: string) => boolean;
  private readonly known = new Map<string, boolean>(); // by package and directory: whether an import there may lead to the workspace
  private readonly places = new Map<string, Place>(); // by directory: the nearest place, which is the directory itself or one above it

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
    const key = `${name} ${place.directory}`;
    let known = this.known.get(key);
    if (known === undefined) {
      known = leadsAt(name, place, this.leadsBack) || (place.directory !== host.ROOT && this.mayLead(name, ts.getDirectoryPath(place.directory)));
      this.known.set(key, known);
    }
    return known;
  }

  private placeOf(directory: string): Place {
    let known = this.places.get(directory);
    if (!known) {
      const isPlace = directory === host.ROOT || host.fileExists(`${directory}/package.json`) || host.directoryExists(`${directory}/node_modules`);
      this.places.set(directory, (known = isPlace ? { directory, name: nameOf(directory) } : this.placeOf(ts.getDirectoryPath(directory))));
    }
    return known;
  }
}

// True if a file below the place may reach the workspace by an import of this name. One case is that package.json has the name, since a package
// may import itself. The other case is a package of this name in node_modules. That package has to be a link into the workspace, or a dependency
// which imports files of the workspace.
function leadsAt(name: string, place: Place, leadsBack: (path: string) => boolean): boolean {
  const leads = (installed: string) => {
    const path = place.directory + MODULES + installed;
    const real = host.directoryExists(path) ? `${host.realpath(path)}/` : undefined;
    return real !== undefined && (!isExternal(real) || leadsBack(real));
  };
  return place.name === name || leads(name) || leads(ts.getTypesPackageName(name));
}

// Returns a function of a module specifier. It returns true if the compiler options may lead the specifier to a file of the workspace.
// With the option `typeRoots`, `moduleSuffixes` or `allowArbitraryExtensions`, the function returns true for every specifier.
// Without these options, it returns true if `paths` or `baseUrl` map the specifier to a file or a directory that exists.
function leadingByOptions(options: ts.CompilerOptions): (specifier: string) => boolean {
  const { paths = {}, baseUrl, typeRoots, moduleSuffixes, allowArbitraryExtensions } = options;
  if (typeRoots || moduleSuffixes || allowArbitraryExtensions) return () => true;
  const base = pathsBase(options);
  const rules = Object.entries(baseUrl === undefined ? paths : { ...paths, "*": [...(paths["*"] ?? []), "*"] });
  const patterns = rules.map(([key, targets]) => ({ pattern: starPattern(key), targets }));
  return oncePer((specifier: string) => {
    const places = patterns.flatMap(({ pattern, targets }) => {
      const star = matched(specifier, pattern);
      return star === undefined ? [] : targets.map((target) => ts.getNormalizedAbsolutePath(target.replace("*", () => star), base));
    });
    return places.some(mayBeThere);
  });
}

// True if there is a directory or a file with the name of the path, whatever its ending.
function mayBeThere(path: string): boolean {
  const name = withoutEnding(path.slice(path.lastIndexOf("/") + 1));
  const { files, directories } = host.readDir(ts.getDirectoryPath(path));
  return [...files, ...directories].some((entry) => withoutEnding(entry) === name);
}
