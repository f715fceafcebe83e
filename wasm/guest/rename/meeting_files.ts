// Finds out whether a program may have two files. A program has the files of its configuration, and those to which their imports lead.

import { oncePer, oncePerRevision } from "../modules/once_per.ts";
import { Importers } from "../program/importers.ts";
import type { Workspace } from "../program/workspace.ts";

const MOST_LEADING = 20; // if imports lead from more files to a file, any program may have it

/** Returns which files of a workspace a program may have together. This is kept until a file changes, since the search for importers takes long. */
export const meetingIn = oncePerRevision((workspace: Workspace) => new MeetingFiles(workspace));

class MeetingFiles {
  private readonly workspace: Workspace;
  private importers: Importers | undefined; // made for the first question, since most renames ask none

  constructor(workspace: Workspace) {
    this.workspace = workspace;
  }

  /** True for a file that an import may bring into a program. */
  isImported(path: string): boolean {
    return this.leadingTo(path)?.size !== 1;
  }

  /** True if a program may have both files. */
  mayMeet(file: string, other: string): boolean {
    const sides = [this.leadingTo(file), this.leadingTo(other)];
    return this.workspace.configs.some((config) => {
      const { rootFiles } = this.workspace.project(config);
      return sides.every((leading) => !leading || [...leading].some((path) => rootFiles.has(path)));
    });
  }

  // Returns a set of the file and of all files from which imports lead to the file.
  // Returns undefined if not all of these files are known, and if there are more than MOST_LEADING.
  private readonly leadingTo = oncePer((path: string): ReadonlySet<string> | undefined => {
    const { configs, inferred, listed } = this.workspace;
    this.importers ??= new Importers([...listed, ...inferred.strays], configs.map((config) => this.workspace.project(config)));
    const leading = new Set([path]);
    for (const importer of this.importers.leadingTo([path])) {
      if (importer === undefined || leading.add(importer).size > MOST_LEADING) return undefined;
    }
    return leading;
  });
}
