// Lists the things that a plan leaves out: projects that were not searched, and mentions of the old name or place that no edit covers.

import type ts from "typescript";
import * as host from "../host/host.ts";
import { isCodeFile } from "../modules/file_kinds.ts";
import { Mentions } from "../program/mentions.ts";
import type { Project } from "../program/project.ts";
import type { Workspace } from "../program/workspace.ts";
import type { Ledger, LeftOutAnswer, LeftOutParams, MentionClass } from "../protocol/plan.ts";
import { Edits } from "../text/edits.ts";
import { FileEdits } from "../text/file_edits.ts";
import { positionIn } from "../text/lines.ts";
import { occurrences } from "../text/words.ts";
import { companions } from "./companions.ts";
import { outsideCode } from "./outside_code.ts";

/** The mentions of a name, or of a path (below the project, without extension), and the text that replaces it. */
export interface Replacement {
  readonly mentions: Mentions;
  readonly newName: string;
  readonly untyped?: ReadonlyMap<string, ReadonlySet<number>>;
  /** False for files that cannot use the name. */
  readonly isUser?: (path: string) => boolean;
  /** False for files of a project that cannot use the name. This may take long, so it is asked only about files with something to list. */
  readonly isHeld?: (path: string) => boolean;
}

const FIRST = 5;
const MOST_SUGGESTED = 25;
const MOST_FILES = 2000;
const TEXT = /\.(?:md|mdx|html?|vue|svelte|astro|json|jsonc|json5|ya?ml|toml|css|scss|less|graphql|gql|txt|sh)$|(?:^|\/)Dockerfile$/;
const MANIFEST = /(?:^|\/)(?:package|[jt]sconfig[^/]*)\.json$/;
const NOISE = /(?:^|\/)(?:package-lock\.json|pnpm-lock\.yaml)$|\.min\.js$/;

export function ledger(
  workspace: Workspace,
  projects: readonly Project[],
  replacements: readonly Replacement[],
  edits: Edits,
): Ledger {
  const found = new LeftOver(edits);
  const { searched, unsearched } = filesOfNoProject(workspace);
  for (const { mentions, newName, untyped, isUser, isHeld } of replacements) {
    const { name } = mentions;
    const known = new Set<string>();
    for (const { program } of projects) {
      for (const [file, places] of mentions.in(program)) {
        if (known.has(file.fileName)) continue;
        known.add(file.fileName);
        if ((isUser && !isUser(file.fileName)) || !isCodeFile(file.fileName)) continue;
        const listed: (readonly [at: number, kind: MentionClass])[] = [
          ...found.unedited(file.fileName, [...(untyped?.get(file.fileName) ?? [])], name).map((at) => [at, "untyped"] as const),
          ...[...outsideCode(file, name, found.unedited(file.fileName, places, name))].filter(([at, kind]) => kind !== "string" || !leads(file, at)),
        ];
        if (listed.length === 0 || isHeld?.(file.fileName) === false) continue;
        for (const [at, kind] of listed) found.add({ kind, path: file.fileName, text: file.text, at, name, newName });
      }
    }
    if (mentions.file !== undefined) continue;
    const having = host.filesWith(name, searched);
    for (const path of searched) {
      if (!having.has(path) || (isCodeFile(path) && (isUser?.(path) === false || projects.some((project) => project.program.getSourceFile(path))))) continue;
      const text = host.readFile(path) ?? "";
      for (const at of found.unedited(path, occurrences(text, name), name)) {
        if (isOwnField(path, text, at, name)) continue;
        found.add({ kind: isCodeFile(path) ? "orphan" : "other", path, text, at, name, newName });
      }
    }
  }
  const searchedProjects = new Set(projects.map((p) => p.configPath));
  return {
    skipped: workspace.configs.filter((config) => !searchedProjects.has(config)),
    unsearched,
    ...found.result(),
  };
}

