// Finds the files whose code may use a declaration of another file. Such a file imports the other file, directly or not, or it uses a global
// declaration that leads to the other file.

import ts from "typescript";
import { exposingBlocks } from "../modules/additions.ts";
import { importersOf } from "../modules/importers_of.ts";
import { installedIn } from "../modules/packages.ts";
import { isOutside, ownFilesOf } from "../modules/registry.ts";
import { declaresForAll } from "../program/on_demand.ts";

export const isOwn = ({ fileName }: ts.SourceFile): boolean => !isOutside(fileName);

/** Says which files of a program may use the declarations of others. */
export class Visibility {
  private readonly program: ts.Program;
  private readonly own: readonly ts.SourceFile[];
  private readonly importers: ReturnType<typeof importersOf>;

  constructor(program: ts.Program) {
    this.program = program;
    this.own = ownFilesOf(program);
    this.importers = importersOf(program); // also dependencies, which may import the project
  }

  /**
   * Returns the files that may use the declarations of some files, nearest first: by imports, or by a global declaration of a file on the way.
   * @param isIn whether one of the declarations is in a part of a file. If that part is a "declare global", every file may use the declaration
   * @param follow false for importers that are left out
   */
  seeing(
    files: readonly ts.SourceFile[],
    isIn: (file: ts.SourceFile, part: ts.Node) => boolean,
    follow: (file: ts.SourceFile) => boolean = () => true,
  ): ReadonlySet<string> {
    const seen = new Set(files);
    for (const file of seen) { // also visits files that are added meanwhile
      const names = this.exposed(file, (part) => isIn(file, part));
      if (!names) return new Set(this.own.map(({ fileName }) => fileName));
      for (const importer of this.importers.get(file) ?? []) if (follow(importer)) seen.add(importer);
      for (const user of names.length > 0 ? this.own : []) {
        if (names.some((name) => user.identifiers.has(name))) seen.add(user);
      }
    }
    return new Set([...seen].filter(isOwn).map(({ fileName }) => fileName));
  }

  /** True if a dependency imports a file of the workspace. */
  get isImportedByDependencies(): boolean {
    return this.own.some((file) => this.importers.get(file)?.some((importer) => !isOwn(importer)));
  }

  /** Returns the files of the workspace that import the dependency which has a file. */
  importingDependency(file: ts.SourceFile): readonly ts.SourceFile[] {
    const directory = installedIn(file.fileName);
    return this.leadingTo([file], (importer) => installedIn(importer.fileName) === directory).filter(isOwn);
  }

  /**
   * Returns the files of the workspace that import a dependency which has one of the files, or another dependency that uses one of these. Undefined
   * if one of all these files declares something for all: then any file may use a dependency without an import.
   */
  usingDependencies(files: readonly ts.SourceFile[]): readonly ts.SourceFile[] | undefined {
    const leading = this.leadingTo(files, () => true);
    return leading.some(declaresForAll) ? undefined : leading.filter(isOwn);
  }

  // Follows imports back from files of dependencies, through other files of dependencies, to the files of the workspace. Returns all of these files.
  private leadingTo(files: readonly ts.SourceFile[], follow: (dependency: ts.SourceFile) => boolean): ts.SourceFile[] {
    const seen = new Set(files);
    for (const each of seen) { // also visits files that are added meanwhile
      for (const importer of isOwn(each) ? [] : this.importers.get(each) ?? []) if (isOwn(importer) || follow(importer)) seen.add(importer);
    }
    return [...seen];
  }

  // Returns the global names by which other files may use a declaration of a file, or of a file that it imports. A module declares such names in
  // "declare global" and "declare module". A block of that kind counts only if it mentions something of the module. The result is undefined if other
  // files may use a declaration without a name, as they do with an index signature.
  private exposed(file: ts.SourceFile, isIn: (part: ts.Node) => boolean): readonly string[] | undefined {
    if (!ts.isExternalModule(file)) return ts.isJsonSourceFile(file) ? [] : undefined;
    if (!declaresForAll(file)) return [];
    if (file.statements.some(ts.isNamespaceExportDeclaration)) return undefined;
    const checker = this.program.getTypeChecker(); // binds the file
    if (file.statements.filter(ts.isAmbientModule).some(isIn)) return undefined;
    const names: string[] = [];
    for (const node of exposingBlocks(file).flatMap(partsOf)) {
      const name = ts.getNameOfDeclaration(node as ts.Declaration);
      if (!name || !(ts.isIdentifier(name) || ts.isStringLiteral(name))) return undefined;
      const isType = ts.isInterfaceDeclaration(node) || ts.isClassDeclaration(node);
      for (const base of isType ? (node.heritageClauses ?? []).flatMap(({ types }) => types) : []) {
        const type = checker.getTypeAtLocation(base);
        if (checker.getIndexInfosOfType(type).length + type.getCallSignatures().length > 0) return undefined;
        names.push(...type.getProperties().map((property) => property.name));
      }
      // Of a type that is declared elsewhere, too, only the members lead here.
      const isElsewhere = isType && checker.getSymbolAtLocation(name)?.declarations?.some((d) => d.getSourceFile() !== file);
      if (!isElsewhere) names.push(name.text);
    }
    return names;
  }
}

// Returns what a block declares, with the members of its types. A namespace is no part: it gives only what is declared in it.
function partsOf(node: ts.Node): ts.Node[] {
  if (ts.isModuleDeclaration(node)) return node.body ? partsOf(node.body) : [];
  if (ts.isModuleBlock(node)) return node.statements.flatMap(partsOf);
  if (ts.isVariableStatement(node)) return [...node.declarationList.declarations];
  return ts.isInterfaceDeclaration(node) || ts.isClassDeclaration(node) ? [node, ...node.members] : [node];
}
