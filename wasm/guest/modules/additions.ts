// Finds by its text whether a module may add declarations outside of itself: "declare global", or "declare module" with the name of a module.

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
