// Which directories hold build output: what is in there was made from something else, and nobody edits it.

import ts from "typescript";
import { PlanError } from "./errors.ts";
import type { Workspace } from "./workspace.ts";

/** The outDir and declarationDir of every configuration that can be read, but for those that hold sources as well. */
export function outputs(workspace: Workspace): readonly string[] {
  const directories = new Set<string>();
  for (const config of readable(() => workspace.configs) ?? []) {
    const options = readable(() => workspace.project(config).options);
    for (const directory of [options?.outDir, options?.declarationDir]) {
      if (directory !== undefined && !`${ts.getDirectoryPath(config)}/`.startsWith(`${directory}/`)) directories.add(directory);
    }
  }
  return [...directories].sort();
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
