// Finds the edits that write text, as opposed to those that replace one name with another. A place inside such an edit cannot be compared
// before and after the plan, but the edit itself can.

import * as host from "../host/host.ts";
import type { Overlay } from "../host/overlay.ts";
import { isCodeFile } from "../modules/file_kinds.ts";
import type { Span } from "../protocol/plan.ts";

export class Written {
  private readonly overlay: Overlay;
  private readonly spans = new Set<Span>();

  /** @param all true if every edit is known to write text; otherwise the look of each edit decides */
  constructor(overlay: Overlay, all: boolean) {
    this.overlay = overlay;
    for (const [path, { spans }] of overlay.edits) {
      if (!isCodeFile(path)) continue;
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

  /** Returns the start of the edit that removes the text at a place before the plan. */
  readonly before = (path: string, position: number): number | undefined => {
    const span = this.overlay.editsOf(path).changing(position, position + 1);
    return span && this.has(span) ? span[0] : undefined;
  };

  /** Returns the start, before the plan, of the edit that wrote the text at a place after the plan. */
  readonly after = (path: string, position: number): number | undefined => {
    const span = this.overlay.editsOf(this.overlay.before(path)).bringing(position);
    return span && this.has(span) ? span[0] : undefined;
  };
}

const SYNTAX = /[\r\n;{}=(]/;
const WORD = /[\p{ID_Continue}$]/u;

// True for an edit of declarations or statements that begins and ends at the border of a word. The edits of a wrong rename must not pass
// for one: they are words, or cut words in two.
function writes(text: string, [start, length, newText]: Span): boolean {
  const word = (s: string, at: number) => WORD.test(s[at] ?? "");
  const removed = text.substr(start, length);
  if (!SYNTAX.test(removed + newText)) return false;
  const [left, right] = [word(text, start - 1), word(text, start + length)];
  if (left && (word(removed, 0) || word(newText, 0))) return false;
  if (right && (word(removed, length - 1) || word(newText, newText.length - 1))) return false;
  return !(left && right && newText === "");
}
