// Finds renames that TypeScript refuses because of the declaration of the name. Only the file with the name and the modules that lead to
// the declaration are loaded: files that use the name cannot change the answer.

import ts from "typescript";
import { isErrorType } from "../modules/error_types.ts";
import { type OnDemand, settled } from "../program/on_demand.ts";
import type { Project } from "../program/project.ts";
import { isNamedByType, type Place } from "../program/reach.ts";
import type { Workspace } from "../program/workspace.ts";
import type { RenameAnswer, RenameParams } from "../protocol/rename.ts";
import { contractAt } from "./contracts.ts";
import { preferencesOf } from "./preferences.ts";
import { planRename } from "./rename.ts";
import { isHandedOver, isOpen } from "./unknown.ts";

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

/**
 * Returns the refusal of a name that another file declares, or undefined if more files may decide about it.
 * @param near a project that begins with the file
 */
export function refusedNearby(workspace: Workspace, near: OnDemand, request: RenameParams): RenameAnswer | undefined {
  const isRefused = settled(() => [near], () => {
    const { languageService, program } = near.project;
    const { canRename } = languageService.getRenameInfo(request.file, request.offset, preferencesOf(request));
    return (!canRename || contractAt(program, request, "") !== undefined) && isKnown(program, request);
  });
  return isRefused ? planRename(workspace, request, near.project) : undefined;
}

/** True if with more files loaded, TypeScript would find the same at a place. */
export function isKnown(program: ts.Program, { file, offset }: Place): boolean {
  const source = program.getSourceFile(file);
  if (!source) return false;
  const node = ts.getTouchingPropertyName(source, offset);
  if (!ts.isStringLiteralLike(node)) return !isOpen(program, source, offset);
  if (isOpen(program, source, node.getStart(source) + 1)) return false;
  const checker = program.getTypeChecker();
  if (isHandedOver(program, node) || isInUnknownContext(node, checker)) return false;
  return !isErrorType(ts.getContextualTypeFromParentOrAncestorTypeNode(node, checker)); // a string has a name only where its type is a literal
}

// True if TypeScript does not know the type that is expected of an expression which contains the node.
function isInUnknownContext(node: ts.Expression, checker: ts.TypeChecker): boolean {
  for (let part: ts.Node = node; !ts.isStatement(part) && !ts.isSourceFile(part); part = part.parent) {
    if (ts.isExpression(part) && isErrorType(checker.getContextualType(part))) return true;
  }
  return false;
}

const nodeAt = (source: ts.SourceFile, { offset }: Place): ts.Node => ts.getAdjustedRenameLocation(ts.getTouchingPropertyName(source, offset));
