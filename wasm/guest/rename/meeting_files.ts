// Finds out whether a program may have two files. A program has the files of its configuration, and those to which their imports lead.

import { Importers } from "../program/importers.ts";
import type { Project } from "../program/project.ts";
import type { Workspace } from "../program/workspace.ts";

const MOST_IMPORTERS = 20; // of a file with more importers, other programs may have it

export class MeetingFiles {
  private readonly workspace: Workspace;
  private readonly importers: Importers;
  private readonly leading = new Map<string, ReadonlySet<string> | undefined>(); // by file: the file, and those from which imports lead to it

  constructor(workspace: Workspace) {
    this.workspace = workspace;
    this.importers = new Importers([...workspace.listed, ...workspace.inferred.strays], this.projects);
  }

  /** True for a file that an import may bring into a program. */
  isImported(path: string): boolean {
    return this.leadingTo(path)?.size !== 1;
  }

  /** True if a program may have both files. */
  mayMeet(file: string, other: string): boolean {
    const [one, another] = [this.leadingTo(file), this.leadingTo(other)];
    const has = ({ rootFiles }: Project, leading: ReadonlySet<string> | undefined) => !leading || [...leading].some((path) => rootFiles.has(path));
    return this.projects.some((project) => has(project, one) && has(project, another));
  }

  private get projects(): readonly Project[] {
    return this.workspace.configs.map((config) => this.workspace.project(config));
  }

  private leadingTo(path: string): ReadonlySet<string> | undefined {
    if (!this.leading.has(path)) this.leading.set(path, this.importers.leadingTo([path], () => false, MOST_IMPORTERS));
    return this.leading.get(path);
  }
}
