// Finds places at which a new name collides with another, or is captured by it.

import * as host from "../host/host.ts";
import { joined, locationOf, say } from "../host/messages.ts";
import { filesHaving } from "../program/mentions.ts";
import type { Project } from "../program/project.ts";
import { Comparison } from "../proof/verify.ts";
import type { Message } from "../protocol/message.ts";
import type { Edits } from "../text/edits.ts";

/**
 * A reason of several lines, with places as compilers print them; undefined if there is no conflict. A name that no file has costs nothing.
 * @param only the only file whose scopes have the renamed name, if there is one
 */
export function conflict(projects: readonly Project[], oldName: string, newName: string, edits: Edits, only: string | undefined): Message | undefined {
  const taken = projects.filter(({ program }) => filesHaving(program, newName, only).some((file) => file.identifiers.has(newName)));
  if (taken.length === 0) return undefined;
  const comparison = new Comparison(host.overlayOf(edits.toJSON(), []), edits.toJSON());
  for (const project of taken) comparison.bindings(project);
  const { changed, appeared } = comparison.result();
  const lines = [...appeared, ...changed].map((found) => say`${locationOf(found.path, found)}: ${found.message}`);
  if (lines.length === 0) return undefined;
  const first = lines.slice(0, 5);
  if (lines.length > first.length) first.push(say`and ${lines.length - first.length} more`);
  return say`${oldName} cannot be renamed to ${newName}, which is taken where it would land:\n${joined(first, "\n")}`;
}
