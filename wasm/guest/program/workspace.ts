// The projects of one session: one for each tsconfig.json and jsconfig.json that belongs to the session's directory.

import ts from "typescript";
import { PlanError } from "../host/errors.ts";
import * as host from "../host/host.ts";
import type { Packages } from "../host/installed.ts";
import { firstOf, say, shown } from "../host/messages.ts";
import type { Overlay } from "../host/overlay.ts";
import { isCodeFile, isTypeScript } from "../modules/file_kinds.ts";
import { ImportsOnly, ImportTexts, type Needs } from "../modules/imports_only.ts";
import { manifestsAround } from "../modules/member_lists.ts";
import { WaysBack } from "../modules/leading_back.ts";
import { PackageImports } from "../modules/package_imports.ts";
import { leadsBack, packagesOf } from "../modules/packages.ts";
import { isOutside } from "../modules/registry.ts";
import { type Output, outputsOf } from "../modules/sources.ts";
import { Versions } from "../modules/versions.ts";
import { refuseWorktree } from "../modules/worktree.ts";
import type { Message } from "../protocol/message.ts";
import type { Changes } from "../protocol/methods.ts";
import type { Base } from "../protocol/plan.ts";
import { identifierAt } from "../text/words.ts";
import { affinity, type Configurations, findConfigurations } from "./configurations.ts";
import { Coverage, resolutionOf } from "./coverage.ts";
import { EVERYTHING, ImportGraph, type Users } from "./import_graph.ts";
import { mayBeImported } from "./importers.ts";
import { Inferred } from "./inferred.ts";
import { merged } from "./merge.ts";
import { parseConfig, Project, type Siblings } from "./project.ts";
import { holdReached } from "./reached.ts";
import { type Disposable, StandIns } from "./stand_ins.ts";

const FOR_GRAPH: Needs = { whole: () => false, specifier: () => false, toWorkspaceOnly: true };
const EXACT_IMPORTS: Needs = { whole: () => false, specifier: (_, isCalled) => isCalled };

export interface CoveringOptions {
  /** Returns the project that stands in for one, with at least the given files. */
  readonly as?: ((project: Project, files: readonly string[]) => Project) | undefined;
  /** Returns what can use the name. Other projects are left out, and so are those that would add only files which cannot. */
  readonly users?: (() => Users) | undefined;
}

/** Light projects for one question. */
interface Light {
  readonly key: string;
  readonly projects: Map<Project, Project>;
  readonly leadsBack: (path: string) => boolean;
  readonly importsOnly: ImportsOnly;
  /** Says which imports are resolved. Undefined if all are. */
  readonly packageImports: PackageImports | undefined;
}

// How many questions' light projects are kept. The plan of a move has light projects of its own, and so has its proof. A later question shares the
// parsed files of those that are kept.
const KEPT_LIGHT = 3;

const disposeAll = (projects: ReadonlyMap<Project, Project>): void => projects.forEach((project) => project.dispose());

export class Workspace implements Siblings {
  readonly directory: string;
  readonly versions = new Versions();
  private readonly texts = new ImportTexts(this.versions);
  /** The projects of files that no configuration includes. */
  readonly inferred = new Inferred(this);
  private readonly projects = new Map<string, Project>();
  private laid: { readonly key: string; readonly files: readonly string[]; readonly structure: readonly string[] } = {
    key: "",
    files: [],
    structure: [],
  };
  private one: { readonly key: string; readonly project: Project } | undefined;
  private light: readonly Light[] = []; // of the last questions, the latest first
  private imports: { readonly structure: number; revision: string; readonly graph: ImportGraph } | undefined;
  private readonly byName = new StandIns();
  private readonly byFile = new StandIns();
  private readonly discovered = this.versions.perStructure(() => this.discover());
  private readonly onDisk = this.versions.perStructure(() => packagesOf(this.directory));
  readonly packages = this.versions.perStructure(() => packagesOf(this.directory)); // as the question sees them
  readonly waysBack = this.versions.perStructure(() => new WaysBack(this.packages()));
  /** The files below the directory, without dependencies and output. */
  readonly files = this.versions.perStructure(() => [...host.sources(this.directory, () => true)]);
  readonly manifests = this.versions.perStructure(() => manifestsAround(this.directory));
  private readonly included = this.versions.perStructure(() => new Set(this.configs.flatMap((config) => [...this.project(config).rootFiles])));
  private readonly nearestOnes = this.versions.perStructure(() => this.findNearest());
  private readonly writes = this.versions.perStructure(() => this.findOutputs());

