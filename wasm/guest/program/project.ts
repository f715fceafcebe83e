// One tsconfig.json or jsconfig.json as a LanguageService.

import ts from "typescript";
import { PlanError } from "../host/errors.ts";
import * as host from "../host/host.ts";
import { fromCompiler, locationOf, say, shown } from "../host/messages.ts";
import type { Overlay } from "../host/overlay.ts";
import { isApart, isOfModules } from "../modules/dependency_uses.ts";
import { isJavaScript } from "../modules/file_kinds.ts";
import type { ImportsOnly } from "../modules/imports_only.ts";
import { libraryResolver } from "../modules/library_packages.ts";
import { ModuleLoader } from "../modules/module_loader.ts";
import { missingBase, missingConfig, outsideWarnings, problemOf } from "../modules/outside.ts";
import { EMPTY, isExternal, isLib, isOutside, LIB_DIR, libText, registry } from "../modules/registry.ts";
import { type Follows, Resolver } from "../modules/resolver.ts";
import type { Output } from "../modules/sources.ts";
import type { Versions } from "../modules/versions.ts";
import type { Message } from "../protocol/message.ts";

/** The things that a project asks about the others in the workspace. */
export interface Siblings {
  /** The outputs of all other projects. The same object until files come or go. */
  outputsBesides(project: Project): readonly Output[];
  /** The same outputs after a plan. Call it while the plan is not laid over the disk. */
  outputsAfter(project: Project, overlay: Overlay): readonly Output[];
  /** A referenced configuration, read once for all projects that reference it; undefined if it does not exist. */
  configOf(path: string): ts.ParsedCommandLine | undefined;
}

/** The properties of a project that replaces another one for a while, or that has no configuration. */
export interface Light {
  /** Why there is no configuration that includes its files. */
  readonly notice?: Message;
  /** True for declarations of dependencies that count as empty, in a project that is asked about imports only. */
  readonly isEmpty?: (path: string) => boolean;
  /** Leaves out of a configuration what the project leaves out. */
  readonly reduced?: (config: ts.ParsedCommandLine) => ts.ParsedCommandLine;
  /** Has the imports of the project's own files, not of dependencies, or their texts up to the last import. */
  readonly importsOnly?: ImportsOnly;
  readonly follows?: Follows;
  /** Called when the checker looks for a module whose import was not followed. The checker gets that module. */
  readonly asked?: (specifier: string, importer: string, module: Module) => void;
  /** Resolves modules. Projects that replace the same project share what they resolved. */
  readonly resolver?: Resolver;
}

/** A module that the checker looks for: the program has its file, only the checker gets its file, or there is no such module. */
type Module = ts.SourceFile | "known" | undefined;

/** Returns true for a file that a search for the symbols need not look at. */
export type PassesOver = (path: string, symbols: readonly ts.Symbol[]) => boolean;

export class Project {
  readonly configPath: string;
  private readonly versions: Versions;
  private readonly siblings: Siblings;
  private readonly light: Light;
  private parsed: ts.ParsedCommandLine;
  private roots: ReadonlySet<string>;
  private service: ts.LanguageService | undefined;
  private passes: PassesOver | undefined;
  private held: ReadonlySet<string> = new Set(); // the files that a partial load begins with
  private partial = false; // whether only those are the program's root files
  private whole = false; // whether there has been a program with all files
  private loads = 0; // how often the files of the program had to change, or a program was not finished
  private structure: number;
  private resolvedFor = -1; // the structure that modules were resolved in
  private readonly resolver: Resolver;
  private loader: ModuleLoader | undefined;
  private outside = false; // whether a search was for symbols that dependencies may use
  private missing: { readonly parsed: ts.ParsedCommandLine; readonly base: Message | undefined } | undefined;

  constructor(
    configPath: string,
    versions: Versions,
    siblings: Siblings,
    parsed = parseConfig(configPath),
    light: Light = {},
  ) {
    this.configPath = configPath;
    this.versions = versions;
    this.siblings = siblings;
    this.light = light;
    this.resolver = light.resolver ?? new Resolver(() => this.outputs, () => this.options, versions);
    this.parsed = parsed;
    this.roots = new Set(this.parsed.fileNames);
    this.structure = versions.structure;
  }

  /** Returns a project of one file only, without its imports. Names that are bound within the file are bound as in the whole project. */
  alone(file: string): Project {
    const options = { ...this.parsed.options, noResolve: true, types: [] };
    const parsed = { ...this.parsed, options, fileNames: [file], projectReferences: [] };
    return new Project(this.configPath, this.versions, this.siblings, parsed, this.light);
  }

