// Edits and moves, and what a plan leaves out. All offsets and lengths are UTF-16 units in the text without byte order mark.

import type { Message } from "./message.ts";

/** The evidence that an edit rests on. */
export type Confidence = "semantic" | "module-string" | "config" | "comment-or-string" | "suggested";

/** The confidence is left out where it is "semantic". */
export type Span = readonly [start: number, length: number, newText: string, confidence?: Confidence];

export interface FileSpans {
  readonly path: string;
  readonly spans: readonly Span[];
}

export interface FileMove {
  readonly from: string;
  readonly to: string;
}

/** A plan that a question treats as carried out. */
export interface Base {
  readonly edits: readonly FileSpans[];
  readonly moves: readonly FileMove[];
}

/** Line and character are 0-based. */
export interface Place {
  readonly path: string;
  readonly line: number;
  readonly character: number;
}

/**
 * "comment", "string" and "untyped" are mentions in files of programs; "untyped" is a member that is accessed on a value without a type,
 * or a name whose import leads nowhere, though another tool may find the module (see program/unfound.ts).
 * "orphan" is a mention in a JavaScript or TypeScript file of no program, "other" is a mention in a file of another kind.
 */
export type MentionClass = "comment" | "string" | "untyped" | "orphan" | "other";

export interface Mentions {
  readonly class: MentionClass;
  readonly count: number;
  /** Sorted by path and position. */
  readonly first: readonly Place[];
}

/** What a plan leaves out. */
export interface Ledger {
  /** Configurations that were not searched. */
  readonly skipped: readonly string[];
  readonly mentions: readonly Mentions[];
  /** The number of files that were too many to search. */
  readonly unsearched: number;
  /** The first mentions as edits. No plan makes these edits on its own. */
  readonly suggested: readonly FileSpans[];
}

/** What the plans of a rename and of a move have. */
export interface Plan {
  readonly edits: readonly FileSpans[];
  /** Configurations that were searched. */
  readonly projects: readonly string[];
  readonly warnings: readonly Message[];
  readonly ledger: Ledger;
}

export interface LeftOutParams {
  readonly replacements: readonly { readonly name: string; readonly newName: string }[];
  readonly edits: readonly FileSpans[];
  readonly moves: readonly FileMove[];
}

export interface LeftOutAnswer {
  readonly ledger: Ledger;
  /** Files that usually move along with the moved ones. */
  readonly companions: readonly FileMove[];
}

export interface MoveParams {
  /** A file or a directory. A directory moves as a whole, so imports between its files stay as they are. */
  readonly oldPath: string;
  readonly newPath: string;
}

export interface MoveAnswer extends Plan {
  /** Files that usually move along with the moved ones. */
  readonly companions: readonly FileMove[];
}
