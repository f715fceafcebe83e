// What the guest knows of change on disk: the host tells, the language services ask.

export interface Changes {
  /** Files whose content changed. */
  readonly files: readonly string[];
  /** Files or directories that came, went or changed kind. */
  readonly structure: readonly string[];
}

// package.json, tsconfig.json, and whatever a tsconfig extends.
const CONFIGURATION = /\.json$/;

export class Versions {
  private readonly files = new Map<string, number>();
  private changes = 0;
  private structures = 0;

  /** Changes whenever module resolution or a configuration may have another result. */
  get structure(): number {
    return this.structures;
  }

  get overall(): string {
    return String(this.changes);
  }

  of(path: string): string {
    return String(this.files.get(path) ?? 0);
  }

  apply(changes: Changes): void {
    if (changes.files.length + changes.structure.length === 0) return;
    this.changes++;
    for (const path of [...changes.files, ...changes.structure]) this.files.set(path, this.changes);
    if (changes.structure.length > 0 || changes.files.some((path) => CONFIGURATION.test(path))) this.structures++;
  }
}
