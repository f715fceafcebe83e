// Proves a rename of a name that is found by scopes and imports, from the programs of a partial load. These have all mentions of the name. If
// each mention means afterwards what it meant before, the program is the same under another name, and no type has to be known.

import * as host from "../host/host.ts";
import type { Project } from "../program/project.ts";
import type { Workspace } from "../program/workspace.ts";
import type { FileSpans } from "../text/edits.ts";
import type { Proof } from "./answer.ts";
import type { ModuleUses } from "./module_uses.ts";
import { Comparison } from "./verify.ts";

/**
 * Returns the proof, or undefined if only the whole project can give one. A plan that is wrong has no early proof either, since the whole project
 * shows more of the reasons.
 * @param projects the projects that were searched
 * @param uses what the imports of all files of the workspace do with its modules
 */
export function proveEarly(
  workspace: Workspace,
  edits: readonly FileSpans[],
  projects: readonly Project[],
  uses: ModuleUses,
): Proof | undefined {
  const edited = projects.filter((project) => edits.some(({ path }) => project.contains(path)));
  if (edited.some(({ notice, missingBase }) => notice ?? missingBase)) return undefined;
  const proof = new Comparison(host.overlayOf(edits, []), edits);
  const inOrder = workspace.configs.flatMap((config) => edited.filter(({ configPath }) => configPath === config));
  for (const project of inOrder) if (!proof.partly(project, uses)) return undefined;
  const result = proof.result();
  return result.verdict === "proven" ? result : undefined;
}
