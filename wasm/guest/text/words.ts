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

/** True if a text has a longer word that contains the name. */
export function isPartOfWord(text: string, name: string): boolean {
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1)) {
    if (continues(text, at - 1) || continues(text, at + name.length)) return true;
  }
  return false;
}

/** Returns the run of identifier characters at an offset; empty where there is none. Of a private name it returns the part after the #. */
export function identifierAt(text: string, offset: number): string {
  if (text[offset] === "#") return identifierAt(text, offset + 1);
  const before = /[\p{ID_Continue}$]*$/u.exec(text.slice(Math.max(0, offset - 200), offset))?.[0] ?? "";
  const after = /^[\p{ID_Continue}$]*/u.exec(text.slice(offset, offset + 200))?.[0] ?? "";
  return before + after;
}
