// Shows the disk as it will be once dependencies are installed: package managers link the packages of a workspace into node_modules, so
// that they can import each other by name. A plan has to be the same before and after an installation, so missing links count as present.

import type { Layer, Listing } from "./layer.ts";

export const MODULES = "/node_modules/";

/** The packages of a workspace, which import each other by name. */
export interface Packages {
  /** The directory of each package, by its name. */
  readonly byName: ReadonlyMap<string, string>;
  /** The directory that each path in a node_modules directory leads to, once installed. */
  readonly links: ReadonlyMap<string, string>;
}

export class Installed implements Layer {
  private readonly below: Layer;
  private readonly links: ReadonlyMap<string, string>;
  private readonly parents: ReadonlySet<string>;

  /** @param links by path in a node_modules directory: the directory that it leads to. Directories that exist there already stay */
  constructor(below: Layer, links: ReadonlyMap<string, string>) {
    this.below = below;
    this.links = new Map([...links].filter(([path]) => !below.directoryExists(path)));
    const parents = new Set<string>();
    for (const path of this.links.keys()) {
      const end = path.indexOf(MODULES) + MODULES.length - 1;
      for (let at = path.lastIndexOf("/"); at >= end; at = path.lastIndexOf("/", at - 1)) parents.add(path.slice(0, at));
    }
    this.parents = parents;
  }

  readFile(path: string): string | undefined {
    return this.below.readFile(this.real(path));
  }

  fileExists(path: string): boolean {
    return this.below.fileExists(this.real(path));
  }

  directoryExists(path: string): boolean {
    return this.parents.has(path) || this.below.directoryExists(this.real(path));
  }

  realpath(path: string): string {
    return this.below.realpath(this.real(path));
  }

  readDir(path: string): Listing {
    return this.below.readDir(this.real(path));
  }

  private real(path: string): string {
    const at = path.indexOf(MODULES);
    if (at < 0) return path;
    const name = packageName(path.slice(at + MODULES.length));
    const end = at + MODULES.length + name.length;
    const directory = this.links.get(path.slice(0, end));
    return directory === undefined ? path : directory + path.slice(end);
  }
}

/** The name of the package that an import names: "@scope/name" for "@scope/name/file". */
export function packageName(text: string): string {
  const [first = "", second] = text.split("/", 2);
  return first.startsWith("@") && second !== undefined ? `${first}/${second}` : first;
}
