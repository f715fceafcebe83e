// The edits of a plan as they are gathered: one set per file, each place once.

/** Start and length are UTF-16 units in the file's text without byte order mark. */
export type Span = readonly [start: number, length: number, newText: string];

export interface FileSpans {
  readonly path: string;
  readonly spans: readonly Span[];
}

export class Edits {
  private readonly files = new Map<string, Map<string, Span>>();

  /** Adds an edit; the first project's word stands where two disagree about a place. */
  add(path: string, start: number, length: number, newText: string): void {
    let spans = this.files.get(path);
    if (!spans) this.files.set(path, (spans = new Map()));
    const place = `${start}+${length}`;
    if (!spans.has(place)) spans.set(place, [start, length, newText]);
  }

  has(path: string): boolean {
    return this.files.has(path);
  }

  get paths(): readonly string[] {
    return [...this.files.keys()].sort();
  }

  spans(path: string): readonly Span[] {
    return [...(this.files.get(path)?.values() ?? [])].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  }

  toJSON(): readonly FileSpans[] {
    return this.paths.map((path) => ({ path, spans: this.spans(path) }));
  }
}
