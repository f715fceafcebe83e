// Finds mentions of a name whose import leads nowhere, though it may lead to a file of the workspace for another tool: it names a package of
// the workspace that is not built yet, or it begins with an alias that only a bundler knows. TypeScript does not know what such a mention means
// and does not count it as a reference: a rename does not edit it, and no type check shows that it was left behind.

import ts from "typescript";
import * as host from "../host/host.ts";
import { packageName } from "../host/installed.ts";
import { firstOf, say } from "../host/messages.ts";
import { importersOf } from "../modules/importers_of.ts";
import { missingModule } from "../modules/missing_modules.ts";
import { oncePer } from "../modules/once_per.ts";
import { directoriesOf } from "../modules/packages.ts";
import { ownFilesOf } from "../modules/registry.ts";
import { resolveToSource } from "../modules/sources.ts";
import type { Message } from "../protocol/message.ts";
import type { FileMove, FileSpans } from "../protocol/plan.ts";
import type { Mentions } from "./mentions.ts";
import { declaresForAll } from "./on_demand.ts";
import type { Project } from "./project.ts";
import { isScoped } from "./reach.ts";
import { moduleOf } from "./specifier_targets.ts";
import type { Workspace } from "./workspace.ts";

/** Offsets by file. */
export type Places = ReadonlyMap<string, ReadonlySet<number>>;

export interface Unfound {
  readonly places: Places;
  readonly messages: readonly Message[];
}

/** What to do about an alias that TypeScript does not know. */
export const ADVICE = "If another tool knows the alias, add it to paths in tsconfig.json, then ask again";

