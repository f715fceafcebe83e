// Merges projects whose options differ only in those for output and for unused names. Their files mean the same in one program as in many.
// To make a program takes longer than to search it, so one program for all of them saves time.

import ts from "typescript";
import * as host from "../host/host.ts";
import { type Output, withoutProgram } from "../modules/sources.ts";
import type { Versions } from "../modules/versions.ts";
import { Project } from "./project.ts";

// Options that do not change what a name means.
const OF_OUTPUT: ReadonlySet<string> = new Set([
  "configFile", "configFilePath", "rootDir", "outDir", "declarationDir", "tsBuildInfoFile", "composite", "incremental",
  "declaration", "declarationMap", "sourceMap", "inlineSourceMap", "inlineSources", "noEmit", "emitDeclarationOnly", "noEmitOnError", "removeComments",
  "stripInternal", "assumeChangesOnlyAffectDirectDependencies", "noUnusedLocals", "noUnusedParameters",
]);

/** Equal for projects that can be merged. */
export function mergeKey({ configPath, options }: Project): string {
  const meaning = Object.entries(options).filter(([name]) => !OF_OUTPUT.has(name)).sort(([a], [b]) => (a < b ? -1 : 1));
  // The directory of a configuration decides which @types it gets.
  const roots = options.types?.length === 0 ? [] : ts.getEffectiveTypeRoots(options, { getCurrentDirectory: () => ts.getDirectoryPath(configPath) });
  return JSON.stringify([meaning, (roots ?? []).filter(host.directoryExists)]);
}

/**
 * Returns several projects as one, under the first one's path. The new project finds the sources of all their output itself.
 * @param written the output of all projects of the workspace
 */
export function merged(written: readonly Output[], versions: Versions, projects: readonly Project[]): Project {
  const outputs = withoutProgram(written);
  const siblings = { outputsBesides: () => outputs, outputsAfter: () => outputs, configOf: () => undefined };
  const { configPath, config } = projects[0] as Project; // there is at least one
  const fileNames = [...new Set(projects.flatMap((project) => [...project.rootFiles]))];
  return new Project(configPath, versions, siblings, { ...config, fileNames, projectReferences: [], errors: [] });
}
