// Edits whole declarations: replaces one, inserts text before or after it, or deletes it. An edit leaves the rest of the file as it is,
// uses the file's line breaks, and is refused if the file would no longer parse.

import ts from "typescript";
import type { Span } from "../protocol/plan.ts";
import { type EditSymbolAnswer, type EditSymbolParams, Flag } from "../protocol/symbols.ts";
import { callOf, type FileSymbol, fileSymbols, isBodiless, parse } from "../symbols/symbols.ts";
import { unitOf } from "../text/indentation.ts";
import { Lines } from "../text/lines.ts";
import { commaList, type DeclarationPlace, placeOf } from "./declaration_place.ts";
import { keepDecorators } from "./decorators.ts";
import { fit, type NewText } from "./new_text.ts";
import { haveComments, insertIntoLine, oneLineMembers } from "./one_line_lists.ts";
import { brokenGroups, isSignature, overloads } from "./overload_groups.ts";

class Refusal extends Error {}

export function editSymbol(request: EditSymbolParams): EditSymbolAnswer {
  const file = parse(request.file);
  const edit = new SymbolEdit(file, request);
  try {
    const spans = edit.spans().filter(([start, length, text]) => file.text.substr(start, length) !== text);
    edit.check(spans);
    return { spans, warnings: edit.warnings.map((warning) => [warning]) };
  } catch (error) {
    if (error instanceof Refusal) return { refused: [error.message] };
    throw error;
  }
}

class SymbolEdit {
  readonly warnings: string[] = [];
  private readonly lines: Lines;
  private readonly tree: readonly FileSymbol[];
  /** One level of indentation in the file. */
  private readonly unit: string | undefined;

  constructor(
    private readonly file: ts.SourceFile,
    private readonly request: EditSymbolParams,
  ) {
    this.lines = new Lines(file.text);
    this.tree = fileSymbols(file);
    this.unit = unitOf(file.text.split(/\r\n?|\n/));
  }

  spans(): Span[] {
    const chosen = this.request.symbols.map(({ start, end, name }) => {
      const found = find(this.tree, (s) => s.span[0] === start && s.span[1] === end && s.name === name);
      if (!found) throw new Error(`no symbol ${name} at ${start}`);
      return found;
    });
    const [first] = chosen;
    if (!first) throw new Error("no symbol");
    switch (this.request.operation) {
      case "replace":
        return this.replace(this.place(first.symbol));
      case "before":
      case "after":
        return this.insert(this.neighbours(chosen).map((s) => this.place(s)));
      case "delete":
        return this.remove(chosen);
    }
  }

  // The declarations that an insertion goes before or after: all overloads with the implementation. If the new text is another signature,
  // it goes to the chosen overload instead, or between the overloads and the implementation if the implementation was chosen.
  private neighbours(chosen: readonly { symbol: FileSymbol; siblings: readonly FileSymbol[] }[]): readonly FileSymbol[] {
    const group = chosen.flatMap(({ symbol, siblings }) => overloads(symbol, siblings));
    const [first] = group;
    const signatures = group.filter(({ node }) => node && isBodiless(node));
    if (!first || signatures.length === 0 || !this.isSignature(first)) return group;
    const among = signatures.filter((s) => chosen.some(({ symbol }) => symbol === s));
    if (among.length > 0) return among;
    return this.request.operation === "before" ? group.slice(-1) : signatures.slice(-1);
  }

  private isSignature(symbol: FileSymbol): boolean {
    return isSignature(this.request.text, symbol.name, WRAPS[this.place(symbol).among], this.file.fileName);
  }

  private place(symbol: FileSymbol): DeclarationPlace {
    const place = placeOf(symbol, this.file, this.lines);
    if (!place) throw new Refusal(`${symbol.name} is not written as a declaration of its own`);
    return place;
  }

