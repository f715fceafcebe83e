// Makes a text that somebody wrote fit into a file: its line breaks, its indentation, and the form that it needs at its place.

import ts from "typescript";
import { parse } from "../symbols/symbols.ts";
import { convert, unitOf } from "../text/indentation.ts";

export interface NewText {
  /** The text without blank lines around it. The first line has no indentation, the others have theirs for the place. */
  readonly lines: readonly string[];
  readonly blankBefore: number;
  readonly blankAfter: number;
}

/**
 * Indents a text for its place. A text that is already indented for the place, except perhaps in its first line, stays as it is; a text
 * that is written from the left margin moves right. Lines inside of template literals are content and stay.
 * @param units the file's units of indentation, the preferred one first: a text that uses none of them is rewritten with the first
 * @param wrap the text to put around the new text so that it parses
 */
export function fit(
  text: string,
  indentation: string,
  units: readonly string[],
  wrap: readonly [string, string],
  path: string,
): NewText {
  const raw = text.replace(/\r\n?/g, "\n").split("\n");
  let first = 0;
  while (first < raw.length && raw[first]?.trim() === "") first++;
  let last = raw.length;
  while (last > first && raw[last - 1]?.trim() === "") last--;
  const lines = raw.slice(first, last);
  lines.push((lines.pop() ?? "").trimEnd());
  const content = contentLines(lines.join("\n"), wrap, path);
  const own = (i: number) => !content.has(i) && lines[i]?.trim() !== "";

  const margin = /^[ \t]*/.exec(lines[0] ?? "")?.[0] ?? "";
  const uniform = margin !== "" && lines.every((line, i) => !own(i) || line.startsWith(margin));
  const unit = unitOf(lines.filter((_, i) => own(i)));
  const [to] = units;
  const foreign = unit !== undefined && to !== undefined && !units.includes(unit);
  const shifted = lines.map((line, i) => {
    if (!own(i)) return line;
    const bare = uniform ? line.slice(margin.length) : line;
    return foreign ? convert(bare, unit, to) : bare;
  });
  const fits = !uniform && shifted.every((line, i) => i === 0 || !own(i) || line.startsWith(indentation));
  return {
    lines: shifted.map((line, i) => (i === 0 ? line.trimStart() : fits || !own(i) ? line : indentation + line)),
    blankBefore: first,
    blankAfter: Math.max(0, raw.length - last - 1),
  };
}

// The numbers of the lines that start inside of a template literal or of JSX text.
function contentLines(text: string, [before, after]: readonly [string, string], path: string): ReadonlySet<number> {
  const file = parse(path, before + text + after);
  const inside = new Set<number>();
  const lineAt = (offset: number) => text.slice(0, Math.max(0, offset - before.length)).split("\n").length - 1;
  const visit = (node: ts.Node): void => {
    if (ts.isTemplateLiteralToken(node) || ts.isJsxText(node)) {
      for (let line = lineAt(node.getStart(file)) + 1; line <= lineAt(node.end); line++) inside.add(line);
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return inside;
}
