// Resolves the imports of a project's files. All programs of a project use one cache of resolved imports. Two projects use the same cache if their
// options resolve imports alike. All projects use one cache of package.json files.

import ts from "typescript";
import * as host from "../host/host.ts";
import { type Output, resolveToSource } from "./sources.ts";
import { matched, starPattern } from "./star_pattern.ts";

/** Returns true for specifiers that are resolved. The others lead nowhere. */
export type Follows = (specifier: ts.StringLiteralLike, file: ts.SourceFile) => boolean;

/** What is resolved stays valid for one state of the disk. */
export interface Kept {
  /** Changes when files come or go, or a package.json or a configuration changes. */
  readonly structure: number;
  /** What was read of package.json files, for all projects. */
  readonly packageJson?: () => ts.PackageJsonInfoCache;
  /** Resolved imports, by all that decides about where imports lead. Projects with equal keys share them. */
  readonly resolutions?: () => Map<string, ts.ModuleResolutionCache>;
}

/** For a program in which a plan is carried out. */
export const ONE_PROGRAM: Kept = { structure: 0 };

export class Resolver {
  private readonly outputs: () => readonly Output[];
  private readonly options: () => ts.CompilerOptions;
  private readonly kept: Kept;
  private known: { readonly structure: number; readonly cache: ts.ModuleResolutionCache } | undefined;

  constructor(outputs: () => readonly Output[], options: () => ts.CompilerOptions, kept: Kept) {
    this.outputs = outputs;
    this.options = options;
    this.kept = kept;
  }

  /** Resolves a module to its source, if it leads to build output. */
  resolve(
    specifier: string,
    importer: string,
    mode: ts.ResolutionMode,
    redirected?: ts.ResolvedProjectReference,
  ): ts.ResolvedModuleWithFailedLookupLocations {
    return resolveToSource(specifier, importer, this.options(), this.outputs(), this.cache, mode, redirected);
  }

  private get cache(): ts.ModuleResolutionCache {
    const { structure, resolutions } = this.kept;
    if (this.known?.structure !== structure) {
      const key = JSON.stringify([resolutionBy(this.options()), filesBy(this.options()), this.outputs()]);
      const cache = resolutions?.().get(key) ?? this.newCache();
      resolutions?.().set(key, cache);
      this.known = { structure, cache };
    }
    return this.known.cache;
  }

  private newCache(): ts.ModuleResolutionCache {
    return ts.createModuleResolutionCache("/", (name) => name, this.options(), this.kept.packageJson?.());
  }

  /** The methods with which a program resolves imports. */
  methods(follows?: Follows): Pick<ts.LanguageServiceHost & ts.CompilerHost, "resolveModuleNameLiterals" | "getModuleResolutionCache"> {
    return {
      // The program reads package.json files, too, to find out which format files have and where types are.
      getModuleResolutionCache: () => this.cache,
      resolveModuleNameLiterals: (literals, from, redirected, _options, file) => {
        // A program resolves each specifier of a file only once: if one of its imports is followed, all are.
        const followed = follows && new Set(literals.filter((literal) => follows(literal, file)).map(({ text }) => text));
        return literals.map((literal) => {
          if (followed && !followed.has(literal.text)) return { resolvedModule: undefined, notFollowed: true };
          const mode = ts.getModeForUsageLocation(file, literal, redirected?.commandLine.options ?? this.options());
          return this.resolve(literal.text, from, mode, redirected);
        });
      },
    };
  }
}

const resolutions = new WeakMap<ts.CompilerOptions, string>();

/** Equal for options with which imports of code lead to the same files. */
export function resolutionBy(options: ts.CompilerOptions): string {
  let known = resolutions.get(options);
  if (known !== undefined) return known;
  const { paths, baseUrl, rootDirs } = options;
  known = JSON.stringify([
    paths, paths && pathsBase(options), baseUrl, rootDirs, ...packagesBy(options), ts.getAllowJSCompilerOption(options), options.jsx !== undefined,
    ts.getJSXImplicitImportBase(options),
  ]);
  resolutions.set(options, known);
  return known;
}

// Options that decide about imports of packages, apart from those that lead a specifier to a path of their own.
const packagesBy = (options: ts.CompilerOptions): unknown[] => {
  const { moduleSuffixes, customConditions, preserveSymlinks, resolvePackageJsonExports, resolvePackageJsonImports } = options;
  return [
    moduleSuffixes, customConditions, preserveSymlinks, resolvePackageJsonExports, resolvePackageJsonImports, ts.getEmitModuleResolutionKind(options),
  ];
};

/** Equal for options with which an import of this package leads to the same files. The output of the package's own build is left out of account. */
export function resolutionOfPackage(options: ts.CompilerOptions, specifier: string): string {
  const { paths, baseUrl } = options;
  const own = Object.entries(paths ?? {}).filter(([key]) => matched(specifier, starPattern(key)) !== undefined);
  const [first, rest] = specifier.split("/", 2);
  const mayBeBelow = baseUrl !== undefined && (rest === undefined || host.directoryExists(`${baseUrl}/${first}`));
  return JSON.stringify([own, own.length > 0 && pathsBase(options), mayBeBelow && baseUrl, ...packagesBy(options)]);
}

// Options with which imports lead to other files than code, or from the output of a package to its own sources.
const filesBy = (options: ts.CompilerOptions): unknown[] => {
  const { noDtsResolution, allowArbitraryExtensions, outDir, declarationDir, configFilePath } = options;
  return [ts.getResolveJsonModule(options), noDtsResolution, allowArbitraryExtensions, (outDir ?? declarationDir) !== undefined && configFilePath];
};

/** The directory that values of `paths` are relative to. */
export const pathsBase = (options: ts.CompilerOptions): string =>
  options.baseUrl ?? (options as { pathsBasePath?: string }).pathsBasePath ?? host.ROOT;
