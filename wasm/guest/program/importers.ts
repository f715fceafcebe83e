// Finds out whether an import may lead from a configuration's files to a file that no configuration includes. If so, the configuration's
// program has that file, too. Only texts are searched: programs that resolve all imports would take seconds.

import * as host from "../host/host.ts";
import { CODE_ENDING } from "../modules/file_kinds.ts";
import type { Project } from "./project.ts";
import { IN_NAME, moduleOf, nameOfModule, SpecifierTargets } from "./specifier_targets.ts";

const REST = new RegExp(String.raw`^((?:\/index)?(?:\.d)?(?:${CODE_ENDING})?)["'\x60\\]`); // of a specifier, after the name
const QUOTES = ["'", '"', "`"];
const MOST_BEFORE = 300; // characters that are looked at
// The text before a specifier that a program follows. Comments may come in between.
const BEFORE = /(?:(?<![\w$])(?:from|module|(?:import|require)\s*\(?)|(?:path|types)\s*=)\s*(?:(?:\/\/.*\n|\/\*(?:[^*]|\*(?!\/))*\*\/)\s*)*$/;
// Matches ".", ".." and "./index": such a specifier leads to the index of a directory, and does not contain the name of the directory.
const OF_INDEX = new RegExp(String.raw`["'\x60]((?:\.{1,2}\/)+index(?:\.d)?(?:${CODE_ENDING})?|(?:\.{1,2}\/)*\.{1,2}\/?)["'\x60]`, "g");

/**
 * True if the program of a project may have one of the files because of an import.
 * @param files some of the strays
 * @param strays all TypeScript files that no configuration includes
 * @param listed the files that the configurations include
 */
export function mayBeImported(
  files: readonly string[],
  strays: readonly string[],
  listed: ReadonlySet<string>,
  projects: readonly Project[],
): boolean {
  if (files.length === 0) return false;
  for (const file of new Importers([...listed, ...strays], projects).leadingTo(files)) if (file === undefined || listed.has(file)) return true;
  return false;
}

/** The imports between files, as texts show them. */
export class Importers {
  private readonly targets: SpecifierTargets;
  private readonly all: readonly string[];
  private readonly naming = new Map<string, readonly Naming[]>(); // by name: many files may have the same

  constructor(all: readonly string[], projects: readonly Project[]) {
    this.all = all;
    this.targets = new SpecifierTargets(projects);
  }

  /** Yields the files from which imports may lead to the given ones. Yields undefined if there may be more than the texts show, and ends. */
  *leadingTo(files: readonly string[]): Generator<string | undefined> {
    const seen = new Set<string>();
    const pending = [...files];
    for (let file = pending.pop(); file !== undefined; file = pending.pop()) {
      if (seen.has(file)) continue;
      seen.add(file);
      if (this.targets.mayHaveOtherName(file)) return yield undefined;
      for (const importer of this.importersOf(moduleOf(file))) {
        yield importer;
        pending.push(importer);
      }
    }
  }

  // The files with an import that may lead to a module.
  private *importersOf(target: string): Generator<string> {
    for (const { importer, specifiers } of this.filesNaming(nameOfModule(target))) {
      if (specifiers.some((specifier) => this.targets.mayBe(target, specifier, importer))) yield importer;
    }
    for (const inside of this.all) {
      if (!inside.startsWith(`${target}/`)) continue;
      const found = [...(host.readFile(inside) ?? "").matchAll(OF_INDEX)];
      if (found.some(([, specifier]) => this.targets.mayBe(target, specifier as string, inside))) yield inside;
    }
  }

  private filesNaming(name: string): readonly Naming[] {
    let found = this.naming.get(name);
    if (!found) {
      const importers = [...host.filesWith(name, this.all)].filter((importer) => importer !== "");
      found = importers.map((importer) => ({ importer, specifiers: [...specifiersWith(name, host.readFile(importer) ?? "")] }));
      this.naming.set(name, found);
    }
    return found;
  }
}

interface Naming {
  readonly importer: string;
  readonly specifiers: readonly string[];
}

// Returns the module specifiers of a text that end with a name. Some of them may be in comments or strings.
function* specifiersWith(name: string, text: string): Generator<string> {
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + name.length)) {
    if (IN_NAME.test(text[at - 1] ?? "")) continue;
    const rest = REST.exec(text.substr(at + name.length, 20))?.[1];
    const start = Math.max(...QUOTES.map((quote) => text.lastIndexOf(quote, at))) + 1;
    const specifier = text.slice(start, at + name.length) + rest;
    if (rest === undefined || specifier.includes("\n")) continue;
    if (BEFORE.test(text.slice(Math.max(0, start - 1 - MOST_BEFORE), start - 1))) yield specifier;
  }
}
