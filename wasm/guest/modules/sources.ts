// Finds the source of a file that a build wrote. Packages of a workspace find each other by their output: a package.json or an import names
// dist. Plans are about sources, so the source replaces the output, whether the output exists or not.

import ts from "typescript";
import * as host from "../host/host.ts";
import { isExternal } from "./registry.ts";

export interface Output {
  /** The directory of the output, and the one of its sources. */
  readonly directory: string;
  readonly root: string;
  /** True if a referenced project writes it: TypeScript itself then goes on from the output to the source. */
  readonly referenced: boolean;
}

const WRITTEN = /(?:\.d\.([cm]?)ts|\.([cm]?)jsx?)$/;

/** The directories that a configuration writes to; none if it writes beside the sources or not at all. Such a directory may have the sources below it. */
export function outputsOf(configPath: string, { options, fileNames }: ts.ParsedCommandLine): readonly Output[] {
  const configDirectory = ts.getDirectoryPath(configPath);
  const sources = fileNames.filter((path) => host.isInside(path) && !ts.isDeclarationFileName(path));
  if (sources.length === 0) return [];
  const root = options.rootDir ?? (options.composite ? configDirectory : common(sources));
  return [options.declarationDir, options.outDir]
    .filter((directory) => directory !== undefined)
    .filter((directory) => directory !== root)
    .map((directory) => ({ directory, root, referenced: false }));
}

// The deepest directory that holds all paths. There is always one, since all paths are inside the root.
function common(paths: readonly string[]): string {
  let directory = ts.getDirectoryPath(paths[0] ?? "/");
  while (!paths.every((path) => path.startsWith(`${directory}/`))) directory = ts.getDirectoryPath(directory);
  return directory;
}

/** Returns the new path of an output file whose source moves; undefined if it is no output of that directory, or its source leaves `root`. */
export function outputAfter(path: string, { directory, root }: Output, after: (source: string) => string | undefined): string | undefined {
  const written = WRITTEN.exec(path);
  if (!written || !path.startsWith(`${directory}/`)) return undefined;
  const stem = root + path.slice(directory.length, -written[0].length);
  const kind = written[1] ?? written[2] ?? "";
  for (const extension of [`.${kind}ts`, `.${kind}tsx`]) {
    const source = after(stem + extension);
    if (source?.startsWith(`${root}/`) && source.endsWith(extension)) {
      return directory + source.slice(root.length, -extension.length) + written[0];
    }
  }
  return undefined;
}

/** The source that an output file is made from; undefined for other files. It reads the disk, with the plan that is laid over it. */
export function sourceOf(path: string, outputs: readonly Output[]): string | undefined {
  const written = WRITTEN.exec(path);
  if (!written || isExternal(path)) return undefined;
  for (const { directory, root } of outputs) {
    if (!path.startsWith(`${directory}/`)) continue;
    const mapped = bySourceMap(path);
    if (mapped !== undefined) return mapped;
    const stem = root + path.slice(directory.length, -written[0].length);
    const kind = written[1] ?? written[2] ?? "";
    for (const extension of [`.${kind}ts`, `.${kind}tsx`, `.${kind}js`, `.${kind}jsx`]) {
      if (host.fileExists(stem + extension)) return stem + extension;
    }
  }
  return undefined;
}

// If there is a declaration map, it is more exact: it names the one file that the declarations are made from.
function bySourceMap(path: string): string | undefined {
  const text = host.readFile(`${path}.map`);
  if (text === undefined) return undefined;
  try {
    const { sources, sourceRoot = "" } = JSON.parse(text) as { sources?: unknown; sourceRoot?: string };
    if (!Array.isArray(sources) || sources.length !== 1 || typeof sources[0] !== "string") return undefined;
    const source = ts.getNormalizedAbsolutePath(`${sourceRoot}${sources[0]}`, ts.getDirectoryPath(path));
    return host.fileExists(source) ? source : undefined;
  } catch {
    return undefined; // no map
  }
}