  /** @param directory the project root that was asked for */
  constructor(directory: string) {
    this.directory = directory;
  }

  /** The packages as on disk, whatever a batch has planned; found again when files came or went or a configuration changed. */
  get packagesOnDisk(): Packages {
    return this.onDisk();
  }

  apply(changes: Changes): void {
    if (changes.structure.length > 0) host.forgetServed();
    this.versions.apply(changes);
  }

  /**
   * Sets the plan that the next question treats as carried out, if any. The files that this plan or the last one touches count as changed.
   */
  lay(plan: Base | undefined): void {
    const key = plan ? JSON.stringify(plan) : "";
    if (key === this.laid.key) return;
    const touched = new Map((plan?.moves ?? []).map(({ from, to }) => [from, to]));
    const files = (plan?.edits ?? []).map(({ path }) => touched.get(path) ?? path);
    const structure = (plan?.moves ?? []).flatMap(({ from, to }) => [from, to]);
    const { laid } = this;
    this.laid = { key, files, structure };
    this.apply({ files: [...laid.files, ...files], structure: [...laid.structure, ...structure] });
  }

  /** Changes whenever anything changed on disk. */
  get revision(): string {
    return this.versions.overall;
  }

  /** The configurations that make projects, those nearest to the root of the tree first. */
  get configs(): readonly string[] {
    return this.discovered().paths;
  }

  /**
   * Warnings about configurations that are left out: those that cannot be parsed, and those outside of the root that others extend. They come
   * first in every answer.
   */
  get missingConfigs(): readonly Message[] {
    const bases = this.configs.map((config) => this.project(config).missingBase).filter((base) => base !== undefined);
    return [...bases, ...[...this.discovered().broken.values()].map(({ reason }) => say`${reason} So this configuration is left out`)];
  }

  /** The files that the configurations include. */
  get listed(): ReadonlySet<string> {
    return this.included();
  }

  /** Configurations that only exist for others to extend. They name no files, so as projects they would claim every file. */
  get bases(): readonly string[] {
    return this.discovered().bases;
  }

  private discover(): Configurations {
    const found = findConfigurations(this.directory, (path) => this.project(path));
    const known = new Set([...found.paths, ...found.bases]);
    for (const [path, project] of this.projects) {
      if (known.has(path)) continue;
      project.dispose();
      this.projects.delete(path);
    }
    return found;
  }

  project(configPath: string): Project {
    let project = this.projects.get(configPath);
    if (!project) this.projects.set(configPath, (project = new Project(configPath, this.versions, this)));
    project.refresh();
    return project;
  }

  configOf(path: string): ts.ParsedCommandLine | undefined {
    return host.fileExists(path) && !this.discovered().broken.has(path) ? this.project(path).config : undefined;
  }

  /** Returns several projects as one: see merge.ts. Only one such project is kept, since a question needs no more. */
  merged(projects: readonly Project[]): Project {
    const key = [this.versions.structure, ...projects.map(({ configPath }) => configPath)].join("\n");
    if (this.one?.key !== key) {
      this.one?.project.dispose();
      this.one = { key, project: merged(this.written, this.versions, projects) };
    }
    return this.one.project;
  }

  private lightOf(project: Project, name: string, needs: Needs, followsImports: boolean): Project {
    const key = `${this.versions.structure} ${followsImports} ${name}`;
    const known = this.light.find((light) => light.key === key) ?? this.newLight(key, needs);
    const others = this.light.filter((light) => light !== known);
    for (const { projects } of others.splice(KEPT_LIGHT - 1)) disposeAll(projects);
    this.light = [known, ...others];
    const { projects, importsOnly, leadsBack: leads, packageImports } = known;
    let light = projects.get(project);
    if (!light) {
      const follows = packageImports?.leadingToWorkspace(project.options);
      projects.set(project, (light = project.withoutDependencies(leads, importsOnly, followsImports, follows)));
    }
    return light;
  }

