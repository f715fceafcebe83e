// Finds the places in one program that a rename edits. The result for the last question is kept with the program: agents often ask the same question
// again with another new name.

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
 * Returns the places in a project that are renamed together with one place.
 * @param passes must not depend on the new name, since the result is kept for other new names
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
    return (locations ?? []).map(({ fileName, textSpan, prefixText, suffixText }) => (
      { file: fileName, offset: textSpan.start, length: textSpan.length, prefixText, suffixText }
    ));
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

// Returns the places that are not names. TypeScript does not say which of its places are in strings or comments. So the search is done twice, and the
// places that are found only with strings and comments are those.
function without(places: readonly Place[], names: readonly Place[]): readonly Place[] {
  const known = new Set(names.map(key));
  return places.filter((place) => !known.has(key(place)));
}

/** Equal for equal places. */
export const key = ({ file, offset }: Place): string => `${file}:${offset}`;
