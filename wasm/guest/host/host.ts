// The host functions: everything the guest can do besides computing.
// The host registers them as globals before the image is taken; paths are virtual, absolute and POSIX.

import ts from "typescript";
import type { FileMove, FileSpans } from "../protocol/plan.ts";
import { Installed, type Packages } from "./installed.ts";
import type { Layer, Listing } from "./layer.ts";
import { Overlay } from "./overlay.ts";

declare const hostReadFile: (path: string) => string | undefined;
declare const hostKind: (path: string) => number;
declare const hostReadDir: (path: string) => string;
declare const hostRealpath: (path: string) => string | undefined;
declare const hostProgress: (path: string) => number | undefined;
declare const hostDue: (when: string) => number;
declare const hostServe: (paths: string) => void;
declare const hostMentions: (name: string) => string;
declare const hostScripts: (nothing: string) => string;
declare const hostWholeImports: (nothing: string) => string;
declare const hostOutline: (kindAndText: string) => string;
declare const hostWords: (kindWordsAndText: string) => string | undefined;

/** The host mounts the workspace here: see runtime/paths. */
export const ROOT: string = "/tsplan-root-8c1f0e6d4b7a2953";

/** True for a path below the root. The host reads nothing outside of it. */
export const isInside = (path: string): boolean => path.startsWith(`${ROOT}/`);

const FILE = 1;
const DIRECTORY = 2;

// Paths of files that the host has read for the guest. The host can list which of these have a given word.
const served = new Set<string>();

const disk: Layer = {
  readFile(path) {
    served.add(path);
    return hostReadFile(path);
  },
  fileExists: (path) => hostKind(path) === FILE,
  directoryExists: (path) => hostKind(path) === DIRECTORY,
  realpath: (path) => hostRealpath(path) ?? path,
  // Each line from the host is `f<name>` or `d<name>`.
  readDir(path) {
    const files: string[] = [];
    const directories: string[] = [];
    for (const line of hostReadDir(path).split("\n")) {
      if (line !== "") (line[0] === "d" ? directories : files).push(line.slice(1));
    }
    return { files, directories };
  },
};

// The disk, with the links between packages that an installation makes.
let today: Layer = disk;
let packages: Packages | undefined;
let renewed: ReadonlySet<string> = new Set();
// The state that a question is about: today's, or the one that the earlier steps of a batch would lead to.
let base: Layer = disk;
let state: Layer = disk;

/** Says which packages the workspace has, and which links between them an installation makes. */
export function link(found: Packages): void {
  if (found === packages) return;
  packages = found;
  const { byName, links } = found;
  renewed = new Set([...byName.values(), ...links.values()]);
  today = base = state = links.size > 0 ? new Installed(disk, links) : disk;
}

/** Runs f while every read sees a plan carried out. Further plans are laid over that state. */
export function based<T>(edits: readonly FileSpans[], moves: readonly FileMove[], f: () => T): T {
  base = state = new Overlay(edits, moves, today, renewed);
  try {
    return f();
  } finally {
    base = state = today;
  }
}

/** Makes the overlay of a plan over the base. Edits are keyed by the paths before the moves. */
export const overlayOf = (edits: readonly FileSpans[], moves: readonly FileMove[]) => new Overlay(edits, moves, base, renewed);

/** The state that reads see now. Another plan makes another one. */
export const currentState = (): Layer => state;

/** Runs f while reads see the plan carried out; without a plan they see the base. */
export function overlaid<T>(plan: Overlay | undefined, f: () => T): T {
  const outer = state;
  state = plan ?? base;
  try {
    return f();
  } finally {
    state = outer;
  }
}

/**
 * Returns the files with a plan carried out; without a plan, those of the base. Programs read their texts and directories here. They read them
 * whenever a message names a module, so this returns the same files whatever state the guest's other reads see at that time.
 */
export function filesOf(plan: Overlay | undefined): Layer {
  const files = (): Layer => plan ?? base;
  return {
    readFile: (path) => files().readFile(path),
    fileExists: (path) => files().fileExists(path),
    directoryExists: (path) => files().directoryExists(path),
    realpath: (path) => files().realpath(path),
    readDir: (path) => files().readDir(path),
  };
}

export const readFile = (path: string): string | undefined => state.readFile(path);
const LONGEST = 5_000_000; // characters of a text that the host scans: 16 MiB at three bytes each, rounded down

/** The parts of a text that need not be parsed at once, as ts.parseOutlined takes them. The kind is one of runtime/outline. */
export const outline = (kind: "d" | "s" | "x", text: string): string => (text.length > LONGEST ? "" : hostOutline(kind + text));

/** Places in a text. */
export interface Words {
  readonly code: readonly number[];
  /** Places in comments. Some may be in the middle of a longer word. */
  readonly comments: readonly number[];
}

/**
 * The places where a TypeScript source has one of some identifiers. Those in strings and in texts of JSX are left out. Undefined if the host is not
 * certain what is code.
 */
export function words(hasJSX: boolean, wanted: readonly string[], text: string): Words | undefined {
  if (text.length > LONGEST) return undefined;
  const found = hostWords(`${hasJSX ? "x" : "s"}${wanted.join(" ")}\n${text}`)?.split("\n");
  const [code = [], comments = []] = found?.map((places) => (places === "" ? [] : places.split(" ").map(Number))) ?? [];
  return found && { code, comments };
}

