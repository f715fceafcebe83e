// The rename of a symbol, by the whole project or by a part of it.

import type { Message } from "./message.ts";
import type { Plan } from "./plan.ts";
import type { LeftBehind, Proof } from "./proof.ts";

export interface RenameParams {
  readonly file: string;
  /** UTF-16 units from the start of the text, without byte order mark. */
  readonly offset: number;
  readonly newName: string;
  readonly findInStrings: boolean;
  readonly findInComments: boolean;
  /** False replaces the name everywhere without adding `foo: bar` or `as` aliases. */
  readonly prefixAndSuffix: boolean;
  /** Whether re-exports and import aliases take the new name, too; otherwise they keep the old one as an alias. */
  readonly propagate: boolean;
  /** Other declarations that need the same name, as the proof of a plan without them has shown. */
  readonly coupled?: readonly LeftBehind[];
}

export interface EarlyParams extends RenameParams {
  /** Whether the plan needs a proof. A plan that only the whole project can prove is not known early if the proof is required. */
  readonly prove: "no" | "possible" | "required";
}

export interface RenamePlan extends Plan {
  readonly canRename: true;
  readonly oldName: string;
}

export type RenameAnswer = RenamePlan | { readonly canRename: false; readonly reason: Message };

/** The answer that a loaded project would give, or why it is not known. */
export type EarlyAnswer = { readonly known: RenameAnswer; readonly proof?: Proof } | { readonly unknown: Message };