  /** Returns a project of other files, with the options of this one. */
  ofOthers(files: readonly string[], notice: Message): Project {
    const reduced = (config: ts.ParsedCommandLine) => {
      const options = copyOf(config.options);
      if (files.some(isJavaScript)) options.allowJs = true;
      // Tests import packages from node_modules. TypeScript's resolution Classic finds none of them.
      if (ts.getEmitModuleResolutionKind(options) === ts.ModuleResolutionKind.Classic) options.moduleResolution = ts.ModuleResolutionKind.Bundler;
      return { ...config, options, fileNames: [...files] };
    };
    return new Project(this.configPath, this.versions, this.siblings, reduced(this.parsed), { notice, reduced });
  }

  /**
   * Returns a light project: TypeScript's lib files are left out, and declarations of dependencies are empty. Imports of its
   * own files lead where they lead in the project itself.
   * @param leadsBack true for dependencies that import files of the workspace
   * @param followsImports if false, imports are resolved only. Then no project is referenced, so that imports of a build's output lead to the
   * source: with references, TypeScript leads there only if its program has the source.
   * @param follows false for imports that are not resolved
   */
  withoutDependencies(leadsBack: (path: string) => boolean, importsOnly: ImportsOnly, followsImports: boolean, follows?: Follows): Project {
    const reduced = (whole: ts.ParsedCommandLine) => {
      const config = this.reduced(whole);
      const options = copyOf(config.options);
      options.noLib = true;
      if (!followsImports) options.noResolve = true;
      if (!options.typeRoots) options.types ??= [];
      return { ...config, options, ...(!followsImports && { projectReferences: [] }) };
    };
    const isEmpty = (path: string) => isExternal(path) && ts.isDeclarationFileName(path) && !leadsBack(path);
    const resolvesAlike = followsImports || this.references.length === 0;
    const light = { isEmpty, importsOnly, reduced, ...(follows && { follows }), ...(resolvesAlike && { resolver: this.resolver }) };
    return new Project(this.configPath, this.versions, this.siblings, reduced(this.parsed), light);
  }

  /** Returns a project of some of the files and of what they import, as far as imports are followed. */
  following(files: readonly string[], follows: Follows): Project {
    const options = copyOf(this.parsed.options);
    options.types = [];
    return new Project(this.configPath, this.versions, this.siblings, { ...this.parsed, options, fileNames: [...files] }, { ...this.light, follows });
  }

  /** Returns a project of some of the files that follows imports as the light says. */
  onDemand(files: readonly string[], light: Pick<Light, "follows" | "asked">): Project {
    const { resolver } = this;
    return new Project(this.configPath, this.versions, this.siblings, { ...this.parsed, fileNames: [...files] }, { ...this.light, ...light, resolver });
  }

  /**
   * Has the next program begin with only these files and those held before, as far as they are still listed. A project that is loaded
   * wholly stays so.
   * @param files files of the configuration, or such that its files import
   */
  hold(files: readonly string[], isListed: (path: string) => boolean): void {
    if (this.whole) return;
    const before = this.held;
    const held = new Set([...[...before].filter(isListed), ...files]);
    if (this.partial && before.size === held.size && [...held].every((path) => before.has(path))) return;
    this.held = held;
    this.partial = true;
    this.loads++;
  }

  /** Has the next program load all files. */
  holdAll(): void {
    if (!this.partial) return;
    this.partial = false;
    this.loads++;
  }

  /** The files that the configuration itself names or matches. */
  get rootFiles(): ReadonlySet<string> {
    return this.roots;
  }

  get references(): readonly string[] {
    return (this.parsed.projectReferences ?? []).map(ts.resolveProjectReferencePath);
  }

  /** The configurations that this one extends, directly or not. */
  get extended(): readonly string[] {
    return this.parsed.options.configFile?.extendedSourceFiles ?? [];
  }

  /** True if neither the configuration nor one that it extends says which files it has. */
  get namesNothing(): boolean {
    const { files, include, references } = (this.parsed.raw ?? {}) as Record<string, unknown>;
    return files === undefined && include === undefined && references === undefined;
  }

  /** True where all files are loaded. */
  get loaded(): boolean {
    return this.whole;
  }

  get config(): ts.ParsedCommandLine {
    return this.parsed;
  }

  get options(): ts.CompilerOptions {
    return this.parsed.options;
  }

  /** Output of other projects that imports may lead to. */
  get outputs(): readonly Output[] {
    return this.siblings.outputsBesides(this);
  }

