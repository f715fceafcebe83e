// Plans the rename of a member that no other file can use. Only the file that declares the member is searched. Of the modules that this file
// imports, only those that the type checker asks for are loaded.

import type ts from "typescript";
import { Mentions } from "../program/mentions.ts";
import { type OnDemand, settled } from "../program/on_demand.ts";
import { isFileLocalMember } from "../program/reach.ts";
import type { Workspace } from "../program/workspace.ts";
import type { RenameAnswer, RenameParams, RenamePlan } from "../protocol/rename.ts";
import { planRename } from "./rename.ts";
import { isOpen } from "./unknown.ts";

/**
 * Returns the plan that the loaded project would give, or undefined if that is not known or other files may matter.
 * @param near a project that begins with the file
 */
export function renameFileLocal(workspace: Workspace, near: OnDemand, request: RenameParams): RenameAnswer | undefined {
  return settled(() => [near], () => {
    if (!isFileLocalMember(near.project.program, request) || near.lacks) return undefined;
    const answer = planRename(workspace, request, near.project);
    return !near.lacks && answer.canRename && isWhole(near.project.program, request, answer) ? answer : undefined;
  });
}

// True if all edits are in the file, and TypeScript knows what each mention stands for that the plan leaves as it is.
function isWhole(program: ts.Program, { file }: RenameParams, { oldName, edits }: RenamePlan): boolean {
  if (edits.some(({ path }) => path !== file)) return false;
  const edited = new Set(edits.flatMap(({ spans }) => spans.map(([start]) => start)));
  return new Mentions(oldName, file).in(program).every(([source, places]) => places.every((at) => edited.has(at) || !isOpen(program, source, at)));
}
