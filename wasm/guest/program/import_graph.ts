// The imports between the files of a workspace, as light projects resolve them. They say from which files imports lead to a given file,
// directly or by way of other files.

import ts from "typescript";
import * as host from "../host/host.ts";
import { type Packages, packageName } from "../host/installed.ts";
import { mayHaveJsx } from "../modules/file_kinds.ts";
import { importsTagsOnly } from "../modules/jsx_tags.ts";
import { installedFor, mayBeOwn } from "../modules/packages.ts";
import { isExternal, isLib } from "../modules/registry.ts";
import { resolutionOfPackage } from "../modules/resolver.ts";
import { resolutionOf } from "./coverage.ts";
import type { Project } from "./project.ts";
import { targetsOf } from "./reached.ts";

/** How a file imports another one. */
interface Link {
  readonly specifiers: Set<string>;
  /** True unless the file is known to use what it imports as JSX tags only. Undefined if nobody asked yet. */
  passesTypes: boolean | undefined;
}

export class ImportGraph {
  private readonly importers = new Map<string, Map<string, Link>>(); // by file, or directory of a package that is not found: the files that import it
  private readonly factories = new Map<string, readonly string[]>(); // by file: the names that its JSX needs in scope
  private readonly leadingAnywhere = new Set<string>(); // files with a `reference types` comment, or with imports that are not known
  private readonly packages: Packages["byName"];
  private readonly projects: readonly Project[];
  private readonly resolved = new Map<string, ReadonlySet<string | undefined>>(); // by specifier and directories: where the import of a package leads
  // By directory of a package, and by file: the specifiers of the package's imports that are not resolved yet.
  private readonly ofPackages = new Map<string, Map<string, Set<string>>>();

  /**
   * @param projects light projects that together have all files
   * @param all the projects of all configurations
   */
  constructor(projects: Iterable<Project>, all: readonly Project[], packages: Packages["byName"]) {
    this.packages = packages;
    this.projects = all;
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
    if (file.typeReferenceDirectives.some(mayLeadAnywhere)) this.leadingAnywhere.add(fileName);
    this.factories.set(fileName, [...factoriesOf(project.options), ...(this.factories.get(fileName) ?? [])]);
    for (const { target, specifier } of targetsOf(project, file)) this.link(fileName, target, specifier);
    const runtime = runtimeOf(project, file);
    for (const target of runtime === undefined ? [] : project.targets(runtime, fileName)) this.link(fileName, target, runtime);
    // Several projects may have the file, and their options may lead the import of a package to different files: in one project to the sources
    // of the package, in another one nowhere. So such an import is resolved with the options of every project. That takes time, so it is
    // done only when a question concerns a file of the package.
    for (const specifier of [...(file.imports ?? []).map(({ text }) => text), ...(runtime === undefined ? [] : [runtime])]) {
      const directory = this.packages.get(packageName(specifier));
      if (directory === undefined) continue;
      const imports = this.ofPackages.get(directory) ?? new Map<string, Set<string>>();
      this.ofPackages.set(directory, imports.set(fileName, (imports.get(fileName) ?? new Set()).add(specifier)));
    }
  }

  // Resolves all imports of the packages whose directories contain a file. A package that is not built may not be found: then its types are not known,
  // and they may be those of any of its files.
  private resolvePackagesOf(path: string): void {
    for (let at = ts.getDirectoryPath(path); at.startsWith(host.ROOT); at = ts.getDirectoryPath(at)) {
      const imports = this.ofPackages.get(at);
      this.ofPackages.delete(at);
      for (const [importer, specifiers] of imports ?? []) {
        for (const specifier of specifiers) {
          const targets = this.inPackage(specifier, importer);
          for (const target of targets) this.link(importer, target, specifier);
          if ([...targets].every((target) => target === undefined)) this.link(importer, at, specifier);
        }
      }
    }
  }

  // Resolves an import of a package with the options of each project, and returns all files to which it leads. Two importers may find the package in
  // the same directories of node_modules. Then they share one result.
  private inPackage(specifier: string, importer: string): ReadonlySet<string | undefined> {
    const name = packageName(specifier);
    const directory = `${this.packages.get(name)}/`;
    const isInside = importer.startsWith(directory); // it may import its own package without a link
    const places = isInside ? [ts.getDirectoryPath(importer)] : [...installedFor(importer, name)].map(host.realpath);
    const key = [specifier, ...places].join("\n");
    let known = this.resolved.get(key);
    if (!known) {
      const targets = this.resolving(specifier, directory).flatMap((project) => [...project.targets(specifier, importer)]);
      this.resolved.set(key, (known = new Set(targets)));
    }
    return known;
  }

