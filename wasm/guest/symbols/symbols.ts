// The symbols that a file declares: TypeScript's navigation tree, one symbol for each span of it, each with the ranges
// that reading and editing need. All offsets are UTF-16 units in the text without byte order mark.

import ts from "typescript";
import { PlanError } from "../host/errors.ts";
import * as host from "../host/host.ts";
import { say, shown } from "../host/messages.ts";
import { Flag, type OutlineSymbol, type Range } from "../protocol/symbols.ts";
import "../modules/intl.ts";

export interface FileSymbol {
  readonly name: string;
  /** TypeScript's ScriptElementKind. */
  readonly kind: string;
  /** As the navigation tree has it: of `export const v = 1;` only `v = 1`. */
  readonly span: Range;
  readonly nameSpan: Range;
  /** The whole declaration with modifiers, decorators, keyword and semicolon, without comments before it. */
  readonly declaration: Range;
  readonly jsDoc: Range;
  /** Where the body starts, or the end of the declaration. The text before it is the signature. */
  readonly head: number;
  readonly flags: number;
  readonly children: FileSymbol[];
  readonly node: ts.Node | undefined;
}

const NONE: Range = [-1, -1];
const noCancellation = { isCancellationRequested: () => false, throwIfCancellationRequested: () => {} };

/** Parses a file on its own, without a program. */
export function parse(path: string, text: string | undefined = host.readFile(path)): ts.SourceFile {
  if (text === undefined) throw new PlanError("not_found", say`file not found: ${shown(path)}`);
  return ts.createSourceFile(
    path,
    text,
    { languageVersion: ts.ScriptTarget.ESNext, jsDocParsingMode: ts.JSDocParsingMode.ParseAll },
    /*setParentNodes*/ true,
  );
}

/** The symbols of a file as a tree in the order of their positions. Imports and nameless functions are left out. */
export function fileSymbols(file: ts.SourceFile): FileSymbol[] {
  const tree = ts.NavigationBar.getNavigationTree(file, noCancellation);
  return convert(tree.childItems ?? [], declarations(file), file);
}

function convert(items: readonly ts.NavigationTree[], nodes: ReadonlyMap<string, ts.Node>, file: ts.SourceFile): FileSymbol[] {
  const symbols: FileSymbol[] = [];
  for (const item of items) {
    const children = convert(item.childItems ?? [], nodes, file);
    if (item.kind === ts.ScriptElementKind.alias || item.text === "<function>" || item.text === "<class>") {
      symbols.push(...children);
      continue;
    }
    const parts = item.spans.map(({ start, length }) =>
      symbol(item.text, item.kind, start, start + length, nodes.get(`${start}:${start + length}`), file),
    );
    // Merged declarations are one item with several spans: each span takes the children that lie in it.
    for (const child of children) {
      (parts.find(({ span }) => span[0] <= child.span[0] && child.span[1] <= span[1]) ?? parts[0])?.children.push(child);
    }
    symbols.push(...parts);
  }
  return symbols.sort((a, b) => a.span[0] - b.span[0] || b.span[1] - a.span[1]);
}

function symbol(
  name: string,
  kind: string,
  start: number,
  end: number,
  node: ts.Node | undefined,
  file: ts.SourceFile,
): FileSymbol {
  const whole = node && declarationOf(node);
  const declaration: Range = whole ? [whole.getStart(file), whole.end] : [start, end];
  return {
    name,
    kind,
    span: [start, end],
    nameSpan: node ? nameSpan(node, file) : NONE,
    declaration,
    jsDoc: whole ? jsDoc(whole, file) : NONE,
    head: Math.min(Math.max((node && head(node, file)) ?? declaration[1], declaration[0]), declaration[1]),
    flags: node ? flags(node) : 0,
    children: [],
    node,
  };
}

// The nodes that a navigation tree can name, by their spans. Of two nodes with the same span it has the outer one.
function declarations(file: ts.SourceFile): ReadonlyMap<string, ts.Node> {
  const nodes = new Map<string, ts.Node>();
  const visit = (node: ts.Node): void => {
    if (NAMED.has(node.kind)) {
      const key = `${node.getStart(file)}:${node.end}`;
      if (!nodes.has(key)) nodes.set(key, node);
    }
    ts.forEachChild(node, visit);
  };
  ts.forEachChild(file, visit);
  return nodes;
}

