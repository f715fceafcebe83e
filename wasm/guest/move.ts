// Moving a file or a directory: the import paths, references and configurations that have to follow.

import ts from "typescript";
import { configEdits } from "./config_edits.ts";
import { Edits, type FileSpans } from "./edits.ts";
import { PlanError } from "./errors.ts";
import { isExternal, isLib } from "./registry.ts";
import type { Workspace } from "./workspace.ts";

export interface MoveRequest {
  /** A file or a directory; a directory moves as one, so that what is in it keeps its inner imports. */
  readonly oldPath: string;
  readonly newPath: string;
}

export interface MoveAnswer {
  readonly edits: readonly FileSpans[];
  readonly projects: readonly string[];
  readonly warnings: readonly string[];
}

export function planMove(workspace: Workspace, request: MoveRequest): MoveAnswer {
  const edits = new Edits();
  const warnings = new Set<string>();
  const projects: string[] = [];
  for (const project of workspace.covering([], () => true)) {
    projects.push(project.configPath);
    for (const warning of project.warnings) warnings.add(warning);
    const changes = project.languageService.getEditsForFileRename(
      request.oldPath,
      request.newPath,
      ts.getDefaultFormatCodeSettings("\n"),
      {},
    );
    for (const { fileName, textChanges } of changes) {
      if (workspace.configs.includes(fileName)) continue;
      for (const { span, newText } of textChanges) edits.add(fileName, span.start, span.length, newText);
    }
  }
  for (const config of workspace.configs) configEdits(config, request, edits);
  const blocked = edits.paths.find((path) => isLib(path) || isExternal(path));
  if (blocked !== undefined) {
    throw new PlanError(
      "invalid_argument",
      `the move would have to change ${blocked}, which belongs to a dependency and is not edited`,
    );
  }
  return { edits: edits.toJSON(), projects, warnings: [...warnings] };
}
