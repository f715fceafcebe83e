// Verifies a plan: starts its proof, or continues the one that ran out of time.

import * as host from "../host/host.ts";
import { say } from "../host/messages.ts";
import type { FileMove } from "../host/overlay.ts";
import { isCodeFile } from "../program/file_kinds.ts";
import { includes } from "../program/included.ts";
import type { Project } from "../program/project.ts";
import type { Workspace } from "../program/workspace.ts";
import type { FileSpans } from "../text/edits.ts";
import type { Proof } from "./answer.ts";
import type { Renaming } from "./coupled.ts";
import { usesInTexts } from "./uses_in_texts.ts";
import { Comparison } from "./verify.ts";

export interface VerifyRequest {
  readonly edits: readonly FileSpans[];
  readonly moves: readonly FileMove[];
  /** True if every edit writes text. If it is not set, the look of each edit decides. */
  readonly content?: boolean;
  /** The rename that made the plan. The proof searches new errors for names that the rename should have changed as well. */
  readonly renaming?: Renaming;
  /** True if no project is to be loaded for the proof: if one would have to be, the verdict is pending. */
  readonly onlyLoaded?: boolean;
}

// The last proof, with its steps if it ran out of time. The next request for the same plan continues it, unless a file has changed.
let last:
  | { readonly plan: string; readonly workspace: Workspace; readonly revision: string; readonly early?: Comparison; readonly proof?: Comparison }
  | undefined;

export function verify(workspace: Workspace, request: VerifyRequest): Proof {
  const plan = keyOf(request);
  const { revision } = workspace;
  const begun = last?.plan === plan && last.workspace === workspace && last.revision === revision ? last : undefined;
  last = undefined; // the programs of another proof take memory
  const early = begun?.early ?? (begun ? undefined : earlyMove(workspace, request));
  if (early) {
    last = { plan, workspace, revision, early };
    const isComplete = early.run(false);
    const result = early.result();
    if (!isComplete || result.verdict === "proven") return result;
    last = undefined;
  }
  if (!begun?.proof && request.onlyLoaded && !isReady(workspace, request)) return PENDING;
  const proof = begun?.proof ?? begin(workspace, request);
  last = { plan, workspace, revision, proof };
  proof.run(request.renaming !== undefined);
  return proof.result();
}

// Begins the proof of a move in light projects, which have no dependencies. If every import leads where it led, the program is the same at other
// places, whatever the dependencies declare. A light project cannot check types. Returns undefined if the projects are loaded already, and if the
// plan renames something or touches a configuration, a package.json or a file that no configuration includes.
function earlyMove(workspace: Workspace, request: VerifyRequest): Comparison | undefined {
  if (request.moves.length === 0 || request.content) return undefined;
  const touched = touchedBy(request);
  if (!touched.every((path) => isCodeFile(path) && workspace.nearestWith(path) !== undefined) || isReady(workspace, request)) return undefined;
  const proof = new Comparison(host.overlayOf(request.edits, request.moves), request.edits, false, undefined, /*isLight*/ true);
  const projects = [...compared(workspace, request)];
  if (!proof.movesOnly || projects.some((project) => project.missingBase ?? project.notice)) return undefined;
  addProjects(proof, workspace.lightsToCompare(projects, touched), request);
  proof.entries(workspace.written);
  return proof;
}

function addProjects(proof: Comparison, projects: Iterable<Project>, { moves }: VerifyRequest): void {
  for (const project of projects) proof.project(project, moves.some(({ from }) => project.rootFiles.has(from)));
}

const PENDING: Proof = {
  verdict: "pending",
  projects: [],
  checkedFiles: 0,
  identifiers: 0,
  imports: 0,
  appeared: [],
  disappeared: [],
  changed: [],
  open: [say`all of it: the projects were not loaded yet. verifyPlan with the planId loads them and has the proof`],
  leftBehind: [],
};

// Returns the same key for the same plan, whatever the order of its edits and moves.
function keyOf({ edits, moves }: VerifyRequest): string {
  const byPath = edits.map(({ path, spans }) => JSON.stringify([path, [...spans].sort((a, b) => a[0] - b[0])]));
  return JSON.stringify([byPath.sort(), moves.map(({ from, to }) => JSON.stringify([from, to])).sort()]);
}

function begin(workspace: Workspace, request: VerifyRequest): Comparison {
  workspace.holdAll();
  const proof = comparisonOf(request);
  const projects = new Set(compared(workspace, request));
  addProjects(proof, projects, request);
  // These projects have no file with the name. A file that uses a module as an object may need a member that it does not mention.
  const others = workspace.configs.map((config) => workspace.project(config)).filter((project) => !projects.has(project) && !project.loaded);
  if (request.moves.length === 0 && others.length > 0 && proof.isMemberElsewhere(usesInTexts(workspace))) {
    proof.notChecked(others.filter((project) => workspace.heldBy(project, touchedBy(request)).length > 0));
  }
  proof.entries(workspace.written);
  return proof;
}

function comparisonOf({ edits, moves, content = false, renaming }: VerifyRequest): Comparison {
  return new Comparison(host.overlayOf(edits, moves), edits, content, renaming);
}

const touchedBy = ({ edits, moves }: VerifyRequest): string[] => [...edits.map((e) => e.path), ...moves.map((m) => m.from)];

// True if the projects that a proof compares are loaded. Where no configuration names a file, only a loaded project can say whether it has it.
function isReady(workspace: Workspace, request: VerifyRequest): boolean {
  const isAllLoaded = workspace.configs.every((config) => workspace.project(config).loaded);
  const isNamed = (path: string) => workspace.nearestWith(path) !== undefined;
  if (!isAllLoaded && (comparisonOf(request).writes || !touchedBy(request).every(isNamed))) return false;
  return [...compared(workspace, request)].every(({ loaded }) => loaded);
}

// True if the patterns of a project's configuration include the new place of a moved file.
const joinedBy = ({ configPath, options }: Project, { moves }: VerifyRequest): boolean =>
  moves.length > 0 && moves.map(({ to }) => to).some(includes(configPath, options));

/** The projects that a proof compares. */
export function* compared(workspace: Workspace, request: VerifyRequest): Iterable<Project> {
  const touched = touchedBy(request);
  const { writes } = comparisonOf(request);
  for (const config of workspace.configs) {
    const project = workspace.project(config);
    const concerned =
      touched.some((path) => project.rootFiles.has(path) || path === config || project.extended.includes(path)) ||
      joinedBy(project, request) ||
      ((project.loaded || writes) && touched.some((path) => path.endsWith(".json") || project.contains(path)));
    if (concerned) yield project;
  }
  // No inferred project is compared after a move: the plan does not say which options its files have at their new places.
  if (request.moves.length > 0) return;
  const edited = request.edits.map(({ path }) => path).filter((path) => !workspace.nearestWith(path) && !workspace.holding(path));
  yield* workspace.inferred.projects(edited);
}
