// Reads the lists of a workspace's packages: `workspaces` in package.json (npm, yarn) and `packages` in pnpm-workspace.yaml. Both
// list directories and patterns of directories; an entry that begins with "!" leaves directories out.

import ts from "typescript";
import * as host from "../host/host.ts";
import { propertyOf, readJson, rootOf, separatorAt } from "../host/json.ts";
import { matcher } from "../text/wildcards.ts";

export interface MemberList {
  readonly path: string;
  readonly directory: string;
  readonly patterns: readonly MemberPattern[];
  /** True where the list is written in a form that is not read here. */
  readonly unread: boolean;
}

export interface MemberPattern {
  readonly text: string;
  /** Where the text starts, behind its quote. */
  readonly start: number;
  /** The entry with its quotes: where it ends, its quote, and the text that goes before one more entry. */
  readonly entry: { readonly end: number; readonly quote: string; readonly before: string };
}

/** The lists in a directory and in those above it, the nearest first. */
export function memberLists(directory: string): MemberList[] {
  const found: MemberList[] = [];
  for (let at = directory; at.startsWith(host.ROOT); at = ts.getDirectoryPath(at)) {
    const inJson = jsonList(at);
    const inYaml = yamlList(at);
    if (inJson) found.push(inJson);
    if (inYaml) found.push(inYaml);
  }
  return found;
}

/** True if the patterns of the list match a package's directory. */
export function isMember(list: MemberList, directory: string): boolean {
  const matches = ({ text }: MemberPattern) => patternOf(text, list.directory)?.test(directory) ?? false;
  return list.patterns.some((p) => !p.text.startsWith("!") && matches(p)) && !list.patterns.some((p) => p.text.startsWith("!") && matches(p));
}

/** The directories of a list's packages. */
export function members(list: MemberList): string[] {
  const includes = list.patterns.filter(({ text }) => !text.startsWith("!") && patternOf(text, list.directory) !== undefined);
  if (includes.length === 0) return [];
  const search = includes.map(({ text }) => (/[?{}[\]()]/.test(text) ? "**" : text.replace(/\/+$/, "")) + "/package.json");
  return host
    .readDirectory(list.directory, [".json"], undefined, search)
    .map(ts.getDirectoryPath)
    .filter((directory) => isMember(list, directory));
}

/** The part of a pattern that is the path of a directory, and the rest. */
export function fixedPart(text: string): readonly [fixed: string, rest: string] {
  const plain = text.replace(/^!/, "").replace(/\/+$/, "");
  const wildcard = plain.search(/[*?{}[\]()]/);
  if (wildcard < 0) return [plain, ""];
  const end = plain.lastIndexOf("/", wildcard);
  return end < 0 ? [".", `/${plain}`] : [plain.slice(0, end), plain.slice(end)];
}

// Undefined for a pattern that leads out of the directory, or that is not read here.
function patternOf(text: string, directory: string): RegExp | undefined {
  const [fixed, rest] = fixedPart(text);
  const named = ts.getNormalizedAbsolutePath(fixed, directory);
  if (named !== directory && !named.startsWith(`${directory}/`)) return undefined;
  return matcher(named, rest, directory);
}

function jsonList(directory: string): MemberList | undefined {
  const path = `${directory}/package.json`;
  if (!host.readFile(path)?.includes('"workspaces"')) return undefined;
  const source = readJson(path);
  const workspaces = propertyOf(rootOf(source), "workspaces")?.initializer;
  const value = propertyOf(workspaces, "packages")?.initializer ?? workspaces;
  if (!value) return undefined;
  if (!ts.isArrayLiteralExpression(value)) return { path, directory, patterns: [], unread: true };
  const patterns = value.elements.filter(ts.isStringLiteral).map((node) => {
    const start = node.getStart(source);
    return { text: node.text, start: start + 1, entry: { end: node.getEnd(), quote: '"', before: separatorAt(source.text, start) } };
  });
  return { path, directory, patterns, unread: patterns.length < value.elements.length };
}

const YAML_KEY = /^packages[ \t]*:[ \t]*/m;
const YAML_ITEM = /^([ \t]*-[ \t]+)(?:'([^'\n]*)'|"([^"\\\n]*)"|([^\s#'"[\]{}&*!|>%@`,-][^#\n]*?))[ \t]*(?:#[^\n]*)?$/;

// The two forms in which such lists are written: "- entry" lines below the key, or [entry, entry] behind it.
function yamlList(directory: string): MemberList | undefined {
  const path = `${directory}/pnpm-workspace.yaml`;
  const text = host.fileExists(path) ? host.readFile(path) : undefined;
  const key = text === undefined ? null : YAML_KEY.exec(text);
  if (text === undefined || !key) return undefined;
  const start = key.index + key[0].length;
  const patterns = text[start] === "[" ? flow(text, start) : block(text, start);
  return { path, directory, patterns: patterns ?? [], unread: patterns === undefined };
}

function flow(text: string, start: number): MemberPattern[] | undefined {
  const end = text.indexOf("]", start);
  const inside = text.slice(start + 1, end);
  if (end < 0 || /[#[{]/.test(inside)) return undefined;
  return [...inside.matchAll(/'([^'\n]*)'|"([^"\\\n]*)"|[^\s,'"]+/g)].map((match) => {
    const quote = /^['"]/.exec(match[0])?.[0] ?? "";
    const at = start + 1 + match.index;
    const entry = { end: at + match[0].length, quote, before: separatorAt(text, at) };
    return { text: match[1] ?? match[2] ?? match[0], start: at + quote.length, entry };
  });
}

function block(text: string, start: number): MemberPattern[] | undefined {
  const found: MemberPattern[] = [];
  let at = start;
  for (const line of text.slice(start).split("\n")) {
    const plain = line.replace(/\r$/, "");
    const item = YAML_ITEM.exec(plain);
    if (item) {
      const [, dash = "", single, double, bare = ""] = item;
      const quote = single !== undefined ? "'" : double !== undefined ? '"' : "";
      const newLine = line.endsWith("\r") || text[at - 2] === "\r" ? "\r\n" : "\n";
      const entry = { end: at + plain.length, quote, before: newLine + dash };
      found.push({ text: single ?? double ?? bare, start: at + dash.length + quote.length, entry });
    } else if (at > start && /^[^\s#-]/.test(plain)) {
      break; // the next key
    } else if (!/^\s*(?:#.*)?$/.test(plain)) {
      return undefined;
    }
    at += line.length + 1;
  }
  return found;
}

/** Every package.json that may name another package by its place: those below a directory, and those of the workspaces around it. */
export function manifestsAround(directory: string): readonly string[] {
  const around = memberLists(ts.getDirectoryPath(directory)).map((list) => list.directory);
  return [...new Set([directory, ...around].flatMap((each) => host.readDirectory(each, [".json"], undefined, ["**/package.json"])))];
}
