// Says which projects have a file in their programs, without those programs: by the imports of all files, as light projects resolve them.

import { packageName } from "../host/installed.ts";
import { targetsOf } from "./reached.ts";
import type { Project } from "./project.ts";
import { isLib } from "./registry.ts";

export class ImportGraph {
  private readonly importers = new Map<string, string[]>();
  private readonly typed = new Set<string>(); // files that name a package of the workspace in a `reference types` comment

  /**
   * @param projects light projects that together have all files
   * @param isOwn true for the names of the workspace's packages
   */
  constructor(projects: Iterable<Project>, isOwn: (name: string) => boolean) {
    for (const project of projects) {
      for (const file of project.program.getSourceFiles()) {
        if (isLib(file.fileName)) continue;
        if (file.typeReferenceDirectives.some(({ fileName }) => isOwn(packageName(fileName)))) this.typed.add(file.fileName);
        for (const target of targetsOf(project, file)) {
          const known = this.importers.get(target);
          if (known) known.push(file.fileName);
          else this.importers.set(target, [file.fileName]);
        }
      }
    }
  }

  /** Returns the files, and those from which imports may lead to one of them. */
  reaching(files: Iterable<string>): ReadonlySet<string> {
    const found = new Set([...files, ...this.typed]);
    for (const path of found) for (const importer of this.importers.get(path) ?? []) found.add(importer);
    return found;
  }
}
