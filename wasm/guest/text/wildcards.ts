// Patterns of paths with wildcards, as import.meta.glob and lists of workspace packages have them.

import ts from "typescript";

const WILDCARDS = /\*\*\/|\*\*|\*|\?|\{[^{}/]*\}|\[[^[\]/]*\]|[.+^$|\\(){}[\]]/g;

/** Undefined for a pattern with more than wildcards, alternatives and sets of characters. */
export function matcher(fixed: string, rest: string, from: string): RegExp | undefined {
  if (/[!@+*?]\(/.test(rest)) return undefined;
  const directory = ts.getNormalizedAbsolutePath(fixed, ts.getDirectoryPath(from));
  const escaped = (text: string) => text.replace(/[.*+?^$|\\(){}[\]]/g, "\\$&");
  const pattern = rest.replace(WILDCARDS, (token) => {
    if (token === "**/") return "(?:[^/]+/)*";
    if (token === "**") return ".*";
    if (token === "*") return "[^/]*";
    if (token === "?") return "[^/]";
    if (token.length > 1 && token.startsWith("{")) return `(?:${token.slice(1, -1).split(",").map(escaped).join("|")})`;
    if (token.length > 1 && token.startsWith("[")) return token.replace(/^\[!/, "[^").replaceAll("\\", "\\\\");
    return `\\${token}`;
  });
  try {
    return new RegExp(`^${escaped(directory)}${pattern}$`);
  } catch {
    return undefined; // a set of characters that is none
  }
}
