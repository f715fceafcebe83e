// Verifies a plan: starts its proof, or continues the one that ran out of time.

import { usesInTexts } from "../affected/uses_in_texts.ts";
import { say } from "../host/messages.ts";
import { isCodeFile } from "../modules/file_kinds.ts";
import type { Project } from "../program/project.ts";
import type { Workspace } from "../program/workspace.ts";
import type { Proof, VerifyParams } from "../protocol/proof.ts";
import { compared, comparisonOf, touchedBy } from "./compared.ts";
import { divided } from "./repeats.ts";
import { withUnfound, withUnknownAliases } from "./unfound.ts";
import { Comparison } from "./verify.ts";

// The last proof, with its steps if it ran out of time. The next request for the same plan continues it, unless a file has changed.
let last: { readonly plan: string; readonly workspace: Workspace; readonly revision: string; readonly proof: Comparison } | undefined;

function begunFor(workspace: Workspace, request: VerifyParams): Comparison | undefined {
  return last?.workspace === workspace && last.revision === workspace.revision && last.plan === keyOf(request) ? last.proof : undefined;
}

/** The projects that have to be loaded for a proof. */
export const toLoad = (workspace: Workspace, request: VerifyParams): Iterable<Project> =>
  begunFor(workspace, request)?.unloaded ?? compared(workspace, request);

export function verify(workspace: Workspace, request: VerifyParams): Proof {
  const proof = compare(workspace, request);
  const loaded = workspace.configs.map((config) => workspace.project(config)).filter(({ loaded }) => loaded);
  if (request.moves.length > 0) return withUnknownAliases(workspace, proof, last?.proof.aliases ?? []);
  return request.content ? proof : withUnfound(workspace, proof, loaded, request.edits);
}

function compare(workspace: Workspace, request: VerifyParams): Proof {
  const begun = begunFor(workspace, request);
  last = undefined; // the programs of another proof take memory
  const proof = begun ?? beginLight(workspace, request) ?? begin(workspace, request);
  if (!proof) return PENDING;
  last = { plan: keyOf(request), workspace, revision: workspace.revision, proof };
  const toExtend = request.renaming !== undefined;
  if (!proof.run(toExtend) || proof.unloaded.length === 0) return proof.result();
  if (request.onlyLoaded && !proof.unloaded.every(({ loaded }) => loaded)) return PENDING;
  workspace.holdAll();
  proof.checkUnloaded();
  proof.run(toExtend);
  return proof.result();
}

// Begins the proof of a move in light projects, which have no dependencies. If every import leads where it led, the program is the same at other
// places, whatever the dependencies declare. A light project cannot check types. Returns undefined if the projects are loaded already, and if the
// plan renames something.
function beginLight(workspace: Workspace, request: VerifyParams): Comparison | undefined {
  if (request.moves.length === 0 || request.content) return undefined;
  const proof = comparisonOf(request);
  if (!proof.movesOnly || isReady(workspace, request)) return undefined;
  const touched = touchedBy(request);
  const projects = [...compared(workspace, request)];
  if (projects.some((project) => project.optionsDoubt !== project.notice)) return undefined;
  addProjects(proof, projects, request, (project) => workspace.toCompare(project, touched));
  proof.entries(workspace.written);
  return proof;
}

function addProjects(proof: Comparison, projects: Iterable<Project>, { moves }: VerifyParams, as = (project: Project) => project): void {
  for (const project of projects) proof.project(project, moves.some(({ from }) => project.rootFiles.has(from)), () => as(project));
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
function keyOf({ edits, moves }: VerifyParams): string {
  const byPath = edits.map(({ path, spans }) => JSON.stringify([path, [...spans].sort((a, b) => a[0] - b[0])]));
  return JSON.stringify([byPath.sort(), moves.map(({ from, to }) => JSON.stringify([from, to])).sort()]);
}

function begin(workspace: Workspace, request: VerifyParams): Comparison | undefined {
  if (request.onlyLoaded && !isReady(workspace, request)) return undefined;
  workspace.holdAll();
  const proof = comparisonOf(request);
  const projects = [...new Set(compared(workspace, request))];
  const renames = request.moves.length === 0 && !proof.writes && request.edits.every(({ path }) => isCodeFile(path));
  const { first, repeats } = renames ? divided(projects) : { first: projects, repeats: [] };
  proof.repeated(repeats);
  const touched = touchedBy(request);
  // After a move, the imports in an inferred project nearly always lead to the same files as before. So a light project, without types, is enough.
  addProjects(proof, first, request, (project) => (project.notice && request.moves.length > 0 ? workspace.toCompare(project, touched) : project));
  // These projects have no file with the name. A file that uses a module as an object may need a member that it does not mention.
  const others = workspace.configs.map((config) => workspace.project(config)).filter((project) => !projects.includes(project) && !project.loaded);
  if (request.moves.length === 0 && others.length > 0 && proof.isMemberElsewhere(usesInTexts(workspace))) {
    proof.notChecked(others.filter((project) => workspace.heldBy(project, touchedBy(request)).length > 0));
  }
  proof.entries(workspace.written);
  return proof;
}

// True if the projects that a proof compares are loaded. Of a rename, where no configuration names a file, only a loaded project can say
// whether it has the file.
function isReady(workspace: Workspace, request: VerifyParams): boolean {
  const isAllLoaded = workspace.configs.every((config) => workspace.project(config).loaded);
  if (isAllLoaded) return true;
  const isNamed = (path: string) => workspace.nearestWith(path) !== undefined;
  const areNamed = request.moves.length > 0 || touchedBy(request).every(isNamed);
  if (!areNamed || comparisonOf(request).writes) return false;
  for (const { loaded } of compared(workspace, request)) if (!loaded) return false; // the others are not looked for
  return true;
}
