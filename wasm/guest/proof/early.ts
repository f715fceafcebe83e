// Proves a rename of a name that is found by scopes and imports, from the programs of a partial load. These have all mentions of the name. If
// each mention means afterwards what it meant before, the program is the same under another name, and no type has to be known.

import type { ModuleUses } from "../affected/module_uses.ts";
import * as host from "../host/host.ts";
import { resolveToSource } from "../modules/sources.ts";
import { specifiersOf } from "../move/specifiers.ts";
import type { Project } from "../program/project.ts";
import type { Workspace } from "../program/workspace.ts";
import type { FileSpans } from "../protocol/plan.ts";
import type { Proof } from "../protocol/proof.ts";
import { withUnfound } from "./unfound.ts";
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
  const paths = edits.map(({ path }) => path);
  if (edited.some((project) => isDoubtful(project, paths))) return undefined;
  const proof = new Comparison(host.overlayOf(edits, []), edits);
  const inOrder = workspace.configs.flatMap((config) => edited.filter(({ configPath }) => configPath === config));
  for (const project of inOrder) if (!proof.partly(project, uses)) return undefined;
  const result = proof.result();
  return result.verdict === "proven" ? withUnfound(workspace, result, projects, edits) : undefined;
}

// True if an import may lead to other files in the repository than here.
function isDoubtful(project: Project, edited: readonly string[]): boolean {
  if (project.notice && !project.missingBase) return hasStrayImports(project, edited);
  return project.optionsDoubt !== undefined;
}

// True if an import of the files leads nowhere. The options of an inferred project are not known for certain: with others it might resolve.
function hasStrayImports(project: Project, paths: readonly string[]): boolean {
  const { program, options, outputs } = project;
  return paths.some((path) => {
    const file = program.getSourceFile(path);
    return file !== undefined && specifiersOf(project, file).some(({ kind, text, mode }) =>
      kind === "module" && !resolveToSource(text, path, options, outputs, undefined, mode).resolvedModule);
  });
}
