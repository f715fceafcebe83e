// Finds out whether an import may lead from a configuration's files to a file that no configuration includes. If so, the configuration's
// program has that file, too. Only texts are searched: programs that resolve all imports would take seconds.

import ts from "typescript";
import * as host from "../host/host.ts";
import type { Project } from "./project.ts";

const ENDING = /(?:\.[cm]?[jt]sx?)?$/;
const WITHIN_NAME = /[\w$.-]/;
const REST = /^((?:\/index)?(?:\.[cm]?[jt]sx?)?)["'`\\]/; // of a specifier, after the name
const QUOTES = ["'", '"', "`"];
const DOTS = /["'`]((?:\.{1,2}\/)*\.{1,2}\/?)["'`]/g;
const ODD_PATTERN = /[^/]\*[^/]*$|\*(?!\.[cm]?[jt]sx?$)[^/]+$/; // the specifier need not end with the name of the file

/**
 * True if the program of a project may have one of the files because of an import.
 * @param files some of the strays
 * @param strays all TypeScript files that no configuration includes
 * @param listed the files that the configurations include
 */
export function mayBeImported(
  files: readonly string[],
  strays: readonly string[],
  listed: ReadonlySet<string>,
  projects: readonly Project[],
): boolean {
  if (files.length === 0) return false;
  if (projects.some(({ options }) => options.moduleSuffixes || options.rootDirs || patterns(options).some((to) => ODD_PATTERN.test(to)))) return true;
  const maps = projects.some(({ options }) => options.paths || options.baseUrl !== undefined);
  // A configuration or a package.json may lead such a specifier anywhere. Without a slash it is the name of a package, or mapped.
  const isMapped = (specifier: string) => !/^[./]/.test(specifier) && (maps || /[/#]/.test(specifier));
  const leads: Leads = (specifier, importer, target) =>
    isMapped(specifier) || moduleOf(ts.getNormalizedAbsolutePath(specifier, ts.getDirectoryPath(importer))) === target;
  const all = [...listed, ...strays];
  const settings = [...projects.flatMap(({ configPath, extended }) => [configPath, ...extended]), ...manifestsAround(files)];
  const seen = new Set<string>();
  const pending = [...files];
  for (let file = pending.pop(); file !== undefined; file = pending.pop()) {
    if (seen.has(file)) continue;
    seen.add(file);
    const target = moduleOf(file);
    if (ts.isDeclarationFileName(file) || host.fileExists(`${target}/package.json`)) return true;
    if (settings.some((path) => isSet(host.readFile(path) ?? "", nameOf(target)))) return true;
    for (const importer of importersOf(target, all, leads)) {
      if (listed.has(importer)) return true;
      pending.push(importer);
    }
  }
  return false;
}

/** True if a specifier may lead from a file to a target, which is the path that moduleOf returns. */
type Leads = (specifier: string, importer: string, target: string) => boolean;

const patterns = ({ paths }: ts.CompilerOptions): string[] => Object.values(paths ?? {}).flat();

// The path with which an import names a file: without the ending, and for the index of a directory, the directory.
const moduleOf = (path: string): string => path.replace(ENDING, "").replace(/\/index$/, "");

const nameOf = (target: string): string => target.slice(target.lastIndexOf("/") + 1);

function* importersOf(target: string, all: readonly string[], leads: Leads): Generator<string> {
  const name = nameOf(target);
  for (const importer of host.filesWith(name, all)) {
    if (importer === "") continue;
    for (const specifier of specifiersWith(name, host.readFile(importer) ?? "")) {
      if (!leads(specifier, importer, target)) continue;
      yield importer;
      break;
    }
  }
  for (const inside of all) {
    if (!inside.startsWith(`${target}/`)) continue;
    const found = [...(host.readFile(inside) ?? "").matchAll(DOTS)];
    if (found.some(([, dots]) => ts.getNormalizedAbsolutePath(dots as string, ts.getDirectoryPath(inside)) === target)) yield inside;
  }
}

// Returns the strings of a text that end with a name, and may be module specifiers.
function* specifiersWith(name: string, text: string): Generator<string> {
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + name.length)) {
    if (WITHIN_NAME.test(text[at - 1] ?? "")) continue;
    const rest = REST.exec(text.substr(at + name.length, 20))?.[1];
    const start = Math.max(...QUOTES.map((quote) => text.lastIndexOf(quote, at))) + 1;
    const specifier = text.slice(start, at + name.length) + rest;
    if (rest !== undefined && !specifier.includes("\n")) yield specifier;
  }
}

// True if the text of a configuration or a package.json contains a path whose last part is the name, with or without an ending.
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
