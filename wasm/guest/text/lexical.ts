// Decides whether a place in a text is in code, a comment or a string. It compares the place with the ranges of syntax nodes, which takes a
// tenth of the time of a search for tokens.

import ts from "typescript";

/** @param place where a word begins */
export function lexicalKind(file: ts.SourceFile, place: number): "code" | "comment" | "string" {
  const { text } = file;
  const node = deepestAt(file, place);
  if (ts.isToken(node)) {
    const start = ts.isJsxText(node) ? node.pos : ts.skipTrivia(text, node.pos);
    if (place < start) return "comment";
    return place > start && (ts.isStringLiteral(node) || ts.isTemplateLiteralToken(node)) ? "string" : "code";
  }
  // Between the children are comments, punctuation and keywords.
  let at = node.pos;
  ts.forEachChild(node, (child) => {
    if (child.end <= place) at = Math.max(at, child.end);
  });
  for (;;) {
    at = ts.skipTrivia(text, at);
    if (at > place) return "comment";
    const word = WORD.exec(text.slice(at, at + 40))?.[0] ?? "";
    at += Math.max(word.length, 1);
    if (at > place) return "code";
  }
}

const WORD = /^[\p{ID_Continue}$]+/u;

/**
 * Returns the deepest node whose range, with the trivia before it, holds the place. JSDoc counts as trivia. The search goes down from the file and
 * reads no node's parent, since the file may be unbound.
 */
function deepestAt(file: ts.SourceFile, place: number): ts.Node {
  const holds = (node: ts.Node) => (node.pos <= place && place < node.end ? node : undefined);
  let node: ts.Node = statementAt(file.statements, place) ?? file.endOfFileToken;
  for (let child: ts.Node | undefined = node; child; child = ts.forEachChild(node, holds)) node = child;
  return node;
}

/** Returns the statement at the top of a file that holds the place, with the trivia before it. */
export function statementAt(statements: readonly ts.Statement[], place: number): ts.Statement | undefined {
  let low = 0;
  let high = statements.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((statements[middle] as ts.Statement).end <= place) low = middle + 1;
    else high = middle;
  }
  return statements[low];
}
