// The edits of one file. They are looked up by a place in its text before or after the edits, by bisection: a file may have thousands, and
// a proof asks for each name in it.

import type { Span } from "../protocol/plan.ts";

export class FileEdits {
  /** Sorted by their places, which do not overlap. */
  readonly spans: readonly Span[];
  /** For each edit, by its index: how far the edits before it move its start. The last entry is for the text after all edits. */
  private readonly shifts: readonly number[];

  constructor(spans: readonly Span[]) {
    this.spans = [...spans].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
    let shift = 0;
    const shifts = [0];
    for (const [, length, newText] of this.spans) shifts.push((shift += newText.length - length));
    this.shifts = shifts;
  }

  /** The first edit that changes the text between two places of the original text. */
  changing(from: number, to: number): Span | undefined {
    const span = this.spans[this.first(([start, length]) => from < start + length)];
    return span && span[0] < to ? span : undefined;
  }

  /** Returns the edit whose new text is at a place in the edited text. */
  bringing(position: number): Span | undefined {
    const i = this.firstBringing(position);
    const span = this.spans[i];
    return span && position >= span[0] + this.shift(i) ? span : undefined;
  }

  /** Converts a place after the edits to one before them. A place in the new text of an edit becomes the edit's start. */
  origin(position: number): number {
    const i = this.firstBringing(position);
    return Math.min(position - this.shift(i), this.spans[i]?.[0] ?? Infinity);
  }

  /** Converts a place before the edits to one after them. A place inside an edit becomes the start of the edit's new text. */
  destination(position: number): number {
    const i = this.first(([start, length]) => position < start + length || (position === start && length === 0));
    return Math.min(position, this.spans[i]?.[0] ?? Infinity) + this.shift(i);
  }

  /** Returns the edit that starts at a place of the original text. */
  startingAt(position: number): Span | undefined {
    const span = this.spans[this.first(([start]) => position <= start)];
    return span?.[0] === position ? span : undefined;
  }

  /** The text with the edits. */
  splice(text: string): string {
    let result = "";
    let last = 0;
    for (const [start, length, newText] of this.spans) {
      result += text.slice(last, start) + newText;
      last = start + length;
    }
    return result + text.slice(last);
  }

  private firstBringing(position: number): number {
    return this.first(([start, , newText], i) => position < start + this.shift(i) + newText.length);
  }

  private shift(i: number): number {
    return this.shifts[i] as number;
  }

  // Returns, by bisection, the index of the first edit for which `holds` is true. It has to be true for all later edits, too.
  private first(holds: (span: Span, i: number) => boolean): number {
    let low = 0;
    let high = this.spans.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (holds(this.spans[middle] as Span, middle)) high = middle;
      else low = middle + 1;
    }
    return low;
  }
}
