// Handles the decorators of a declaration whose text is replaced. Decorators that the new text does not have would be lost without a
// warning.

import ts from "typescript";
import { parse } from "../symbols/symbols.ts";

/**
 * Puts the decorators of a declaration into its new text, if that has none, and says what happens to them.
 * @param wrap the text to put around the new text so that it parses
 */
export function keepDecorators(
  node: ts.Node,
  file: ts.SourceFile,
  newText: string,
  [before, after]: readonly [string, string],
  between: string,
): { readonly text: string; readonly warnings: readonly string[] } {
  const old = decoratorsOf(node);
  const next = file.text.slice(old.at(-1)?.end ?? 0);
  const [first] = old;
  if (!first) return { text: newText, warnings: [] };
  const parsed = parse(file.fileName, before + newText + after);
  const names = decoratorsIn(parsed).map((d) => nameOf(d, parsed));
  const dropped = old.map((d) => nameOf(d, file)).filter((name) => !names.includes(name));
  if (names.length > 0 || dropped.length === 0) {
    const warnings = dropped.length > 0 ? [`the new body has other decorators: the plan removes ${list(dropped)}`] : [];
    return { text: newText, warnings };
  }
  const kept = file.text.slice(first.getStart(file), old.at(-1)?.end);
  const gap = /^[ \t]*[\r\n]/.test(next) ? between : " ";
  const at = ts.skipTrivia(newText, 0);
  return {
    text: newText.slice(0, at) + kept + gap + newText.slice(at),
    warnings: [`the new body has no decorators: the plan keeps ${list(dropped)}; to remove ${dropped.length > 1 ? "them" : "it"}, delete ${dropped.length > 1 ? "them" : "it"} from the edit's newText`],
  };
}

const list = (names: readonly string[]): string => names.map((name) => `@${name}`).join(", ");

const decoratorsOf = (node: ts.Node): readonly ts.Decorator[] =>
  ts.canHaveDecorators(node) ? (ts.getDecorators(node) ?? []) : [];

// The decorators of the first declaration in a text that was wrapped.
function decoratorsIn(file: ts.SourceFile): readonly ts.Decorator[] {
  const [first] = file.statements;
  const own = first ? decoratorsOf(first) : [];
  const member = first && ts.isClassDeclaration(first) && first.name?.text === "_" ? first.members[0] : undefined;
  return own.length > 0 || !member ? own : decoratorsOf(member);
}

function nameOf({ expression }: ts.Decorator, file: ts.SourceFile): string {
  return (ts.isCallExpression(expression) ? expression.expression : expression).getText(file);
}
