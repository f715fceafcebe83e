// Loads programs ahead of the question. Parsing takes most of the time, and the host lets it go on when nobody waits any more.

import * as host from "./host/host.ts";
import { importing } from "./move/move.ts";
import { isLocal } from "./program/reach.ts";
import { usersOf } from "./program/users.ts";
import type { Workspace } from "./program/workspace.ts";
import { toLoad } from "./proof/proof.ts";
import type { Loaded, LoadParams } from "./protocol/methods.ts";
import { atName } from "./rename/name_of_keyword.ts";
import { declaringFiles } from "./rename/search.ts";
import { identifierAt } from "./text/words.ts";

/** Loads the programs that the question will look at. */
export function load(workspace: Workspace, request: LoadParams): Loaded {
  const light = request.move !== undefined && !request.whole;
  if (!light) workspace.holdAll();
  try {
    for (const _ of programs(workspace, request)) continue; // the iteration loads the programs
  } catch (error) {
    if (error instanceof host.Paused) return { complete: false, more: true };
    throw error;
  }
  const complete = workspace.configs.every((config) => workspace.project(config).loaded);
  if (complete) workspace.dropStandIns();
  return { complete, more: light && !complete };
}

function* programs(workspace: Workspace, { rename: asked, move, whole, owner: file, proof }: LoadParams): Iterable<unknown> {
  if (file !== undefined) {
    yield workspace.owner(file).program;
  } else if (asked) {
    const rename = atName(asked);
    const name = identifierAt(host.readFile(rename.file) ?? "", rename.offset);
    const owner = workspace.owner(rename.file, rename.offset);
    if (isLocal(owner.program, rename)) return;
    const declaring = declaringFiles(owner, rename);
    yield* workspace.covering([owner], name === "" ? undefined : name, { users: declaring && (() => usersOf(workspace, declaring, name)) });
  } else if (move) {
    yield* whole ? workspace.covering([], undefined) : importing(workspace, move);
  } else if (proof) {
    for (const project of toLoad(workspace, proof)) yield project.program;
  } else if (whole) {
    for (const config of workspace.configs) yield workspace.project(config).program;
  } else {
    const first = workspace.configs.map((config) => workspace.project(config)).find((p) => p.rootFiles.size > 0);
    if (first) yield first.program;
  }
}
