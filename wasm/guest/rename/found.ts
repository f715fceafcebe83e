// Finds what a rename edits in one program, from one place. A program keeps what was found in it for the last question, since a question is often
// asked again with another new name.

import type ts from "typescript";
import { isOutside } from "../modules/registry.ts";
import type { PassesOver, Project } from "../program/project.ts";
import type { Place } from "../program/reach.ts";
import type { RenameParams } from "../protocol/rename.ts";
import { usesOfOutside } from "./contracts.ts";
import { preferencesOf } from "./preferences.ts";
import { contextualMembers } from "./repairs.ts";

export interface Found {
  readonly names: readonly FoundName[];
  /** The places in strings and comments that TypeScript reports. */
  readonly text: readonly Place[];
}

export interface FoundName extends Place {
  readonly length: number;
  /** What TypeScript adds before and after the new name, as `old: ` in a shorthand. */
  readonly prefix: string;
  readonly suffix: string;
  /** For a key of an object literal: the members that it stands for. */
  readonly members: readonly Place[];
}

const kept = new WeakMap<ts.Program, { readonly question: string; readonly byPlace: Map<string, Found> }>();

/**
 * Returns what a question finds in a project from a place.
 * @param passes the same for the same question, whatever the new name is
 */
export function findFrom(asked: Place, project: Project, request: RenameParams, passes: PassesOver): Found {
  const { program } = project;
  const question = JSON.stringify({ ...request, newName: "" });
  let known = kept.get(program);
  if (known?.question !== question) kept.set(program, (known = { question, byPlace: new Map() }));
  let found = known.byPlace.get(key(asked));
  if (!found) known.byPlace.set(key(asked), (found = search(asked, project, request, passes)));
  return found;
}

function search(asked: Place, project: Project, request: RenameParams, passes: PassesOver): Found {
  const { program } = project;
  const { findInStrings, findInComments } = request;
  const find = (inStrings: boolean, inComments: boolean) => {
    const locations = project.passingOver(passes, (service) =>
      service.findRenameLocations(asked.file, asked.offset, inStrings, inComments, preferencesOf(request)),
    );
    return (locations ?? []).map(({ fileName: file, textSpan: { start: offset, length }, prefixText, suffixText }) => ({ file, offset, length, prefixText, suffixText }));
  };
  const found = find(false, false);
  const isOfOutside = usesOfOutside(program, asked);
  const names = found.filter((place) => !isOfOutside(place, place.suffixText !== undefined));
  return {
    names: names.map(({ prefixText: prefix = "", suffixText: suffix = "", ...place }) => {
      const members = contextualMembers(program, place.file, place.offset).filter(({ file }) => !isOutside(file));
      return { ...place, prefix, suffix, members };
    }),
    text: findInStrings || findInComments ? without(find(findInStrings, findInComments), found) : [],
  };
}

// TypeScript does not say which places are text: these are the places that it finds only if it searches text.
function without(places: readonly Place[], names: readonly Place[]): readonly Place[] {
  const known = new Set(names.map(key));
  return places.filter((place) => !known.has(key(place)));
}

/** Equal for equal places. */
export const key = ({ file, offset }: Place): string => `${file}:${offset}`;