  private newLight(key: string, needs: Needs): Light {
    const leads = leadsBack(this.packages());
    const packageImports = needs.toWorkspaceOnly ? new PackageImports(leads) : undefined;
    return { key, projects: new Map(), leadsBack: leads, importsOnly: new ImportsOnly(this.texts, needs), packageImports };
  }

  /**
   * Returns the project if it is loaded, else a light project that follows imports, to compare its program before and after a move.
   * @param touched the files that the plan touches
   */
  toCompare(project: Project, touched: readonly string[]): Project {
    if (project.loaded) return project;
    const files = new Set(touched);
    const needs = { ...EXACT_IMPORTS, own: (path: string) => files.has(path) };
    return this.lightOf(project, `compared ${touched.join(" ")}`, needs, /*followsImports*/ true);
  }

  /** Gives files of light projects their own texts. Returns true if one of them had its imports only. */
  openTexts(paths: readonly string[]): boolean {
    return this.light[0]?.importsOnly.open(paths) ?? false;
  }

  /** Calls ask with the projects that stand in for others in questions about one name, until files come or go. */
  withName<P extends Disposable, T>(name: string, files: ReadonlySet<string>, ask: (projects: Map<Project, P>) => T): T {
    return this.byName.use([this.versions.structure, name, ...files].join("\n"), ask);
  }

  /**
   * Calls ask with the projects that stand in for others in questions about where names of a file are declared, until any file changes.
   * @param file the file, with whatever else the projects depend on
   */
  withFile<P extends Disposable, T>(file: string, ask: (projects: Map<Project, P>) => T): T {
    return this.byFile.use(`${this.revision} ${file}`, ask);
  }

  private dropLight(): void {
    for (const { projects } of this.light) disposeAll(projects);
    this.light = [];
  }

  /** Drops merged and light projects: the loaded projects answer from now on. */
  dropStandIns(): void {
    this.one?.project.dispose();
    this.one = undefined;
    this.byName.drop();
    this.byFile.drop();
    this.dropLight();
  }

  /** Ends partial loads: the next program of each project has all of its files. */
  holdAll(): void {
    for (const project of this.projects.values()) project.holdAll();
  }

  /** The outputs of all projects. */
  get written(): readonly Output[] {
    return this.writes().byConfig.flatMap(([, outputs]) => outputs);
  }

  private findOutputs() {
    const byConfig = this.configs.map((config) => [config, outputsOf(config, this.project(config).config)] as const);
    return { byConfig: byConfig.filter(([, outputs]) => outputs.length > 0), besides: new Map<Project, readonly Output[]>() };
  }

  outputsBesides(project: Project): readonly Output[] {
    const { byConfig, besides } = this.writes();
    let known = besides.get(project);
    if (!known) besides.set(project, (known = this.outputsFor(project, byConfig)));
    return known;
  }

  outputsAfter(project: Project, overlay: Overlay): readonly Output[] {
    const now = this.outputsBesides(project);
    const touched = (path: string) => overlay.touches(overlay.after(path));
    const changed = new Set(this.configs.filter((config) => [config, ...this.project(config).extended].some(touched)));
    if (changed.size === 0 || now.length === 0) return now;
    const byConfig = this.writes().byConfig.map(([config, outputs]) => {
      const path = overlay.after(config);
      return [config, changed.has(config) ? host.overlaid(overlay, () => outputsOf(path, parseConfig(path))) : outputs] as const;
    });
    return this.outputsFor(project, byConfig);
  }

  private outputsFor(project: Project, byConfig: readonly (readonly [string, readonly Output[]])[]): readonly Output[] {
    if (byConfig.length === 0) return [];
    const referenced = this.referencedBy(project);
    return byConfig
      .filter(([config]) => config !== project.configPath)
      .flatMap(([config, outputs]) => outputs.map((output) => ({ ...output, referenced: referenced.has(config) })));
  }

