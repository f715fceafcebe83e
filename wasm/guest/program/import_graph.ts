// Says which projects have a file in their programs, without those programs: by the imports of all files, as light projects resolve them.

import { targetsOf } from "./reached.ts";
import type { Project } from "./project.ts";
import { isLib } from "./registry.ts";

export class ImportGraph {
  private readonly importers = new Map<string, string[]>();

  /** @param projects light projects that together have all files */
  constructor(projects: Iterable<Project>) {
    for (const project of projects) {
      for (const file of project.program.getSourceFiles()) {
        if (isLib(file.fileName)) continue;
        for (const target of targetsOf(project, file)) {
          const known = this.importers.get(target);
          if (known) known.push(file.fileName);
          else this.importers.set(target, [file.fileName]);
        }
      }
    }
  }

  /** Returns the files, and those from which imports lead to one of them. */
  reaching(files: Iterable<string>): ReadonlySet<string> {
    const found = new Set(files);
    for (const path of found) for (const importer of this.importers.get(path) ?? []) found.add(importer);
    return found;
  }
}
