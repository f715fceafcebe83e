// A plan laid over the disk or over another plan. It shows the files as they would be after the plan, and while it is in place, every read
// of the guest goes through it.

import type { FileMove, FileSpans } from "../protocol/plan.ts";
import { FileEdits } from "../text/file_edits.ts";
import { MODULES, packageName } from "./installed.ts";
import type { Layer, Listing } from "./layer.ts";

export class Overlay implements Layer {
  readonly edits: ReadonlyMap<string, FileEdits>;
  readonly moves: readonly FileMove[];
  private readonly below: Layer;
  /** By the path after the plan: the new text, null if the file is gone, or the path of the unchanged file that moved there. */
  private readonly files = new Map<string, string | null | { readonly from: string }>();
  private readonly added = new Map<string, Map<string, boolean>>();
  private readonly targets: ReadonlyMap<string, string>;
  private readonly origins: ReadonlyMap<string, string>;
  private readonly directories = new Map<string, string>();
  /** Dependencies stay when their package moves, and are installed again at its new place. They can be read at both places. */
  private readonly installed: readonly FileMove[];
  private readonly renewed: ReadonlySet<string>;

  /**
   * Edits are keyed by the paths before the moves, which happen all at once.
   * @param renewed the directories of the packages of the workspace, whose links an installation updates
   */
  constructor(edits: readonly FileSpans[], moves: readonly FileMove[], below: Layer, renewed: ReadonlySet<string>) {
    this.below = below;
    this.renewed = renewed;
    this.edits = new Map(edits.map(({ path, spans }) => [path, new FileEdits(spans)]));
    this.moves = moves;
    this.targets = new Map(moves.map(({ from, to }) => [from, to]));
    this.origins = new Map(moves.map(({ from, to }) => [to, from]));
    this.installed = moves.flatMap(({ from, to }) => {
      if (!isManifest(from) || !isManifest(to)) return [];
      const [old, now] = [from, to].map((path) => path.replace(/package\.json$/, "node_modules")) as [string, string];
      return below.directoryExists(old) && !below.directoryExists(now) ? [{ from: old, to: now }] : [];
    });
    for (const { from } of moves) this.files.set(from, null);
    for (const { from, to } of moves) {
      this.files.set(to, { from });
      this.add(to);
    }
    for (const [path, inFile] of this.edits) {
      const text = below.readFile(path);
      if (text !== undefined) this.files.set(this.after(path), inFile.splice(text));
    }
  }

  private add(path: string): void {
    for (let at = path, directory = false; at.lastIndexOf("/") > 0; directory = true) {
      const parent = at.slice(0, at.lastIndexOf("/"));
      let names = this.added.get(parent);
      if (!names) this.added.set(parent, (names = new Map()));
      names.set(at.slice(parent.length + 1), directory);
      at = parent;
    }
  }

  /** The files that are edited or moved, by their paths before the plan. */
  get touched(): readonly string[] {
    return [...new Set([...this.edits.keys(), ...this.targets.keys()])];
  }

  /** Where a file is after the plan. */
  after(path: string): string {
    return this.targets.get(path) ?? path;
  }

  /** Returns a file's path before the plan. */
  before(path: string): string {
    return this.origins.get(path) ?? path;
  }

  /** True for a file whose text or place the plan changes; the path is the one after it. */
  touches(path: string): boolean {
    return this.files.has(this.real(path));
  }

  readFile(path: string): string | undefined {
    const real = this.real(path);
    const file = this.files.get(real);
    if (file === undefined) return this.below.readFile(real);
    if (file === null) return undefined;
    return typeof file === "string" ? file : this.below.readFile(file.from);
  }

  fileExists(path: string): boolean {
    const real = this.real(path);
    const file = this.files.get(real);
    return file === undefined ? this.below.fileExists(real) : file !== null;
  }

  directoryExists(path: string): boolean {
    const directory = this.realDirectory(path);
    return this.below.directoryExists(directory) || this.added.has(directory);
  }

  readDir(path: string): Listing {
    const directory = this.realDirectory(path);
    const { files, directories } = this.below.readDir(directory);
    const left = new Set(files.filter((name) => this.files.get(`${directory}/${name}`) !== null));
    const inside = new Set(directories);
    for (const [name, isDirectory] of this.added.get(directory) ?? []) (isDirectory ? inside : left).add(name);
    return { files: [...left].sort(), directories: [...inside].sort() };
  }

  realpath(path: string): string {
    const real = this.real(path);
    if (this.files.get(real)) return real;
    return this.directoryExists(path) ? this.realDirectory(path) : this.below.realpath(real);
  }

  /** Returns the old path of a file that is installed again, and any other path as it is. */
  private source(path: string): string {
    const again = this.installed.find(({ to }) => path === to || path.startsWith(`${to}/`));
    return again ? again.from + path.slice(again.to.length) : path;
  }

  // Packages of a workspace are linked into node_modules: the same file then has two paths.
  private real(asked: string): string {
    const path = this.source(asked);
    if (this.files.has(path)) return path;
    const slash = path.lastIndexOf("/");
    return slash <= 0 ? path : this.realDirectory(path.slice(0, slash)) + path.slice(slash);
  }

  private realDirectory(asked: string): string {
    const path = this.source(asked);
    let real = this.directories.get(path);
    if (real === undefined) {
      const slash = path.lastIndexOf("/");
      if (slash <= 0 || this.below.directoryExists(path) || this.below.fileExists(path)) real = this.linked(path, this.below.realpath(path));
      else real = this.realDirectory(path.slice(0, slash)) + path.slice(slash);
      this.directories.set(path, real);
    }
    return real;
  }

  // Returns where a link leads after the plan. If its package moves, the next installation updates the link. An installation updates only the
  // links that it made: any other link keeps its target.
  private linked(path: string, real: string): string {
    if (real === path) return real;
    for (let directory = real; directory !== ""; directory = directory.slice(0, directory.lastIndexOf("/"))) {
      const target = this.targets.get(`${directory}/package.json`);
      if (target !== undefined && this.isRenewed(path, directory)) return target.slice(0, target.lastIndexOf("/")) + real.slice(directory.length);
      if (this.below.fileExists(`${directory}/package.json`)) return real;
    }
    return real;
  }

  // True for a link to a package of the workspace, and for one that the package.json beside its node_modules directory names.
  private isRenewed(link: string, directory: string): boolean {
    const at = link.lastIndexOf(MODULES);
    const name = packageName(link.slice(at + MODULES.length));
    return this.renewed.has(directory) || (this.below.readFile(`${link.slice(0, at)}/package.json`) ?? "").includes(`"${name}"`);
  }

  /** The edits of a file, by its path before the plan. */
  editsOf(path: string): FileEdits {
    return this.edits.get(path) ?? NONE;
  }

  /** Converts a place after the plan to one before it. A place in the new text of an edit becomes the edit's start. */
  origin(path: string, position: number): { path: string; position: number } {
    const before = this.before(path);
    return { path: before, position: this.editsOf(before).origin(position) };
  }

  /** Converts a place before the plan to one after it. A place inside an edit becomes the start of its new text. */
  destination(path: string, position: number): { path: string; position: number } {
    return { path: this.after(path), position: this.editsOf(path).destination(position) };
  }
}

const NONE = new FileEdits([]);

const isManifest = (path: string): boolean => path.endsWith("/package.json");