/** Resolves a module to its source. In a file of a referenced project, that project's options apply. */
export function resolveToSource(
  text: string,
  from: string,
  options: ts.CompilerOptions,
  outputs: readonly Output[],
  cache: ts.ModuleResolutionCache | undefined,
  mode: ts.ResolutionMode,
  redirected?: ts.ResolvedProjectReference,
): ts.ResolvedModuleWithFailedLookupLocations {
  if (outputs.length === 0) return ts.resolveModuleName(text, from, options, host.resolutionHost, cache, redirected, mode);
  const { resolution, mayHold, outputAt } = lookupOf(outputs);
  const found = ts.resolveModuleName(text, from, options, resolution, cache, redirected, mode);
  const known = found.resolvedModule;
  const output = known && mayHold(known.resolvedFileName) ? outputAt(known.resolvedFileName) : undefined;
  if (!known || !output) return found;
  const { real, source } = output;
  const extension = source === undefined ? known.extension : source.slice(source.lastIndexOf("."));
  const resolvedModule = { ...known, resolvedFileName: source ?? real, extension, isExternalLibraryImport: false };
  return { ...found, resolvedModule, isOfOutput: source !== undefined };
}

const unreferenced = new WeakMap<readonly Output[], readonly Output[]>();

/** The same outputs, for use where no program goes on from the output to the source. */
export function withoutProgram(outputs: readonly Output[]): readonly Output[] {
  let known = unreferenced.get(outputs);
  if (!known) unreferenced.set(outputs, (known = outputs.map((output) => ({ ...output, referenced: false }))));
  return known;
}

interface Lookup {
  /** Output that is yet to be built counts as present. Files are looked for through links, so their real paths decide. */
  readonly resolution: ts.ModuleResolutionHost;
  /** Excludes most paths by their text alone: a path through a link to a package keeps the name of the output directory. */
  readonly mayHold: (path: string) => boolean;
  /** The real path of an output file, and its source if no program goes on from the output to the source. Undefined for other files. */
  readonly outputAt: (path: string) => { readonly real: string; readonly source: string | undefined } | undefined;
}

// Each import of a large workspace needs a lookup.
const lookups = new WeakMap<readonly Output[], Lookup>();

function lookupOf(outputs: readonly Output[]): Lookup {
  let known = lookups.get(outputs);
  if (!known) lookups.set(outputs, (known = newLookup(outputs)));
  return known;
}

function newLookup(outputs: readonly Output[]): Lookup {
  const names = [...new Set(outputs.map(({ directory }) => directory.slice(directory.lastIndexOf("/")) + "/"))];
  const mayHold = (path: string) => names.some((name) => path.includes(name));
  const unreferenced = outputs.filter(({ referenced }) => !referenced);
  const isWritten = oncePerState((path) => sourceOf(realOf(path), outputs) !== undefined);
  const isMade = oncePerState((path) => isOfOutput(realOf(path), outputs));
  const outputAt = oncePerState((path) => {
    const real = realOf(path);
    return outputs.some(({ directory }) => real.startsWith(`${directory}/`)) ? { real, source: sourceOf(real, unreferenced) } : undefined;
  });
  return {
    resolution: {
      ...host.resolutionHost,
      fileExists: (path) => host.fileExists(path) || (mayHold(path) && WRITTEN.test(path) && isWritten(path)),
      directoryExists: (path) => host.directoryExists(path) || (mayHold(`${path}/`) && isMade(path)),
    },
    mayHold,
    outputAt,
  };
}

// Returns a function that finds the answer for each path once in each state of the disk. A package that is not built is imported by many files, and
// each import tries several paths of its output. The outputs are found again after files came or went, and then so are the answers.
function oncePerState<T>(find: (path: string) => T): (path: string) => T {
  const states = new WeakMap<object, Map<string, { readonly answer: T }>>();
  return (path) => {
    const state = host.currentState();
    const answers = states.get(state) ?? new Map<string, { readonly answer: T }>();
    states.set(state, answers);
    const known = answers.get(path) ?? { answer: find(path) };
    answers.set(path, known);
    return known.answer;
  };
}

// True for a directory that a build makes: one above its output, or one whose sources exist.
const isOfOutput = (path: string, outputs: readonly Output[]): boolean =>
  outputs.some(({ directory, root }) =>
    `${directory}/`.startsWith(`${path}/`) || (path.startsWith(`${directory}/`) && host.directoryExists(root + path.slice(directory.length))));

// The real path of a file that may not exist, found by the nearest directory that does.
function realOf(path: string): string {
  const at = path.lastIndexOf("/");
  if (at <= 0 || host.directoryExists(path) || host.fileExists(path)) return host.realpath(path);
  return realOf(path.slice(0, at)) + path.slice(at);
}
