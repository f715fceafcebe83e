// Collects the edits of a plan: one set per file, with at most one edit for each place.

import type { Confidence, FileSpans, Span } from "../protocol/plan.ts";
export class Edits {
  private readonly files = new Map<string, Map<string, Span>>();

  static of(files: readonly FileSpans[]): Edits {
    const edits = new Edits();
    for (const { path, spans } of files) for (const span of spans) edits.add(path, ...span);
    return edits;
  }

  /** Adds an edit. If two projects disagree about a place, the first one's edit stays. */
  add(path: string, start: number, length: number, newText: string, confidence: Confidence = "semantic"): void {
    let spans = this.files.get(path);
    if (!spans) this.files.set(path, (spans = new Map()));
    const place = `${start}+${length}`;
    if (spans.has(place)) return;
    spans.set(place, confidence === "semantic" ? [start, length, newText] : [start, length, newText, confidence]);
  }

  /** Puts an edit in the place of another. */
  replace(path: string, start: number, length: number, newText: string): void {
    this.take(path, start, length);
    this.add(path, start, length, newText);
  }

  /** Removes an edit and returns its text. */
  take(path: string, start: number, length: number): string | undefined {
    const spans = this.files.get(path);
    const span = spans?.get(`${start}+${length}`);
    if (!spans || !span) return undefined;
    spans.delete(`${start}+${length}`);
    if (spans.size === 0) this.files.delete(path);
    return span[2];
  }

  /** Removes all edits of a file. */
  drop(path: string): void {
    this.files.delete(path);
  }

  has(path: string, start: number, length: number): boolean {
    return this.files.get(path)?.has(`${start}+${length}`) ?? false;
  }

  textAt(path: string, start: number, length: number): string | undefined {
    return this.files.get(path)?.get(`${start}+${length}`)?.[2];
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
