// Finds in a text where lines start and end, their breaks and their indentation, so that edits fit in.

export class Lines {
  readonly text: string;
  /** The line break that the text uses most. */
  readonly eol: string;

  constructor(text: string) {
    this.text = text;
    const crlf = text.match(/\r\n/g)?.length ?? 0;
    const lf = (text.match(/\n/g)?.length ?? 0) - crlf;
    const cr = (text.match(/\r/g)?.length ?? 0) - crlf;
    this.eol = crlf > lf && crlf > cr ? "\r\n" : cr > lf ? "\r" : "\n";
  }

  start(offset: number): number {
    while (offset > 0 && !isBreak(this.text, offset - 1)) offset--;
    return offset;
  }

  /** The end of the line, before its break. */
  end(offset: number): number {
    while (offset < this.text.length && !isBreak(this.text, offset)) offset++;
    return offset;
  }

  /** The start of the next line, or the end of the text. */
  next(offset: number): number {
    const end = this.end(offset);
    return end + (this.text.startsWith("\r\n", end) ? 2 : end < this.text.length ? 1 : 0);
  }

  indentation(offset: number): string {
    const start = this.start(offset);
    return /^[ \t]*/.exec(this.text.slice(start, this.end(start)))?.[0] ?? "";
  }

  /** True where nothing but white space stands before an offset in its line. */
  startsLine(offset: number): boolean {
    return this.text.slice(this.start(offset), offset).trim() === "";
  }

  /** The blank lines right above a line's start, and where they begin. */
  blankAbove(lineStart: number): { readonly count: number; readonly start: number } {
    let count = 0;
    let start = lineStart;
    while (start > 0) {
      const above = this.start(start - (this.text.startsWith("\r\n", start - 2) ? 2 : 1));
      if (this.text.slice(above, start).trim() !== "") break;
      count++;
      start = above;
    }
    return { count, start };
  }

  /** The blank lines from a line's start on, and where they end. */
  blankBelow(lineStart: number): { readonly count: number; readonly end: number } {
    let count = 0;
    let end = lineStart;
    while (end < this.text.length) {
      const next = this.next(end);
      if (this.text.slice(end, next).trim() !== "" || this.end(end) === this.text.length) break;
      count++;
      end = next;
    }
    return { count, end };
  }
}

const isBreak = (text: string, at: number): boolean => text[at] === "\n" || text[at] === "\r";

/** Returns an offset's position in LSP: only \n, \r\n and \r end a line. */
export function positionIn(text: string, offset: number): { line: number; character: number } {
  let line = 0;
  let start = 0;
  for (const match of text.slice(0, offset).matchAll(/\r\n|\n|\r/g)) {
    line++;
    start = match.index + match[0].length;
  }
  return { line, character: offset - start };
}
