// Finds members whose names a rename cannot change, because a dependency or a lib file of TypeScript declares the name: the key `method` in
// `fetch(url, { method: "GET" })`, or a method that a class overrides and that a dependency's class declares.

import ts from "typescript";
import * as host from "../host/host.ts";
import { locationOf, say, shown } from "../host/messages.ts";
import { expectedAt, heritageAt, inheritedAt, isKey, outsideOf } from "../modules/overridden.ts";
import type { Project } from "../program/project.ts";
import type { Place } from "../program/reach.ts";
import type { Message } from "../protocol/message.ts";
import type { Edits } from "../text/edits.ts";
import { positionIn } from "../text/lines.ts";

/**
 * Returns why the name at a place cannot be renamed, if it is the key of a literal or the name of a class's or interface's member, and only
 * files outside of the workspace declare the member that is expected there or inherited. At a shorthand, the variable is renamed.
 */
export function contractAt(program: ts.Program, place: Place, name: string): Message | undefined {
  const node = nodeAt(program, place);
  return node && contractOf(program, node, place, name);
}

function contractOf(program: ts.Program, node: ts.Node, place: Place, name: string): Message | undefined {
  if (isShorthand(node)) return undefined;
  const checker = program.getTypeChecker();
  const groups = isKey(node) ? [expectedAt(checker, node)] : inheritedAt(checker, node);
  const outside = groups.map(outsideOf).find((path) => path !== undefined);
  if (outside === undefined) return undefined;
  const at = locationOf(place.file, positionIn(host.readFile(place.file) ?? "", place.offset));
  return say`${at}: ${name} is declared in ${shown(outside)}, too, which belongs to a dependency and is not edited`;
}

/** Like contractAt, for the class's and interface's members among all places to be edited. */
export function contractAmong(edits: Edits, projects: readonly Project[], name: string): Message | undefined {
  for (const path of edits.paths) {
    const program = projects.find((project) => project.contains(path))?.program;
    if (!program) continue;
    for (const [start, , , confidence] of edits.spans(path)) {
      if (confidence !== undefined) continue;
      const place = { file: path, offset: start };
      const node = nodeAt(program, place);
      const reason = node && heritageAt(node).length > 0 ? contractOf(program, node, place, name) : undefined;
      if (reason) return reason;
    }
  }
  return undefined;
}

/** True for a name that contractAt could refuse. A program of the file alone is enough. */
export function mayHaveContract(program: ts.Program, place: Place): boolean {
  const node = nodeAt(program, place);
  return node !== undefined && !isShorthand(node) && (isKey(node) || heritageAt(node).length > 0);
}

/**
 * Returns a function that is true for places which TypeScript edits although they use another member: one that a dependency or a lib file
 * declares. React's `useState({ name: 1 })` also takes a function, and every function has a name, so TypeScript would edit the names of all
 * functions, and `name` in all other literals that useState takes.
 * @param renamed the place that TypeScript was asked about
 */
export function usesOfOutside(program: ts.Program, renamed: Place): (place: Place, isProperty: boolean) => boolean {
  const checker = program.getTypeChecker();
  const from = nodeAt(program, renamed);
  // At a shorthand, isProperty is true if the property is renamed, and false if the variable is.
  return (place, isProperty) => {
    const node = nodeAt(program, place);
    if (!node || node === from || (isShorthand(node) && !isProperty)) return false;
    if (!isKey(node)) return outsideOf(used(checker, node)) !== undefined;
    const itself = from && isKey(from) ? node.parent : undefined;
    return outsideOf(expectedAt(checker, node).filter((declaration) => declaration !== itself)) !== undefined;
  };
}

function nodeAt(program: ts.Program, { file, offset }: Place): ts.Node | undefined {
  const source = program.getSourceFile(file);
  const node = source && ts.getTouchingPropertyName(source, offset);
  return node?.parent && node;
}

// True for `{ name }`, in a literal and in a pattern.
const isShorthand = ({ parent }: ts.Node): boolean =>
  ts.isShorthandPropertyAssignment(parent) || (ts.isBindingElement(parent) && !parent.propertyName);

// The declarations of the member that is used at a node.
function used(checker: ts.TypeChecker, node: ts.Node): readonly ts.Declaration[] {
  const { parent } = node;
  const isAccess = (ts.isPropertyAccessExpression(parent) && parent.name === node) || ts.isElementAccessExpression(parent);
  const isOfPattern = ts.isBindingElement(parent) && (parent.propertyName ?? parent.name) === node && ts.isObjectBindingPattern(parent.parent);
  if (isOfPattern && ts.isIdentifier(node)) return checker.getTypeAtLocation(parent.parent).getProperty(node.text)?.declarations ?? [];
  return (isAccess && checker.getSymbolAtLocation(node)?.declarations) || [];
}