const NAMED: ReadonlySet<ts.SyntaxKind> = new Set([
  ts.SyntaxKind.FunctionDeclaration,
  ts.SyntaxKind.ClassDeclaration,
  ts.SyntaxKind.InterfaceDeclaration,
  ts.SyntaxKind.TypeAliasDeclaration,
  ts.SyntaxKind.EnumDeclaration,
  ts.SyntaxKind.ModuleDeclaration,
  ts.SyntaxKind.ExportAssignment,
  ts.SyntaxKind.VariableDeclaration,
  ts.SyntaxKind.BindingElement,
  ts.SyntaxKind.Parameter,
  ts.SyntaxKind.EnumMember,
  ts.SyntaxKind.Constructor,
  ts.SyntaxKind.MethodDeclaration,
  ts.SyntaxKind.MethodSignature,
  ts.SyntaxKind.PropertyDeclaration,
  ts.SyntaxKind.PropertySignature,
  ts.SyntaxKind.GetAccessor,
  ts.SyntaxKind.SetAccessor,
  ts.SyntaxKind.IndexSignature,
  ts.SyntaxKind.CallSignature,
  ts.SyntaxKind.ConstructSignature,
  ts.SyntaxKind.PropertyAssignment,
  ts.SyntaxKind.ShorthandPropertyAssignment,
  ts.SyntaxKind.SpreadAssignment,
  ts.SyntaxKind.FunctionExpression,
  ts.SyntaxKind.ArrowFunction,
  ts.SyntaxKind.ClassExpression,
  ts.SyntaxKind.BinaryExpression,
]);

/** The node that is removed when a symbol is deleted: for a variable that is alone in its statement, the statement. */
export function declarationOf(node: ts.Node): ts.Node {
  if (ts.isVariableDeclaration(node) && ts.isVariableDeclarationList(node.parent)) {
    const list = node.parent;
    if (ts.isVariableStatement(list.parent) && list.declarations.length === 1) return list.parent;
  }
  if (ts.isBinaryExpression(node) && ts.isExpressionStatement(node.parent)) return node.parent;
  return node;
}

/** The statement that does nothing but call something with this one function, as test cases do: `it("parses", () => {});` */
export function callOf(node: ts.Node): ts.ExpressionStatement | undefined {
  if (!ts.isArrowFunction(node) && !ts.isFunctionExpression(node)) return undefined;
  const call = node.parent;
  if (!ts.isCallExpression(call) || !ts.isExpressionStatement(call.parent)) return undefined;
  const functions = call.arguments.filter((a) => ts.isArrowFunction(a) || ts.isFunctionExpression(a));
  return functions.length === 1 && functions[0] === node ? call.parent : undefined;
}

function nameSpan(node: ts.Node, file: ts.SourceFile): Range {
  const name = ts.getNameOfDeclaration(node as ts.Declaration);
  if (name && ts.isComputedPropertyName(name) && ts.isStringLiteralLike(name.expression)) {
    return [name.expression.getStart(file), name.expression.end];
  }
  if (name) return [name.getStart(file), name.end];
  const keyword = ts.isConstructorDeclaration(node)
    ? "constructor"
    : ts.isExportAssignment(node) || (ts.canHaveModifiers(node) && hasModifier(node, ts.SyntaxKind.DefaultKeyword))
      ? "default"
      : undefined;
  const start = keyword === undefined ? -1 : file.text.indexOf(keyword, node.getStart(file));
  return keyword === undefined || start < 0 || start >= node.end ? NONE : [start, start + keyword.length];
}

export function jsDoc(node: ts.Node, file: ts.SourceFile): Range {
  const last = ts.getJSDocCommentRanges(node, file.text)?.at(-1);
  return last ? [last.pos, last.end] : NONE;
}