  private referencedBy(project: Project): ReadonlySet<string> {
    const referenced = new Set(project.references);
    for (const config of referenced) {
      if (!this.configs.includes(config)) continue; // it is not there, or is no configuration
      for (const next of this.project(config).references) referenced.add(next);
    }
    return referenced;
  }

  /**
   * The files in a project's program that mean there what they mean in the nearest project: its own files, and those of the projects that it
   * references, unless a nearer project resolves imports otherwise.
   */
  *ownIn(project: Project): Generator<string> {
    for (const part of [project, ...this.referencedIn(project)]) {
      for (const file of part.rootFiles) {
        if (!project.program.getSourceFile(file)) continue;
        const nearest = this.nearestWith(file) ?? part;
        if (nearest === part || resolutionOf(nearest) === resolutionOf(part)) yield file;
      }
    }
  }

  /** The projects whose own options apply to their files in the program of this one. */
  referencedIn(project: Project): readonly Project[] {
    return [...this.referencedBy(project)].filter((path) => this.configs.includes(path)).map((path) => this.project(path));
  }

  // Puts the projects that reference most others first. Their programs hold the files of the referenced projects, which are then covered:
  // one program of 60 packages is searched in a tenth of the time of 60 programs, each of which holds those before it.
  private referencingFirst(): readonly Project[] {
    const projects = this.configs.map((config) => this.project(config));
    const reach = new Map(projects.map((project) => [project, this.referencedBy(project).size]));
    return projects.sort((a, b) => (reach.get(b) ?? 0) - (reach.get(a) ?? 0));
  }

  /**
   * The project that answers for a file: the nearest configuration that lists it, else the first whose program holds it, else an
   * inferred one.
   * @param offset the place of a name: the inferred project then also has the other files of no project that have the name
   */
  owner(path: string, offset?: number): Project {
    refuseWorktree(path);
    const owner = this.nearestWith(path) ?? this.holding(path) ?? this.inferredOf(path, offset);
    const near = owner ? affinity(owner.configPath, path) : 0;
    for (const [config, error] of this.discovered().broken) if (affinity(config, path) > near) throw error;
    if (!owner) {
      throw new PlanError(
        "not_found",
        say`${shown(path)} is not part of any project: none of ${firstOf(this.configs)} includes it`,
      );
    }
    return owner;
  }

  private inferredOf(path: string, offset: number | undefined): Project | undefined {
    const name = offset === undefined ? "" : identifierAt(host.readFile(path) ?? "", offset);
    const files = [path, ...(name === "" ? [] : this.inferred.having(name))];
    return this.inferred.projects(files).find((project) => project.rootFiles.has(path));
  }

  /** The first project whose program holds a file. Of the workspace's own files its light project has the same. */
  holding(path: string): Project | undefined {
    const isOwn = !isOutside(path);
    if (!this.mayBeHeld(path)) return undefined;
    return this.byAffinity(path).find((p) => (isOwn ? this.heldBy(p, [path]).length > 0 : p.contains(path)));
  }

  /** False for a TypeScript file that no configuration includes and no import leads to, so that no program has it. */
  mayBeHeld(path: string): boolean {
    if (isOutside(path) || !isTypeScript(path) || this.listed.has(path)) return true;
    return mayBeImported([path], this.inferred.strays, this.listed, this.byAffinity(path));
  }

  /** Returns those of the files, which are the workspace's own, that the program of a project holds. Its light project has the same. */
  heldBy(project: Project, files: readonly string[]): readonly string[] {
    const light = project.loaded ? project : this.lightOf(project, "", EXACT_IMPORTS, /*followsImports*/ true);
    return files.filter((path) => light.contains(path));
  }

  /** The project whose configuration is nearest to a file. The file need not be in the project. */
  nearest(path: string): Project {
    return this.byAffinity(path)[0] as Project; // there is at least one
  }

  /** The project of the nearest configuration that names a file. */
  nearestWith(path: string): Project | undefined {
    return this.nearestOnes().get(path);
  }