  private replace(place: DeclarationPlace): Span[] {
    const { symbol, node } = place;
    const text = this.request.text;
    let [start, end] = symbol.declaration;
    if (symbol.node && callOf(symbol.node) === node && this.callsTheSame(node as ts.ExpressionStatement)) {
      [start, end] = [node.getStart(this.file), node.end];
    }
    const bare = startsWithName(text, symbol.name);
    if (ts.isVariableStatement(node) && bare) [start, end] = symbol.span;
    if (place.among === "declarators" && !bare) {
      throw new Refusal(
        `${symbol.name} shares its statement with other variables: give only "${symbol.name} = ...", without the keyword`,
      );
    }
    if (/^\s*\/\*\*/.test(text) && symbol.jsDoc[0] >= 0) start = symbol.jsDoc[0];
    const was = this.file.text.slice(start, end);
    const units = [this.unit, unitOf(was.split(/\r\n?|\n/))].filter((unit) => unit !== undefined);
    const fitted = fit(text, this.lines.indentation(start), units, WRAPS[place.among], this.file.fileName);
    let body = fitted.lines.join(this.lines.eol);
    if (body === "") throw new Refusal(`the new body is empty: use safe_delete_symbol to delete ${symbol.name}`);
    const between = this.lines.eol + this.lines.indentation(start);
    const decorated = keepDecorators(node, this.file, body, WRAPS[place.among], between);
    body = decorated.text;
    this.warnings.push(...decorated.warnings);
    if (place.among === "elements" || place.among === "enumMembers" || bare) body = body.replace(/\s*[,;]$/, "");
    const separator = /[;,]$/.exec(was)?.[0] ?? "";
    if (!/[;,}]$/.test(body)) body += separator;
    return [[start, end - start, body]];
  }

  // True if the new body is the whole call with the callback, such as a test's, and not the callback alone.
  private callsTheSame(statement: ts.ExpressionStatement): boolean {
    const [only, ...more] = parse(this.file.fileName, this.request.text).statements;
    const called = (node: ts.Node | undefined) =>
      node && ts.isExpressionStatement(node) && ts.isCallExpression(node.expression) ? node.expression.expression : undefined;
    const now = called(only);
    const was = called(statement);
    const root = (e: ts.Expression) => /^[\w$]*/.exec(e.getText())?.[0];
    return more.length === 0 && now !== undefined && was !== undefined && root(now) === root(was);
  }

  private insert(group: readonly DeclarationPlace[]): Span[] {
    const place = group[0];
    const last = group.at(-1);
    if (!place || !last) throw new Error("no symbol");
    if (place.among === "part") {
      throw new Refusal(`${place.symbol.name} is part of another declaration: nothing can be put beside it`);
    }
    if (place.among === "declarators") {
      throw new Refusal(`${place.symbol.name} shares its statement with other variables: nothing can be put beside it`);
    }
    const members = oneLineMembers(place, this.lines);
    const outer = this.lines.indentation(place.node.getStart(this.file));
    const indentation = members ? outer + (this.unit ?? "  ") : outer;
    const fitted = fit(this.request.text, indentation, this.unit === undefined ? [] : [this.unit], WRAPS[place.among], this.file.fileName);
    if (fitted.lines.join("") === "") throw new Refusal("there is nothing to insert");
    if (members && (fitted.lines.length === 1 || !haveComments(members, this.file)) && !fitted.lines.at(-1)?.includes("//")) {
      const at = this.request.operation === "after" ? members.indexOf(last.node) + 1 : members.indexOf(place.node);
      return insertIntoLine(this.file, this.lines, { members, at, text: fitted.lines, indentation });
    }
    return this.request.operation === "after" ? this.insertAfter(place, last, fitted) : this.insertBefore(place, fitted);
  }

  private insertAfter(place: DeclarationPlace, last: DeclarationPlace, fitted: NewText): Span[] {
    const { lines, file } = this;
    const { eol } = lines;
    let content = fitted.lines.join(eol);
    let comma = "";
    if (commaList(place.node)) {
      if (!last.comma) comma = ",";
      content = content.replace(/\s*,$/, "") + (last.comma ? "," : "");
    }
    const indentation = lines.indentation(place.node.getStart(file));
    const lineEnd = lines.end(last.end);
    if (!onlyComment(file.text.slice(last.end, lineEnd))) {
      return [[last.end, 0, comma + eol + indentation + content + eol + indentation]];
    }
    const next = lines.next(last.end);
    const below = lines.blankBelow(next).count;
    const blank = eol.repeat(Math.max(fitted.blankBefore, this.isBlock(place, fitted) ? 1 : Math.min(1, below)));
    const spans: Span[] = next === lineEnd
      ? [[lineEnd, 0, eol + blank + indentation + content]]
      : [[next, 0, blank + indentation + content + eol]];
    if (comma !== "") spans.unshift([last.node.end, 0, comma]);
    return spans;
  }

  private insertBefore(place: DeclarationPlace, fitted: NewText): Span[] {
    const { lines, file } = this;
    const { eol } = lines;
    let content = fitted.lines.join(eol);
    if (commaList(place.node)) content = `${content.replace(/\s*,$/, "")},`;
    const indentation = lines.indentation(place.node.getStart(file));
    if (!lines.startsLine(place.start)) return [[place.start, 0, content + eol + indentation]];
    const line = lines.start(place.start);
    const above = lines.blankAbove(line).count;
    const blank = eol.repeat(Math.max(fitted.blankAfter, this.isBlock(place, fitted) ? 1 : Math.min(1, above)));
    return [[line, 0, indentation + content + eol + blank]];
  }

  private remove(chosen: readonly { symbol: FileSymbol; siblings: readonly FileSymbol[] }[]): Span[] {
    for (const { symbol, siblings } of chosen) {
      const group = overloads(symbol, siblings);
      const all = group.every((s) => chosen.some((c) => c.symbol === s));
      if (!all && symbol.node && !isBodiless(symbol.node)) {
        throw new Refusal(`${symbol.name} is the implementation of overloads: delete ${symbol.name} as a whole, without an index`);
      }
    }
    const places = chosen.map(({ symbol }) => this.place(symbol)).sort((a, b) => a.start - b.start);
    const spans: Span[] = [];
    for (let i = 0; i < places.length; i++) {
      const first = places[i] as DeclarationPlace;
      let last = first;
      // Neighbours are removed together with the space between.
      while (places[i + 1] && /^\s*$/.test(this.file.text.slice(last.end, places[i + 1]?.start))) last = places[++i] as DeclarationPlace;
      spans.push(this.removal(first, last));
    }
    return spans;
  }

  private removal(first: DeclarationPlace, last: DeclarationPlace): Span {
    const { lines, file } = this;
    if (first.among === "part") throw new Refusal(`${first.symbol.name} is part of another declaration and cannot be deleted alone`);
    let { start } = first;
    let { end } = last;
    const list = commaList(first.node);
    if (list && !last.followed && !last.comma) {
      const before = list[list.indexOf(first.node) - 1];
      // With the last element of a list, the comma before it is removed, too.
      if (before && (first.among === "declarators" || onlySpace(file.text.slice(ts.skipTrivia(file.text, before.end) + 1, start)))) {
        return [before.end, end - before.end, ""];
      }
    }
    if (first.among === "declarators") {
      if (last.followed) end = ts.skipTrivia(file.text, ts.skipTrivia(file.text, last.node.end) + 1);
      return [start, end - start, ""];
    }
    const lineEnd = lines.end(end);
    if (!lines.startsLine(start) || !onlyComment(file.text.slice(end, lineEnd))) {
      while (/[ \t]/.test(file.text[end] ?? "")) end++;
      return [start, end - start, ""];
    }
    start = lines.start(start);
    const next = lines.next(end);
    const above = lines.blankAbove(start);
    const below = lines.blankBelow(next);
    if (next === lineEnd) {
      // At the end of a file without a final line break, the one before is removed.
      const from = above.start === 0 ? 0 : lines.end(above.start - (file.text.startsWith("\r\n", above.start - 2) ? 2 : 1));
      return [from, lineEnd - from, ""];
    }
    // An insertion puts blank lines on one side only. Of the blank lines on both sides, the larger number is kept.
    const keepAbove = below.count > 0 && above.count > below.count;
    const keepBelow = above.count > 0 && !keepAbove;
    const from = keepAbove ? start : above.start;
    return [from, (keepBelow ? next : below.end) - from, ""];
  }

  private isBlock(place: DeclarationPlace, text: NewText): boolean {
    const { node } = place;
    if (this.isSignature(place.symbol)) return false;
    return (
      text.lines.length > 1 ||
      (place.symbol.node !== undefined && callOf(place.symbol.node) === node) ||
      ts.isFunctionLike(node) ||
      ts.isClassLike(node) ||
      ts.isInterfaceDeclaration(node) ||
      ts.isEnumDeclaration(node) ||
      ts.isModuleDeclaration(node)
    );
  }

  /** Refuses edits after which the file has more syntax errors or broken overloads than before, and warns of what a replacement lost. */
  check(spans: readonly Span[]): void {
    if (spans.length === 0) return;
    let text = this.file.text;
    for (const [start, length, newText] of [...spans].sort((a, b) => b[0] - a[0])) {
      text = text.slice(0, start) + newText + text.slice(start + length);
    }
    const after = parse(this.file.fileName, text);
    const before = errors(this.file);
    const [problem] = errors(after).length > before.length ? errors(after) : [];
    if (problem) {
      const { line } = after.getLineAndCharacterOfPosition(problem.start);
      const message = ts.flattenDiagnosticMessageText(problem.messageText, " ");
      throw new Refusal(`the file would not parse: ${message} In line ${line + 1} of the result: ${text.split(/\r\n?|\n/)[line]?.trim()}`);
    }
    const was = brokenGroups(this.file);
    const broken = brokenGroups(after).find((sentence) => !was.includes(sentence));
    if (broken) throw new Refusal(`the overloads would not compile: ${broken}`);
    this.warnOfLoss(spans, after);
  }

  private warnOfLoss(spans: readonly Span[], after: ts.SourceFile): void {
    const [chosen] = this.request.symbols;
    if (this.request.operation !== "replace" || !chosen) return;
    const was = find(this.tree, (s) => s.span[0] === chosen.start && s.span[1] === chosen.end);
    const [span] = spans;
    const end = (span?.[0] ?? 0) + (span?.[2].length ?? 0);
    const now = find(fileSymbols(after), (s) => s.name === chosen.name && s.declaration[1] >= (span?.[0] ?? 0) && s.declaration[0] <= end);
    if (!now && was?.symbol.node && callOf(was.symbol.node)) return; // nothing refers to a callback
    if (!now) {
      this.warnings.push(`the new body does not declare ${chosen.name}: references to it break; use rename_symbol to rename`);
    } else if (was && was.symbol.flags & Flag.exported && !(now.symbol.flags & Flag.exported)) {
      this.warnings.push(`${chosen.name} was exported, and the new body does not export it`);
    }
  }
}

