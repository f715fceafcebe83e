// What a plan leaves out: projects that were not searched, and mentions of the old name or place that no edit covers.

import ts from "typescript";
import { type Companion, companions } from "./companions.ts";
import { Edits, type FileSpans } from "./edits.ts";
import * as host from "./host.ts";
import { occurrences } from "./identity.ts";
import type { FileMove } from "./overlay.ts";
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
  /** The first mentions as edits, which no plan makes of itself. */
  readonly suggested: readonly FileSpans[];
}

/** A name, or a path below the project without extension, and what it becomes. */
export interface Replacement {
  readonly name: string;
  readonly newName: string;
}

const FIRST = 5;
const MOST_SUGGESTED = 25;
const MOST_FILES = 2000;
const CODE = /\.[cm]?[jt]sx?$/;
const TEXT = /\.(?:md|mdx|html?|vue|svelte|astro|json|jsonc|json5|ya?ml|toml|css|scss|less|graphql|gql|txt|sh)$|(?:^|\/)Dockerfile$/;
const NOISE = /(?:^|\/)(?:package-lock\.json|pnpm-lock\.yaml)$|\.min\.js$/;
const CLOSED = new Set(["node_modules", ".git", "dist", "build", "out", "coverage", ".next", ".turbo", ".cache"]);

export function ledger(
  workspace: Workspace,
  projects: readonly Project[],
  replacements: readonly Replacement[],
  edits: Edits,
): Ledger {
  const found = new Mentions(edits, replacements);
  const known = new Set<string>();
  for (const { program } of projects) {
    for (const file of program.getSourceFiles()) {
      const path = file.fileName;
      if (known.has(path) || isLib(path) || isExternal(path)) continue;
      known.add(path);
      found.search(path, file.text, (at) => classOf(file, at));
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
      if (text !== undefined) found.search(path, text, () => (CODE.test(path) ? "orphan" : "other"));
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
    mentions: found.byClass(),
    unsearched,
    suggested: found.suggested.toJSON(),
  };
}

// Where an import leads is known: it mentions nothing.
function classOf(file: ts.SourceFile, at: number): MentionClass | undefined {
  if (ts.isInComment(file, at)) return "comment";
  if (!ts.isInString(file, at)) return undefined;
  return (file.imports ?? []).some((node) => node.pos >= 0 && node.pos <= at && at < node.end) ? undefined : "string";
}

class Mentions {
  readonly suggested = new Edits();
  private suggestions = 0;
  private readonly found = new Map<MentionClass, { count: number; first: Place[] }>();
  private readonly edits: Edits;
  private readonly replacements: readonly Replacement[];

  constructor(edits: Edits, replacements: readonly Replacement[]) {
    this.edits = edits;
    this.replacements = replacements;
  }

  search(path: string, text: string, classify: (at: number) => MentionClass | undefined): void {
    for (const { name, newName } of this.replacements) {
      if (!text.includes(name)) continue;
      const spans = this.edits.spans(path);
      for (const at of occurrences(text, name)) {
        if (spans.some(([start, length]) => at < start + length && at + name.length > start)) continue;
        const kind = classify(at);
        if (kind === undefined) continue;
        let entry = this.found.get(kind);
        if (!entry) this.found.set(kind, (entry = { count: 0, first: [] }));
        entry.count++;
        if (entry.first.length < FIRST) entry.first.push({ path, ...positionIn(text, at) });
        if (this.suggestions++ >= MOST_SUGGESTED) continue;
        this.suggested.add(path, at, name.length, newName, kind === "orphan" || kind === "other" ? "suggested" : "comment-or-string");
      }
    }
  }

  byClass(): Ledger["mentions"] {
    return [...this.found].sort(([a], [b]) => (a < b ? -1 : 1)).map(([kind, entry]) => ({ class: kind, ...entry }));
  }
}

export interface LeftOutRequest {
  readonly replacements: readonly Replacement[];
  readonly edits: readonly FileSpans[];
  readonly moves: readonly FileMove[];
}

export interface LeftOut {
  readonly ledger: Ledger;
  readonly companions: readonly Companion[];
}

/** What a batch leaves out: mentions of all its old names and places, and companions of the files that it moves. */
export function leftOut(workspace: Workspace, { replacements, edits, moves }: LeftOutRequest): LeftOut {
  const projects = workspace.configs.map((config) => workspace.project(config)).filter((project) => project.loaded);
  const moving = new Set(moves.map(({ from }) => from));
  return {
    ledger: ledger(workspace, projects, replacements, Edits.of(edits)),
    companions: moves
      .flatMap(({ from, to }) => companions({ oldPath: from, newPath: to }))
      .filter(({ from }) => !moving.has(from)),
  };
}
