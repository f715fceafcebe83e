// Decides for which projects a proof compares the program before a plan with the program after it.

import * as host from "../host/host.ts";
import { propertyOf, readJson, rootOf } from "../host/json.ts";
import { isCodeFile } from "../modules/file_kinds.ts";
import { includes } from "../modules/included.ts";
import { isRelative } from "../move/specifiers.ts";
import type { Project } from "../program/project.ts";
import { oncePer } from "../modules/once_per.ts";
import type { Workspace } from "../program/workspace.ts";
import type { FileSpans } from "../protocol/plan.ts";
import type { VerifyParams } from "../protocol/proof.ts";
import { Comparison } from "./verify.ts";

export function comparisonOf({ edits, moves, content = false, renaming }: VerifyParams): Comparison {
  return new Comparison(host.overlayOf(edits, moves), edits, content, renaming);
}

/** The files that a plan edits or moves. */
export const touchedBy = ({ edits, moves }: VerifyParams): string[] => [...edits.map((e) => e.path), ...moves.map((m) => m.from)];

/** The projects that a proof compares. */
export function* compared(workspace: Workspace, request: VerifyParams): Iterable<Project> {
  const touched = touchedBy(request);
  const { movesOnly, writes } = comparisonOf(request);
  // Without a move, a file that drops out of one project may stay in any other one.
  const listing = new Set(request.edits.filter((edits) => request.moves.length > 0 && changesListsOnly(edits)).map(({ path }) => path));
  const isRelisted = ({ configPath, extended }: Project) => listing.has(configPath) || extended.some((path) => listing.has(path));
  const all = touched.some((path) => !listing.has(path) && configures(workspace, path));
  const mayBeHeld = oncePer((path: string) => workspace.mayBeHeld(path));
  const holds =
    request.moves.length > 0 && movesOnly
      ? holdingByImports(workspace, request, mayBeHeld)
      : (project: Project) => (project.loaded || writes) && touched.some((path) => project.contains(path));
  for (const project of workspace.configs.map((config) => workspace.project(config))) {
    const relisted = listing.size > 0 && [project, ...workspace.referencedIn(project)].some(isRelisted);
    if (all || relisted || touched.some((path) => project.rootFiles.has(path)) || joinedBy(project, request) || holds(project)) yield project;
  }
  if (request.moves.length > 0 && !movesOnly) return;
  // Moved files are left out: no configuration includes them, so their options at the new place are not known.
  const moving = new Set(request.moves.map(({ from }) => from));
  const stays = request.edits.map(({ path }) => path).filter((path) => !moving.has(path));
  const isStray = (path: string) => !workspace.nearestWith(path) && !(mayBeHeld(path) && workspace.holding(path));
  yield* workspace.inferred.projects(stays.filter(isStray));
}

// True for a package.json, a configuration, and a file that a configuration extends. Such a file decides where imports lead and which files a
// project has, and it may do so for every project of the workspace.
const configures = (workspace: Workspace, path: string): boolean =>
  path.endsWith("/package.json") || workspace.configs.some((config) => config === path || workspace.project(config).extended.includes(path));

// True if the edits of a configuration change only its lists of files.
// Such a change can only matter to the project of the configuration and to projects that extend or reference it.
function changesListsOnly({ path, spans }: FileSpans): boolean {
  if (!path.endsWith(".json") || path.endsWith("/package.json")) return false;
  const root = rootOf(readJson(path));
  const lists = ["files", "include", "exclude"].flatMap((name) => propertyOf(root, name)?.initializer ?? []);
  return spans.every(([start, length]) => lists.some(({ pos, end }) => pos <= start && start + length <= end));
}

// True if the patterns of a project's configuration include the new place of a moved file.
const joinedBy = ({ configPath, options }: Project, { moves }: VerifyParams): boolean =>
  moves.length > 0 && moves.map(({ to }) => to).some(includes(configPath, options));

// Decides after a move whether a proof compares a project whose configuration names no touched file. Such a project may have touched files since
// its own files import them. Most moves need no comparison of it: a relative import leads to the same file in all projects, and those that
// name the touched files are compared. Two cases need one. An edited import may lead to another file in this project, since the import is
// not relative or a configuration has `moduleSuffixes`. Or the project has a touched file that no configuration names.
function holdingByImports(workspace: Workspace, request: VerifyParams, mayBeHeld: (path: string) => boolean): (project: Project) => boolean {
  const touched = touchedBy(request);
  const areRelative = request.edits.every((edits) => !isCodeFile(edits.path) || areRelativeIn(edits));
  const isAlike = areRelative && workspace.configs.every((config) => !workspace.project(config).options.moduleSuffixes);
  const isUnnamed = (path: string) => isCodeFile(path) && !workspace.nearestWith(path) && mayBeHeld(path);
  const asked = isAlike ? touched.filter(isUnnamed) : touched;
  return (project) => asked.length > 0 && asked.some((path) => workspace.toCompare(project, touched).contains(path));
}

function areRelativeIn({ path, spans }: FileSpans): boolean {
  const text = host.readFile(path) ?? "";
  return spans.every(([start, length, newText]) => isRelative(newText) && isRelative(text.substr(start, length)));
}
