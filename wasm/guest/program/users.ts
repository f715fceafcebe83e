// Says which files and which projects can use the members that some files declare. A file uses a member of a type only if imports lead from the
// file to the type, or if the type is known globally. An import whose names are only JSX tags leads no further.

import { type Packages, packageName } from "../host/installed.ts";
import { mayHaveJsx } from "../modules/file_kinds.ts";
import { oncePer, oncePerRevision } from "../modules/once_per.ts";
import { mayBeOwn } from "../modules/packages.ts";
import { isOutside } from "../modules/registry.ts";
import { GlobalFiles } from "./global_files.ts";
import { ImportGraph, type Users } from "./import_graph.ts";
import { mayBeImported } from "./importers.ts";
import type { Project } from "./project.ts";
import { importsUnfound, isAlias } from "./unfound.ts";
import type { Workspace } from "./workspace.ts";

// Up to these numbers of files that have the name, and of projects with such files, searching them all takes less time than making the import graph.
const FEW_FILES = 10;
const FEW_PROJECTS = 3;

const known = oncePerRevision((_: Workspace) => new Map<string, Users>());

/** Returns what can use the members of this name that the files declare. */
export function usersOf(workspace: Workspace, files: readonly string[], name: string): Users {
  const byFiles = known(workspace);
  const key = [name, ...new Set([...files].sort())].join("\n");
  let users = byFiles.get(key);
  if (!users) byFiles.set(key, (users = findUsers(workspace, files, name)));
  return users;
}

function findUsers(workspace: Workspace, files: readonly string[], name: string): Users {
  const packages = workspace.packages().byName;
  const isOwn = (specifier: string) => packages.has(packageName(specifier));
  const globals = new GlobalFiles(workspace, name);
  // Both are found only where nothing else decides, since the import graph takes time to make.
  let reaching: ReadonlySet<string> | undefined;
  let using: ReadonlySet<string> | undefined;
  const reached = () => (reaching ??= workspace.importGraph().reaching(files));
  const used = () => (using ??= workspace.importGraph().using(files));
  const mayLead = ({ rootFiles }: Project) => {
    if (files.some((path) => rootFiles.has(path))) return true;
    const roots = [...rootFiles];
    return roots.some((path) => used().has(path)) || roots.some((path) => reached().has(path));
  };
  const mayHold = oncePer((project: Project) => mayHoldAny(project, packages) || mayLead(project));
  const lacksPackage = oncePer((project: Project) => importsUnfound(project.program, isOwn) && mayLead(project));
  const holds = (project: Project) =>
    project.loaded ? files.some((path) => project.contains(path)) || lacksPackage(project) : mayHold(project);
  const having = globals.having(name);
  const isRare = having.size <= FEW_FILES;
  // The files of a single configuration are in one program anyway, and few of them use a component otherwise than as a JSX tag.
  const isAny = isRare || (workspace.configs.length === 1 && !files.every(mayHaveJsx));
  const isOther = ({ rootFiles }: Project) => [...having].some((path) => rootFiles.has(path)) && !files.some((path) => rootFiles.has(path));
  const areFew = () => isRare && workspace.configs.map((config) => workspace.project(config)).filter(isOther).length <= FEW_PROJECTS;
  let isCheap: boolean | undefined;
  const isSearched = (project: Project) => (isCheap ??= areFew()) || holds(project);
  let declarers: readonly string[] | undefined;
  const declaring = () => (declarers ??= [...used()].filter(globals.declares));
  let strangers: ReadonlySet<string> | undefined;
  const isUser = (path: string) => {
    const nearest = workspace.nearestWith(path);
    if (!nearest) return !(strangers ??= findStrangers()).has(path);
    if (isAny || used().has(path)) return true;
    return declaring().length > 0 && holds(nearest); // a file needs no import for what is declared globally
  };
  // Some files have the name and belong to no configuration. This returns those of them that cannot use the members.
  const findStrangers = (): ReadonlySet<string> => {
    const { inferred, listed } = workspace;
    const strays = inferred.having(name);
    const projects = workspace.configs.map((config) => workspace.project(config));
    if (strays.length === 0 || projects.some((project) => mayHoldAny(project, packages))) return new Set();
    const leading = leadingTo(workspace, projects, strays, new Set([...files, ...(isAny ? listed : used())]));
    if (!leading) return new Set();
    // A stray may be in the program of a configuration, too, and use what another file of a program declares globally.
    const mayLead = isAny ? strays.some((path) => leading.has(path)) || mayBeImported(strays, inferred.strays, listed, projects) :
      [...leading].some(globals.declares);
    return new Set(mayLead ? [] : strays.filter((path) => !leading.has(path)));
  };
  return { isUser, holds, isSearched, declaring };
}

// Returns the targets, and the files from which the imports of some strays lead to them. Undefined if that is not known: an alias that only a
// bundler knows may lead to any file.
function leadingTo(
  workspace: Workspace,
  projects: readonly Project[],
  strays: readonly string[],
  targets: ReadonlySet<string>,
): ReadonlySet<string> | undefined {
  return workspace.withStrays(strays, (light) => {
    if (light.some(({ program }) => importsUnfound(program, isAlias))) return undefined;
    return new ImportGraph(light, projects, workspace.packages().byName).using(targets);
  });
}

// True for a project with types that need no import, unless they are those of dependencies. Such types may come from any file.
function mayHoldAny({ options: { types, typeRoots } }: Project, packages: Packages["byName"]): boolean {
  return (typeRoots?.some((path) => !isOutside(`${path}/`)) || types?.some(mayBeOwn(packages))) ?? false;
}