  outputsAfter(overlay: Overlay): readonly Output[] {
    return this.siblings.outputsAfter(this, overlay);
  }

  readonly configOf = (path: string): ts.ParsedCommandLine | undefined => this.siblings.configOf(path);

  /** Set if the configuration depends on others outside of the root: its plans are then made without a part of the repository. */
  get missingBase(): Message | undefined {
    if (this.missing?.parsed !== this.parsed) this.missing = { parsed: this.parsed, base: missingBase(this.configPath, this.parsed) };
    return this.missing.base;
  }

  /** Why the options may differ from those in the repository. An import that leads nowhere here may lead to a file there. */
  get optionsDoubt(): Message | undefined {
    return this.missingBase ?? missingConfig(this.configPath, this.parsed) ?? this.notice;
  }

  get notice(): Message | undefined {
    return this.light.notice;
  }

  /** Leaves out of a configuration what this project leaves out of its own. */
  reduced(config: ts.ParsedCommandLine): ts.ParsedCommandLine {
    return this.light.reduced?.(config) ?? config;
  }

  /** True if TypeScript parses only the imports of its own files, or their texts up to the last import. */
  get hasShortTexts(): boolean {
    return this.light.importsOnly !== undefined;
  }

  /** True for declarations of a dependency that count as empty here. */
  isEmpty(path: string): boolean {
    return this.light.isEmpty?.(path) ?? false;
  }

  /** True if some imports are not followed, and will not be when a type needs them. */
  get followsSome(): boolean {
    return this.light.follows !== undefined && this.light.asked === undefined;
  }

  /** Problems of the configuration that did not keep it from being used. */
  get warnings(): Message[] {
    const problems = this.parsed.errors.filter((d) => d.code !== NO_INPUTS).map((d) => problemOf(this.configPath, d));
    return [...outsideWarnings(this.configPath, this.parsed), ...problems];
  }

  /** Reads the configuration again after files came or went, or a configuration changed. */
  refresh(): void {
    if (this.structure === this.versions.structure) return;
    this.structure = this.versions.structure;
    this.parsed = parseConfig(this.configPath);
    this.roots = new Set(this.parsed.fileNames);
  }

  get languageService(): ts.LanguageService {
    this.service ??= ts.createLanguageService(this.serviceHost(), registry);
    return this.service;
  }

  dispose(): void {
    this.service?.dispose();
    this.service = undefined;
    this.loader?.dispose();
    this.loader = undefined;
    this.whole = false;
  }

  get program(): ts.Program {
    const { resolvedFor } = this;
    let program: ts.Program | undefined;
    try {
      program = this.languageService.getProgram();
    } catch (error) {
      this.loads++; // the service takes the last version for finished, so it needs another
      this.resolvedFor = resolvedFor;
      throw error;
    }
    if (!program) throw new PlanError("guest_fault", say`${shown(this.configPath)}: no program`);
    this.whole ||= !this.partial;
    const { asked } = this.light;
    if (asked) program.loadModule ??= this.loading(program, asked);
    return program;
  }

  // Returns the function with which the checker gets modules. It does so for imports that were not followed, and for those of loaded modules.
  private loading(program: ts.Program, asked: NonNullable<Light["asked"]>): NonNullable<ts.Program["loadModule"]> {
    this.loader?.dispose();
    const loader = (this.loader = new ModuleLoader(program, this.resolver, this.versions));
    return (importer, specifier, mode) => {
      const { fileName } = importer;
      const isLoaded = program.getSourceFile(fileName) !== importer;
      if (!isLoaded && !program.getResolvedModule(importer, specifier, mode)) return undefined; // no import of the program
      const module = loader.load(specifier, fileName, mode);
      asked(specifier, fileName, module.file && program.getSourceFile(module.file.fileName) ? "known" : module.file);
      return module;
    };
  }

  /**
   * The files that a specifier leads to, and undefined if it may lead nowhere. An import and a call of require() may lead to different files.
   */
  targets(specifier: string, importer: string): ReadonlySet<string | undefined> {
    const modes = [ts.ModuleKind.ESNext, ts.ModuleKind.CommonJS] as const;
    return new Set(modes.map((mode) => this.resolver.resolve(specifier, importer, mode).resolvedModule?.resolvedFileName));
  }

  /** True where the program, loaded now if need be, holds the file. */
  contains(path: string): boolean {
    return this.program.getSourceFile(path) !== undefined;
  }

