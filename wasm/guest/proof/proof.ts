// Verifies a plan: starts its proof, or continues the one that ran out of time.

import * as host from "../host/host.ts";
import { say } from "../host/messages.ts";
import type { Project } from "../program/project.ts";
import type { Workspace } from "../program/workspace.ts";
import type { Proof } from "./answer.ts";
import { compared, comparisonOf, configures, touchedBy, type VerifyRequest } from "./compared.ts";
import { usesInTexts } from "./uses_in_texts.ts";
import { Comparison } from "./verify.ts";

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
    if (!isComplete || early.isFinal) return result;
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
// plan renames something or touches a configuration or a package.json.
function earlyMove(workspace: Workspace, request: VerifyRequest): Comparison | undefined {
  if (request.moves.length === 0 || request.content) return undefined;
  const touched = touchedBy(request);
  if (touched.some((path) => configures(workspace, path)) || isReady(workspace, request)) return undefined;
  const proof = new Comparison(host.overlayOf(request.edits, request.moves), request.edits, false, undefined, /*isLight*/ true);
  const projects = [...compared(workspace, request)];
  if (!proof.movesOnly || projects.some((project) => project.missingBase ?? project.notice)) return undefined;
  addProjects(proof, projects.map((project) => workspace.toCompare(project, touched)), request);
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

// True if the projects that a proof compares are loaded. Of a rename, where no configuration names a file, only a loaded project can say
// whether it has the file.
function isReady(workspace: Workspace, request: VerifyRequest): boolean {
  const isAllLoaded = workspace.configs.every((config) => workspace.project(config).loaded);
  if (isAllLoaded) return true;
  const isNamed = (path: string) => workspace.nearestWith(path) !== undefined;
  const areNamed = request.moves.length > 0 || touchedBy(request).every(isNamed);
  return areNamed && !comparisonOf(request).writes && [...compared(workspace, request)].every(({ loaded }) => loaded);
}
