// Projects for files that no configuration includes, which tests and scripts often are. Like tsserver's inferred projects, they have the
// options of a configuration near the files.

import ts from "typescript";
import * as host from "../host/host.ts";
import { say, shown } from "../host/messages.ts";
import { isCodeFile, isJavaScript, isTypeScript } from "../modules/file_kinds.ts";
import { isExternal } from "../modules/registry.ts";
import type { Versions } from "../modules/versions.ts";
import type { Message } from "../protocol/message.ts";
import { type Configured, outputs } from "./outputs.ts";
import type { Project } from "./project.ts";

const MOST_FILES = 200; // that mention one name: there may be thousands of fixtures

/** A workspace, as far as the inferred projects look at it. */
interface Surroundings extends Configured {
  readonly directory: string;
  readonly versions: Versions;
  /** The files that the configurations include. */
  readonly listed: ReadonlySet<string>;
  /** All projects, those whose configurations are nearest to a file first. */
  byAffinity(path: string): Project[];
}

interface Kept {
  readonly files: string; // the files, and when they were listed
  readonly project: Project;
}

export class Inferred {
  private readonly workspace: Surroundings;
  private readonly kept = new Map<string, Kept>(); // by configuration: the last question's project
  private readonly unlisted: () => readonly string[];
  private readonly found: () => readonly string[];

  constructor(workspace: Surroundings) {
    const { versions } = workspace;
    this.workspace = workspace;
    this.unlisted = versions.perStructure(() => this.findUnlisted());
    this.found = versions.perStructure(() => [...straysBelow(host.ROOT, workspace.listed, false)]);
  }

  /** The TypeScript files that no configuration includes, without dependencies and declarations in build output. */
  get strays(): readonly string[] {
    return this.found();
  }

  /** Returns inferred projects for files that no configuration includes. It leaves out files that are not code, dependencies and build output. */
  projects(paths: readonly string[]): Project[] {
    return this.byModel(paths).map(([model, files]) => this.project(model, files));
  }

  /** Like projects, but the caller disposes of the projects. */
  projectsOnce(paths: readonly string[]): Project[] {
    return this.byModel(paths).map(([model, files]) => model.ofOthers(files, noticeOf(files, model.configPath)));
  }

  private byModel(paths: readonly string[]): (readonly [Project, readonly string[]])[] {
    const byModel = new Map<Project, Set<string>>();
    const isWritten = this.written();
    for (const path of paths) {
      const model = isCodeFile(path) && !isExternal(path) && !isWritten(path) ? this.modelOf(path) : undefined;
      if (model) byModel.set(model, (byModel.get(model) ?? new Set()).add(path));
    }
    return [...byModel].map(([model, files]) => [model, [...files].sort()]);
  }

  private project(model: Project, files: readonly string[]): Project {
    const { configPath } = model;
    const key = [this.workspace.versions.structure, ...files].join("\n");
    const before = this.kept.get(configPath);
    if (before?.files === key) return before.project;
    before?.project.dispose();
    const project = model.ofOthers(files, noticeOf(files, configPath));
    this.kept.set(configPath, { files: key, project });
    return project;
  }

  /** The modules outside all configurations that may have a name, or none of them if there are too many. */
  having(name: string): readonly string[] {
    const having = this.modules(name);
    return having.length > MOST_FILES ? [] : having;
  }

  /** Returns a warning if modules are not searched for a name because there are too many. */
  leftOut(name: string): Message[] {
    const { length } = this.modules(name);
    return length > MOST_FILES ? [say`${length} files that no configuration includes have the name ${name}: so many are not searched`] : [];
  }

  // Leaves out build output, JavaScript where the nearest configuration does not allow it, and scripts. Two scripts that declare the
  // same global name would share one symbol in a program, though they may never run together.
  private modules(name: string): string[] {
    const paths = this.unlisted();
    if (paths.length === 0) return [];
    const having = host.filesWith(name, paths);
    const scripts = host.scripts();
    return paths.filter((path) => having.has(path) && !scripts.has(path) && (!isJavaScript(path) || this.allowsJavaScript(path)));
  }

  /** The JavaScript files that no configuration includes, without build output. */
  get javascript(): readonly string[] {
    return this.unlisted().filter(isJavaScript);
  }

  /** True if the nearest configuration of a file allows JavaScript. */
  allowsJavaScript(path: string): boolean {
    return this.modelOf(path)?.options.allowJs === true;
  }

  private findUnlisted(): string[] {
    const { directory, listed } = this.workspace;
    const isWritten = this.written();
    return [...host.sources(directory, (path) => isCodeFile(path) && !listed.has(path) && !isWritten(path))];
  }

  private modelOf(path: string): Project | undefined {
    return this.workspace.byAffinity(path).find((project) => project.rootFiles.size > 0);
  }

  // Returns a function that is true for build output.
  private written(): (path: string) => boolean {
    const directories = outputs(this.workspace);
    return (path) => directories.some((directory) => path.startsWith(`${directory}/`));
  }
}

function* straysBelow(directory: string, listed: ReadonlySet<string>, isOutput: boolean): Generator<string> {
  const { files, directories } = host.readDir(directory);
  for (const file of files) {
    const path = `${directory}/${file}`;
    if (isTypeScript(file) && !listed.has(path) && !(isOutput && ts.isDeclarationFileName(file))) yield path;
  }
  for (const name of directories) {
    const path = `${directory}/${name}`;
    if (name !== "node_modules" && name !== ".git" && host.isReal(path)) yield* straysBelow(path, listed, isOutput || host.CLOSED.has(name));
  }
}

function noticeOf(files: readonly string[], configPath: string): Message {
  const first = shown(files[0] ?? "");
  const more = files.length - 1;
  const which = more > 0 ? say`${first} and ${more} more: no configuration includes these files` : say`${first}: no configuration includes this file`;
  return say`${which}, so the options of ${shown(configPath)} are used`;
}

/** Returns notices of the files that belong to inferred projects. */
export function noticesOf(projects: readonly Project[], paths: readonly string[]): Message[] {
  return projects.flatMap(({ notice, rootFiles, configPath }) => {
    const files = notice ? paths.filter((path) => rootFiles.has(path)) : [];
    return files.length > 0 ? [noticeOf(files, configPath)] : [];
  });
}
