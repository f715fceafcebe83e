// A project that loads an imported module only when TypeScript's checker asks for that module. To find out what a name means, the checker
// needs few of the modules that a file imports, and parsing all of them would take most of the time.

import ts from "typescript";
import { isApart } from "../modules/dependency_uses.ts";
import type { AtOnce } from "../modules/leading_back.ts";
import { isOutside } from "../modules/registry.ts";
import type { Project } from "./project.ts";

const MOST_STEPS = 24; // of following imports

/** True for a file that the search of a question looks into. */
export type IsSearched = (file: ts.SourceFile) => boolean;

/**
 * Asks a question about projects on demand again and again, until its answer needs no more imports. Returns undefined if that takes too many
 * steps.
 * @param projects the projects that the question looks at; the question may add to them
 */
export function settled<T>(projects: () => Iterable<OnDemand>, ask: () => T): T | undefined {
  for (let step = 0; step < MOST_STEPS; step++) {
    const answer = ask();
    if (![...projects()].map((project) => project.follow()).includes(true)) return answer;
  }
  return undefined;
}

export class OnDemand {
  private readonly whole: Project;
  private readonly atOnce: AtOnce;
  private readonly files: readonly string[];
  private readonly isSearched: IsSearched;
  private readonly followed = new Map<string, Set<string>>(); // the specifiers, by importer
  private asked: (readonly [importer: string, specifier: string])[] = [];
  private current: Project;
  private ahead: Project | undefined; // follows the imports that the checker of the current one has looked for
  private difference: Difference = "none"; // that the files make which only the project ahead has

  /** @param files the files that the project begins with */
  constructor(whole: Project, files: readonly string[], atOnce: AtOnce, isSearched: IsSearched) {
    this.whole = whole;
    this.atOnce = atOnce;
    this.files = files;
    this.isSearched = isSearched;
    this.current = this.next();
  }

  /** The project with the imports that are followed so far. */
  get project(): Project {
    return this.current;
  }

  /**
   * True if answers of the project are not final: the checker has looked for modules with which a program could give other answers. The checker
   * had these modules, but it did not have what they declare globally, and a search did not look into them.
   */
  get lacks(): boolean {
    if (this.asked.length > 0) this.goAhead();
    return this.difference === "any" || (this.difference === "outside" && this.current.searchesOutside);
  }

  /** True if it is known already that the answers of the project are not final. Unlike lacks, it takes no time. */
  get isOutdated(): boolean {
    return this.difference === "any";
  }

  /** Follows the imports that the checker has looked for. Returns false if the answers of the project are final. */
  follow(): boolean {
    if (!this.lacks || !this.ahead) return false;
    this.current.dispose();
    this.current = this.ahead;
    this.ahead = undefined;
    this.difference = "none";
    return true;
  }

  /** Has the next step follow all imports that the checker has looked for, for a question that asks more than the checker. */
  followAll(): void {
    if (this.ahead) this.difference = "any";
  }

  dispose(): void {
    this.current.dispose();
    this.ahead?.dispose();
  }

  private goAhead(): void {
    for (const [importer, specifier] of this.asked) this.followed.set(importer, (this.followed.get(importer) ?? new Set()).add(specifier));
    this.asked = [];
    const ahead = this.next();
    const { program } = ahead; // made while other programs have its files, so that they are not parsed again
    this.ahead?.dispose();
    this.ahead = ahead;
    if (this.difference !== "any") this.difference = differenceOf(this.current.program, program, this.isSearched);
  }

  private next(): Project {
    return this.whole.onDemand(this.files, {
      follows: (specifier, { fileName }) =>
        addsDeclarations(specifier) || this.followed.get(fileName)?.has(specifier.text) || this.atOnce(specifier.text, fileName),
      asked: (specifier, importer, module) => {
        // Imports that lead nowhere count, too: only a program that follows them tells them from those that lead somewhere.
        if (module !== "known" && (!module || declaresForAll(module))) this.difference = "any";
        if (!this.followed.get(importer)?.has(specifier)) this.asked.push([importer, specifier]);
      },
    });
  }
}

// What it means for an answer that a program lacks files: nothing; it does if the search looks into dependencies; it does in any case.
type Difference = "none" | "outside" | "any";

function differenceOf(program: ts.Program, ahead: ts.Program, isSearched: IsSearched): Difference {
  const added = ahead.getSourceFiles().filter(({ fileName }) => !program.getSourceFile(fileName));
  if (added.some((file) => declaresForAll(file) || file.redirectInfo || (isSearched(file) && !isOutside(file.fileName)))) return "any";
  if (added.some(augmented(ahead))) return "any";
  if (!added.some(isSearched)) return "none";
  return isApart(ahead) ? "outside" : "any";
}

// Returns a function that is true for a module to which a file of the program adds declarations: "declare module" does not load the module.
function augmented(program: ts.Program): (file: ts.SourceFile) => boolean {
  const paths = program.getSourceFiles().flatMap((file) => (file.moduleAugmentations ?? []).filter(ts.isStringLiteral).map((name) =>
    program.getResolvedModuleFromModuleSpecifier(name, file)?.resolvedModule?.resolvedFileName
  ));
  const known = new Set(paths);
  return ({ fileName }) => known.has(fileName);
}

/** True for a file whose declarations other files may see without an import. */
export const declaresForAll = (file: ts.SourceFile): boolean =>
  (!ts.isExternalOrCommonJsModule(file) && !ts.isJsonSourceFile(file)) ||
  file.statements.some((statement) => ts.isNamespaceExportDeclaration(statement) || ts.isAmbientModule(statement));

// True for imports without names, which are there for what the module declares globally, and for the modules that a file adds to.
const addsDeclarations = ({ parent }: ts.StringLiteralLike): boolean =>
  parent && (ts.isImportDeclaration(parent) ? !parent.importClause : ts.isModuleDeclaration(parent));