  private findNearest(): ReadonlyMap<string, Project> {
    const found = new Map<string, Project>();
    const best = new Map<string, number>();
    for (const config of this.configs) {
      const project = this.project(config);
      for (const path of project.rootFiles) {
        const near = affinity(config, path);
        if (near < (best.get(path) ?? 0)) continue;
        best.set(path, near);
        found.set(path, project);
      }
    }
    return found;
  }

  /** All projects, those whose configurations are nearest to a file first. */
  byAffinity(path: string): Project[] {
    const nearest = [...this.configs].reverse().sort((a, b) => affinity(b, path) - affinity(a, path));
    return nearest.map((config) => this.project(config));
  }

  /**
   * Like covering, for all files, but with light projects in place of those that are not loaded. Light projects know where the imports of
   * their files lead, and have only files that no earlier project has.
   * @param name the key of the question; light projects are kept for the last keys
   */
  coveringImports(name: string, needs: Needs): Generator<Project> {
    const as: CoveringOptions["as"] = (project, files) => {
      if (project.loaded) return project;
      const light = this.lightOf(project, name, needs, /*followsImports*/ false);
      holdReached(light, files, this.listed);
      return light;
    };
    return this.covering([], undefined, { as });
  }

  /** The imports of all files. They are found once, and after an edit those of the edited files. */
  importGraph(): ImportGraph {
    const { revision, versions: { structure } } = this;
    if (this.imports?.structure !== structure) {
      const all = this.configs.map((config) => this.project(config));
      const graph = new ImportGraph(this.coveringImports("imports", FOR_GRAPH), all, this.packages().byName);
      this.imports = { structure, revision, graph };
    }
    const { graph, revision: known } = this.imports;
    for (const path of this.versions.changedSince(known).filter(isCodeFile)) graph.update(path, this.lightWith(path));
    this.imports.revision = revision;
    this.dropLight();
    return graph;
  }

  // Returns light projects that have only the file, of the configurations that include it.
  private lightWith(path: string): readonly Project[] {
    const projects = this.configs.map((config) => this.project(config)).filter((project) => project.rootFiles.has(path));
    return projects.map((project) => {
      const light = this.lightOf(project, "imports", FOR_GRAPH, /*followsImports*/ false);
      light.hold([path], () => true);
      return light;
    });
  }

  /** Calls ask with light projects of files that no configuration includes, and of other such files to which their imports lead. */
  withStrays<T>(files: readonly string[], ask: (light: readonly Project[]) => T): T {
    const projects = this.inferred.projectsOnce(files);
    try {
      return ask(projects.map((project) => {
        const light = this.lightOf(project, "imports", FOR_GRAPH, /*followsImports*/ false);
        holdReached(light, [...project.rootFiles], this.listed);
        return light;
      }));
    } finally {
      this.dropLight();
      for (const project of projects) project.dispose();
    }
  }

  /**
   * Returns the given projects, then those that add relevant files, and inferred projects last. A file is added by the first project that has
   * it, and by the nearest one unless an earlier one resolves imports alike.
   * @param name only files with this name matter; undefined if all files matter
   */
  *covering(
    first: readonly Project[],
    name: string | undefined,
    { as = (project) => project, users = () => EVERYTHING }: CoveringOptions = {},
  ): Generator<Project> {
    const coverage = new Coverage(this);
    for (const project of first) {
      coverage.add(project, project.program);
      yield project;
    }
    for (const project of this.referencingFirst()) {
      if (first.includes(project)) continue;
      let added = [...project.rootFiles].filter((file) => coverage.lacks(project, file));
      if (name !== undefined && added.length > 0) {
        const having = host.filesWith(name, added);
        added = added.filter((file) => having.has(file));
      }
      const { holds, isUser } = users();
      if (!added.some(isUser) || !holds(project)) continue;
      const covering = as(project, added);
      coverage.add(project, covering.program);
      yield covering;
    }
    if (name === undefined) return;
    const { isUser } = users();
    for (const project of this.inferred.projects(this.inferred.having(name).filter((file) => !coverage.has(file) && isUser(file)))) {
      const covering = as(project, [...project.rootFiles]);
      coverage.add(project, covering.program);
      yield covering;
    }
  }
}