// A module specifier is resolved, so its text is no mention.
const leads = (file: ts.SourceFile, at: number): boolean =>
  (file.imports ?? []).some((node) => node.pos >= 0 && node.pos <= at && at < node.end);

/** The fields of package.json and tsconfig.json have names of their own, such as "name" and "files". */
const isOwnField = (path: string, text: string, at: number, name: string): boolean =>
  MANIFEST.test(path) && text[at - 1] === '"' && /^"\s*:/.test(text.slice(at + name.length, at + name.length + 20));

interface Mention {
  readonly kind: MentionClass;
  readonly path: string;
  readonly text: string;
  readonly at: number;
  readonly name: string;
  readonly newName: string;
}

class LeftOver {
  private readonly found: Mention[] = [];
  private readonly edits: Edits;

  constructor(edits: Edits) {
    this.edits = edits;
  }

  unedited(path: string, places: readonly number[], name: string): readonly number[] {
    const edits = new FileEdits(this.edits.spans(path));
    return places.filter((at) => !edits.changing(at, at + name.length));
  }

  add(mention: Mention): void {
    this.found.push(mention);
  }

  /** The mentions in an order that does not depend on how they were found. */
  result(): Pick<Ledger, "mentions" | "suggested"> {
    const found = this.separate();
    const classes = [...new Set(found.map(({ kind }) => kind))].sort();
    const suggested = new Edits();
    for (const { kind, path, at, name, newName } of found.slice(0, MOST_SUGGESTED)) {
      suggested.add(path, at, name.length, newName, kind === "comment" || kind === "string" ? "comment-or-string" : "suggested");
    }
    return {
      mentions: classes.map((kind) => {
        const all = found.filter((mention) => mention.kind === kind);
        return { class: kind, count: all.length, first: all.slice(0, FIRST).map(({ path, text, at }) => ({ path, ...positionIn(text, at) })) };
      }),
      suggested: suggested.toJSON(),
    };
  }

  // Leaves out a mention that is part of another one: the path "src/store" mentions the name "store", too.
  private separate(): readonly Mention[] {
    this.found.sort((a, b) => (a.path === b.path ? a.at - b.at || b.name.length - a.name.length : a.path < b.path ? -1 : 1));
    let last: Mention | undefined;
    return this.found.filter((mention) => {
      if (last?.path === mention.path && mention.at < last.at + last.name.length) return false;
      last = mention;
      return true;
    });
  }
}

/** Lists the things that a batch leaves out: mentions of all its old names and places, and companions of the files that it moves. */
export function leftOut(workspace: Workspace, { replacements, edits, moves }: LeftOutParams): LeftOutAnswer {
  const projects = workspace.configs.map((config) => workspace.project(config)).filter((project) => project.loaded);
  const old = replacements.map(({ name, newName }) => ({ mentions: new Mentions(name), newName }));
  const moving = new Set(moves.map(({ from }) => from));
  return {
    ledger: ledger(workspace, projects, old, Edits.of(edits)),
    companions: moves
      .flatMap(({ from, to }) => companions({ oldPath: from, newPath: to }))
      .filter(({ from }) => !moving.has(from)),
  };
}

interface Others {
  readonly searched: readonly string[];
  readonly unsearched: number;
}

const others = new WeakMap<Workspace, () => Others>();

/** Source files that no configuration lists, and other files with text. They are found again after files came or went. */
function filesOfNoProject(workspace: Workspace): Others {
  let known = others.get(workspace);
  if (!known) others.set(workspace, (known = workspace.versions.perStructure(() => findOthers(workspace))));
  return known();
}

function findOthers({ files, listed }: Workspace): Others {
  const paths = files().filter((path) => !NOISE.test(path) && (isCodeFile(path) ? !listed.has(path) : TEXT.test(path)));
  return { searched: paths.slice(0, MOST_FILES), unsearched: Math.max(paths.length - MOST_FILES, 0) };
}
