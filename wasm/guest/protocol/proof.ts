// A plan to prove, and its proof.

import type { Message } from "./message.ts";
import type { FileMove, FileSpans } from "./plan.ts";

export interface VerifyParams {
  readonly edits: readonly FileSpans[];
  readonly moves: readonly FileMove[];
  /** True if every edit writes text. If it is not set, the look of each edit decides. */
  readonly content?: boolean;
  /** The rename that made the plan. The proof searches new errors for names that the rename should have changed as well. */
  readonly renaming?: Renaming;
  /** If true, the proof must not load a project. If it needs one that is not loaded, the verdict is "pending". */
  readonly onlyLoaded?: boolean;
}

/** The names of a rename, and the further members that it renames. */
export interface Renaming {
  readonly oldName: string;
  readonly newName: string;
  /** Members that the rename already includes. */
  readonly coupled: readonly LeftBehind[];
}

/** A name that has to be the same as the renamed one. */
export interface LeftBehind {
  /** Before the plan. */
  readonly file: string;
  readonly offset: number;
  /** An error that says so. */
  readonly because: Finding;
}

/** A finding. Line and character are 0-based, in the text after the plan; the path is the one after it, too. */
export interface Finding {
  readonly path: string;
  readonly line: number;
  readonly character: number;
  /** TypeScript's code of an error. */
  readonly code?: number;
  readonly message: Message;
}

export interface Proof {
  /**
   * proven: nothing is different. warnings: not everything could be looked at. unproven: something is different.
   * incomplete: nothing was different so far, but the time was over before everything was looked at. pending: nothing was looked at yet.
   */
  readonly verdict: "proven" | "warnings" | "unproven" | "incomplete" | "pending";
  readonly projects: readonly string[];
  /** How much was looked at. */
  readonly checkedFiles: number;
  /** If the time was over: how many files were to be type-checked, as far as that was known. */
  readonly ofFiles?: number;
  readonly identifiers: number;
  readonly imports: number;
  /** Compiler errors that the plan brings and takes away. */
  readonly appeared: readonly Finding[];
  readonly disappeared: readonly Finding[];
  /** Names and imports that mean something else than before, files that drop out of a project. */
  readonly changed: readonly Finding[];
  /** Messages that name what the proof did not compare. */
  readonly open: readonly Message[];
  readonly leftBehind: readonly LeftBehind[];
}