export const fileExists = (path: string): boolean => state.fileExists(path);
export const directoryExists = (path: string): boolean => state.directoryExists(path);
export const realpath = (path: string): string => state.realpath(path);
export const readDir = (path: string): Listing => state.readDir(path);

/** Thrown to end a load that nobody waits for, when a question comes or the server closes. Parsed files stay, and the next load continues from them. */
export class Paused extends Error {}

/** Reports that a file is read. */
export function progress(path: string): void {
  if (hostProgress(path) === PAUSE) throw new Paused();
}

/** Returns true when the time of a proof is over. The first call starts the clock. */
export const isDue = (): boolean => hostDue("within") !== 0;

/** Returns true when there may not be enough time for the next step of a proof. Call it before each step: the host compares with the last one. */
export const isDueBefore = (): boolean => hostDue("next") !== 0;

const PAUSE = 1;

/** The files that may have a name in their text, as a whole word: those of the paths, and of earlier calls. Files of dependencies are left out. */
export function filesWith(name: string, paths: Iterable<string>): ReadonlySet<string> {
  if (base !== today) return new Set([...paths].filter((path) => base.readFile(path)?.includes(name))); // the host knows the disk only
  serve(paths);
  return new Set(hostMentions(name).split("\n"));
}

/** The files that may import or export a whole module: `* as`, `* from`, `import()` and `require()`. Files of dependencies are left out. */
export function filesWithWholeImports(paths: readonly string[]): ReadonlySet<string> {
  if (base !== today) return new Set(paths); // the host knows the disk only
  serve(paths);
  return new Set(hostWholeImports("").split("\n"));
}

function serve(paths: Iterable<string>): void {
  let unread = "";
  for (const path of paths) {
    if (served.has(path)) continue;
    served.add(path);
    unread += `${path}\n`;
    if (unread.length < MOST_PATHS) continue;
    hostServe(unread);
    unread = "";
  }
  if (unread !== "") hostServe(unread);
}

const MOST_PATHS = 16_000; // about how many UTF-16 units of paths go to the host in one call

/** Returns the files that may not be modules, out of those that filesWith was called with before. */
export const scripts = (): ReadonlySet<string> => new Set(hostScripts("").split("\n"));

/** Call it after files came or went: the host may have forgotten some. */
export const forgetServed = (): void => served.clear();

/** All files that move with a directory, also those that TypeScript does not know. Dependencies and git's own files are left out. */
export function filesBelow(path: string): string[] {
  const { files, directories } = readDir(path);
  const below = directories.filter((name) => name !== "node_modules" && name !== ".git").map((name) => `${path}/${name}`).filter(isReal);
  return [...files.map((name) => `${path}/${name}`), ...below.flatMap(filesBelow)];
}

/** False for a link. Its target is listed at its own place, and a link may lead in a circle. */
export const isReal = (path: string): boolean => realpath(path) === path;

/** False for a link and for a worktree of git. */
export const isOwn = (directory: string): boolean => isReal(directory) && !isWorktree(directory);

/**
 * True for a worktree of git, which is a copy of the repository for other work. Agents make them below .claude/worktrees, for example. The
 * configurations of a worktree and its mentions of a name have no part in an answer about the rest of the root.
 */
export const isWorktree = (directory: string): boolean =>
  fileExists(`${directory}/.git`) && /^gitdir: .*\/worktrees\/[^/]*$/.test(readFile(`${directory}/.git`)?.trimEnd() ?? "");

/** Names of directories that usually have no sources. Searches for files leave them out. */
export const CLOSED: ReadonlySet<string> = new Set(
  "node_modules .git dist build out coverage .next .turbo .cache .yarn .pnpm-store .nx .output .nuxt .svelte-kit .history .stryker-tmp".split(" "),
);

/** The files below a directory that satisfy a condition, dependencies and output aside. */
export function* sources(directory: string, wanted: (path: string) => boolean): Generator<string> {
  const { files, directories } = readDir(directory);
  for (const file of files) if (wanted(`${directory}/${file}`)) yield `${directory}/${file}`;
  for (const name of directories) {
    const path = `${directory}/${name}`;
    if (!CLOSED.has(name) && isOwn(path)) yield* sources(path, wanted);
  }
}

/** The files that include and exclude patterns match, by TypeScript's own matcher. */
export function readDirectory(
  path: string,
  extensions?: readonly string[],
  exclude?: readonly string[],
  include?: readonly string[],
  depth?: number,
): string[] {
  return ts.matchFiles(path, extensions, exclude, include, true, "/", depth, readDir, realpath);
}

export const resolutionHost: ts.ModuleResolutionHost = {
  fileExists,
  readFile,
  directoryExists,
  realpath,
  getDirectories: (path) => [...readDir(path).directories],
};

/** Configurations need `realpath`, too: the paths in a shared configuration are relative to its real place, not to the link in node_modules. */
export const parseConfigHost: ts.ParseConfigHost & ts.ModuleResolutionHost = {
  ...resolutionHost,
  useCaseSensitiveFileNames: true,
  readDirectory,
};
