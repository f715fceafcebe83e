// Adds to the proof of a rename which mentions of the old name TypeScript does not know, since their import leads nowhere.

import { Names } from "../affected/names.ts";
import { Messages, say, shown } from "../host/messages.ts";
import { Mentions } from "../program/mentions.ts";
import type { Project } from "../program/project.ts";
import { isLocal } from "../program/reach.ts";
import { foundByNearest, placesOf, unfoundMentions } from "../program/unfound.ts";
import type { Workspace } from "../program/workspace.ts";
import type { Message } from "../protocol/message.ts";
import type { FileSpans } from "../protocol/plan.ts";
import type { Proof } from "../protocol/proof.ts";
import type { UnknownAlias } from "./targets.ts";

/** @param projects the projects that have a file with the old name */
export function withUnfound(workspace: Workspace, proof: Proof, projects: readonly Project[], edits: readonly FileSpans[]): Proof {
  if ((proof.verdict !== "proven" && proof.verdict !== "warnings") || isOfLocal(projects, edits)) return proof;
  const known = placesOf(edits);
  const open: Message[] = [];
  for (const name of new Names(edits).old) {
    const unfound = unfoundMentions(workspace, projects, new Mentions(name), known);
    if (unfound) open.push(...unfound.messages);
  }
  return withOpen(proof, open);
}

/** Adds which imports of files that move lead nowhere before the move and after it, though a bundler may know their alias. */
export function withUnknownAliases(workspace: Workspace, proof: Proof, aliases: readonly UnknownAlias[]): Proof {
  const isFound = foundByNearest(workspace);
  const open = new Messages();
  for (const { specifier, importer, moved } of aliases) {
    if (isFound(specifier, importer)) continue; // another program knows the alias
    open.add(say`"${specifier}" leads nowhere before and after: another tool may know the alias and find ${shown(moved)}`);
  }
  return withOpen(proof, open.list);
}

function withOpen(proof: Proof, open: readonly Message[]): Proof {
  if (open.length === 0) return proof;
  return { ...proof, verdict: proof.verdict === "proven" ? "warnings" : proof.verdict, open: [...proof.open, ...open] };
}

// True if the edits rename something that no other file can use.
function isOfLocal(projects: readonly Project[], edits: readonly FileSpans[]): boolean {
  const [file, ...others] = edits;
  const owner = projects.find(({ program }) => file && program.getSourceFile(file.path));
  const offset = file?.spans[0]?.[0];
  if (!file || !owner || offset === undefined || others.length > 0) return false;
  return isLocal(owner.program, { file: file.path, offset, prefixAndSuffix: true, propagate: false });
}
