// Keeps what is found in the texts of files. The programs of a proof share most files.

import ts from "typescript";
import { oncePer } from "../modules/once_per.ts";
import { occurrences } from "../text/words.ts";
import { type Hidden, hiddenIn } from "./hidden.ts";

export class Texts {
  private readonly mentions = oncePer((file: ts.SourceFile) => oncePer((name: string) => occurrences(file.text, name)));
  private readonly known = new Map<ts.SourceFile, Hidden>();

  /** The words of a file that are whole strings. */
  readonly strings = oncePer(({ text }: ts.SourceFile) => new Set([...text.matchAll(/(["'`])([\w$]+)\1/g)].map(([, , word]) => word as string)));

  /** The places where a name is a whole word of a file. */
  occurrences(file: ts.SourceFile, name: string): readonly number[] {
    return this.mentions(file)(name);
  }

  hidden(file: ts.SourceFile, checker: ts.TypeChecker): Hidden {
    let known = this.known.get(file);
    if (!known) this.known.set(file, (known = hiddenIn(file, checker)));
    return known;
  }
}
