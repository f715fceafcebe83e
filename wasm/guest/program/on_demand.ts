// A project that loads an imported module only when TypeScript's checker asks for that module. To find out what a name means, the checker
// needs few of the modules that a file imports, and parsing all of them would take most of the time.

import ts from "typescript";
import * as host from "../host/host.ts";
import { MODULES, packageName } from "../host/installed.ts";
import { mayAddToDependencies } from "../modules/additions.ts";
import { leadsBack, nameOf, packagesOf } from "../modules/packages.ts";
import { isExternal } from "../modules/registry.ts";
import type { Project } from "./project.ts";

const MOST_STEPS = 24; // of following imports

/** True for imports that are followed at once. */
export type AtOnce = (specifier: string, importer: string) => boolean;

/**
 * Returns a function that is true for imports with which a dependency may lead to the workspace, since a search has to see such a
 * dependency, and for those between files of one dependency.
 * @param adders the files with "declare module" or "declare global"
 */
export function leadingBack(adders: readonly string[]): AtOnce {
  const packages = packagesOf(host.ROOT);
  const root = nameOf(host.ROOT);
  const isOwn = (name: string) => name === root || packages.byName.has(name);
  const leads = leadsBack(packages, root === undefined ? [] : [root]);
  const isAddedTo = adders.some((path) => mayAddToDependencies(host.readFile(path) ?? ""));
  return (specifier, importer) => {
    if (isExternal(importer)) return isAddedTo || specifier.startsWith(".") || isOwn(packageName(specifier));
    return /^[^./#]/.test(specifier) && leads(`${modulesFor(importer, packageName(specifier))}${specifier}/`);
  };
}

// Returns the node_modules directory nearest to the importer that contains the package. If no such directory contains it, the function
// returns the one in the workspace's root.
function modulesFor(importer: string, name: string): string {
  for (let at = ts.getDirectoryPath(importer); at.startsWith(`${host.ROOT}/`); at = ts.getDirectoryPath(at)) {
    if (host.directoryExists(`${at}${MODULES}${name}`)) return `${at}${MODULES}`;
  }
  return `${host.ROOT}${MODULES}`;
}

/**
 * Asks a question about projects on demand again and again, until its answer needs no more imports. Returns undefined if that takes too many
 * steps.
 * @param projects the projects that the question looks at; the question may add to them
 */
export function settled<T>(projects: () => Iterable<OnDemand>, ask: () => T): T | undefined {
  for (let step = 0; step < MOST_STEPS; step++) {
    const answer = ask();
    if (![...projects()].map((project) => project.follow()).includes(true)) return answer;
  }
  return undefined;
}

export class OnDemand {
  private readonly whole: Project;
  private readonly atOnce: AtOnce;
  private readonly files: readonly string[];
  private readonly followed = new Map<string, Set<string>>(); // the specifiers, by importer
  private asked: (readonly [importer: string, specifier: string])[] = [];
  private current: Project;

  /** @param files the files that the project begins with */
  constructor(whole: Project, files: readonly string[], atOnce: AtOnce) {
    this.whole = whole;
    this.atOnce = atOnce;
    this.files = files;
    this.current = this.next();
  }

  /** The project with the imports that are followed so far. */
  get project(): Project {
    return this.current;
  }

  /** True if the checker has looked for imports that are not followed. */
  get lacks(): boolean {
    return this.asked.length > 0;
  }

  /** Follows the imports that the checker has looked for. Returns false if there are none. */
  follow(): boolean {
    if (!this.lacks) return false;
    for (const [importer, specifier] of this.asked) this.followed.set(importer, (this.followed.get(importer) ?? new Set()).add(specifier));
    this.asked = [];
    const before = this.current;
    this.current = this.next();
    void this.current.program; // while the files are still in the last program, so that they are not parsed again
    before.dispose();
    return true;
  }

  dispose(): void {
    this.current.dispose();
  }

  private next(): Project {
    return this.whole.onDemand(this.files, {
      follows: (specifier, { fileName }) =>
        addsDeclarations(specifier) || this.followed.get(fileName)?.has(specifier.text) || this.atOnce(specifier.text, fileName),
      asked: (specifier, importer) => this.asked.push([importer, specifier]),
    });
  }
}

// True for imports without names, which are there for what the module declares globally, and for the modules that a file adds to.
const addsDeclarations = ({ parent }: ts.StringLiteralLike): boolean =>
  parent && (ts.isImportDeclaration(parent) ? !parent.importClause : ts.isModuleDeclaration(parent));
