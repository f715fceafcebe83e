// Finds a name in the texts of programs, whatever it means there. The host knows the files that have it.

import type ts from "typescript";
import * as host from "../host/host.ts";
import { occurrences } from "../text/words.ts";
import { ownFilesOf } from "./registry.ts";

/** One name. Files are searched once, however many ask. */
export class Mentions {
  readonly name: string;
  /** The one file that is searched, for what no other can mean by the name. */
  readonly file: string | undefined;
  private readonly found = new Map<ts.Program, readonly Found[]>();

  constructor(name: string, file?: string) {
    this.name = name;
    this.file = file;
  }

  /** The files of a program, but for those of dependencies, in which the name stands, with its places. */
  in(program: ts.Program): readonly Found[] {
    let found = this.found.get(program);
    if (!found) this.found.set(program, (found = this.search(program)));
    return found;
  }

  private search(program: ts.Program): readonly Found[] {
    const own = ownFilesOf(program).filter(({ fileName }) => this.file === undefined || fileName === this.file);
    const having = host.filesWith(this.name, own.map((file) => file.fileName));
    const found: Found[] = [];
    for (const file of own) {
      if (!having.has(file.fileName)) continue;
      const places = occurrences(file.text, this.name);
      if (places.length > 0) found.push([file, places]);
    }
    return found;
  }
}

type Found = readonly [file: ts.SourceFile, places: readonly number[]];
