// The host functions: everything the guest can do besides computing.
// The host registers them as globals before the image is taken; paths are virtual, absolute and POSIX.

import ts from "typescript";
import { type Disk, type FileMove, Overlay } from "./overlay.ts";
import type { FileSpans } from "./edits.ts";

declare const hostReadFile: (path: string) => string | undefined;
declare const hostKind: (path: string) => number;
declare const hostReadDir: (path: string) => string;
declare const hostRealpath: (path: string) => string | undefined;
declare const hostProgress: (message: string) => void;

const FILE = 1;
const DIRECTORY = 2;

const disk: Disk = {
  readFile: (path) => hostReadFile(path),
  realpath: (path) => hostRealpath(path) ?? path,
  exists: (path) => hostKind(path) !== 0,
};

let overlay: Overlay | undefined;

/** A plan to be laid over the disk. Edits are keyed by the paths before the moves. */
export const overlayOf = (edits: readonly FileSpans[], moves: readonly FileMove[]) => new Overlay(edits, moves, disk);

/** Runs f with every read seeing the plan carried out. */
export function overlaid<T>(plan: Overlay | undefined, f: () => T): T {
  const outer = overlay;
  overlay = plan;
  try {
    return f();
  } finally {
    overlay = outer;
  }
}

export function readFile(path: string): string | undefined {
  const planned = overlay?.readFile(path) ?? false;
  return planned === false ? disk.readFile(path) : planned;
}
export const fileExists = (path: string): boolean => overlay?.fileExists(path) ?? hostKind(path) === FILE;
export const directoryExists = (path: string): boolean =>
  hostKind(path) === DIRECTORY || (overlay?.addsDirectory(path) ?? false);
export const realpath = (path: string): string => overlay?.realpath(path) ?? disk.realpath(path);
export const progress = (message: string): void => hostProgress(message);

export interface Listing {
  readonly files: readonly string[];
  readonly directories: readonly string[];
}

/** The names in a directory, sorted; empty where there is none. The host sends `f<name>` or `d<name>` a line. */
export function readDir(path: string): Listing {
  const files: string[] = [];
  const directories: string[] = [];
  for (const line of hostReadDir(path).split("\n")) {
    if (line !== "") (line[0] === "d" ? directories : files).push(line.slice(1));
  }
  if (overlay) return planned(overlay, path, files, directories);
  return { files, directories };
}

function planned(plan: Overlay, path: string, files: readonly string[], directories: readonly string[]): Listing {
  const { added, gone } = plan.listing(path);
  const left = new Set(files.filter((name) => !gone(name)));
  const below = new Set(directories);
  for (const [name, directory] of added) (directory ? below : left).add(name);
  return { files: [...left].sort(), directories: [...below].sort() };
}

/** All files below a directory, also those that TypeScript does not know, and the ones it leaves out. */
export function filesBelow(path: string): string[] {
  const { files, directories } = readDir(path);
  const below = directories.map((name) => `${path}/${name}`).filter(isReal);
  return [...files.map((name) => `${path}/${name}`), ...below.flatMap(filesBelow)];
}

/** False for a link: what it leads to is listed where it is, and it may lead in a circle. */
export const isReal = (path: string): boolean => realpath(path) === path;

/** What TypeScript's include and exclude patterns match, with TypeScript's own matcher. */
export function readDirectory(
  path: string,
  extensions?: readonly string[],
  exclude?: readonly string[],
  include?: readonly string[],
  depth?: number,
): string[] {
  return ts.matchFiles(path, extensions, exclude, include, true, "/", depth, readDir, realpath);
}

export const parseConfigHost: ts.ParseConfigHost = {
  useCaseSensitiveFileNames: true,
  fileExists,
  readFile,
  readDirectory,
};

export const resolutionHost: ts.ModuleResolutionHost = {
  fileExists,
  readFile,
  directoryExists,
  realpath,
  getDirectories: (path) => [...readDir(path).directories],
};
