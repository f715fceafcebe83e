// Finds renames that TypeScript refuses whatever the files contain that use the name. To refuse them, only the file itself is loaded and
// the modules that say what the name stands for.

import ts from "typescript";
import type { OnDemand } from "../program/on_demand.ts";
import type { Project } from "../program/project.ts";
import { isNamedByType, type Place } from "../program/reach.ts";
import type { Workspace } from "../program/workspace.ts";
import { planRename, type RenameAnswer } from "./rename.ts";
import { preferencesOf, type RenameRequest } from "./request.ts";
import { isErrorType, isHandedOver, isOpen } from "./unknown.ts";

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

/** True if a file of the program declares the name at a place. A program of the file alone is enough. */
export function isDeclaredIn(program: ts.Program, place: Place): boolean {
  const source = program.getSourceFile(place.file);
  return source !== undefined && (program.getTypeChecker().getSymbolAtLocation(nodeAt(source, place))?.declarations ?? []).length > 0;
}

/**
 * Returns the refusal of a name that another file declares, or undefined if more files may decide about it.
 * @param near a project that begins with the file
 */
export function refusedNearby(workspace: Workspace, near: OnDemand, request: RenameRequest, mostSteps: number): RenameAnswer | undefined {
  for (let step = 0; step < mostSteps; step++) {
    const { languageService, program } = near.project;
    const { canRename } = languageService.getRenameInfo(request.file, request.offset, preferencesOf(request));
    const isFinal = !canRename && isKnown(program, request);
    if (!near.follow()) return isFinal ? planRename(workspace, request, near.project) : undefined;
  }
  return undefined;
}

/** True if with more files loaded, TypeScript would find the same at a place. */
export function isKnown(program: ts.Program, { file, offset }: Place): boolean {
  const source = program.getSourceFile(file);
  if (!source) return false;
  const node = ts.getTouchingPropertyName(source, offset);
  if (!ts.isStringLiteralLike(node)) return !isOpen(program, source, offset);
  if (isOpen(program, source, node.getStart(source) + 1)) return false;
  const checker = program.getTypeChecker();
  const isError = (of: ts.Node) => isErrorType(checker.getTypeAtLocation(of));
  if (isHandedOver(node, isError) || isWithin(node, (part) => isErrorType(checker.getContextualType(part)))) return false;
  return !isErrorType(ts.getContextualTypeFromParentOrAncestorTypeNode(node, checker)); // a string has a name only where its type is a literal
}

function isWithin(node: ts.Expression, isTrue: (part: ts.Expression) => boolean): boolean {
  for (let part: ts.Node = node; !ts.isStatement(part) && !ts.isSourceFile(part); part = part.parent) {
    if (ts.isExpression(part) && isTrue(part)) return true;
  }
  return false;
}

const nodeAt = (source: ts.SourceFile, { offset }: Place): ts.Node => ts.getAdjustedRenameLocation(ts.getTouchingPropertyName(source, offset));
