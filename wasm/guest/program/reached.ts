// A light project that does not follow imports lacks the files that no configuration lists and that only imports lead to. This finds those files:
// the ones that the project's own files import or reference, directly or not. A file that a configuration lists is in the light project of
// that configuration already.

import ts from "typescript";
import * as host from "../host/host.ts";
import { isCodeFile, isJavaScript } from "../modules/file_kinds.ts";
import { isExternal, isLib } from "../modules/registry.ts";
import type { Project } from "./project.ts";

// Maps a light project to its last program in which holdReached had found all files. While the project has this program, holdReached need not search again.
const whole = new WeakMap<Project, ts.Program>();

/** Has a light project hold files and those that they reach, one after the other. */
export function holdReached(project: Project, files: readonly string[], listed: ReadonlySet<string>): void {
  project.hold(files, () => true);
  if (whole.get(project) === project.program) return;
  const seen = new Set<string>();
  for (let next = files; next.length > 0; project.hold(next, () => true)) {
    for (const path of next) seen.add(path);
    const reached = new Set<string>();
    for (const path of next) {
      const file = project.program.getSourceFile(path);
      if (!file) continue;
      for (const { target } of targetsOf(project, file)) {
        if (!seen.has(target) && !isLib(target) && !listed.has(target)) reached.add(target);
      }
    }
    next = [...reached];
  }
  whole.set(project, project.program);
}

/** A file to which an import leads, or a `reference path` comment, which has no specifier. */
export interface Target {
  readonly target: string;
  readonly specifier?: string;
}

/** The files to which the imports and references of a file lead, as far as a program would have them. */
export function* targetsOf(project: Project, file: ts.SourceFile): Generator<Target> {
  const { program } = project;
  for (const literal of file.imports ?? []) {
    const resolved = program.getResolvedModuleFromModuleSpecifier(literal, file)?.resolvedModule;
    if (!resolved || !mayHave(project, resolved, file)) continue;
    // If the program references the project that builds this file, getSourceFile returns the source from which the file is built.
    yield { target: program.getSourceFile(resolved.resolvedFileName)?.fileName ?? resolved.resolvedFileName, specifier: literal.text };
  }
  for (const { fileName } of file.referencedFiles) {
    const path = ts.getNormalizedAbsolutePath(fileName, ts.getDirectoryPath(file.fileName));
    if (isCodeFile(path) && host.fileExists(path)) yield { target: path };
  }
}

// As TypeScript decides it. Empty files of dependencies lead nowhere.
const mayHave = (project: Project, resolved: ts.ResolvedModuleFull, file: ts.SourceFile): boolean =>
  !project.isEmpty(resolved.resolvedFileName) &&
  !isLeftOut(project.options, resolved.resolvedFileName) &&
  ts.getResolutionDiagnostic(project.options, resolved, file) === undefined;

// A program has the JavaScript of a dependency only if the configuration asks for that.
const isLeftOut = ({ maxNodeModuleJsDepth = 0 }: ts.CompilerOptions, path: string): boolean =>
  maxNodeModuleJsDepth === 0 && isExternal(path) && isJavaScript(path);