function head(node: ts.Node, file: ts.SourceFile): number | undefined {
  if (ts.isFunctionLike(node)) return bodyStart(node, file);
  if (ts.isClassLike(node) || ts.isInterfaceDeclaration(node) || ts.isEnumDeclaration(node)) return node.members.pos - 1;
  if (ts.isModuleDeclaration(node)) return node.body?.getStart(file);
  if (ts.isVariableDeclaration(node) || ts.isPropertyDeclaration(node) || ts.isPropertyAssignment(node)) {
    const value = node.initializer;
    if (!value) return undefined;
    if (ts.isFunctionExpression(value) || ts.isArrowFunction(value)) return bodyStart(value, file);
    if (ts.isClassExpression(value)) return value.members.pos - 1;
    return /\n|^.{80}/.test(value.getText(file)) ? value.getFullStart() : undefined;
  }
  if (ts.isExportAssignment(node)) return node.expression.getFullStart();
  return undefined;
}

const bodyStart = (node: ts.Node, file: ts.SourceFile): number | undefined =>
  (node as ts.FunctionLikeDeclaration).body?.getStart(file);

function flags(node: ts.Node): number {
  const value = (node as ts.VariableDeclaration).initializer;
  const code =
    ts.isFunctionLike(node) || ts.isClassLike(node) || (value && (ts.isFunctionLike(value) || ts.isClassLike(value)));
  const whole = declarationOf(node);
  return (
    (code ? Flag.code : 0) |
    (hasModifier(node, ts.SyntaxKind.StaticKeyword) ? Flag.static : 0) |
    (ts.isExportAssignment(node) || hasModifier(whole, ts.SyntaxKind.ExportKeyword) || isListed(node, whole) ? Flag.exported : 0) |
    (isBodiless(node) ? Flag.bodiless : 0) |
    (isPrivate(node) ? Flag.private : 0)
  );
}

// Names that a file exports by a statement of their own: export { a, b as c }, export default d, export = e.
const exportLists = new WeakMap<ts.Node, ReadonlySet<string>>();

function isListed(node: ts.Node, whole: ts.Node): boolean {
  const name = ts.getNameOfDeclaration(node as ts.Declaration);
  const file = whole.parent;
  if (!name || !ts.isIdentifier(name) || !ts.isSourceFile(file)) return false;
  let listed = exportLists.get(file);
  if (!listed) exportLists.set(file, (listed = new Set(file.statements.flatMap(exportedByName))));
  return listed.has(name.text);
}

function exportedByName(statement: ts.Statement): string[] {
  if (ts.isExportAssignment(statement)) return ts.isIdentifier(statement.expression) ? [statement.expression.text] : [];
  if (!ts.isExportDeclaration(statement) || statement.moduleSpecifier) return [];
  const clause = statement.exportClause;
  return clause && ts.isNamedExports(clause) ? clause.elements.map((e) => (e.propertyName ?? e.name).text) : [];
}

function isPrivate(node: ts.Node): boolean {
  const name = ts.getNameOfDeclaration(node as ts.Declaration);
  return hasModifier(node, ts.SyntaxKind.PrivateKeyword) || (name !== undefined && ts.isPrivateIdentifier(name));
}

export const isBodiless = (node: ts.Node): boolean =>
  (ts.isFunctionDeclaration(node) || ts.isMethodDeclaration(node) || ts.isConstructorDeclaration(node)) && !node.body;

export const hasModifier = (node: ts.Node, kind: ts.SyntaxKind): boolean =>
  ts.canHaveModifiers(node) && (node.modifiers?.some((m) => m.kind === kind) ?? false);

const wire = (s: FileSymbol): OutlineSymbol => [
  s.name,
  s.kind,
  [...s.span, ...s.nameSpan, ...s.declaration, ...s.jsDoc, s.head],
  s.flags,
  s.children.map(wire),
];

/** The symbols of files, each parsed on its own. */
export function outline(request: { readonly files: readonly string[] }): OutlineSymbol[][] {
  return request.files.map((path) => {
    host.progress(path);
    return fileSymbols(parse(path)).map(wire);
  });
}
