// import.meta.glob includes files by pattern. A file that moves may match a pattern that it did not match before, or no longer match one.
// No edit of the pattern could correct that for one file, so there is a warning.

import { locationOf, say, shown } from "../host/messages.ts";
import type { Message } from "../protocol/message.ts";
import type { Edits } from "../text/edits.ts";
import { positionIn } from "../text/lines.ts";
import { matcher } from "../text/wildcards.ts";
import type { Relocation, Specifier } from "./specifiers.ts";

/** @param moved the files that move, by their paths before the move */
export function globWarnings(globs: readonly Specifier[], moved: readonly string[], after: Relocation["after"], edits: Edits): Message[] {
  const warnings: Message[] = [];
  const files = new Set(globs.map((specifier) => specifier.file));
  for (const file of files) {
    const matchers = globs.flatMap(({ file: { fileName }, start, text, glob }) => {
      if (fileName !== file.fileName || !glob) return [];
      const follows = edits.textAt(fileName, start, text.length) ?? text;
      const before = matcher(text, glob.rest, fileName);
      const now = matcher(follows, glob.rest, after(fileName));
      return before && now ? [{ ...glob, start, pattern: text + glob.rest, before, now }] : [];
    });
    const excluded = matchers.filter(({ not }) => not);
    for (const { start, pattern, before, now } of matchers.filter(({ not }) => !not)) {
      const at = locationOf(file.fileName, positionIn(file.text, start));
      for (const path of moved) {
        if (path === file.fileName || excluded.some((one) => one.before.test(path) || one.now.test(after(path)))) continue;
        const [was, is] = [before.test(path), now.test(after(path))];
        if (was === is) continue;
        const what = is ? "would be taken in by" : "would no longer be taken in by";
        warnings.push(say`${shown(after(path))} ${what} import.meta.glob("${pattern}") at ${at}`);
      }
    }
  }
  return warnings;
}
