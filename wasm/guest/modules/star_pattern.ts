// Patterns with at most one star, which stands for any text. The keys of `paths` and the names of ambient modules are such patterns: "@app/*".

/** The text before the star and the text after it; one text if there is no star. */
export type Pattern = readonly string[];

export const starPattern = (text: string): Pattern => text.split("*", 2);

/** Returns the text that the star of a pattern stands for; undefined if the pattern does not match. */
export function matched(text: string, [start = "", end]: Pattern): string | undefined {
  if (end === undefined) return text === start ? "" : undefined;
  const isMatch = text.length >= start.length + end.length && text.startsWith(start) && text.endsWith(end);
  return isMatch ? text.slice(start.length, text.length - end.length) : undefined;
}
