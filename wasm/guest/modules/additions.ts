// Finds out whether a module adds declarations outside of itself: by "declare global", or "declare module" with the name of a module.

import ts from "typescript";
import { occurrences } from "../text/words.ts";

const GAP = "(?:\\s|/\\*[^]*?\\*/|//.*)";
const ADDS = new RegExp(`\\bdeclare${GAP}+(?:global|module)\\b`);
const ADDS_FOR_ALL = new RegExp(`\\bdeclare${GAP}+global\\b`);
const ADDS_TO_DEPENDENCIES = new RegExp(`\\bdeclare${GAP}+(?:global\\b|module\\b${GAP}*["'][^."'])`);

/** The words that every text with such a declaration has. */
export const ADDING_WORDS: readonly string[] = ["declare global", "declare module"];

/** True if a file with the text may declare something globally or add to another module. */
export const mayAdd = (text: string): boolean => ADDS.test(text);

/** True if a file with the text may declare something globally. */
export const mayAddForAll = (text: string): boolean => ADDS_FOR_ALL.test(text);

/** Like mayAdd, without additions to modules of a relative path. */
export const mayAddToDependencies = (text: string): boolean => ADDS_TO_DEPENDENCIES.test(text);

/**
 * Returns the blocks of "declare global" and "declare module" that mention something of their module, or a path in an import. Only by these can
 * other files get a type of the module, or of one that it imports, without an import. The module has to be bound.
 */
export function exposingBlocks(file: ts.SourceFile): ts.Statement[] {
  const words = ["import", ...[...(file.locals?.keys() ?? [])].map(ts.unescapeLeadingUnderscores)];
  const mentions = (block: ts.Node) => words.some((word) => occurrences(block.getText(file), word).length > 0);
  return file.statements.filter((statement) => ts.isAmbientModule(statement) && mentions(statement));
}
