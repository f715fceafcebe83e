// Finds a name in the texts of programs, whatever it means there. The host knows the files that have it.

import type ts from "typescript";
import * as host from "../host/host.ts";
import { ownFilesOf } from "../modules/registry.ts";
import { occurrences } from "../text/words.ts";

// Keeps for each program the places of the name that was looked for last. Several parts of one answer need them, and so does the next question if it
// is about the same name.
const last = new WeakMap<ts.Program, { readonly name: string; readonly only: string | undefined; readonly found: readonly Found[] }>();

/** The places of one name. */
export class Mentions {
  readonly name: string;
  /** The only file that is searched, if no other file can use the name; else undefined. */
  readonly file: string | undefined;

  constructor(name: string, file?: string) {
    this.name = name;
    this.file = file;
  }

  /** The files of a program that have the name, with its places. Files of dependencies are left out. */
  in(program: ts.Program): readonly Found[] {
    const { name, file: only } = this;
    let known = last.get(program);
    if (known?.name !== name || known.only !== only) last.set(program, (known = { name, only, found: this.search(program) }));
    return known.found;
  }

  private search(program: ts.Program): readonly Found[] {
    const found: Found[] = [];
    for (const file of filesHaving(program, this.name, this.file)) {
      const places = occurrences(file.text, this.name);
      if (places.length > 0) found.push([file, places]);
    }
    return found;
  }
}

/**
 * The files of a program that may have a name in their text. Files of dependencies are left out.
 * @param only the only file that matters, if there is one
 */
export function filesHaving(program: ts.Program, name: string, only: string | undefined): readonly ts.SourceFile[] {
  if (only !== undefined) {
    const file = program.getSourceFile(only);
    return file ? [file] : [];
  }
  const own = ownFilesOf(program);
  const having = host.filesWith(name, own.map((file) => file.fileName));
  return own.filter((file) => having.has(file.fileName));
}

type Found = readonly [file: ts.SourceFile, places: readonly number[]];
