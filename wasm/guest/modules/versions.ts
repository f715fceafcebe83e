// Keeps the files as the language services see them. The host says what changed on disk, and each state of a file is read once for all
// services.

import ts from "typescript";
import * as host from "../host/host.ts";
import type { Changes } from "../protocol/methods.ts";
import { libText } from "./registry.ts";

// package.json, tsconfig.json, and whatever a tsconfig extends.
const CONFIGURATION = /\.json$/;

export class Versions {
  private readonly files = new Map<string, number>();
  private readonly snapshots = new Map<string, { readonly version: string; readonly snapshot: ts.IScriptSnapshot }>();
  private readonly disk = host.filesOf(undefined);
  private changes = 0;
  private structures = 0;

  /** Changes whenever module resolution or a configuration may have another result. */
  get structure(): number {
    return this.structures;
  }

  get overall(): string {
    return String(this.changes);
  }

  /** Returns the files that changed, came or went after the workspace had this overall version. */
  changedSince(overall: string): string[] {
    return [...this.files].filter(([, change]) => change > Number(overall)).map(([path]) => path);
  }

  /** Returns a function that makes a value when it is first called, and again when files came or went or a configuration changed. */
  perStructure<T>(make: () => T): () => T {
    let made: { readonly structure: number; readonly value: T } | undefined;
    return () => {
      if (made?.structure !== this.structures) made = { value: make(), structure: this.structures };
      return made.value;
    };
  }

  /** What programs read of package.json files. */
  readonly packageJson = this.perStructure(() => ts.createModuleResolutionCache("/", (name) => name).getPackageJsonInfoCache());

  /** Resolved imports. Projects in which imports lead to the same files share them. */
  readonly resolutions = this.perStructure(() => new Map<string, ts.ModuleResolutionCache>());

  of(path: string): string {
    return String(this.files.get(path) ?? 0);
  }

  snapshot(path: string): ts.IScriptSnapshot | undefined {
    const version = this.of(path);
    const known = this.snapshots.get(path);
    if (known?.version === version) return known.snapshot;
    const lib = libText(path);
    const text = lib ?? this.disk.readFile(path);
    if (text === undefined) return undefined;
    const snapshot = ts.ScriptSnapshot.fromString(text);
    this.snapshots.set(path, { version, snapshot });
    if (lib === undefined) host.progress(path);
    return snapshot;
  }

  apply(changes: Changes): void {
    if (changes.files.length + changes.structure.length === 0) return;
    this.changes++;
    for (const path of [...changes.files, ...changes.structure]) this.files.set(path, this.changes);
    if (changes.structure.length > 0 || changes.files.some((path) => CONFIGURATION.test(path))) this.structures++;
  }
}
