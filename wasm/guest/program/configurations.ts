// Finds the configurations of a workspace: those in and below its directory, the next one above it, and those that they reference.
// It searches directories with a dot before the name, too, since tsserver finds the configurations of files there.

import ts from "typescript";
import { PlanError } from "../host/errors.ts";
import * as host from "../host/host.ts";
import type { Project } from "./project.ts";

export interface Configurations {
  /** Those that make projects, the ones nearest to the root of the tree first. */
  readonly paths: readonly string[];
  /** Those that exist only for others to extend. They name no files, so as projects they would claim every file. */
  readonly bases: readonly string[];
  /** Those that cannot be parsed, each with its error. Repositories have such files as test data. */
  readonly broken: ReadonlyMap<string, PlanError>;
}

const CONFIG_NAME = /^[jt]sconfig[^/]*\.json$/;

/** @param projectOf returns the project of a configuration, or throws if the configuration cannot be parsed */
export function findConfigurations(directory: string, projectOf: (path: string) => Project): Configurations {
  const projects = new Map<string, Project>();
  const broken = new Map<string, PlanError>();
  const pending = named(directory);
  for (let path = pending.pop(); path !== undefined; path = pending.pop()) {
    if (projects.has(path) || broken.has(path)) continue;
    try {
      const project = projectOf(path);
      projects.set(path, project);
      pending.push(...project.references.filter(host.fileExists));
    } catch (error) {
      if (!(error instanceof PlanError)) throw error;
      broken.set(path, error);
    }
  }
  const [error] = broken.values();
  if (projects.size === 0 && error) throw error;
  const all = [...projects.keys()].sort((a, b) => depth(a) - depth(b) || plainFirst(a) - plainFirst(b) || (a < b ? -1 : 1));
  const extended = new Set([...projects.values()].flatMap((project) => project.extended));
  const isBase = (path: string) => extended.has(path) && (isHidden(path) || (plainFirst(path) === 1 && projects.get(path)?.namesNothing === true));
  return { paths: all.filter((path) => !isBase(path)), bases: all.filter(isBase), broken };
}

function named(directory: string): string[] {
  const above = ts.findConfigFile(directory, host.fileExists, "tsconfig.json") ?? ts.findConfigFile(directory, host.fileExists, "jsconfig.json");
  const paths = new Set([...(above ? configsIn(ts.getDirectoryPath(above)) : []), ...configsBelow(directory)]);
  if (paths.size === 0) {
    const toDo = "add a tsconfig.json, or for JavaScript a jsconfig.json: {} is enough";
    throw new PlanError("not_found", [`tsconfig.json not found (nor jsconfig.json) in, below or above the project root; ${toDo}`]);
  }
  return [...paths];
}

const configsIn = (directory: string) => host.readDir(directory).files.filter((name) => CONFIG_NAME.test(name)).map((name) => `${directory}/${name}`);

function configsBelow(directory: string): string[] {
  const below = host.readDir(directory).directories.filter((name) => !isSkipped(name)).map((name) => `${directory}/${name}`);
  return [...configsIn(directory), ...below.filter(host.isOwn).flatMap(configsBelow)];
}

// TypeScript's matcher skips the directories of packages, too. Output without a dot before the name may have configurations of its own.
const isSkipped = (name: string) => PACKAGES.has(name) || (name.startsWith(".") && host.CLOSED.has(name));
const PACKAGES: ReadonlySet<string> = new Set(["node_modules", "bower_components", "jspm_packages"]);

// Frameworks write a shared configuration into a directory with a dot before the name, as .nuxt/tsconfig.json.
const isHidden = (path: string) => path.includes("/.");
const depth = (path: string) => path.split("/").length;
const plainFirst = (path: string) => (/\/[jt]sconfig\.json$/.test(path) ? 0 : 1);

/** How many directories a configuration shares with a file below it. A plain tsconfig.json counts as nearer than its variants. */
export const affinity = (config: string, path: string): number =>
  path.startsWith(ts.getDirectoryPath(config) + "/") ? depth(config) * 2 - plainFirst(config) : 0;
