// Says which files and which projects can use the members that some files declare. A file uses a member of a type only if imports lead from the
// file to the type, or if the type is known globally.

import ts from "typescript";
import { packageName } from "../host/installed.ts";
import { GlobalFiles } from "./global_files.ts";
import type { ImportGraph } from "./import_graph.ts";
import type { Packages } from "./packages.ts";
import type { Project } from "./project.ts";
import { isOutside } from "./registry.ts";
import type { Workspace } from "./workspace.ts";

export interface Users {
  /** False for files that a configuration includes and that cannot use the members. */
  readonly isUser: (path: string) => boolean;
  /** True for projects whose programs have one of the files. A project that is not loaded has the files to which imports of its own files lead. */
  readonly holds: (project: Project) => boolean;
}

export const EVERYTHING: Users = { isUser: () => true, holds: () => true };

const FEW_FILES = 10; // To look at so many takes less time than to find the imports of all files.

/** @param graph returns the import graph. It is asked only where nothing else decides, since it takes time to make */
export function findUsers(workspace: Workspace, files: readonly string[], name: string, graph: () => ImportGraph): Users {
  const packages = workspace.packages().byName;
  const globals = new GlobalFiles(workspace);
  let reaching: ReadonlySet<string> | undefined;
  const reached = () => (reaching ??= graph().reaching(files));
  const holding = new Map<Project, boolean>();
  const holds = (project: Project) => {
    if (project.loaded) return files.some((path) => project.contains(path));
    let isHeld = holding.get(project);
    if (isHeld === undefined) {
      isHeld = mayHoldAny(project, packages) || [...project.rootFiles].some((path) => reached().has(path));
      holding.set(project, isHeld);
    }
    return isHeld;
  };
  // The files of a single configuration are in one program anyway.
  const isAny = workspace.configs.length === 1 || globals.having(name).size <= FEW_FILES;
  let isForAll: boolean | undefined;
  const isUser = (path: string) => {
    const nearest = workspace.nearestWith(path);
    if (isAny || !nearest || reached().has(path)) return true;
    isForAll ??= [...reached()].some(globals.declares);
    return isForAll && holds(nearest); // a file needs no import for what is declared globally
  };
  return { isUser, holds };
}

// True for a project with types that need no import, unless they are those of dependencies. Such types may come from any file.
function mayHoldAny({ options: { types, typeRoots } }: Project, packages: Packages["byName"]): boolean {
  return (typeRoots?.some((path) => !isOutside(`${path}/`)) || types?.some(mayBeOwn(packages))) ?? false;
}

/** Returns a test for names in `types`, which is false for those that lead to dependencies. */
export const mayBeOwn = (packages: Packages["byName"]) => (name: string): boolean =>
  ts.isExternalModuleNameRelative(name) || packages.has(packageName(name));
