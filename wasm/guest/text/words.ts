// Finds names as whole words in a text.

const PART = /[\p{ID_Continue}$]/u;
const ASCII_PART = Array.from({ length: 128 }, (_, code) => PART.test(String.fromCharCode(code)));

const continues = (text: string, at: number): boolean => {
  const code = text.charCodeAt(at);
  return code < 128 ? (ASCII_PART[code] as boolean) : PART.test(text[at] ?? "");
};

/** The places where a name is a whole word of a text. */
export function occurrences(text: string, name: string): number[] {
  const found: number[] = [];
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + name.length)) {
    if (!continues(text, at - 1) && !continues(text, at + name.length)) found.push(at);
  }
  return found;
}

/** The words of a text that have a part, with their offsets. The part itself may be one of them. */
export function* wordsWith(text: string, part: string): Generator<readonly [at: number, word: string]> {
  let end = 0;
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, end)) {
    let start = at;
    while (start > end && continues(text, start - 1)) start--;
    end = at + part.length;
    while (continues(text, end)) end++;
    yield [start, text.slice(start, end)];
  }
}

/** The word characters at the end of a text. */
export const lastWord = (text: string): string => /[\p{ID_Continue}$]*$/u.exec(text)?.[0] ?? "";
/** The word characters at the start of a text. */
export const firstWord = (text: string): string => /^[\p{ID_Continue}$]*/u.exec(text)?.[0] ?? "";

/** Returns the run of identifier characters at an offset; empty where there is none. Of a private name it returns the part after the #. */
export function identifierAt(text: string, offset: number): string {
  if (text[offset] === "#") return identifierAt(text, offset + 1);
  return lastWord(text.slice(Math.max(0, offset - 200), offset)) + firstWord(text.slice(offset, offset + 200));
}
