// Finds the ways that lead from a dependency back to files of the workspace. A dependency may import a package of the workspace, and a file of the
// workspace may add its own types to a dependency's module.

import type ts from "typescript";
import * as host from "../host/host.ts";
import { MODULES, type Packages, packageName } from "../host/installed.ts";
import { exposingBlocks } from "./additions.ts";
import { PackageImports } from "./package_imports.ts";
import { installedFor, leadsBack, nameOf } from "./packages.ts";
import { isExternal } from "./registry.ts";
import type { Follows } from "./resolver.ts";

/** True for imports that are followed at once. */
export type AtOnce = (specifier: string, importer: string) => boolean;

/** Knows which packages are the root's, and which dependencies depend on one of them. */
export class WaysBack {
  private readonly root = nameOf(host.ROOT);
  private readonly packages: Packages;
  private readonly leads: (path: string) => boolean;
  private readonly imports: PackageImports;

  /** @param packages the packages of the root */
  constructor(packages: Packages) {
    this.packages = packages;
    this.leads = leadsBack(packages, this.root === undefined ? [] : [this.root]);
    this.imports = new PackageImports(this.leads);
  }

  /** True for a module of one of the root's packages. */
  isOwn(module: string): boolean {
    const name = packageName(module);
    return name === this.root || this.packages.byName.has(name);
  }

  /**
   * Returns a function that is true for imports with which a dependency may lead to the workspace, since a search has to see such a
   * dependency, and for those between files of one dependency.
   * @param isAddedTo whether a file of the workspace adds to dependencies what may lead to the workspace
   */
  atOnce(isAddedTo: boolean): AtOnce {
    return (specifier, importer) => {
      if (isExternal(importer)) return isAddedTo || specifier.startsWith(".") || this.isOwn(specifier);
      if (!/^[^./#]/.test(specifier)) return false;
      const name = packageName(specifier);
      const [nearest = `${host.ROOT}${MODULES}${name}`] = installedFor(importer, name);
      return this.leads(`${nearest}/`);
    };
  }

  /** Returns a function that is true for imports that may lead to a file of the workspace, in a project with these options. */
  leadingToWorkspace(options: ts.CompilerOptions): Follows {
    return this.imports.leadingToWorkspace(options);
  }

  /** True if what the file declares globally or adds to a module leads to the workspace. The file has to be bound. */
  areIn(file: ts.SourceFile, options: ts.CompilerOptions): boolean {
    return exposingBlocks(file, this.leadingToWorkspace(options)).length > 0;
  }
}
