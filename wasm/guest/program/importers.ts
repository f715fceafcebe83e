// Finds out whether an import may lead from a configuration's files to a file that no configuration includes. If so, the configuration's
// program has that file, too. Only texts are searched: programs that resolve all imports would take seconds.

import ts from "typescript";
import * as host from "../host/host.ts";
import type { Project } from "./project.ts";

const TYPESCRIPT = /\.[cm]?tsx?$/;
const DECLARATIONS = /\.d\.(?:[^./]+\.)?[cm]?ts$/;
const ENDING = /(?:\.[cm]?[jt]sx?)?$/;
const WITHIN_NAME = /[\w$.-]/;
const REST = /^((?:\/index)?(?:\.[cm]?[jt]sx?)?)["'`\\]/; // of a specifier, after the name
const QUOTES = ["'", '"', "`"];
const DOTS = /["'`]((?:\.{1,2}\/)*\.{1,2}\/?)["'`]/g;
const ODD_PATTERN = /[^/]\*[^/]*$|\*(?!\.[cm]?[jt]sx?$)[^/]+$/; // the specifier need not end with the name of the file

export const isTypeScript = (path: string): boolean => TYPESCRIPT.test(path);

/** The TypeScript files that no configuration includes, without dependencies and declarations in build output. */
export const strayFiles = (listed: ReadonlySet<string>): string[] => [...below(host.ROOT, listed, false)];

function* below(directory: string, listed: ReadonlySet<string>, isOutput: boolean): Generator<string> {
  const { files, directories } = host.readDir(directory);
  for (const file of files) {
    const path = `${directory}/${file}`;
    if (isTypeScript(file) && !listed.has(path) && !(isOutput && DECLARATIONS.test(file))) yield path;
  }
  for (const name of directories) {
    const path = `${directory}/${name}`;
    if (name !== "node_modules" && name !== ".git" && host.isReal(path)) yield* below(path, listed, isOutput || host.CLOSED.has(name));
  }
}

/**
 * True if the program of a project may have one of the files because of an import.
 * @param files code that no configuration includes
 * @param others all such code
 */
export function mayBeImported(files: readonly string[], others: readonly string[], projects: readonly Project[]): boolean {
  if (files.length === 0) return false;
  if (projects.some(({ options }) => options.moduleSuffixes || options.rootDirs || patterns(options).some((to) => ODD_PATTERN.test(to)))) return true;
  const maps = projects.some(({ options }) => options.paths || options.baseUrl !== undefined);
  // A configuration or a package.json may lead such a specifier anywhere. Without a slash it is the name of a package, or mapped.
  const isMapped = (specifier: string) => !/^[./]/.test(specifier) && (maps || /[/#]/.test(specifier));
  const listed = new Set(projects.flatMap((project) => [...project.rootFiles]));
  const all = [...listed, ...others];
  const settings = [...projects.flatMap(({ configPath, extended }) => [configPath, ...extended]), ...manifestsAround(files)];
  const seen = new Set<string>();
  const pending = [...files];
  for (let file = pending.pop(); file !== undefined; file = pending.pop()) {
    if (seen.has(file)) continue;
    seen.add(file);
    const target = moduleOf(file);
    if (DECLARATIONS.test(file) || host.fileExists(`${target}/package.json`)) return true;
    if (settings.some((path) => isSet(host.readFile(path) ?? "", nameOf(target)))) return true;
    for (const importer of importersOf(target, all, isMapped)) {
      if (listed.has(importer)) return true;
      pending.push(importer);
    }
  }
  return false;
}

const patterns = ({ paths }: ts.CompilerOptions): string[] => Object.values(paths ?? {}).flat();

// The path with which an import names a file: without the ending, and for the index of a directory, the directory.
const moduleOf = (path: string): string => path.replace(ENDING, "").replace(/\/index$/, "");

const nameOf = (target: string): string => target.slice(target.lastIndexOf("/") + 1);

function* importersOf(target: string, all: readonly string[], isMapped: (specifier: string) => boolean): Generator<string> {
  for (const importer of host.filesWith(nameOf(target), all)) {
    if (importer !== "" && imports(host.readFile(importer) ?? "", importer, target, isMapped)) yield importer;
  }
  for (const inside of all) {
    if (!inside.startsWith(`${target}/`)) continue;
    const found = [...(host.readFile(inside) ?? "").matchAll(DOTS)];
    if (found.some(([, dots]) => ts.getNormalizedAbsolutePath(dots as string, ts.getDirectoryPath(inside)) === target)) yield inside;
  }
}

// True if a string of a text may be a specifier that leads to the target.
function imports(text: string, importer: string, target: string, isMapped: (specifier: string) => boolean): boolean {
  const name = nameOf(target);
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + name.length)) {
    if (WITHIN_NAME.test(text[at - 1] ?? "")) continue;
    const rest = REST.exec(text.substr(at + name.length, 20))?.[1];
    const start = Math.max(...QUOTES.map((quote) => text.lastIndexOf(quote, at))) + 1;
    const specifier = text.slice(start, at + name.length) + rest;
    if (rest === undefined || specifier.includes("\n")) continue;
    if (isMapped(specifier) || moduleOf(ts.getNormalizedAbsolutePath(specifier, ts.getDirectoryPath(importer))) === target) return true;
  }
  return false;
}

// True if a configuration or a package.json has a path that ends with the name.
function isSet(text: string, name: string): boolean {
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + name.length)) {
    const before = text[at - 1] ?? "";
    const after = text[at + name.length] ?? "";
    if (!WITHIN_NAME.test(before) && !/[\w$-]/.test(after) && (before === "/" || after === ".")) return true;
  }
  return false;
}

function manifestsAround(files: readonly string[]): string[] {
  const found = new Set<string>();
  for (const file of files) {
    for (let at = ts.getDirectoryPath(file); at.startsWith(host.ROOT); at = ts.getDirectoryPath(at)) found.add(`${at}/package.json`);
  }
  return [...found].filter(host.fileExists);
}
