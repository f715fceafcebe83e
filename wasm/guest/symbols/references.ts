// Finds where a symbol is used, and by which symbol.

import ts from "typescript";
import { Messages } from "../host/messages.ts";
import { isExternal, isLib } from "../modules/registry.ts";
import { noticesOf } from "../program/inferred.ts";
import { Mentions } from "../program/mentions.ts";
import { configsOf, type Project } from "../program/project.ts";
import { isLocal } from "../program/reach.ts";
import { unfoundMentions } from "../program/unfound.ts";
import type { Workspace } from "../program/workspace.ts";
import { Flag, type PlaceParams, type Reference, type ReferencesAnswer } from "../protocol/symbols.ts";
import { baseMembers, keyOf } from "./base_members.ts";
import { type FileSymbol, fileSymbols } from "./symbols.ts";

/** All references in all projects that can see the symbol, sorted, each once; none of them in lib files. */
export function references(workspace: Workspace, request: PlaceParams): ReferencesAnswer {
  const found = new Map<string, Reference>();
  const warnings = new Messages();
  warnings.add(...workspace.missingConfigs);
  const projects: Project[] = [];
  const owner = workspace.owner(request.file, request.offset);
  const bases = baseMembers(owner, request.file, request.offset);
  for (const [project, places] of searches(workspace, request)) {
    projects.push(project);
    warnings.add(...project.warnings);
    for (const place of places) {
      for (const { references } of project.languageService.findReferences(place.file, place.offset) ?? []) {
        for (const { fileName, textSpan, isDefinition } of references) {
          const key = keyOf(fileName, textSpan.start);
          if (isLib(fileName) || found.has(key)) continue;
          const base = bases.get(key);
          const by = container(project, fileName, textSpan.start);
          found.set(key, {
            path: fileName,
            start: textSpan.start,
            length: textSpan.length,
            definition: isDefinition ?? false,
            ...(base && { base }),
            ...(by && { by }),
          });
        }
      }
    }
  }
  const sorted = [...found.values()].sort((a, b) => (a.path === b.path ? a.start - b.start : a.path < b.path ? -1 : 1));
  warnings.add(...noticesOf(projects, sorted.map(({ path }) => path)));
  if (!isLocal(owner.program, { ...request, prefixAndSuffix: true, propagate: true })) {
    const name = nameAt(owner, request);
    const known = new Map([[request.file, new Set<number>()]]);
    for (const { path, start } of sorted) known.set(path, (known.get(path) ?? new Set()).add(start));
    const unfound = unfoundMentions(workspace, projects, new Mentions(name), known);
    warnings.add(...workspace.inferred.leftOut(name), ...(unfound?.messages ?? []));
  }
  return { references: sorted, projects: configsOf(projects), warnings: warnings.list };
}

function nameAt({ program }: Project, request: PlaceParams): string {
  const file = program.getSourceFile(request.file);
  return file ? ts.getTouchingPropertyName(file, request.offset).getText(file) : "";
}

/** The projects to search for the symbol at a place, and the places to ask about in each. */
export function* searches(workspace: Workspace, request: PlaceParams): Generator<[Project, readonly PlaceParams[]]> {
  const owner = workspace.owner(request.file, request.offset);
  const name = nameAt(owner, request);
  const definitions = owner.languageService.getDefinitionAtPosition(request.file, request.offset, false, true) ?? [];
  const elsewhere = definitions.map((d) => ({ file: d.fileName, offset: d.textSpan.start }));
  for (const project of workspace.covering([owner], name)) {
    yield project === owner
      ? [project, [request]]
      : [project, elsewhere.filter((place) => project.contains(place.file))];
  }
}

const trees = new WeakMap<ts.SourceFile, FileSymbol[]>();

/** The symbols of a file that a program has loaded. */
export function symbolsIn(file: ts.SourceFile): FileSymbol[] {
  let tree = trees.get(file);
  if (!tree) trees.set(file, (tree = fileSymbols(file)));
  return tree;
}

function container(project: Project, path: string, offset: number): Reference["by"] | undefined {
  const file = project.program.getSourceFile(path);
  if (!file || isExternal(path)) return undefined;
  const chain = chainAt(symbolsIn(file), offset);
  const code = chain.findLastIndex(({ symbol }) => (symbol.flags & Flag.code) !== 0);
  const owner = chain[code < 0 ? chain.length - 1 : code];
  if (!owner) return undefined;
  return {
    path: chain.slice(0, chain.indexOf(owner) + 1).map(({ symbol, index }) => [symbol.name, index] as const),
    kind: owner.symbol.kind,
    declaration: owner.symbol.declaration,
  };
}

interface Link {
  readonly symbol: FileSymbol;
  readonly index: number;
}

/** The symbols around an offset, outermost first. */
export function chainAt(symbols: readonly FileSymbol[], offset: number): Link[] {
  const chain: Link[] = [];
  for (let level = symbols; ; ) {
    const inside = level.find(({ declaration, span }) =>
      (declaration[0] <= offset && offset < declaration[1]) || (span[0] <= offset && offset < span[1]));
    if (!inside) return chain;
    const same = level.filter(({ name }) => name === inside.name);
    chain.push({ symbol: inside, index: same.length > 1 ? same.indexOf(inside) : -1 });
    level = inside.children;
  }
}

/**
 * Returns a number for each place in a file: the same number for places that name the same symbol, and -1 for a place that names none, as
 * in a comment.
 */
export function sameSymbol(workspace: Workspace, request: { file: string; offsets: readonly number[] }): number[] {
  const owner = workspace.owner(request.file, request.offsets[0]);
  const file = owner.program.getSourceFile(request.file);
  const nodes = request.offsets.map((offset) => file && ts.getTouchingPropertyName(file, offset));
  const groups = new Map<number, number>(); // by the start of the name
  return nodes.map((node, i) => {
    if (!file || !node || !(ts.isIdentifier(node) || ts.isPrivateIdentifier(node))) return -1;
    const start = node.getStart(file);
    const known = groups.get(start);
    if (known !== undefined) return known;
    groups.set(start, i);
    for (const { highlightSpans } of owner.languageService.getDocumentHighlights(file.fileName, start, [file.fileName]) ?? []) {
      for (const { textSpan } of highlightSpans) if (!groups.has(textSpan.start)) groups.set(textSpan.start, i);
    }
    return i;
  });
}
