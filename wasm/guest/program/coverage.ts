// A question searches one program after the other. This says which files it still has to search. Several programs may have the same file, and
// each resolves the file's imports with its own options: an alias may lead to a file in one program, and nowhere in another. So a file
// has to be searched in the program of its nearest configuration, or in a program that resolves imports with the same options.

import ts from "typescript";
import { resolutionBy } from "../modules/resolver.ts";
import type { Project } from "./project.ts";

/** What covers a file: the workspace's configurations, and how they reference each other. */
export interface Configurations {
  /** The project of the nearest configuration that names a file. */
  nearestWith(path: string): Project | undefined;
  /** The projects whose own options apply to their files in the program of this one. */
  referencedIn(project: Project): readonly Project[];
}

export class Coverage {
  private readonly configurations: Configurations;
  private readonly any = new Set<string>();
  private readonly byResolution = new Map<string, Set<string>>();

  constructor(configurations: Configurations) {
    this.configurations = configurations;
  }

  /** Adds the files of a program that is searched for a project. */
  add(project: Project, program: ts.Program): void {
    const alike = this.covered(project);
    for (const { fileName } of program.getSourceFiles()) {
      this.any.add(fileName);
      alike.add(fileName);
    }
    for (const referenced of this.configurations.referencedIn(project)) {
      const own = this.covered(referenced);
      if (own === alike) continue;
      for (const path of referenced.rootFiles) if (program.getSourceFile(path)) own.add(path);
    }
  }

  /** True if a program with the file was searched. */
  has(path: string): boolean {
    return this.any.has(path);
  }

  /** True if no program was searched for the file, or none as it is in this project, whose configuration is the nearest one. */
  lacks(project: Project, path: string): boolean {
    if (!this.any.has(path)) return true;
    return !this.covered(project).has(path) && this.configurations.nearestWith(path) === project;
  }

  private covered(project: Project): Set<string> {
    const key = resolutionOf(project);
    let known = this.byResolution.get(key);
    if (!known) this.byResolution.set(key, (known = new Set()));
    return known;
  }
}

/** Equal for projects in which the imports of a file lead to the same files. */
export const resolutionOf = ({ options }: Project): string => resolutionBy(options);
