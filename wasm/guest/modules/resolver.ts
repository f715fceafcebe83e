// Resolves the imports of a project's files. All programs of a project share the results. All projects share what was read from package.json
// files.

import ts from "typescript";
import { type Output, resolveToSource } from "./sources.ts";

/** Returns true for specifiers that are resolved. The others lead nowhere. */
export type Follows = (specifier: ts.StringLiteralLike, file: ts.SourceFile) => boolean;

/** What is resolved stays valid for one state of the disk. */
export interface Kept {
  /** Changes when files come or go, or a package.json or a configuration changes. */
  readonly structure: number;
  /** What was read of package.json files, for all projects. */
  readonly packageJson?: () => ts.PackageJsonInfoCache;
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
    const { structure, packageJson } = this.kept;
    if (this.known?.structure !== structure) {
      this.known = { structure, cache: ts.createModuleResolutionCache("/", (name) => name, this.options(), packageJson?.()) };
    }
    return this.known.cache;
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
