// The place of a declaration: its list, the text around it, and the separators between it and its neighbours.

import ts from "typescript";
import { callOf, declarationOf, type FileSymbol } from "../symbols/symbols.ts";
import type { Lines } from "../text/lines.ts";

export interface DeclarationPlace {
  readonly symbol: FileSymbol;
  /** The declaration's node. For a variable that is alone in its statement, and for a callback such as a test's, it is the statement. */
  readonly node: ts.Node;
  /** A part is a node next to which nothing can be inserted: a parameter, a destructured variable, one of several callbacks. */
  readonly among: "statements" | "members" | "signatures" | "elements" | "enumMembers" | "declarators" | "part";
  /** The range with the comments above that belong to the node, and the comma after it. */
  readonly start: number;
  readonly end: number;
  /** In lists with commas: whether another node follows, and whether a comma follows. */
  readonly followed: boolean;
  readonly comma: boolean;
}

export function placeOf(symbol: FileSymbol, file: ts.SourceFile, lines: Lines): DeclarationPlace | undefined {
  if (!symbol.node) return undefined;
  const node = callOf(symbol.node) ?? declarationOf(symbol.node);
  const among = kindOfPlace(node);
  const list = commaList(node);
  const index = list?.indexOf(node) ?? -1;
  const followed = list !== undefined && index < list.length - 1;
  const comma = list !== undefined && (followed || list.hasTrailingComma === true);
  return {
    symbol,
    node,
    among,
    start: leadingStart(node, file, lines),
    end: comma && among !== "declarators" ? ts.skipTrivia(file.text, node.end) + 1 : node.end,
    followed,
    comma,
  };
}

function kindOfPlace(node: ts.Node): DeclarationPlace["among"] {
  const parent = node.parent;
  if (ts.isSourceFile(parent) || ts.isModuleBlock(parent) || ts.isBlock(parent) || ts.isCaseOrDefaultClause(parent)) {
    return "statements";
  }
  if (ts.isClassLike(parent)) return ts.isParameter(node) ? "part" : "members";
  if (ts.isInterfaceDeclaration(parent) || ts.isTypeLiteralNode(parent)) return "signatures";
  if (ts.isEnumDeclaration(parent)) return "enumMembers";
  if (ts.isObjectLiteralExpression(parent)) return "elements";
  if (ts.isVariableDeclaration(node) && ts.isVariableDeclarationList(parent) && ts.isVariableStatement(parent.parent)) {
    return "declarators";
  }
  return "part";
}

export function commaList(node: ts.Node): ts.NodeArray<ts.Node> | undefined {
  const parent = node.parent;
  if (ts.isEnumDeclaration(parent)) return parent.members;
  if (ts.isObjectLiteralExpression(parent)) return parent.properties;
  if (ts.isVariableDeclaration(node) && ts.isVariableDeclarationList(parent)) return parent.declarations;
  return undefined;
}

// Comments right above a declaration belong to it, except for those about the whole file, such as directives for the compiler.
function leadingStart(node: ts.Node, file: ts.SourceFile, lines: Lines): number {
  let start = node.getStart(file);
  for (const comment of (ts.getLeadingCommentRanges(file.text, node.pos) ?? []).reverse()) {
    const between = file.text.slice(comment.end, start);
    const text = file.text.slice(comment.pos, comment.end);
    if (/(\r\n|\r|\n)\s*(\r|\n)/.test(between) || !lines.startsLine(comment.pos)) break;
    if (/^(\/\/\/|\/\*!|\/\/\s*@ts-(no)?check|\/\*[^]*@(license|preserve|jsx))/.test(text)) break;
    start = comment.pos;
  }
  return start;
}
