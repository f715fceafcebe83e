// Finds the files that usually move along with another one: its test, story, styles and snapshot. They are named in the answer, not moved.

import ts from "typescript";
import * as host from "../host/host.ts";
import { isCodeFile, withoutExtension } from "../modules/file_kinds.ts";
import type { FileMove } from "../protocol/plan.ts";

/** The companions of one file. A directory needs none: its files move with it. */
export function companions({ oldPath, newPath }: { readonly oldPath: string; readonly newPath: string }): FileMove[] {
  if (!isCodeFile(oldPath) || !host.fileExists(oldPath)) return [];
  const stem = (path: string) => withoutExtension(path.slice(path.lastIndexOf("/") + 1)).replace(/\.d$/, "");
  const [oldStem, newStem] = [stem(oldPath), stem(newPath)];
  if (oldStem === "index") return [];
  const [oldDirectory, newDirectory] = [ts.getDirectoryPath(oldPath), ts.getDirectoryPath(newPath)];
  const found: FileMove[] = [];
  for (const below of ["", "/__tests__", "/__mocks__", "/__snapshots__"]) {
    for (const name of host.readDir(oldDirectory + below).files) {
      const from = `${oldDirectory}${below}/${name}`;
      if (from === oldPath || from === newPath) continue;
      if (name.startsWith(`${oldStem}.`) && (below !== "" || !isTwin(name.slice(oldStem.length)))) {
        found.push({ from, to: `${newDirectory}${below}/${newStem}${name.slice(oldStem.length)}` });
      }
    }
  }
  return found;
}

// `a.js` beside `a.ts` may be its output or another module: no companion. `a.d.ts` beside `a.js` describes it: a companion.
const isTwin = (rest: string) => isCodeFile(rest) && rest.split(".").length === 2;
