// Finds renames that are refused whatever other files contain. To refuse them, only the file itself is loaded, or the file and the one
// module whose path is to be renamed.

import ts from "typescript";
import type { Project } from "../program/project.ts";
import { isNamedByType, type Place } from "../program/reach.ts";

const { PrivateIdentifier, StringLiteral, NoSubstitutionTemplateLiteral, NumericLiteral, ThisKeyword } = ts.SyntaxKind;
const MAY_HAVE_NAME: ReadonlySet<ts.SyntaxKind> = new Set([PrivateIdentifier, StringLiteral, NoSubstitutionTemplateLiteral, NumericLiteral, ThisKeyword]);

/** True if the text at a place is nothing that has a name, or a name that TypeScript's lib files declare globally. */
export function isRefusedByFile(program: ts.Program, place: Place): boolean {
  const source = program.getSourceFile(place.file);
  const node = source && nodeAt(source, place);
  if (!node) return false;
  if (!ts.isIdentifier(node)) return !MAY_HAVE_NAME.has(node.kind);
  if (isNamedByType(node)) return false;
  // The program contains only this file and TypeScript's lib files: any other declaration is in a lib file.
  return program.getTypeChecker().getSymbolAtLocation(node)?.declarations?.some((d) => d.getSourceFile() !== source) ?? false;
}

/** Returns the module specifier at a place. */
export function specifierAt(program: ts.Program, place: Place): string | undefined {
  const source = program.getSourceFile(place.file);
  const node = source && nodeAt(source, place);
  return node && ts.isStringLiteralLike(node) && ts.tryGetImportFromModuleSpecifier(node) ? node.text : undefined;
}

/** Returns a project of one file and of the files that one of its imports leads to, or undefined if that import leads to none. */
export function withImport(owner: Project, { file }: Place, specifier: string): Project | undefined {
  const project = owner.following([file], (literal, from) => from.fileName === file && literal.text === specifier);
  const source = project.program.getSourceFile(file);
  const literal = source?.imports?.find(({ text }) => text === specifier);
  if (specifier.startsWith(".") || (literal && project.program.getTypeChecker().getSymbolAtLocation(literal))) return project;
  project.dispose();
  return undefined;
}

const nodeAt = (source: ts.SourceFile, { offset }: Place): ts.Node => ts.getAdjustedRenameLocation(ts.getTouchingPropertyName(source, offset));
