// The packages of a workspace, which import each other by name, and what an installation links for that.

import ts from "typescript";
import * as host from "../host/host.ts";
import { MODULES, type Packages, packageName } from "../host/installed.ts";
import { forEachProperty, type Json, readJson, rootOf } from "../host/json.ts";
import { type MemberList, memberLists, members } from "./member_lists.ts";

/** Finds the packages of the workspace that a directory is in, or is the root of. */
export function packagesOf(directory: string): Packages {
  const byName = new Map<string, string>();
  const links = new Map<string, string>();
  const add = (path: string, target: string) => {
    if (!links.has(path) && target.startsWith(`${host.ROOT}/`) && host.directoryExists(target)) links.set(path, host.realpath(target));
  };
  const manifests = new Set<string>();
  const dependents = new Set<string>(); // the directories of packages that have links to the packages on which they depend, and to no others
  for (let at = directory; at.startsWith(host.ROOT); at = ts.getDirectoryPath(at)) manifests.add(at);
  for (const list of memberLists(directory)) {
    const isForAll = linksForAll(list);
    if (!isForAll) dependents.add(list.directory);
    for (const member of members(list)) {
      manifests.add(member);
      const name = nameOf(member);
      if (!isForAll) dependents.add(member);
      if (name === undefined || byName.has(name)) continue;
      byName.set(name, member);
      if (isForAll) add(`${list.directory}/node_modules/${name}`, member);
    }
  }
  for (const at of dependents) {
    for (const name of dependencies(at, "devDependencies")) {
      const member = byName.get(name);
      if (member !== undefined) add(`${at}/node_modules/${name}`, member);
    }
  }
  for (const at of manifests) {
    for (const { name, target } of pathDependencies(`${at}/package.json`)) {
      if (NAME.test(name)) add(`${at}/node_modules/${name}`, target);
    }
  }
  return { byName, links };
}

// npm and yarn link every package of a workspace into the node_modules of its root. pnpm links a package only where a package.json depends on it,
// unless its settings say where else packages go.
function linksForAll({ path, directory }: MemberList): boolean {
  if (!path.endsWith(".yaml")) return true;
  return [path, `${directory}/.npmrc`].some((file) => host.fileExists(file) && HOISTS.test(host.readFile(file) ?? ""));
}

const HOISTS = /shamefully-?hoist|public-?hoist-?pattern|node-?linker/i;

function dependencies(directory: string, ...more: readonly string[]): string[] {
  const fields = parsed(`${directory}/package.json`);
  return ["dependencies", "optionalDependencies", "peerDependencies", ...more].flatMap((field) => Object.keys(fields[field] ?? {}));
}

/** Returns a test for names in `types`, which is false for those that lead to dependencies. */
export const mayBeOwn = (packages: Packages["byName"]) => (name: string): boolean =>
  ts.isExternalModuleNameRelative(name) || packages.has(packageName(name));

/** True if an import names the package that has the file which it leads to. */
export const isByPackage = (text: string, target: string): boolean => {
  const directory = text.startsWith(".") ? undefined : packageAround(target);
  return directory !== undefined && nameOf(directory) === packageName(text);
};

/** True for an import by a path that leads into another package. */
export const crossesByPath = (text: string, importer: string, target: string): boolean =>
  text.startsWith(".") && packageAround(importer) !== packageAround(target);

function packageAround(path: string): string | undefined {
  for (let at = ts.getDirectoryPath(path); at.startsWith(host.ROOT); at = ts.getDirectoryPath(at)) {
    if (host.fileExists(`${at}/package.json`)) return at;
  }
  return undefined;
}

/** The directories in node_modules in which a file finds a package, the nearest first. */
export function* installedFor(importer: string, name: string): Generator<string> {
  for (let at = ts.getDirectoryPath(importer); at.startsWith(host.ROOT); at = ts.getDirectoryPath(at)) {
    const directory = `${at}${MODULES}${name}`;
    if (host.directoryExists(directory)) yield directory;
  }
}

/** The directory of the dependency that has a file. */
export function installedIn(path: string): string {
  const at = inModules(path);
  return path.slice(0, at) + packageName(path.slice(at));
}

