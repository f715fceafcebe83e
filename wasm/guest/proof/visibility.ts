// Finds the files that may see what other files declare.

import ts from "typescript";
import { exposingBlocks, mayAdd, mayBeGlobal } from "../modules/additions.ts";
import { isOutside } from "../modules/registry.ts";

export const isOwn = ({ fileName }: ts.SourceFile): boolean => !isOutside(fileName);

/** Says which files may see the declarations of others. */
export class Visibility {
  private readonly program: ts.Program;
  private readonly own: readonly ts.SourceFile[];
  private readonly importers = new Map<ts.SourceFile, ts.SourceFile[]>();

  constructor(program: ts.Program) {
    this.program = program;
    const all = program.getSourceFiles();
    this.own = all.filter(isOwn);
    for (const file of all) { // also dependencies, which may import the project
      for (const node of file.imports ?? []) {
        const found = program.getResolvedModuleFromModuleSpecifier(node, file)?.resolvedModule;
        const target = found && program.getSourceFile(found.resolvedFileName);
        if (!target) continue;
        const list = this.importers.get(target);
        if (list) list.push(file);
        else this.importers.set(target, [file]);
      }
    }
  }

  /**
   * Returns the files that may see the declarations of some files, nearest first: by imports, or by what a file on the way declares for all.
   * @param isIn whether a declaration in question is in a part of a file. If that part declares for all, every file sees it
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

  // Returns the names by which files reach a declaration of a file, or of one that it imports, without an import. These are the names in
  // "declare global" and "declare module" of a module, if such a block mentions something of the module. Undefined if a declaration may be reached
  // without a name.
  private exposed(file: ts.SourceFile, isIn: (part: ts.Node) => boolean): readonly string[] | undefined {
    if (!declaresForAll(file)) return [];
    if (!ts.isExternalModule(file) || mayBeGlobal(file.text)) return undefined;
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

/** True for a file that may declare something for files that do not import it. */
export const declaresForAll = (file: ts.SourceFile): boolean =>
  (!ts.isExternalModule(file) && !ts.isJsonSourceFile(file)) || mayAdd(file.text) || mayBeGlobal(file.text);

// Returns what a block declares, with the members of its types. A namespace is no part: it gives only what is declared in it.
function partsOf(node: ts.Node): ts.Node[] {
  if (ts.isModuleDeclaration(node)) return node.body ? partsOf(node.body) : [];
  if (ts.isModuleBlock(node)) return node.statements.flatMap(partsOf);
  if (ts.isVariableStatement(node)) return [...node.declarationList.declarations];
  return ts.isInterfaceDeclaration(node) || ts.isClassDeclaration(node) ? [node, ...node.members] : [node];
}
