// The files and directories outside of the root that a configuration names. They are absent: the host reads nothing there.

import ts from "typescript";
import * as host from "../host/host.ts";
import { fromCompiler, say, shown } from "../host/messages.ts";
import type { Message } from "../protocol/message.ts";

type Settings = Readonly<Record<string, unknown>>;

/** One warning for each list of files that leads out of the root, with the texts as the configuration has them. */
export function outsideWarnings(configPath: string, { raw }: ts.ParsedCommandLine): Message[] {
  return ["files", "include"].flatMap((field) => {
    const names = outsideIn(configPath, ((raw ?? {}) as Settings)[field]);
    return names === "" ? [] : [say`${shown(configPath)}: "${field}" names ${names} outside of the root: what is there is not read, and not edited`];
  });
}

/** Says that a configuration extends or references an absent one, so that its options differ from those in the whole repository. */
export function missingBase(configPath: string, { raw, options }: ts.ParsedCommandLine): Message | undefined {
  const bases = options.configFile?.extendedSourceFiles ?? [];
  const references = ((raw ?? {}) as Settings)["references"];
  const named: [path: string, field: string, listed: unknown][] = [
    ...[configPath, ...bases.filter(host.isInside)].map((path): [string, string, unknown] => [path, "extends", extendsOf(path)]),
    [configPath, "references", Array.isArray(references) ? references.map((reference: { path?: unknown } | null) => reference?.path) : []],
  ];
  for (const [path, field, listed] of named) {
    const names = outsideIn(path, listed);
    if (names === "") continue;
    return say`${shown(path)}: "${field}" names ${names} outside of the root, so imports and options may mean something else here than in the repository: open the repository's root instead`;
  }
  return undefined;
}

/** Says that a configuration extends one that is not found, as that of a package which is not installed. */
export function missingConfig(configPath: string, { errors }: ts.ParsedCommandLine): Message | undefined {
  const error = errors.find(({ code }) => NOT_FOUND.has(code));
  return error && problemOf(configPath, error);
}

/** What TypeScript says about a configuration, with the name of the configuration. */
export const problemOf = (configPath: string, { messageText }: ts.Diagnostic): Message =>
  say`${shown(configPath)}: ${fromCompiler(ts.flattenDiagnosticMessageText(messageText, " "))}`;

const NOT_FOUND: ReadonlySet<number> = new Set([5083, 6053]); // Cannot read file '{0}'. File '{0}' not found.

// Leaves out names of packages: those are looked up in node_modules.
function extendsOf(configPath: string): unknown {
  const { extends: value } = (ts.readConfigFile(configPath, host.readFile).config ?? {}) as Settings;
  return (Array.isArray(value) ? value : [value]).filter((text) => typeof text === "string" && /^[./]/.test(text));
}

/** Lists the first five texts that lead out of the root, and the number of the rest; empty if there are none. */
function outsideIn(configPath: string, listed: unknown): string {
  const directory = ts.getDirectoryPath(configPath);
  const texts = (Array.isArray(listed) ? listed : []).filter((text) => typeof text === "string" && leadsOut(text, directory));
  const named = texts.slice(0, 5).map((text) => JSON.stringify(text)).join(", ");
  return texts.length > 5 ? `${named} and ${texts.length - 5} more` : named;
}

// A pattern leads out if all that it can match is outside.
function leadsOut(text: string, directory: string): boolean {
  const [fixed = ""] = text.split(/[^/]*[*?]/, 1);
  const path = ts.getNormalizedAbsolutePath(fixed === "" ? "." : fixed, directory);
  return path !== host.ROOT && !host.isInside(path) && !(fixed !== text && host.ROOT.startsWith(path));
}