/**
 * Returns a test for files of dependencies: it is true if the dependency depends on a package of the workspace, or has no package.json.
 * @param more the names of further packages
 */
export function leadsBack({ byName, links }: Packages, more: readonly string[] = []): (path: string) => boolean {
  const own = new Set([...more, ...byName.keys(), ...[...links.keys()].map((path) => packageName(path.slice(inModules(path))))]);
  const known = new Map<string, boolean>();
  return (path) => {
    const directory = installedIn(path);
    let leads = known.get(directory);
    if (leads === undefined) {
      known.set(directory, (leads = !host.fileExists(`${directory}/package.json`) || dependencies(directory).some((name) => own.has(name))));
    }
    return leads;
  };
}

/** The directories of a package of the workspace, and of those of its packages on which it depends. Empty for other packages. */
export function directoriesOf(name: string, packages: Packages["byName"]): ReadonlySet<string> {
  const found = new Set<string>();
  const names = new Set([name]);
  for (const each of names) { // also those added meanwhile
    const directory = packages.get(each);
    if (directory === undefined) continue;
    found.add(directory);
    for (const dependency of dependencies(directory, "devDependencies")) names.add(dependency);
  }
  return found;
}

const inModules = (path: string): number => path.lastIndexOf(MODULES) + MODULES.length;

const NAME = /^(?:@[^/]+\/)?[^/.][^/]*$/;

/** The name of the package in a directory; undefined for a package that nothing can import by name. */
export function nameOf(directory: string): string | undefined {
  const name = parsed(`${directory}/package.json`)["name"];
  return typeof name === "string" && NAME.test(name) ? name : undefined;
}

// The fields of a package.json with which TypeScript resolves imports.
const EXPORTS = ["exports", "imports", "main", "types", "typings", "typesVersions"];

/** The fields of the package.json in a directory that say where imports of the package lead, as JSON; empty where there are none. */
export function exportsOf(directory: string): string {
  const fields = parsed(`${directory}/package.json`);
  const found = EXPORTS.map((field) => fields[field]).filter((value) => value !== undefined);
  return found.length > 0 ? JSON.stringify(found) : "";
}

export interface PathDependency {
  readonly name: string;
  readonly target: string;
  /** The string in package.json, and the part of it that is a path. */
  readonly value: ts.StringLiteral;
  readonly protocol: string;
  readonly path: string;
  readonly source: Json;
}

const DEPENDENCIES = new Set(["dependencies", "devDependencies", "optionalDependencies", "peerDependencies", "overrides", "resolutions", "pnpm"]);
// "link:packages/a" is a path, "workspace:^" a version.
const PATH = /^(?:(file:|link:|portal:)(?!\/\/)|(workspace:)?(?=\.\.?\/))(.+)$/;

/** The dependencies of a package.json that are given by a path, as "file:../core". */
export function pathDependencies(path: string): PathDependency[] {
  const text = host.fileExists(path) ? host.readFile(path) : undefined;
  if (text === undefined || !/"(?:(?:file|link|portal):|(?:workspace:)?\.\.?\/)/.test(text)) return [];
  const source = readJson(path);
  const found: PathDependency[] = [];
  const visit = (name: string, node: ts.Expression): void => {
    forEachProperty(node, visit);
    const [, protocol, workspace, at] = (ts.isStringLiteral(node) ? PATH.exec(node.text) : null) ?? [];
    if (at === undefined) return;
    const target = ts.getNormalizedAbsolutePath(at.replace(/\/+$/, ""), ts.getDirectoryPath(path));
    found.push({ name, target, value: node as ts.StringLiteral, protocol: protocol ?? workspace ?? "", path: at, source });
  };
  const root = rootOf(source);
  if (root) forEachProperty(root, (name, value) => DEPENDENCIES.has(name) && visit("", value));
  return found;
}

function parsed(path: string): Record<string, unknown> {
  const fields = host.fileExists(path) ? ts.readJsonOrUndefined(path, host) : undefined;
  return typeof fields === "object" && fields !== null ? (fields as Record<string, unknown>) : {};
}
