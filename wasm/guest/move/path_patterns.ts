// Handles imports by a pattern of `paths` whose star stands for a package, as "@scope/*" for "./packages/*/src". If such a package, or the
// pattern's target in it, moves out of the pattern, the import stays, and `paths` gets an entry for it before the pattern.

import ts from "typescript";
import { packageName, type Packages } from "../host/installed.ts";
import { propertyOf, readJson, rootOf, separatorAt } from "../host/json.ts";
import { isExternal, ownFilesOf } from "../modules/registry.ts";
import { pathsBase } from "../modules/resolver.ts";
import type { Project } from "../program/project.ts";
import type { MoveParams } from "../protocol/plan.ts";
import type { Edits } from "../text/edits.ts";
import { moved } from "./config_edits.ts";
import { isRelative, type Specifier, specifiersOf, target } from "./specifiers.ts";

interface Entry {
  readonly key: string;
  readonly value: string;
}

interface Place {
  readonly config: string;
  readonly start: number;
  readonly separator: string;
}

/** @param resolverOf says what imports of a project lead to with the move and the edits so far carried out */
export function patternEdits(
  projects: readonly Project[],
  packages: Packages,
  move: MoveParams,
  resolverOf: (project: Project) => (text: string, from: string, mode: ts.ResolutionMode) => string | undefined,
  edits: Edits,
): void {
  const places = new Map<string, { readonly place: Place; readonly entries: Map<string, string> }>();
  for (const project of projects) {
    const { paths } = project.options;
    if (!paths || !Object.keys(paths).some((key) => key.includes("*"))) continue;
    const leadsTo = resolverOf(project);
    for (const file of ownFilesOf(project.program)) {
      const importer = moved(file.fileName, move) ?? file.fileName;
      for (const specifier of specifiersOf(project, file)) {
        if (specifier.kind !== "module" || isRelative(specifier.text)) continue;
        const pattern = patternFor(specifier.text, paths);
        const found = pattern === undefined ? undefined : entryFor(project, packages, move, specifier, pattern);
        if (pattern === undefined || !found || leadsTo(specifier.text, importer, specifier.mode) === found.goal) continue;
        const place = placeOf(project, pattern);
        if (!place) continue;
        const key = `${place.config}:${place.start}`;
        const known = places.get(key) ?? { place, entries: new Map<string, string>() };
        places.set(key, known);
        known.entries.set(found.entry.key, found.entry.value);
      }
    }
  }
  for (const { place, entries } of places.values()) {
    const texts = [...entries].map(([key, value]) => `${JSON.stringify(key)}: [${JSON.stringify(value)}]${place.separator}`);
    edits.add(place.config, place.start, 0, texts.sort().join(""), "config");
  }
}

/** The pattern that TypeScript takes for an import: the one with the longest text before the star. Undefined if there is an exact entry. */
function patternFor(text: string, paths: ts.MapLike<string[]>): string | undefined {
  if (text in paths) return undefined;
  let best: string | undefined;
  for (const key of Object.keys(paths)) {
    const star = key.indexOf("*");
    if (star < 0 || !text.startsWith(key.slice(0, star)) || !text.endsWith(key.slice(star + 1))) continue;
    if (text.length >= key.length - 1 && (best === undefined || star > best.indexOf("*"))) best = key;
  }
  return best;
}

function entryFor(project: Project, packages: Packages, move: MoveParams, specifier: Specifier, pattern: string): { entry: Entry; goal: string } | undefined {
  const { text } = specifier;
  const old = target(project, specifier);
  const goal = old === undefined ? undefined : moved(old, move);
  if (old === undefined || goal === undefined) return undefined;
  const star = pattern.indexOf("*");
  const matched = text.slice(star, text.length - (pattern.length - star - 1));
  const base = pathsBase(project.options);
  for (const value of project.options.paths?.[pattern] ?? []) {
    const [before = "", suffix] = value.split("*", 2);
    if (suffix === undefined || (suffix === "" && !packages.byName.has(packageName(text)))) continue;
    const named = ts.getNormalizedAbsolutePath(before + matched + suffix, base);
    if (old !== named && !old.startsWith(`${named}/`) && !old.startsWith(`${named}.`)) continue;
    const written = (path: string) => {
      const relative = ts.getRelativePathFromDirectory(base, path, /*ignoreCase*/ false);
      return value.startsWith(".") && !relative.startsWith(".") ? `./${relative}` : relative;
    };
    const below = named.startsWith(`${move.oldPath}/`) ? named.slice(move.oldPath.length) : "";
    if (suffix === "" && below !== "" && matched.endsWith(below) && pattern.endsWith("*")) {
      return { entry: { key: `${text.slice(0, -below.length)}/*`, value: `${written(move.newPath)}/*` }, goal };
    }
    const leaf = old.startsWith(`${named}/`) && /\/index\.[^/]*$/.test(goal) ? ts.getDirectoryPath(goal) : goal;
    return { entry: { key: text, value: written(moved(named, move) ?? leaf) }, goal };
  }
  return undefined;
}

// The place of a pattern in the configuration that has it; undefined if that is a dependency's configuration.
function placeOf(project: Project, pattern: string): Place | undefined {
  for (const config of [project.configPath, ...project.extended]) {
    const source = readJson(config);
    const options = propertyOf(rootOf(source), "compilerOptions")?.initializer;
    const property = propertyOf(propertyOf(options, "paths")?.initializer, pattern);
    if (!property) continue;
    if (isExternal(config)) return undefined;
    const start = property.getStart(source);
    return { config, start, separator: separatorAt(source.text, start) };
  }
  return undefined;
}
