// The edits of a move in tsconfig.json: files, include, exclude, references, extends, paths and the options that are paths.
// TypeScript's own pass covers the loaded project only and drops the "./" of a path, which makes `paths` invalid (TS5090).

import ts from "typescript";
import * as host from "../host/host.ts";
import { forEachProperty, propertyOf, readJson, rootOf, separatorAt } from "../host/json.ts";
import type { Edits } from "../text/edits.ts";
import type { MoveRequest } from "./request.ts";

const PATH_LISTS = new Set(["files", "include", "exclude"]);
const PATH_OPTIONS = new Set([
  "baseUrl", "rootDir", "rootDirs", "outDir", "outFile", "declarationDir", "typeRoots", "tsBuildInfoFile",
]);

/** Adds the edits that one configuration file needs. The file may itself be among those that move. */
export function configEdits(configPath: string, move: MoveRequest, edits: Edits): void {
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

  let listed = false;
  forEachProperty(root, (name, value) => {
    if (PATH_LISTS.has(name)) listed = updateAll(value) || listed;
  });
  forEachProperty(root, (name, value) => {
    if (name === "include" && !listed && ts.isArrayLiteralExpression(value)) {
      include(source, value, directory, move, edits);
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
export function moved(path: string, { oldPath, newPath }: MoveRequest): string | undefined {
  if (path === oldPath) return newPath;
  return path.startsWith(`${oldPath}/`) ? newPath + path.slice(oldPath.length) : undefined;
}

// Adds the new place to `include` if the patterns matched the old one and do not match the new one.
function include(
  source: ts.TsConfigSourceFile,
  patterns: ts.ArrayLiteralExpression,
  directory: string,
  move: MoveRequest,
  edits: Edits,
): void {
  const texts = patterns.elements.filter(ts.isStringLiteral).map((e) => e.text);
  const last = patterns.elements.at(-1);
  if (!last) return;
  const regex = ts.getRegularExpressionForWildcard(texts, directory, "files");
  if (regex === undefined) return;
  const matches = new RegExp(regex);
  const files = host.directoryExists(move.oldPath) ? host.readDirectory(move.oldPath) : [move.oldPath];
  const lost = files.some((file) => matches.test(file) && !matches.test(moved(file, move) ?? file));
  if (!lost) return;
  const text = JSON.stringify(ts.getRelativePathFromDirectory(directory, move.newPath, false));
  const start = last.getStart(source);
  edits.add(source.fileName, last.getEnd(), 0, separatorAt(source.text, start) + text, "config");
}
