// The program of a project as it would be with a plan carried out. Files that the plan leaves alone are shared with the
// program of today, so that only what changes is parsed.

import ts from "typescript";
import * as host from "../host/host.ts";
import type { Overlay } from "../host/overlay.ts";
import { libraryResolver } from "../modules/library_packages.ts";
import { isLib, LIB_DIR, libText, outlined, registry } from "../modules/registry.ts";
import { ONE_PROGRAM, Resolver } from "../modules/resolver.ts";
import type { Output } from "../modules/sources.ts";
import { parseConfig, type Project } from "../program/project.ts";

export interface After {
  readonly program: ts.Program;
  readonly config: ts.ParsedCommandLine;
}

/**
 * The program after a plan. It has to be made, and asked, with the plan laid over the disk.
 * @param parsed the files that were parsed for programs after the plan. Projects with the same options share them.
 * @param isLimited true if an OperationCanceledException ends the work when the time is over. The next call with the same files goes on from there.
 */
export function programAfter(
  project: Project,
  before: ts.Program,
  overlay: Overlay,
  parsed: Map<string, ts.SourceFile>,
  isLimited = false,
): After {
  const isTouched = (path: string) => overlay.touches(overlay.after(path));
  const reconfigured = overlay.touched.some((path) => path.endsWith(".json")) || [project.configPath, ...project.extended].some(isTouched);
  const listsOthers = reconfigured || overlay.moves.length > 0;
  const parsedNow = listsOthers ? project.reduced(parseConfig(overlay.after(project.configPath))) : project.config;
  const config = reconfigured ? parsedNow : { ...parsedNow, options: project.options };
  const outputs = host.overlaid(undefined, () => project.outputsAfter(overlay));
  const files = host.filesOf(overlay);
  const readFile = (path: string) => libText(path) ?? (project.isEmpty(path) ? "" : files.readFile(path));
  // A file that is parsed in part before the plan is parsed up to the same place after it.
  const shortened = (text: string | undefined, path: string) => {
    const old = project.hasShortTexts ? before.getSourceFile(overlay.before(path)) : undefined;
    return old ? text?.slice(0, overlay.destination(old.fileName, old.text.length).position) : text;
  };
  const fileExists = (path: string) => libText(path) !== undefined || files.fileExists(path);
  const parsedAs = registry.getKeyForCompilationSettings(config.options);
  let inThisCall = 0; // at least one file, so that each call comes further
  const compilerHost: ts.CompilerHost & Pick<ts.LanguageServiceHost, "useSourceOfProjectReferenceRedirect" | "resolveLibrary"> = {
    jsDocParsingMode: ts.JSDocParsingMode.ParseAll,
    getSourceFile(path, options) {
      const held = overlay.touches(path) ? undefined : before.getSourceFile(path);
      const known = held?.redirectInfo?.unredirected ?? held; // of a package that is installed twice, TypeScript wants the file itself
      if (known && known.fileName === path && (isLib(path) || sameFormat(known, options))) return known;
      const text = shortened(readFile(path), path);
      if (text === undefined) return undefined;
      const key = `${parsedAs}|${typeof options === "object" ? options.impliedNodeFormat : ""}|${text.length}|${path}`;
      const again = parsed.get(key);
      if (again) return again;
      if (isLimited && inThisCall > 0 && host.isDue()) throw new ts.OperationCanceledException();
      const file = outlined(() => ts.createSourceFile(path, text, options, /*setParentNodes*/ true));
      parsed.set(key, file);
      inThisCall++;
      return file;
    },
    getDefaultLibFileName: (options) => `${LIB_DIR}/${ts.getDefaultLibFileName(options)}`,
    getDefaultLibLocation: () => LIB_DIR,
    getCurrentDirectory: () => ts.getDirectoryPath(overlay.after(project.configPath)),
    getCanonicalFileName: (path) => path,
    useCaseSensitiveFileNames: () => true,
    useSourceOfProjectReferenceRedirect: () => true,
    getNewLine: () => "\n",
    writeFile: () => undefined,
    readFile,
    fileExists,
    directoryExists: files.directoryExists,
    getDirectories: (path) => [...files.readDir(path).directories],
    readDirectory: host.readDirectory,
    realpath: (path) => (libText(path) === undefined ? files.realpath(path) : path),
    ...(!listsOthers && { getParsedCommandLine: project.configOf }),
    resolveLibrary: libraryResolver(() => 0),
    ...(project.followsSome ? resolvedAs(before) : resolving(before, config.options, outputs, overlay, reconfigured)),
  };
  const program = ts.createProgram({
    rootNames: config.fileNames,
    options: config.options,
    ...(config.projectReferences && { projectReferences: config.projectReferences }),
    host: compilerHost,
    // A project without files has no automatic types. TypeScript looks for them nevertheless where it reuses such a project's program.
    ...(config.fileNames.length > 0 && { oldProgram: before }),
  });
  return { program, config };
}

// In a project that follows some imports only, each import leads where it led. So this is for plans that move nothing.
const resolvedAs = (before: ts.Program): Pick<ts.CompilerHost, "resolveModuleNameLiterals"> => ({
  resolveModuleNameLiterals(literals, from, redirected, options, file) {
    const old = before.getSourceFile(from);
    return literals.map((literal) => {
      const mode = ts.getModeForUsageLocation(file, literal, redirected?.commandLine.options ?? options);
      return (old && before.getResolvedModule(old, literal.text, mode)) ?? { resolvedModule: undefined };
    });
  },
});

const NONE: readonly string[] = [];

// Returns the methods that resolve imports for the program after the plan. For an import that the program before the plan has too, they return the earlier
// result, unless the plan touches the resolved file or a path at which TypeScript looked for this file in vain.
function resolving(
  before: ts.Program,
  options: ts.CompilerOptions,
  outputs: readonly Output[],
  overlay: Overlay,
  reconfigured: boolean,
): ReturnType<Resolver["methods"]> {
  const resolver = new Resolver(() => outputs, () => options, ONE_PROGRAM);
  const methods = resolver.methods();
  if (reconfigured) return methods;
  const stays = (path: string) => !overlay.touches(path) && !outputs.some(({ directory }) => path.startsWith(`${directory}/`));
  const places = new Map<readonly string[], boolean>(); // by list: imports of one package in one directory share the list
  const allStay = (paths: readonly string[]) => {
    let known = places.get(paths);
    if (known === undefined) places.set(paths, (known = paths.every(stays)));
    return known;
  };
  const leadsAsBefore = (text: string, { resolvedModule, failedLookupLocations = NONE }: ts.ResolvedModuleWithFailedLookupLocations) =>
    resolvedModule !== undefined &&
    (ts.isExternalModuleNameRelative(text) || outputs.length === 0) && // through a link to a package, an output has a path that stays() does not know
    stays(resolvedModule.resolvedFileName) &&
    allStay(failedLookupLocations);
  return {
    ...methods,
    resolveModuleNameLiterals(literals, from, redirected, _options, file) {
      const old = redirected ? undefined : before.getSourceFile(from);
      return literals.map((literal) => {
        const mode = ts.getModeForUsageLocation(file, literal, redirected?.commandLine.options ?? options);
        const known = old && before.getResolvedModule(old, literal.text, mode);
        return known && leadsAsBefore(literal.text, known) ? known : resolver.resolve(literal.text, from, mode, redirected);
      });
    },
  };
}

const sameFormat = (file: ts.SourceFile, options: ts.ScriptTarget | ts.CreateSourceFileOptions) =>
  typeof options !== "object" || file.impliedNodeFormat === options.impliedNodeFormat;
