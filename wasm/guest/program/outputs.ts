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

/** The output directories of every configuration that can be read. */
export function outputs(workspace: Configured): readonly string[] {
  const configs = readable(() => workspace.configs) ?? [];
  const directories = configs.flatMap((config) => readable(() => outputDirectories(workspace.project(config))) ?? []);
  return [...new Set(directories)].sort();
}

// A configuration that is missing or broken names no output.
function readable<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof PlanError) return undefined;
    throw error;
  }
}
