// Refuses questions about files of a git worktree below the root, since the workspace leaves worktrees out.

import ts from "typescript";
import { PlanError } from "../host/errors.ts";
import * as host from "../host/host.ts";
import { say, shown } from "../host/messages.ts";

/** Throws if a path is in a worktree below the root. */
export function refuseWorktree(path: string): void {
  for (let directory = ts.getDirectoryPath(path); host.isInside(directory); directory = ts.getDirectoryPath(directory)) {
    if (!host.isWorktree(directory)) continue;
    throw new PlanError("invalid_argument", say`${shown(path)} is in a git worktree, a copy of the repository: ask with ${shown(directory)} as the root`);
  }
}