const ALIAS = /^(?:[~#$][^/]*|@)(?:\/|$)/; // no package has such a name

/** True for a specifier that begins as no name of a package does. */
export const isAlias = (specifier: string): boolean => ALIAS.test(specifier);

/**
 * Returns undefined if there are no such mentions.
 * @param known the mentions that TypeScript knows, by file. Only a package that has one of these files, or depends on a package that has, can export
 * the name. A mention that one project does not know may be known in another one
 */
export function unfoundMentions(workspace: Workspace, projects: Iterable<Project>, mentions: Mentions, known: Places): Unfound | undefined {
  const declaring = [...known.keys()];
  const places = new Map<string, Set<number>>();
  const ofPackages = new Group();
  const ofAliases = new Group();
  const own = workspace.packages().byName;
  const mayExport = oncePer((specifier: string) => {
    const directories = [...directoriesOf(specifier, own)];
    return declaring.some((path) => directories.some((directory) => path.startsWith(`${directory}/`)));
  });
  const mayLead = oncePer((specifier: string) => declaring.some((path) => isAliasOf(specifier, path)));
  const mayLeadFrom = (importer: string, specifier: string) =>
    mayLead(specifier) && declaring.some((path) => isAliasOf(specifier, path) && isInPackageOf(importer, path));
  const isFound = foundByNearest(workspace);
  for (const { program } of projects) {
    let mayLack: ((file: ts.SourceFile) => boolean) | undefined;
    for (const [file, at] of mentions.in(program)) {
      const unknown = at.filter((offset) => !known.get(file.fileName)?.has(offset));
      if (unknown.length === 0) continue;
      mayLack ??= reachingUnfound(program, (specifier) => mayExport(packageName(specifier)) || mayLead(specifier));
      if (!mayLack(file)) continue;
      for (const offset of unknown) {
        const { specifier, exported } = missingModule(program, file, offset) ?? {};
        if (specifier === undefined || exported !== undefined) continue;
        const isAlias = mayLeadFrom(file.fileName, specifier);
        if ((!isAlias && !mayExport(packageName(specifier))) || isFound(specifier, file.fileName)) continue;
        if (isOfScope(program.getTypeChecker(), ts.getTouchingPropertyName(file, offset))) continue;
        const inFile = places.get(file.fileName) ?? new Set();
        places.set(file.fileName, inFile);
        if (inFile.has(offset)) continue; // another program has the file, too
        inFile.add(offset);
        if (isAlias) ofAliases.add(specifier, file.fileName);
        else ofPackages.add(packageName(specifier), file.fileName);
      }
    }
  }
  if (places.size === 0) return undefined;
  const messages = [
    ...ofPackages.message(`mentions of ${mentions.name}`, "Build this package of the workspace, then ask again"),
    ...ofAliases.message(`mentions of ${mentions.name}`, ADVICE),
  ];
  return { places, messages };
}

/** Returns a function that is true for an import that leads to a file by the options of the importer's nearest configuration. */
export function foundByNearest(workspace: Workspace): (specifier: string, importer: string) => boolean {
  return (specifier, importer) => {
    const nearest = workspace.nearestWith(importer);
    return nearest !== undefined && resolveToSource(specifier, importer, nearest.options, nearest.outputs, undefined, undefined).resolvedModule !== undefined;
  };
}

// True for the name of a declaration in the program that no import brings, such as a variable. It means itself, wherever its type comes from.
function isOfScope(checker: ts.TypeChecker, node: ts.Node): boolean {
  const { parent } = node;
  const isShort = parent !== undefined && ts.isShorthandPropertyAssignment(parent);
  const symbol = isShort ? checker.getShorthandAssignmentValueSymbol(parent) : checker.getSymbolAtLocation(node);
  return symbol?.declarations?.every((d) => ts.isParameter(d) || (isScoped(d) && !ts.isBindingElement(d))) ?? false;
}

/** Mentions or imports that lead nowhere, all for one reason. */
export class Group {
  private readonly modules = new Set<string>();
  private readonly files = new Set<string>();
  private count = 0;

  add(module: string, file: string): void {
    this.modules.add(module);
    this.files.add(file);
    this.count++;
  }

  /** Returns a message, or none if the group is empty. */
  message(what: string, toDo: string): Message[] {
    const modules = [...this.modules].sort().join(", ");
    const files = firstOf([...this.files].sort());
    return this.count === 0 ? [] : [say`${what} that TypeScript does not know, since it does not find ${modules}: ${this.count}, in ${files}. ${toDo}`];
  }
}

// True if the specifier begins with an alias, and the rest is the path of the file's module or of a directory around it, from any directory.
function isAliasOf(specifier: string, path: string): boolean {
  const rest = afterAlias(specifier);
  return rest === "" || (rest !== undefined && `${moduleOf(path)}/`.includes(`/${rest}/`));
}

/** Returns a file that moves, is in the importer's package, and may be what the specifier means if it begins with an alias. */
export function movedByAlias(specifier: string, importer: string, moves: readonly Pick<FileMove, "from">[]): string | undefined {
  const rest = afterAlias(specifier);
  return rest ? moves.find(({ from }) => moduleOf(from).endsWith(`/${rest}`) && isInPackageOf(importer, from))?.from : undefined;
}

// True if the package of the importer has the file, too. The alias of a bundler leads to files of its own package.
function isInPackageOf(importer: string, path: string): boolean {
  let directory = ts.getDirectoryPath(importer);
  while (host.isInside(directory) && !host.fileExists(`${directory}/package.json`)) directory = ts.getDirectoryPath(directory);
  return path.startsWith(`${directory}/`);
}

function afterAlias(specifier: string): string | undefined {
  const alias = ALIAS.exec(specifier)?.[0];
  return alias === undefined ? undefined : moduleOf(specifier.slice(alias.length));
}

/** The places of edits. */
export const placesOf = (edits: readonly FileSpans[]): Places => new Map(edits.map(({ path, spans }) => [path, new Set(spans.map(([start]) => start))]));

/** True if a file imports one of the modules, and the program does not find it. */
export const importsUnfound = (program: ts.Program, isWanted: (specifier: string) => boolean): boolean =>
  [...unfoundImports(program).values()].some((specifiers) => specifiers.some(isWanted));

const unfound = new WeakMap<ts.Program, ReadonlyMap<ts.SourceFile, readonly string[]>>();

/** Maps each file of a program to its specifiers that lead nowhere. The result is kept, unless the program follows more imports later. */
export function unfoundImports(program: ts.Program): ReadonlyMap<ts.SourceFile, readonly string[]> {
  const kept = unfound.get(program);
  if (kept) return kept;
  const found = new Map<ts.SourceFile, readonly string[]>();
  for (const file of ownFilesOf(program)) {
    const specifiers = (file.imports ?? []).filter((node) => !isFound(program, file, node)).map(({ text }) => text);
    if (specifiers.length > 0) found.set(file, specifiers);
  }
  if (!program.loadModule) unfound.set(program, found);
  return found;
}

// Returns a function that is true for a file whose types may come from a module that the program does not find. Such a file imports the module
// itself, or it imports another such file. The caller can pass over all other files, and so the checker need not check their mentions of a name.
function reachingUnfound(program: ts.Program, isWanted: (specifier: string) => boolean): (file: ts.SourceFile) => boolean {
  const reaching = new Set([...unfoundImports(program)].filter(([, specifiers]) => specifiers.some(isWanted)).map(([file]) => file));
  if (reaching.size === 0) return () => false;
  if (program.loadModule) return () => true; // most imports are not followed yet
  const importers = importersOf(program);
  for (const file of reaching) for (const importer of importers.get(file) ?? []) reaching.add(importer);
  return [...reaching].some(declaresForAll) ? () => true : (file) => reaching.has(file);
}

// True for an import that leads to a file, and for one that the program does not follow.
function isFound(program: ts.Program, file: ts.SourceFile, specifier: ts.StringLiteralLike): boolean {
  const resolution = program.getResolvedModuleFromModuleSpecifier(specifier, file);
  if (resolution?.notFollowed) return program.loadModule === undefined; // such a program follows the import once a type needs it
  return resolution?.resolvedModule !== undefined;
}
