// Path patterns with wildcards, as used by import.meta.glob and by the lists of workspace packages.

import ts from "typescript";

const WILDCARDS = /\*\*\/|\*\*|\*|\?|\{[^{}/]*\}|\[[^[\]/]*\]|[.+^$|\\(){}[\]]/g;

/** Returns undefined for a pattern that has more than wildcards, alternatives and sets of characters. */
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
    return undefined; // an invalid set of characters
  }
}
