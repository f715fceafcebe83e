// Names as whole words of a text.

const PART = /[\p{ID_Continue}$]/u;
const ASCII_PART = Array.from({ length: 128 }, (_, code) => PART.test(String.fromCharCode(code)));

const continues = (text: string, at: number): boolean => {
  const code = text.charCodeAt(at);
  return code < 128 ? (ASCII_PART[code] as boolean) : PART.test(text[at] ?? "");
};

/** The places of a name in a text, as a whole word. */
export function occurrences(text: string, name: string): number[] {
  const found: number[] = [];
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + name.length)) {
    if (!continues(text, at - 1) && !continues(text, at + name.length)) found.push(at);
  }
  return found;
}

/** The word at an offset, as far as identifiers go; empty where there is none. Of a private name it is what follows the #. */
export function identifierAt(text: string, offset: number): string {
  if (text[offset] === "#") return identifierAt(text, offset + 1);
  const before = /[\p{ID_Continue}$]*$/u.exec(text.slice(Math.max(0, offset - 200), offset))?.[0] ?? "";
  const after = /^[\p{ID_Continue}$]*/u.exec(text.slice(offset, offset + 200))?.[0] ?? "";
  return before + after;
}
