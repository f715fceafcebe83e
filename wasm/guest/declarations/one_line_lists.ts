// Inserts members into enums, interfaces, classes and object literals that are written on one line. A new member of one line goes into that
// line; with a longer one, each member gets a line of its own.

import ts from "typescript";
import type { Span } from "../protocol/plan.ts";
import type { Lines } from "../text/lines.ts";
import type { DeclarationPlace } from "./declaration_place.ts";

/** The members around a place, if they and their braces are on one line. */
export function oneLineMembers(place: DeclarationPlace, lines: Lines): readonly ts.Node[] | undefined {
  const { parent } = place.node;
  const members: readonly ts.Node[] | undefined = ts.isObjectLiteralExpression(parent)
    ? parent.properties
    : ts.isClassLike(parent) || ts.isInterfaceDeclaration(parent) || ts.isTypeLiteralNode(parent) || ts.isEnumDeclaration(parent)
      ? parent.members
      : undefined;
  const [first] = members ?? [];
  return first && lines.end(first.pos - 1) >= parent.end ? members : undefined;
}

/** True if there are comments after members: they would have no clear place once each member has its own line. */
export function haveComments(members: readonly ts.Node[], file: ts.SourceFile): boolean {
  const end = (members[0]?.parent.end ?? 0) - 1;
  return members.some((m, i) => !/^[\s,;]*$/.test(file.text.slice(m.end, members[i + 1]?.getStart(file) ?? end)));
}

export interface OneLineInsertion {
  readonly members: readonly ts.Node[];
  /** The number of members before the new text. */
  readonly at: number;
  /** The new text, as lines. */
  readonly text: readonly string[];
  /** The text before each line of a member that gets a line of its own. */
  readonly indentation: string;
}

export function insertIntoLine(file: ts.SourceFile, lines: Lines, insertion: OneLineInsertion): Span[] {
  const { members, at, text, indentation } = insertion;
  const [first] = members;
  if (!first) throw new Error("no members");
  const { parent } = first;
  const separator = ts.isEnumDeclaration(parent) || ts.isObjectLiteralExpression(parent) || /,$/.test(first.getText(file)) ? "," : ";";
  const separated = (member: string) => (ts.isClassLike(parent) && member.endsWith("}") ? member : member + separator);
  const content = text.join(lines.eol).replace(/\s*[,;]$/, "");
  if (text.length > 1) {
    const all = members.map((m) => m.getText(file).replace(/\s*[,;]$/, ""));
    all.splice(at, 0, content);
    const body = all.map((member) => lines.eol + indentation + separated(member)).join("");
    return [[first.pos, parent.end - 1 - first.pos, body + lines.eol + lines.indentation(parent.getStart(file))]];
  }
  const before = members[at - 1];
  if (!before) return [[first.getStart(file), 0, `${separated(content)} `]];
  if (ts.isEnumDeclaration(parent) || ts.isObjectLiteralExpression(parent)) return [[before.end, 0, `, ${content}`]];
  // Members of interfaces and classes end with a separator. Only the last one may lack it.
  const ended = before.getText(file) === separated(before.getText(file).replace(/\s*[,;]$/, ""));
  const end = ended || at < members.length ? separated(content) : content;
  return [[before.end, 0, `${ended ? "" : separator} ${end}`]];
}
