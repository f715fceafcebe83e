// Proves a rename of a name that is found by scopes and imports, from the programs of a partial load. These have all mentions of the name. If
// each mention means afterwards what it meant before, the program is the same under another name, and no type has to be known.

import ts from "typescript";
import * as host from "../host/host.ts";
import { packagesOf } from "../program/packages.ts";
import type { Project } from "../program/project.ts";
import type { Workspace } from "../program/workspace.ts";
import type { FileSpans } from "../text/edits.ts";
import { usesInTexts } from "./uses_in_texts.ts";
import { Comparison, type Proof } from "./verify.ts";

/** Returns undefined where only the whole project can prove the plan, or shows why the plan cannot be proven. */
export function proveEarly(workspace: Workspace, edits: readonly FileSpans[], projects: readonly Project[]): Proof | undefined {
  if (projects.some(({ notice, missingBase }) => notice ?? missingBase)) return undefined;
  const proof = new Comparison(host.overlayOf(edits, []), edits);
  const texts = usesInTexts(workspace);
  const uses = { ...texts, isObject: (file: ts.SourceFile) => mayBeDefault(workspace, file) || texts.isObject(file) };
  const inOrder = workspace.configs.flatMap((config) => projects.filter(({ configPath }) => configPath === config));
  for (const project of inOrder) if (!proof.partly(project, uses)) return undefined;
  const result = proof.result();
  return result.verdict === "proven" ? result : undefined;
}

// True if `import name from` may bind the whole module: that of a declaration file, and in Node a CommonJS module that an ES module imports.
function mayBeDefault({ directory, listed }: Workspace, file: ts.SourceFile): boolean {
  if (file.isDeclarationFile) return true;
  if (file.impliedNodeFormat !== ts.ModuleKind.CommonJS) return false;
  return packagesOf(directory).byName.size > 1 || [...listed].some((path) => /\.m[jt]s$/.test(path));
}
