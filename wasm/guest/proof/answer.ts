// What a proof answers.

import type { Message } from "../host/messages.ts";

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
