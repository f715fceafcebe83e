// Edits that write text, as opposed to those that put one name in the place of another. A place inside of one is not
// comparable across the plan; the edit that it is in is.

import * as host from "../host/host.ts";
import type { Overlay } from "../host/overlay.ts";
import type { Span } from "../text/edits.ts";

export const CODE = /\.[cm]?[jt]sx?$/;

export class Written {
  private readonly overlay: Overlay;
  private readonly spans = new Set<Span>();

  /** @param all true if every edit is known to write text; otherwise what an edit looks like decides */
  constructor(overlay: Overlay, all: boolean) {
    this.overlay = overlay;
    for (const [path, { spans }] of overlay.edits) {
      if (!CODE.test(path)) continue;
      const text = host.readFile(path) ?? "";
      for (const span of spans) if (span[3] === undefined && (all || writes(text, span))) this.spans.add(span);
    }
  }

  get none(): boolean {
    return this.spans.size === 0;
  }

  has(span: Span): boolean {
    return this.spans.has(span);
  }

  /** The edit that takes away what is at a place before the plan, as its start. */
  readonly before = (path: string, position: number): number | undefined => {
    const span = this.overlay.editsOf(path).changing(position, position + 1);
    return span && this.has(span) ? span[0] : undefined;
  };

  /** The edit that brings what is at a place after the plan, as its start before it. */
  readonly after = (path: string, position: number): number | undefined => {
    const span = this.overlay.editsOf(this.overlay.before(path)).bringing(position);
    return span && this.has(span) ? span[0] : undefined;
  };
}

const SYNTAX = /[\r\n;{}=(]/;
const WORD = /[\p{ID_Continue}$]/u;

// Declarations and statements, from the border of a word to that of another. A rename that went wrong must not pass for
// one: its edits are words, or cut words in two.
function writes(text: string, [start, length, newText]: Span): boolean {
  const word = (s: string, at: number) => WORD.test(s[at] ?? "");
  const removed = text.substr(start, length);
  if (!SYNTAX.test(removed + newText)) return false;
  const [left, right] = [word(text, start - 1), word(text, start + length)];
  if (left && (word(removed, 0) || word(newText, 0))) return false;
  if (right && (word(removed, length - 1) || word(newText, newText.length - 1))) return false;
  return !(left && right && newText === "");
}
