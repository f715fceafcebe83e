// The edits of a move in tsconfig.json: files, include, exclude, references, extends, paths and the options that are paths.
// TypeScript's own pass covers the loaded project only and drops the "./" of a path, which makes `paths` invalid (TS5090).

import ts from "typescript";
import * as host from "../host/host.ts";
import { forEachProperty, propertyOf, readJson, rootOf, separatorAt } from "../host/json.ts";
import { matcher } from "../modules/included.ts";
import type { MoveParams } from "../protocol/plan.ts";
import type { Edits } from "../text/edits.ts";

const PATH_LISTS = new Set(["files", "include", "exclude"]);
const PATH_OPTIONS = new Set([
  "baseUrl", "rootDir", "rootDirs", "outDir", "outFile", "declarationDir", "typeRoots", "tsBuildInfoFile",
]);

/** Adds the edits that one configuration file needs. The file may itself be among those that move. */
export function configEdits(configPath: string, move: MoveParams, edits: Edits): void {
  const source = readJson(configPath);
  const root = rootOf(source);
  if (!root || !ts.isObjectLiteralExpression(root)) return;
  const directory = ts.getDirectoryPath(configPath);

  const update = (node: ts.Node, base = directory): boolean => {
    if (!ts.isStringLiteral(node)) return false;
    const target = ts.getNormalizedAbsolutePath(node.text, base);
    const newTarget = moved(target, move);
    const newBase = moved(base, move) ?? base;
    if (newTarget === undefined && newBase === base) return false;
    let text = ts.getRelativePathFromDirectory(newBase, newTarget ?? target, /*ignoreCase*/ false);
    if (node.text.startsWith("./") && !text.startsWith(".")) text = `./${text}`;
    if (text === "") text = ".";
    if (text !== node.text) {
      edits.add(configPath, node.getStart(source) + 1, node.getEnd() - node.getStart(source) - 2, text, "config");
    }
    return newTarget !== undefined;
  };
  const updateAll = (node: ts.Expression, base = directory): boolean =>
    ts.isArrayLiteralExpression(node) ? node.elements.map((element) => update(element, base)).includes(true) : update(node, base);

  const followed = new Set<string>(); // the lists that have the path itself
  forEachProperty(root, (name, value) => {
    if (PATH_LISTS.has(name) && updateAll(value)) followed.add(name);
  });
  const add = (patterns: ts.ArrayLiteralExpression): void => {
    const text = JSON.stringify(ts.getRelativePathFromDirectory(directory, move.newPath, false));
    const last = patterns.elements[patterns.elements.length - 1] as ts.Expression;
    edits.add(configPath, last.getEnd(), 0, separatorAt(source.text, last.getStart(source)) + text, "config");
  };
  forEachProperty(root, (name, value) => {
    if (name === "include" && followed.size === 0 && ts.isArrayLiteralExpression(value)) {
      if (leaves(textsOf(value), directory, move)) add(value);
    } else if (name === "exclude" && !followed.has(name) && ts.isArrayLiteralExpression(value)) {
      const includes = propertyOf(root, "include")?.initializer;
      if (joins(textsOf(value), includes && ts.isArrayLiteralExpression(includes) ? textsOf(includes) : ["**/*"], directory, move)) add(value);
    } else if (name === "extends") {
      const values = ts.isArrayLiteralExpression(value) ? value.elements : [value];
      for (const v of values) if (ts.isStringLiteral(v) && v.text.startsWith(".")) update(v);
    } else if (name === "references" && ts.isArrayLiteralExpression(value)) {
      for (const reference of value.elements) forEachProperty(reference, (key, path) => key === "path" && update(path));
    } else if (name === "compilerOptions") {
      const baseUrl = propertyOf(value, "baseUrl")?.initializer;
      const pathsBase = baseUrl && ts.isStringLiteral(baseUrl) ? ts.getNormalizedAbsolutePath(baseUrl.text, directory) : directory;
      forEachProperty(value, (option, setting) => {
        if (PATH_OPTIONS.has(option)) updateAll(setting);
        else if (option === "paths") forEachProperty(setting, (_, targets) => void updateAll(targets, pathsBase));
      });
    }
  });
}

/** The path after the move, or undefined for one that stays. */
export function moved(path: string, { oldPath, newPath }: MoveParams): string | undefined {
  if (path === oldPath) return newPath;
  return path.startsWith(`${oldPath}/`) ? newPath + path.slice(oldPath.length) : undefined;
}

const textsOf = (list: ts.ArrayLiteralExpression): string[] => list.elements.filter(ts.isStringLiteral).map(({ text }) => text);

type Moved = readonly [from: string, to: string];

const filesOf = (move: MoveParams): readonly Moved[] => {
  const files = host.directoryExists(move.oldPath) ? host.readDirectory(move.oldPath) : [move.oldPath];
  return files.map((file) => [file, moved(file, move) ?? file]);
};

// True if the patterns of `include` match a file at its old place and not at its new one.
function leaves(includes: readonly string[], directory: string, move: MoveParams): boolean {
  const isIncluded = matcher(includes, directory, "files");
  return filesOf(move).some(([from, to]) => isIncluded(from) && !isIncluded(to));
}

// True if the patterns of `exclude` leave out a directory by its name, and under its new name no longer do.
function joins(excludes: readonly string[], includes: readonly string[], directory: string, move: MoveParams): boolean {
  if (!host.directoryExists(move.oldPath)) return false;
  const name = move.oldPath.slice(move.oldPath.lastIndexOf("/") + 1);
  const isNamed = matcher(excludes.filter((pattern) => pattern.split("/").includes(name)), directory, "exclude");
  const isExcluded = matcher(excludes, directory, "exclude");
  const isIncluded = matcher(includes, directory, "files");
  return filesOf(move).some(([from, to]) => isNamed(from) && isIncluded(to) && !isExcluded(to));
}
