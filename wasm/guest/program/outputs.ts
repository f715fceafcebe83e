// Finds the directories of build output. Files in there are made from sources, and nobody edits them.

import ts from "typescript";
import { PlanError } from "../host/errors.ts";
import type { Project } from "./project.ts";

/** The configurations of a workspace, and the project of each. */
export interface Configured {
  readonly configs: readonly string[];
  project(configPath: string): Project;
}

/** The outDir and declarationDir of a project, unless they hold its configuration and so its sources. */
export const outputDirectories = ({ configPath, options }: Project): string[] =>
  [options.declarationDir, options.outDir]
    .filter((directory) => directory !== undefined)
    .filter((directory) => !`${ts.getDirectoryPath(configPath)}/`.startsWith(`${directory}/`));

/** The output directories of every configuration. There are none if no configuration can be read. */
export function outputs(workspace: Configured): readonly string[] {
  try {
    return [...new Set(workspace.configs.flatMap((config) => outputDirectories(workspace.project(config))))].sort();
  } catch (error) {
    if (error instanceof PlanError) return [];
    throw error;
  }
}
