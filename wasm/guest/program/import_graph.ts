// The imports between the files of a workspace, as light projects resolve them. They say from which files imports lead to a given file,
// directly or by way of other files.

import ts from "typescript";
import { ROOT } from "../host/host.ts";
import { type Packages, packageName } from "../host/installed.ts";
import { resolutionOf } from "./coverage.ts";
import { mayHaveJsx } from "./file_kinds.ts";
import { mayBeOwn } from "./packages.ts";
import type { Project } from "./project.ts";
import { targetsOf } from "./reached.ts";
import { isExternal, isLib } from "./registry.ts";

export class ImportGraph {
  private readonly importers = new Map<string, Set<string>>(); // by file, and by directory of a package, which ends in a slash
  private readonly leadingAnywhere = new Set<string>(); // files with an import that has no specifier, or a `reference types` comment
  private readonly packages: Packages["byName"];

  /** @param projects light projects that together have all files */
  constructor(projects: Iterable<Project>, packages: Packages["byName"]) {
    this.packages = packages;
    const seen = new Map<string, Set<string>>(); // the files of projects that resolve imports alike
    for (const project of projects) {
      const resolution = resolutionOf(project);
      const known = seen.get(resolution) ?? new Set();
      seen.set(resolution, known);
      for (const file of project.program.getSourceFiles()) {
        if (isLib(file.fileName) || known.has(file.fileName)) continue;
        known.add(file.fileName);
        this.add(project, file);
      }
    }
  }

  private add(project: Project, file: ts.SourceFile): void {
    const { fileName } = file;
    const isOwn = mayBeOwn(this.packages);
    const mayLeadAnywhere = ({ fileName: name }: ts.FileReference) => isOwn(name) && !(isExternal(fileName) && ts.isExternalModuleNameRelative(name));
    if (importsRuntime(project, file) || file.typeReferenceDirectives.some(mayLeadAnywhere)) this.leadingAnywhere.add(fileName);
    for (const target of targetsOf(project, file)) this.link(fileName, target);
    // An import of a package that is not built leads nowhere by the options of this project. The file may also be in a project whose options
    // lead the same import to the package's sources. So the import counts for all files of the package.
    for (const { text } of file.imports ?? []) {
      const directory = this.packages.get(packageName(text));
      if (directory !== undefined) this.link(fileName, `${directory}/`);
    }
  }

  private link(importer: string, target: string): void {
    const importers = this.importers.get(target);
    if (importers) importers.add(importer);
    else this.importers.set(target, new Set([importer]));
  }

  /**
   * Finds the imports of a file again, after an edit.
   * @param projects light projects with the file. If there are none, the imports may lead anywhere
   */
  update(path: string, projects: Iterable<Project>): void {
    for (const importers of this.importers.values()) importers.delete(path);
    this.leadingAnywhere.add(path);
    for (const project of projects) {
      const file = project.program.getSourceFile(path);
      if (!file) continue;
      this.leadingAnywhere.delete(path);
      this.add(project, file);
    }
  }

  /** Returns the files, and those from which imports may lead to one of them. */
  reaching(files: Iterable<string>): ReadonlySet<string> {
    const found = new Set([...files, ...this.leadingAnywhere]);
    for (const path of found) for (const importer of this.importersOf(path)) found.add(importer);
    return found;
  }

  private *importersOf(path: string): Generator<string> {
    yield* this.importers.get(path) ?? [];
    for (let at = ts.getDirectoryPath(path); at.startsWith(ROOT); at = ts.getDirectoryPath(at)) yield* this.importers.get(`${at}/`) ?? [];
  }
}

// True for a file that may import the runtime of its JSX without a statement, where TypeScript has not added that import to the file. TypeScript
// adds it only to modules, and in a light project a module without other imports has an empty text, so it does not look like a module.
function importsRuntime({ options }: Project, file: ts.SourceFile): boolean {
  const runtime = ts.getJSXRuntimeImport(ts.getJSXImplicitImportBase(options, file), options);
  return runtime !== undefined && mayHaveJsx(file.fileName) && !file.imports?.some(({ text }) => text === runtime);
}

/** What can use the members that some files declare: see users.ts. */
export interface Users {
  /** False for files that a configuration includes and that cannot use the members. */
  readonly isUser: (path: string) => boolean;
  /** True for projects whose programs have one of the files. A project that is not loaded has the files to which imports of its own files lead. */
  readonly holds: (project: Project) => boolean;
}

export const EVERYTHING: Users = { isUser: () => true, holds: () => true };
