// Counts the indentation of a text in units, so that a text that uses one unit can be written with another.

/** One level of indentation in a text: a tab or some spaces; undefined where nothing is indented. */
export function unitOf(lines: readonly string[]): string | undefined {
  const steps = new Map<string, number>();
  let above = "";
  for (const line of lines) {
    // A line that starts with * continues a comment and is one space further in.
    if (line.trim() === "" || /^[ \t]*\*/.test(line)) continue;
    const own = leading(line);
    if (own.startsWith("\t") && own.length > above.length) count(steps, "\t");
    else if (own.length > above.length + 1 && !own.includes("\t") && !above.includes("\t")) {
      count(steps, " ".repeat(own.length - above.length));
    }
    above = own;
  }
  const [most] = [...steps].sort(([a, n], [b, m]) => m - n || a.length - b.length);
  return most?.[0];
}

const count = (steps: Map<string, number>, step: string): void => void steps.set(step, (steps.get(step) ?? 0) + 1);

/** Writes the indentation of a line with another unit. A remainder that is no whole unit, as in aligned text, stays spaces. */
export function convert(line: string, from: string, to: string): string {
  const own = leading(line);
  const tabs = /^\t*/.exec(own)?.[0].length ?? 0;
  const spaces = own.slice(tabs);
  if (spaces.includes("\t")) return line;
  const levels = from === "\t" ? tabs : tabs + Math.floor(spaces.length / from.length);
  const rest = from === "\t" ? spaces : " ".repeat(spaces.length % from.length);
  return to.repeat(levels) + rest + line.slice(own.length);
}

const leading = (line: string): string => /^[ \t]*/.exec(line)?.[0] ?? "";
