// The question for the plan of a rename.

import type ts from "typescript";
import type { LeftBehind } from "../proof/answer.ts";

export interface RenameRequest {
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

/** TypeScript's preferences for a rename. */
export const preferencesOf = ({ prefixAndSuffix }: RenameRequest): ts.UserPreferences => ({
  allowRenameOfImportPath: true,
  providePrefixAndSuffixTextForRename: prefixAndSuffix,
});
