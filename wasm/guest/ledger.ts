// What a plan leaves out: projects that were not searched, and mentions of the old name or place that no edit covers.

import ts from "typescript";
import type { Edits } from "./edits.ts";
import * as host from "./host.ts";
import { occurrences } from "./identity.ts";
import type { Project } from "./project.ts";
import { isExternal, isLib } from "./registry.ts";
import { positionIn } from "./verify.ts";
import type { Workspace } from "./workspace.ts";

export interface Place {
  readonly path: string;
  readonly line: number;
  readonly character: number;
}

/** comment and string are mentions in programs, orphan in TypeScript of no project, other in files of other kinds. */
export type MentionClass = "comment" | "string" | "orphan" | "other";

export interface Ledger {
  readonly skipped: readonly string[];
  readonly mentions: readonly { class: MentionClass; count: number; first: readonly Place[] }[];
  readonly unsearched: number;
}

const FIRST = 5;
const MOST_FILES = 2000;
const CODE = /\.[cm]?[jt]sx?$/;
const TEXT = /\.(?:md|mdx|html?|vue|svelte|astro|json|jsonc|json5|ya?ml|toml|css|scss|less|graphql|gql|txt|sh)$|(?:^|\/)Dockerfile$/;
const NOISE = /(?:^|\/)(?:package-lock\.json|pnpm-lock\.yaml)$|\.min\.js$/;
const CLOSED = new Set(["node_modules", ".git", "dist", "build", "out", "coverage", ".next", ".turbo", ".cache"]);

/** @param name the old name, or the old path below the project without its extension */
export function ledger(workspace: Workspace, projects: readonly Project[], name: string, edits: Edits): Ledger {
  const found = new Map<MentionClass, { count: number; first: Place[] }>();
  const note = (kind: MentionClass, path: string, text: string, at: number) => {
    let entry = found.get(kind);
    if (!entry) found.set(kind, (entry = { count: 0, first: [] }));
    entry.count++;
    if (entry.first.length < FIRST) entry.first.push({ path, ...positionIn(text, at) });
  };
  const known = new Set<string>();
  for (const { program } of projects) {
    for (const file of program.getSourceFiles()) {
      const path = file.fileName;
      if (known.has(path) || isLib(path) || isExternal(path)) continue;
      known.add(path);
      if (!file.text.includes(name)) continue;
      const spans = edits.spans(path);
      for (const at of occurrences(file.text, name)) {
        if (spans.some(([start, length]) => at < start + length && at + name.length > start)) continue;
        if (ts.isInComment(file, at)) note("comment", path, file.text, at);
        else if (ts.isInString(file, at)) note("string", path, file.text, at);
      }
    }
  }
  for (const config of workspace.configs) for (const path of workspace.project(config).rootFiles) known.add(path);
  let searched = 0;
  let unsearched = 0;
  const visit = (directory: string): void => {
    const { files, directories } = host.readDir(directory);
    for (const file of files) {
      const path = `${directory}/${file}`;
      if (known.has(path) || NOISE.test(path) || !(CODE.test(path) || TEXT.test(path))) continue;
      if (searched === MOST_FILES) {
        unsearched++;
        continue;
      }
      searched++;
      const text = host.readFile(path);
      if (!text?.includes(name)) continue;
      const spans = edits.spans(path);
      for (const at of occurrences(text, name)) {
        if (spans.some(([start, length]) => at < start + length && at + name.length > start)) continue;
        note(CODE.test(path) ? "orphan" : "other", path, text, at);
      }
    }
    for (const name of directories) {
      const path = `${directory}/${name}`;
      if (!CLOSED.has(name) && host.isReal(path)) visit(path);
    }
  };
  visit(workspace.directory);
  const searchedProjects = new Set(projects.map((p) => p.configPath));
  return {
    skipped: workspace.configs.filter((config) => !searchedProjects.has(config)),
    mentions: [...found].sort(([a], [b]) => (a < b ? -1 : 1)).map(([kind, entry]) => ({ class: kind, ...entry })),
    unsearched,
  };
}