  /** True if there was a search for symbols that dependencies may use, even those that do not import the workspace. */
  get searchesOutside(): boolean {
    return this.outside;
  }

  /** Asks where references to symbols are, and passes over files. */
  passingOver<T>(passes: PassesOver, ask: (service: ts.LanguageService) => T): T {
    this.passes = passes;
    try {
      return ask(this.languageService);
    } finally {
      this.passes = undefined;
    }
  }

  private serviceHost(): ts.LanguageServiceHost {
    const versions = this.versions;
    const { isEmpty, importsOnly, follows } = this.light;
    const files = host.filesOf(undefined);
    this.resolvedFor = versions.structure;
    const invalidated = () => {
      const stale = this.resolvedFor !== versions.structure;
      this.resolvedFor = versions.structure;
      return () => stale;
    };
    return {
      jsDocParsingMode: ts.JSDocParsingMode.ParseAll,
      leavesUnbound: isEmpty !== undefined, // read by build/typescript/13-leave-unbound.patch
      getCompilationSettings: () => this.parsed.options,
      getProjectReferences: () => this.parsed.projectReferences,
      getParsedCommandLine: this.configOf,
      getCancellationToken: () => ({
        isCancellationRequested: () => false,
        // The search for references calls this for each file that has the name: see build/typescript/06-pass-over-files.patch.
        passesOver: (path: string, symbols: readonly ts.Symbol[]) => {
          const isOwn = symbols.every(isOfModules);
          this.outside ||= !isOwn;
          return (this.passes?.(path, symbols) ?? false) || (isOutside(path) && isOwn && isApart(this.program));
        },
      }),
      getScriptFileNames: () => [...(this.partial ? this.held : this.parsed.fileNames)],
      getProjectVersion: () => `${versions.overall} ${this.loads} ${importsOnly?.revision}`,
      getScriptVersion: (path) => (isOutside(path) ? undefined : importsOnly?.version(path)) ?? versions.of(path),
      getScriptSnapshot: (path) =>
        isEmpty?.(path) ? EMPTY : ((isOutside(path) ? undefined : importsOnly?.snapshot(path)) ?? versions.snapshot(path)),
      getCurrentDirectory: () => ts.getDirectoryPath(this.configPath),
      getDefaultLibFileName: (options) => `${LIB_DIR}/${ts.getDefaultLibFileName(options)}`,
      useCaseSensitiveFileNames: () => true,
      useSourceOfProjectReferenceRedirect: () => (this.parsed.projectReferences ?? []).length > 0,
      resolveLibrary: libraryResolver(() => versions.structure),
      fileExists: (path) => isLib(path) || files.fileExists(path),
      readFile: (path) => libText(path) ?? files.readFile(path),
      directoryExists: files.directoryExists,
      getDirectories: (path) => [...files.readDir(path).directories],
      readDirectory: host.readDirectory,
      realpath: (path) => (isLib(path) ? path : files.realpath(path)),
      ...this.resolver.methods(follows),
      // After files came or went, imports may resolve that did not, or resolve otherwise. Edits to known files change nothing there.
      get hasInvalidatedResolutions() {
        return invalidated();
      },
    };
  }
}

/** The configurations of projects, without repeats: an inferred project shares the one of another project. */
export const configsOf = (projects: readonly Project[]): string[] => [...new Set(projects.map(({ configPath }) => configPath))];

const copyOf = (options: ts.CompilerOptions): ts.CompilerOptions =>
  Object.defineProperties({}, Object.getOwnPropertyDescriptors(options)); // configFile, too

const NO_INPUTS = 18003;

/** Reads a configuration as it is, or as it would be where a plan is laid over the disk. */
export function parseConfig(path: string): ts.ParsedCommandLine {
  const source = ts.readJsonConfigFile(path, host.readFile);
  source.path = source.resolvedPath = path as ts.Path; // as TypeScript sets it when it reads a referenced configuration
  source.originalFileName = path;
  const [syntax] = (source as ts.TsConfigSourceFile & { parseDiagnostics: ts.DiagnosticWithLocation[] }).parseDiagnostics;
  if (syntax) {
    const at = source.getLineAndCharacterOfPosition(syntax.start);
    throw new PlanError(
      "bad_config",
      say`${locationOf(path, at)}: ${fromCompiler(ts.flattenDiagnosticMessageText(syntax.messageText, " "))}`,
    );
  }
  return ts.parseJsonSourceFileConfigFileContent(
    source,
    host.parseConfigHost,
    ts.getDirectoryPath(path),
    /*existingOptions*/ undefined,
    path,
  );
}
