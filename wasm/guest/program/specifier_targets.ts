// Says where a module specifier may lead, by the options of projects and by package.json. No module is resolved, so a specifier may lead to
// fewer places than this says.

import ts from "typescript";
import * as host from "../host/host.ts";
import { MODULES, packageName } from "../host/installed.ts";
import { CODE_ENDING } from "../modules/file_kinds.ts";
import { exportsOf } from "../modules/packages.ts";
import { isExternal } from "../modules/registry.ts";
import { pathsBase } from "../modules/resolver.ts";
import { matched, type Pattern, starPattern } from "../modules/star_pattern.ts";
import type { Project } from "./project.ts";

const ENDING = new RegExp(String.raw`(?:\.d)?(?:${CODE_ENDING})?$`);
/** A character that can be part of the last name of a path. */
export const IN_NAME = /[\w$.-]/;
const IN_PACKAGE = /^(?:@[\w-][\w.-]*\/)?[\w-][\w.-]*\//; // the name of a package has no "~", and no scope is empty
const OF_OTHER_KIND = /\.d\.[^./]+\.[cm]?ts$/; // "a.d.css.ts", which declares "a.css"

/** The path with which an import names a file: without the ending, and for the index of a directory, the directory. */
export const moduleOf = (path: string): string => path.replace(ENDING, "").replace(/\/index$/, "");

/** The last part of such a path. */
export const nameOfModule = (path: string): string => path.slice(path.lastIndexOf("/") + 1);

const moduleAt = (specifier: string, directory: string): string => moduleOf(ts.getNormalizedAbsolutePath(specifier, directory));

const withSlash = (directory: string): string => directory.replace(/\/*$/, "/");

/** An entry of `paths`: specifiers, and the modules to which they lead. */
interface Mapping {
  readonly from: Pattern;
  readonly to: Pattern;
}

export class SpecifierTargets {
  private readonly mappings: readonly Mapping[];
  private readonly bases: ReadonlySet<string>;
  private readonly roots: readonly (readonly string[])[];
  private readonly named: ReadonlySet<string>; // the modules that `types` leads to by a path
  private readonly typeRoots: readonly string[];
  private readonly hasSuffixes: boolean;
  private readonly exported = new Map<string, string>(); // by directory

  constructor(projects: readonly Project[]) {
    const mappings = new Map<string, Mapping>();
    for (const { options } of projects) {
      for (const [from, values] of Object.entries(options.paths ?? {})) {
        for (const value of values) {
          const to = behindLink(moduleAt(value, pathsBase(options)));
          mappings.set(`${from} ${to}`, { from: starPattern(from), to: starPattern(to) });
        }
      }
    }
    this.mappings = [...mappings.values()];
    this.bases = new Set(projects.flatMap(({ options }) => options.baseUrl ?? []));
    this.roots = projects.flatMap(({ options }) => (options.rootDirs ? [options.rootDirs.map(withSlash)] : []));
    this.named = new Set(projects.flatMap(({ options, configPath }) => (options.types ?? []).map((type) => moduleAt(type, ts.getDirectoryPath(configPath)))));
    this.typeRoots = projects.flatMap(({ options }) => options.typeRoots ?? []).map(withSlash);
    this.hasSuffixes = projects.some(({ options }) => options.moduleSuffixes);
  }

  /** True if a specifier that does not end with the name of a file, or its module, may lead to the file. */
  mayHaveOtherName(file: string): boolean {
    if (this.hasSuffixes || OF_OTHER_KIND.test(file) || this.typeRoots.some((root) => file.startsWith(root))) return true;
    const target = moduleOf(file);
    if (this.named.has(target) || host.fileExists(`${target}/package.json`)) return true;
    if (this.roots.length > 0 && !file.startsWith(`${target}.`)) return true; // the index of a directory, which "./" in another root may name
    if (this.mappings.some((mapping) => !keepsName(mapping) && matched(target, mapping.to) !== undefined)) return true;
    const name = nameOfModule(target);
    return [...this.exportsAround(file)].some((paths) => hasPath(paths, name));
  }

  /** True if the specifier may lead from a file to a target, which is the path that moduleOf returns. */
  mayBe(target: string, specifier: string, importer: string): boolean {
    if (/^[./]/.test(specifier)) {
      const path = moduleAt(specifier, ts.getDirectoryPath(importer));
      return path === target || this.roots.some((roots) => isSameBelow(roots, path, target));
    }
    if (specifier.startsWith("#")) return [...this.exportsAround(importer)].some((paths) => paths.includes('"#'));
    return this.isMapped(target, specifier) || (IN_PACKAGE.test(specifier) && !isOfDependency(specifier, importer));
  }

  private isMapped(target: string, specifier: string): boolean {
    return [...this.bases].some((base) => moduleAt(specifier, base) === target) || this.mappings.some(({ from, to }) => {
      const star = matched(specifier, from);
      return star !== undefined && moduleOf(to.join(star)) === target;
    });
  }

  // For each package.json in a directory above a file, returns as JSON the fields that say where imports lead.
  private *exportsAround(file: string): Generator<string> {
    for (let at = ts.getDirectoryPath(file); at.startsWith(host.ROOT); at = ts.getDirectoryPath(at)) {
      let text = this.exported.get(at);
      if (text === undefined) this.exported.set(at, (text = exportsOf(at)));
      yield text;
    }
  }
}

// If a path leads through the link of a package in node_modules, returns the path in the directory to which the link leads.
function behindLink(path: string): string {
  const at = path.indexOf(MODULES) + MODULES.length;
  if (at < MODULES.length) return path;
  const directory = path.slice(0, at) + packageName(path.slice(at));
  return directory.includes("*") ? "*" : host.realpath(directory) + path.slice(directory.length);
}

// True if the star stands for the last part of both paths, so that a specifier ends with the name of the module to which it leads.
const keepsName = ({ from: [key = "", ending], to: [directory = "", rest] }: Mapping): boolean =>
  ending !== undefined && moduleOf(ending) === "" && rest === "" && directory.endsWith("/") && !IN_NAME.test(key.at(-1) ?? "");

const isSameBelow = (roots: readonly string[], path: string, target: string): boolean => {
  const below = (of: string) => roots.flatMap((root) => (of.startsWith(root) ? [of.slice(root.length)] : []));
  const places = new Set(below(target));
  return below(path).some((place) => places.has(place));
};

// True if the package that a specifier names is installed as a dependency. Packages of the workspace are linked.
function isOfDependency(specifier: string, importer: string): boolean {
  for (let at = ts.getDirectoryPath(importer); at.startsWith(host.ROOT); at = ts.getDirectoryPath(at)) {
    const directory = at + MODULES + packageName(specifier);
    if (host.directoryExists(directory)) return isExternal(host.realpath(directory));
  }
  return false;
}

// True if a text contains a path whose last part is the name, with or without an ending.
function hasPath(text: string, name: string): boolean {
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + name.length)) {
    const before = text[at - 1] ?? "";
    const after = text[at + name.length] ?? "";
    if (!IN_NAME.test(before) && !/[\w$-]/.test(after) && (before === "/" || after === ".")) return true;
  }
  return false;
}
