// Verifies a plan: starts its proof, or continues the one that ran out of time.

import * as host from "../host/host.ts";
import type { FileMove } from "../host/overlay.ts";
import type { Project } from "../program/project.ts";
import type { Workspace } from "../program/workspace.ts";
import type { FileSpans } from "../text/edits.ts";
import type { Renaming } from "./coupled.ts";
import { usesInTexts } from "./uses_in_texts.ts";
import { Comparison, type Proof } from "./verify.ts";

export interface VerifyRequest {
  readonly edits: readonly FileSpans[];
  readonly moves: readonly FileMove[];
  /** True if every edit writes text. If it is not set, the look of each edit decides. */
  readonly content?: boolean;
  /** The rename that made the plan. The proof searches new errors for names that the rename should have changed as well. */
  readonly renaming?: Renaming;
}

// The last proof that ran out of time. The next request for the same plan continues it, unless a file has changed.
let unfinished: { readonly plan: string; readonly workspace: Workspace; readonly revision: string; readonly proof: Comparison } | undefined;

export function verify(workspace: Workspace, request: VerifyRequest): Proof {
  const begun = unfinished;
  unfinished = undefined;
  const plan = keyOf(request);
  const { revision } = workspace;
  const goesOn = begun?.plan === plan && begun.workspace === workspace && begun.revision === revision;
  const proof = goesOn ? begun.proof : begin(workspace, request);
  if (!proof.run(request.renaming !== undefined)) unfinished = { plan, workspace, revision, proof };
  return proof.result();
}

// Returns the same key for the same plan, whatever the order of its edits and moves.
function keyOf({ edits, moves }: VerifyRequest): string {
  const byPath = edits.map(({ path, spans }) => JSON.stringify([path, [...spans].sort((a, b) => a[0] - b[0])]));
  return JSON.stringify([byPath.sort(), moves.map(({ from, to }) => JSON.stringify([from, to])).sort()]);
}

function begin(workspace: Workspace, { edits, moves, content = false, renaming }: VerifyRequest): Comparison {
  const touched = [...edits.map((e) => e.path), ...moves.map((m) => m.from)];
  const proof = new Comparison(host.overlayOf(edits, moves), edits, content, renaming);
  const others: Project[] = [];
  for (const config of workspace.configs) {
    const project = workspace.project(config);
    const concerned =
      touched.some((path) => project.rootFiles.has(path) || path === config || project.extended.includes(path)) ||
      ((project.loaded || proof.writes) && touched.some((path) => path.endsWith(".json") || project.contains(path)));
    if (concerned) proof.project(project);
    else if (!project.loaded) others.push(project);
  }
  // These projects have no file with the name. A file that uses a module as an object may need a member that it does not mention.
  if (moves.length === 0 && others.length > 0 && proof.isMemberElsewhere(usesInTexts(workspace))) {
    proof.notChecked(others.filter((project) => workspace.heldBy(project, touched).length > 0));
  }
  // No inferred project is compared after a move: the plan does not say which options its files have at their new places.
  const edited = edits.map(({ path }) => path).filter((path) => !workspace.nearestWith(path) && !workspace.holding(path));
  for (const project of moves.length > 0 ? [] : workspace.inferred.projects(edited)) proof.project(project);
  proof.entries(workspace.written);
  return proof;
}
