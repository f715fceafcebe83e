// Finds the symbols that no dependency uses, so that a search for them can skip node_modules and the lib files. A dependency can use a
// symbol of the workspace's modules in two cases only: it imports a file of the workspace, or its text contains a name that the workspace
// declares globally or adds to a dependency's module.

import ts from "typescript";
import { occurrences } from "../text/words.ts";
import { isExternal, isOutside, ownFilesOf } from "./registry.ts";
import { matched, starPattern } from "./star_pattern.ts";

const MOST_NAMES = 50; // each is looked for in all dependencies

/** Returns true for a symbol that is declared in modules of the workspace only. */
export const isOfModules = ({ declarations = [] }: ts.Symbol): boolean =>
  declarations.length > 0 && declarations.every((declaration) => isModule(declaration.getSourceFile()));

const isModule = (file: ts.SourceFile): boolean => ts.isExternalModule(file) && !file.isDeclarationFile && !isExternal(file.fileName);

const known = new WeakMap<ts.Program, boolean>();

/** Returns true if no dependency can lead to a module of the workspace. */
export function isApart(program: ts.Program): boolean {
  let apart = known.get(program);
  if (apart === undefined) known.set(program, (apart = !isImported(program) && !isNamed(program)));
  return apart;
}

function isImported(program: ts.Program): boolean {
  const ambient = ownFilesOf(program).flatMap((file) => file.ambientModuleNames ?? []);
  let imported = false;
  program.forEachResolvedModule(({ resolvedModule }, name, _mode, importer) => {
    if (imported || !isExternal(importer)) return;
    const isOwn = resolvedModule !== undefined && !isExternal(resolvedModule.resolvedFileName);
    imported = isOwn || ambient.some((pattern) => matched(name, starPattern(pattern)) !== undefined);
  });
  return imported;
}

// True if a dependency, a lib file or a plain script contains a name that the workspace declares globally or adds to a dependency's module.
function isNamed(program: ts.Program): boolean {
  const names = new Set<string>();
  for (const file of ownFilesOf(program)) {
    for (const statements of additionsOf(program, file)) {
      const added = namesOf(statements);
      if (!added) return true;
      for (const name of added) names.add(name);
    }
  }
  if (names.size === 0) return false;
  const others = program.getSourceFiles().filter((file) => isOutside(file.fileName) || isPlainScript(file));
  return names.size > MOST_NAMES || others.some(({ text }) => [...names].some((name) => occurrences(text, name).length > 0));
}

// Returns, in groups, the statements of a file that declare something globally or add to a dependency's module.
function additionsOf(program: ts.Program, file: ts.SourceFile): (readonly ts.Statement[])[] {
  if (!ts.isExternalOrCommonJsModule(file)) return isPlainScript(file) ? [] : [file.statements];
  const additions = (file.moduleAugmentations ?? []).flatMap((name) => {
    if (ts.isStringLiteral(name) && !isOfDependency(program, file, name)) return [];
    const { body } = name.parent as ts.ModuleDeclaration;
    return body && ts.isModuleBlock(body) ? [body.statements] : [];
  });
  return [file.statements.filter(ts.isNamespaceExportDeclaration), ...additions];
}

// True for a file that is no module and imports none. It can use a module only by a name that another file declares globally.
const isPlainScript = (file: ts.SourceFile): boolean => !ts.isExternalOrCommonJsModule(file) && (file.imports ?? []).length === 0;

function isOfDependency(program: ts.Program, file: ts.SourceFile, name: ts.StringLiteral): boolean {
  const { resolvedModule } = program.getResolvedModuleFromModuleSpecifier(name, file) ?? {};
  return resolvedModule === undefined || isExternal(resolvedModule.resolvedFileName);
}

// Returns the names by which the declarations, and the members of interfaces among them, are used. Undefined where they are also used in
// other ways, as the members that an interface inherits are.
function namesOf(statements: readonly ts.Statement[]): string[] | undefined {
  const names: string[] = [];
  const add = (name: ts.Node | undefined): boolean => {
    if (!name || !(ts.isIdentifier(name) || ts.isStringLiteral(name))) return false;
    names.push(name.text);
    return true;
  };
  const adds = (statement: ts.Statement): boolean => {
    if (ts.isInterfaceDeclaration(statement)) return !statement.heritageClauses && statement.members.every(({ name }) => add(name));
    if (ts.isVariableStatement(statement)) return statement.declarationList.declarations.every(({ name }) => add(name));
    if (ts.isModuleDeclaration(statement)) {
      const { body } = statement;
      if (ts.isStringLiteral(statement.name)) return true; // isImported looks for it
      return body !== undefined && (ts.isModuleBlock(body) ? body.statements.every(adds) : ts.isModuleDeclaration(body) && adds(body));
    }
    if (ts.isFunctionDeclaration(statement) || ts.isClassDeclaration(statement) || ts.isTypeAliasDeclaration(statement) || ts.isEnumDeclaration(statement)) {
      return add(statement.name);
    }
    if (ts.isNamespaceExportDeclaration(statement)) return add(statement.name);
    return ts.isEmptyStatement(statement) || ts.isExpressionStatement(statement);
  };
  return statements.every(adds) ? names : undefined;
}
