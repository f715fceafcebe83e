// The host functions: everything the guest can do besides computing.
// The host registers them as globals before the image is taken; paths are virtual, absolute and POSIX.

import ts from "typescript";

declare const hostReadFile: (path: string) => string | undefined;
declare const hostKind: (path: string) => number;
declare const hostReadDir: (path: string) => string;
declare const hostRealpath: (path: string) => string | undefined;
declare const hostProgress: (message: string) => void;

const FILE = 1;
const DIRECTORY = 2;

export const readFile = (path: string): string | undefined => hostReadFile(path);
export const fileExists = (path: string): boolean => hostKind(path) === FILE;
export const directoryExists = (path: string): boolean => hostKind(path) === DIRECTORY;
export const realpath = (path: string): string => hostRealpath(path) ?? path;
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
  return { files, directories };
}

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