const WRAPS: Readonly<Record<DeclarationPlace["among"], readonly [string, string]>> = {
  statements: ["", ""],
  members: ["class _ {\n", "\n}"],
  signatures: ["interface _ {\n", "\n}"],
  elements: ["_ = {\n", "\n}"],
  enumMembers: ["enum _ {\n", "\n}"],
  declarators: ["var ", ""],
  part: ["", ""],
};

const errors = (file: ts.SourceFile): readonly ts.DiagnosticWithLocation[] =>
  (file as ts.SourceFile & { parseDiagnostics: ts.DiagnosticWithLocation[] }).parseDiagnostics;

function find(
  siblings: readonly FileSymbol[],
  fits: (symbol: FileSymbol) => boolean,
): { symbol: FileSymbol; siblings: readonly FileSymbol[] } | undefined {
  for (const symbol of siblings) {
    const found = fits(symbol) ? { symbol, siblings } : find(symbol.children, fits);
    if (found) return found;
  }
  return undefined;
}

/** True for `name = ...` and `name: T = ...`: a declarator without its keyword. */
function startsWithName(text: string, name: string): boolean {
  const trimmed = text.trimStart();
  return trimmed.startsWith(name) && /^\s*[!:=]/.test(trimmed.slice(name.length));
}

const onlySpace = (text: string): boolean => text.trim() === "";
const onlyComment = (text: string): boolean => /^[\s,;]*(\/\/.*|\/\*((?!\*\/).)*\*\/\s*)?$/.test(text);
