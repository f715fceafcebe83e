// Makes the edits of a move in package.json files: those of entry points that name a file or a directory.

import ts from "typescript";
import * as host from "../host/host.ts";
import { forEachProperty, type Json, readJson, rootOf } from "../host/json.ts";
import { say, shown } from "../host/messages.ts";
import type { Overlay } from "../host/overlay.ts";
import { type Output, outputAfter, sourceOf } from "../modules/sources.ts";
import type { Message, Shown } from "../protocol/message.ts";
import type { MoveParams } from "../protocol/plan.ts";
import type { Edits } from "../text/edits.ts";
import { moved } from "./config_edits.ts";

const FIELDS = new Set([
  "main", "module", "browser", "types", "typings", "typesVersions", "bin", "exports", "imports", "files", "sideEffects",
  "directories", "style", "source",
]);

/** Adds edits to the package.json files in directories above the moved path. Such a file may name the path, or the output that is built from it. */
export function packageEdits(move: MoveParams, outputs: readonly Output[], edits: Edits): void {
  for (let directory = ts.getDirectoryPath(move.oldPath); directory.length > 1; directory = ts.getDirectoryPath(directory)) {
    const path = `${directory}/package.json`;
    if (host.fileExists(path)) edit(path, directory, move, outputs, edits);
  }
}

function edit(path: string, directory: string, move: MoveParams, outputs: readonly Output[], edits: Edits): void {
  const source = readJson(path);
  for (const node of values(source)) {
    const text = replaced(node.text, directory, move, outputs);
    if (text === undefined || text === node.text) continue;
    edits.add(path, node.getStart(source) + 1, node.getEnd() - node.getStart(source) - 2, text, "config");
  }
}

/** The strings that may be paths. */
function values(source: Json): ts.StringLiteral[] {
  const root = rootOf(source);
  if (!root) return [];
  const found: ts.StringLiteral[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isPropertyAssignment(node)) visit(node.initializer);
    else if (ts.isStringLiteral(node)) found.push(node);
    else ts.forEachChild(node, visit);
  };
  forEachProperty(root, (name, value) => FIELDS.has(name) && visit(value));
  return found;
}

/**
 * Lists the entry points, in package.json files above a plan's moves, that would lead nowhere, lead to another file, or be built
 * of another source. Reads the disk.
 */
export function entryProblems(overlay: Overlay, outputs: readonly Output[]): readonly (Shown & { readonly message: Message })[] {
  const paths = new Set<string>();
  for (const { from } of overlay.moves) {
    for (let directory = ts.getDirectoryPath(from); directory.length > 1; directory = ts.getDirectoryPath(directory)) {
      paths.add(`${directory}/package.json`);
    }
  }
  for (const path of overlay.edits.keys()) if (path.endsWith("/package.json")) paths.add(path);
  const problems: (Shown & { readonly message: Message })[] = [];
  for (const path of paths) {
    if (!host.fileExists(path)) continue;
    const read = (at: string) => values(readJson(at)).map((node) => node.text);
    const old = read(path);
    const after = overlay.after(path);
    const problem = (message: Message) => problems.push({ path: after, message });
    const now = host.overlaid(overlay, () => read(after));
    old.forEach((text, i) => {
      const star = text.indexOf("*");
      const named = ts.getNormalizedAbsolutePath(star < 0 ? text : text.slice(0, star), ts.getDirectoryPath(path));
      const entry = now[i];
      const source = after === path ? sourceOf(named, outputs) : undefined; // else the output moves with the package
      if (entry === undefined) problem(say`no longer names ${text}`);
      else if (source !== undefined) {
        const found = ts.getNormalizedAbsolutePath(entry, ts.getDirectoryPath(after));
        const goal = overlay.after(source);
        if (host.overlaid(overlay, () => sourceOf(found, outputs)) !== goal) problem(say`"${entry}" is not built of ${shown(goal)}`);
      } else if (star < 0 && host.fileExists(named)) {
        const found = ts.getNormalizedAbsolutePath(entry, ts.getDirectoryPath(after));
        if (found !== overlay.after(named)) problem(say`"${entry}" is not what "${text}" was`);
      } else if (star >= 0 && host.directoryExists(named)) {
        const found = ts.getNormalizedAbsolutePath(entry.slice(0, entry.indexOf("*")), ts.getDirectoryPath(after));
        if (!host.overlaid(overlay, () => host.directoryExists(found))) problem(say`"${entry}" matches nothing`);
      }
    });
  }
  return problems;
}

// A pattern changes if its part before the first wildcard lies in the moved path.
function replaced(text: string, directory: string, move: MoveParams, outputs: readonly Output[]): string | undefined {
  const star = text.indexOf("*");
  const fixed = star < 0 ? text : text.slice(0, text.lastIndexOf("/", star));
  if (fixed === "" || fixed.startsWith("!") || text.includes(":")) return undefined;
  const named = ts.getNormalizedAbsolutePath(fixed, directory);
  const built = (source: string) => (host.fileExists(source) ? moved(source, move) : undefined);
  const target = moved(named, move) ?? outputs.map((output) => outputAfter(named, output, built)).find((path) => path !== undefined);
  if (target === undefined) return undefined;
  let result = ts.getRelativePathFromDirectory(directory, target, /*ignoreCase*/ false);
  if (result.startsWith("..")) return undefined; // outside the package
  if (fixed.startsWith("./")) result = `./${result}`;
  if (fixed.endsWith("/") && !result.endsWith("/")) result += "/";
  return result + (star < 0 ? "" : text.slice(fixed.length));
}
