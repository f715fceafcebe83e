// Finds the members that no dependency uses, so that a search for them can skip node_modules. A dependency can use a type of the
// workspace in two cases only: it imports the type, or the workspace declares the type as global or as part of a dependency's module.

import ts from "typescript";
import { isExternal, ownFilesOf } from "./registry.ts";

/** Returns true for a member that is declared in modules of the workspace only. */
export const isMemberOfModule = ({ declarations = [] }: ts.Symbol): boolean =>
  declarations.length > 0 && declarations.every((declaration) => isMember(declaration) && isOfModule(declaration.getSourceFile()));

const isMember = (declaration: ts.Declaration): boolean =>
  ts.isTypeElement(declaration) || ts.isClassElement(declaration) || ts.isEnumMember(declaration);

const isOfModule = (file: ts.SourceFile): boolean => ts.isExternalModule(file) && !file.isDeclarationFile && !isExternal(file.fileName);

const known = new WeakMap<ts.Program, boolean>();

/** Returns true if no dependency imports a file of the workspace, and no such file adds to what is global or to a dependency. */
export function isApart(program: ts.Program): boolean {
  let apart = known.get(program);
  if (apart === undefined) known.set(program, (apart = !isImported(program) && !ownFilesOf(program).some((file) => adds(program, file))));
  return apart;
}

function isImported(program: ts.Program): boolean {
  let imported = false;
  program.forEachResolvedModule(({ resolvedModule }, _name, _mode, importer) => {
    imported ||= resolvedModule !== undefined && isExternal(importer) && !isExternal(resolvedModule.resolvedFileName);
  });
  return imported;
}

const adds = (program: ts.Program, file: ts.SourceFile): boolean =>
  (file.ambientModuleNames ?? []).length > 0 ||
  (file.moduleAugmentations ?? []).some((name) => !ts.isStringLiteral(name) || isOfDependency(program, file, name));

function isOfDependency(program: ts.Program, file: ts.SourceFile, name: ts.StringLiteral): boolean {
  const { resolvedModule } = program.getResolvedModule(file, name.text, program.getModeForUsageLocation(file, name)) ?? {};
  return resolvedModule === undefined || isExternal(resolvedModule.resolvedFileName);
}
