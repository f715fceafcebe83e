// Loads the modules that TypeScript's checker looks for and that its program does not have. So one question shows which modules all of its
// types need. The search for references does not see these modules, and what they declare globally is missing. So the answer is not
// final: the next program has the modules, and the question is asked again.

import ts from "typescript";
import * as host from "../host/host.ts";
import { registry } from "./registry.ts";
import type { Resolver } from "./resolver.ts";
import type { Versions } from "./versions.ts";

export class ModuleLoader {
  private readonly program: ts.Program;
  private readonly resolver: Resolver;
  private readonly versions: Versions;
  private readonly files = new Map<string, ts.SourceFile | undefined>();
  private readonly releases: (() => void)[] = [];

  constructor(program: ts.Program, resolver: Resolver, versions: Versions) {
    this.program = program;
    this.resolver = resolver;
    this.versions = versions;
  }

  /** Returns a module in the form in which build/typescript/07-load-modules-on-demand.patch hands it to the checker. */
  load(specifier: string, importer: string, mode: ts.ResolutionMode): ts.LoadedModule {
    const resolution = this.resolver.resolve(specifier, importer, mode);
    const path = resolution.resolvedModule?.resolvedFileName;
    return { ...resolution, file: path === undefined ? undefined : (this.program.getSourceFile(path) ?? this.fileAt(path)) };
  }

  /** Gives the files back to the registry, which keeps those that a program has. */
  dispose(): void {
    for (const release of this.releases) release();
  }

  private fileAt(path: string): ts.SourceFile | undefined {
    if (!this.files.has(path)) this.files.set(path, this.parsed(path));
    return this.files.get(path);
  }

  private parsed(path: string): ts.SourceFile | undefined {
    const snapshot = this.versions.snapshot(path);
    if (!snapshot) return undefined;
    const options = this.program.getCompilerOptions();
    const format = ts.getImpliedNodeFormatForFileWorker(path, /*packageJsonInfoCache*/ undefined, host.resolutionHost, options);
    const impliedNodeFormat = typeof format === "object" ? format.impliedNodeFormat : format;
    const settings = {
      languageVersion: ts.getEmitScriptTarget(options),
      setExternalModuleIndicator: ts.getSetExternalModuleIndicator(options),
      jsDocParsingMode: ts.JSDocParsingMode.ParseAll,
      impliedNodeFormat,
    };
    const key = registry.getKeyForCompilationSettings(options);
    const kind = ts.getScriptKindFromFileName(path);
    const file = registry.acquireDocumentWithKey(path, path as ts.Path, options, key, snapshot, this.versions.of(path), kind, settings);
    this.releases.push(() => registry.releaseDocumentWithKey(path as ts.Path, key, kind, impliedNodeFormat));
    ts.bindSourceFile(file, options);
    return file;
  }
}
