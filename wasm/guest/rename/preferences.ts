// TypeScript's preferences for a rename.

import type ts from "typescript";
import type { RenameParams } from "../protocol/rename.ts";

export const preferencesOf = ({ prefixAndSuffix }: RenameParams): ts.UserPreferences => ({
  allowRenameOfImportPath: true,
  providePrefixAndSuffixTextForRename: prefixAndSuffix,
});
