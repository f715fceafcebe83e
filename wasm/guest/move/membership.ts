// Makes the edits of a move in the lists of a workspace's packages and in dependencies that give a package's path, and the warnings about
// packages that leave or join a workspace or have to be installed again.

import ts from "typescript";
import * as host from "../host/host.ts";
import type { Packages } from "../host/installed.ts";
import { joined, say, shown } from "../host/messages.ts";
import type { Overlay } from "../host/overlay.ts";
import { fixedPart, isMember, type MemberList, memberLists } from "../modules/member_lists.ts";
import { nameOf, pathDependencies } from "../modules/packages.ts";
import { isExternal } from "../modules/registry.ts";
import type { Workspace } from "../program/workspace.ts";
import type { Message, Shown } from "../protocol/message.ts";
import type { MoveParams } from "../protocol/plan.ts";
import type { Edits } from "../text/edits.ts";
import { moved } from "./config_edits.ts";

/** Adds the edits of the lists and of the dependencies. Returns warnings for the user. */
export function membershipEdits(
  { directory, manifests }: Pick<Workspace, "directory" | "manifests">,
  packages: Packages,
  move: MoveParams,
  files: readonly string[],
  edits: Edits,
): Message[] {
  const after = (path: string) => moved(path, move) ?? path;
  const moving = files.filter((path) => path.endsWith("/package.json") && !isExternal(path)).map(ts.getDirectoryPath);
  const warnings: Message[] = [];
  for (const list of listsAround(move)) warnings.push(...listEdits(list, moving, move, edits));
  for (const path of manifests()) dependencyEdits(path, move, edits);
  const linked = new Set(packages.links.values());
  const named = moving.filter((path) => linked.has(path));
  const names = named.map((path) => say`${nameOf(path) ?? shown(path)} (${shown(path)}, which becomes ${shown(after(path))})`);
  if (names.length > 0) {
    const command = `${installer(directory)} install`;
    warnings.push(say`run "${command}" after the move: until then node_modules leads to the old place of ${joined(names, ", ")}`);
  }
  return warnings;
}

/** Finds packages that would leave the workspace by their move, and lists in a form that is not read here. Reads the disk. */
export function membershipProblems(overlay: Overlay): { readonly lost: readonly (Shown & { readonly message: Message })[]; readonly unread: readonly string[] } {
  const lost: (Shown & { readonly message: Message })[] = [];
  const unread = new Set<string>();
  for (const { from, to } of overlay.moves) {
    if (!from.endsWith("/package.json") || isExternal(from)) continue;
    const takesIn = (path: string) => {
      const directory = ts.getDirectoryPath(path);
      const lists = memberLists(ts.getDirectoryPath(directory));
      for (const list of lists) if (list.unread) unread.add(list.path);
      return lists.find((list) => isMember(list, directory));
    };
    const list = host.overlaid(undefined, () => takesIn(from));
    const stays = host.overlaid(overlay, () => takesIn(to)) !== undefined;
    if (list && !stays) lost.push({ path: to, message: say`would no longer be a package of the workspace that ${shown(list.path)} lists` });
  }
  return { lost, unread: [...unread] };
}

function listsAround({ oldPath, newPath }: MoveParams): MemberList[] {
  const lists = [oldPath, newPath].flatMap((path) => memberLists(ts.getDirectoryPath(path)));
  return [...new Map(lists.map((list) => [list.path, list])).values()];
}

function listEdits(list: MemberList, moving: readonly string[], move: MoveParams, edits: Edits): Message[] {
  if (list.unread) {
    const what = say`${shown(list.path)}: the list of the workspace's packages is in a form that no plan edits`;
    return moving.length > 0 ? [say`${what}; see what it has to say, and install again`] : [];
  }
  const patterns = list.patterns.map((pattern) => {
    const text = followed(pattern.text, list.directory, move);
    if (text !== pattern.text) edits.add(list.path, pattern.start, pattern.text.length, text, "config");
    return { ...pattern, text };
  });
  const warnings: Message[] = [];
  const missing: string[] = [];
  for (const from of moving) {
    const to = moved(from, move) ?? from;
    const [was, is] = [isMember(list, from), isMember({ ...list, patterns }, to)];
    if (was && !is) {
      const directory = ts.getRelativePathFromDirectory(list.directory, to, /*ignoreCase*/ false);
      const added = { ...list, patterns: [...patterns, ...patterns.slice(-1).map((p) => ({ ...p, text: directory }))] };
      if (isMember(added, to)) missing.push(directory);
      else warnings.push(say`${shown(to)} would no longer be a package of the workspace: a pattern in ${shown(list.path)} leaves it out`);
    } else if (is && !was) {
      warnings.push(say`${shown(to)} would become a package of the workspace: a pattern in ${shown(list.path)} takes it in`);
    }
  }
  const last = list.patterns.at(-1);
  if (last && missing.length > 0) {
    const { end, quote, before } = last.entry;
    edits.add(list.path, end, 0, missing.map((text) => before + (quote || /^[\w./-]+$/.test(text) ? quote + text + quote : `'${text}'`)).join(""), "config");
  }
  return warnings;
}

// A pattern changes if its part before the first wildcard lies in the moved path.
function followed(text: string, directory: string, move: MoveParams): string {
  const [fixed, rest] = fixedPart(text);
  const target = moved(ts.getNormalizedAbsolutePath(fixed, directory), move);
  if (target === undefined) return text;
  const path = ts.getRelativePathFromDirectory(directory, target, /*ignoreCase*/ false);
  if (path.startsWith("..")) return text;
  return (text.startsWith("!") ? "!" : "") + (fixed.startsWith("./") ? "./" : "") + path + rest + (/\/+$/.exec(text)?.[0] ?? "");
}

function dependencyEdits(manifest: string, move: MoveParams, edits: Edits): void {
  const directory = ts.getDirectoryPath(manifest);
  const newDirectory = moved(directory, move) ?? directory;
  for (const { target, value, protocol, path, source } of pathDependencies(manifest)) {
    const newTarget = moved(target, move) ?? target;
    if (newDirectory === directory && newTarget === target) continue;
    const relative = ts.getRelativePathFromDirectory(newDirectory, newTarget, /*ignoreCase*/ false);
    const dotted = !relative.startsWith(".") && path.startsWith(".") ? `./${relative}` : relative;
    const text = protocol + dotted + (path.endsWith("/") ? "/" : "");
    if (text !== value.text) edits.add(manifest, value.getStart(source) + 1, value.getEnd() - value.getStart(source) - 2, text, "config");
  }
}

/** The package manager that installs a workspace, as its files show. */
function installer(directory: string): string {
  for (let at = directory; at.startsWith(host.ROOT); at = ts.getDirectoryPath(at)) {
    if (host.fileExists(`${at}/pnpm-lock.yaml`) || host.fileExists(`${at}/pnpm-workspace.yaml`)) return "pnpm";
    if (host.fileExists(`${at}/yarn.lock`)) return "yarn";
    if (host.fileExists(`${at}/package-lock.json`)) return "npm";
  }
  return "npm";
}