  // Groups the projects by how their options resolve an import of a package, and returns one project of each group. It prefers a project outside of
  // the package's directory. A project inside may build the package, and then it resolves the import to the built file instead of the source.
  private resolving(specifier: string, directory: string): readonly Project[] {
    const found = new Map<string, Project>();
    for (const project of this.projects) {
      const key = resolutionOfPackage(project.options, specifier);
      if (found.get(key)?.configPath.startsWith(directory) ?? true) found.set(key, project);
    }
    return [...found.values()];
  }

  private link(importer: string, target: string | undefined, specifier: string | undefined): void {
    if (target === undefined) return;
    let importers = this.importers.get(target);
    if (!importers) this.importers.set(target, (importers = new Map()));
    let link = importers.get(importer);
    if (!link) importers.set(importer, (link = { specifiers: new Set(), passesTypes: mayHaveJsx(importer) ? undefined : true }));
    if (specifier === undefined) link.passesTypes = true;
    else link.specifiers.add(specifier);
  }

  /**
   * Finds the imports of a file again, after an edit.
   * @param projects light projects with the file. If there are none, the imports may lead anywhere
   */
  update(path: string, projects: Iterable<Project>): void {
    for (const importers of [...this.importers.values(), ...this.ofPackages.values()]) importers.delete(path);
    this.factories.delete(path);
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
    for (const path of found) for (const [importer] of this.importersOf(path)) found.add(importer);
    return found;
  }

  /** Returns the files, and those that can have a value of a type that one of them declares. */
  using(files: Iterable<string>): ReadonlySet<string> {
    const passing = new Set([...files, ...this.leadingAnywhere]);
    const others = new Set<string>();
    for (const path of passing) {
      for (const [importer, link] of this.importersOf(path)) (this.passesTypes(importer, link) ? passing : others).add(importer);
    }
    return new Set([...passing, ...others]);
  }

  private *importersOf(path: string): Iterable<[string, Link]> {
    this.resolvePackagesOf(path);
    for (let at = path; at.startsWith(host.ROOT); at = ts.getDirectoryPath(at)) yield* this.importers.get(at) ?? [];
  }

  private passesTypes(importer: string, link: Link): boolean {
    return (link.passesTypes ??= !importsTagsOnly(host.readFile(importer) ?? "", link.specifiers, this.factories.get(importer) ?? []));
  }
}

// The names that TypeScript looks up for the JSX of a file. The type of each element is declared where such a name leads.
function factoriesOf({ jsxFactory, jsxFragmentFactory, reactNamespace }: ts.CompilerOptions): string[] {
  return [jsxFactory ?? reactNamespace ?? "React", jsxFragmentFactory ?? "React"].map((name) => name.split(".")[0] as string);
}

// The runtime of a file's JSX, which the file imports without a statement, if TypeScript has not added that import to the file. TypeScript adds it
// only to modules, and in a light project a module without other imports has an empty text, so it does not look like a module.
function runtimeOf({ options }: Project, file: ts.SourceFile): string | undefined {
  const runtime = ts.getJSXRuntimeImport(ts.getJSXImplicitImportBase(options, file), options);
  return mayHaveJsx(file.fileName) && !file.imports?.some(({ text }) => text === runtime) ? runtime : undefined;
}

/** What can use the members that some files declare: see users.ts. */
export interface Users {
  /** False for files that a configuration includes and that cannot use the members. */
  readonly isUser: (path: string) => boolean;
  /** True for projects whose programs have one of the files. A project that is not loaded has the files to which imports of its own files lead. */
  readonly holds: (project: Project) => boolean;
  /** Like holds, but also true for a project that takes less time to search than to find out whether it has one of the files. */
  readonly isSearched: (project: Project) => boolean;
  /** Returns the files that can use the members and declare something globally. Undefined if they are not known. */
  readonly declaring: () => readonly string[] | undefined;
}

export const EVERYTHING: Users = { isUser: () => true, holds: () => true, isSearched: () => true, declaring: () => undefined };
