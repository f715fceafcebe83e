// To move a file, most other files matter only by the names of the modules that they import. TypeScript parses only the imports of these
// files, or their own texts up to the last import, which takes a fraction of the time.

import ts from "typescript";
import * as host from "../host/host.ts";
import { isCodeFile, isTypeScript, mayHaveJsx } from "./file_kinds.ts";
import type { Versions } from "./versions.ts";

/** The parts of files that a plan needs. */
export interface Needs {
  /** True for files whose whole text is needed. */
  readonly whole: (path: string, text: string) => boolean;
  /**
   * True for imports that are needed as the text has them, since a plan is likely to change them, or since a type and a call with this
   * specifier may lead to different files. A file with such an import is given its own text from the beginning.
   */
  readonly specifier: (specifier: string, isCalled: boolean) => boolean;
  /** True for files of which TypeScript parses the text up to the last import, and not only a list of the imports. */
  readonly own?: (path: string) => boolean;
  /** True if only imports that may lead to a file of the workspace are resolved. */
  readonly toWorkspaceOnly?: boolean;
}

// Only a call may have the name in backticks. In comments they often come after "from".
const IMPORT = /(?:(?:from|import)\s*(?=["'])|import\s*(\()\s*)(["'`])([^"'`\n\\]+)\2/y;

/** The methods of Jest and Vitest that take the name of a module, as alternatives of a regular expression. */
export const MOCK_NAMES =
  "mock|unmock|doMock|doUnmock|dontMock|setMock|deepUnmock|requireActual|requireMock|importActual|importMock|createMockFromModule|genMockFromModule|unstable_mockModule|unstable_unmockModule";
const MOCK = String.raw`(?<![\w$])(?:jest|vitest|vi)\s*\.\s*(?:${MOCK_NAMES})(?![\w$])`;
const LITERAL = String.raw`\s*\(\s*[\x22\x27\x60]`;
const OTHER_MOCK = new RegExp(String.raw`${MOCK}(?!${LITERAL})|(?<![\w$])(?:jest|vitest|vi)\s*(?:\.\s*)?(?:\?|/[*/])`, "y");

type Pattern = readonly [word: string, at: RegExp];

// Code besides imports that names a module or changes how one is resolved, such as a call of require. Where a file matches, TypeScript parses
// the file's text up to the last match or the last import.
const NAMED: readonly Pattern[] = [
  ["require", /(?<![\w$])require\s*(?:\.\s*resolve\s*)?\(\s*["'`]/y],
  ["import", /(?<=(?:,|\*\/|\/\/[^\n]*\n)\s*)import\s*\.\s*meta(?![\w$]|\s*\.\s*(?:glob|resolve))/y], // of new URL("./a", import.meta.url)
  ["declare", /(?<![\w$])declare\s+module(?![\w$])/y],
  ["jest", new RegExp(MOCK + LITERAL, "y")],
  ["vi", new RegExp(MOCK + LITERAL, "y")],
];
// Comments and strings that name a module or change how one is resolved. They have the same effect as a match of NAMED.
const NAMED_IN_TEXT: readonly Pattern[] = [
  ["reference", /(?<=<)reference(?![\w$])/y],
  ["resolution-mode", /resolution-mode(?=["'`])/y],
  ["@jsx", /@jsx(?:ImportSource|Runtime)/y],
];
// After one of these, the name of a module may be anywhere. A file with one is given its whole text.
const ANYWHERE: readonly Pattern[] = [
  ["require", /(?<![\w$])require\s*(?:\.\s*resolve\s*)?(?:\?\.\s*)?(?:\/[*/]|\(\s*\/[*/]|(?<=\?\.\s*)\()/y],
  ["jest", OTHER_MOCK],
  ["vi", OTHER_MOCK],
  ["import", /(?<![\w$])import\s*(?:\/[*/]|\.(?:(?!\s*meta)|\s*meta\s*(?:\?|\/[*/]|\.\s*(?:glob|resolve))))/y],
  ["from", /from\s*(?:\/[*/]|["'][^"'`\n]*\\)/y], // a comment or an escape
  ["import", /import\s*\(?\s*(?:\/[*/]|["'`][^"'`\n]*\\)/y],
];

/** What the text of a file shows of its imports. */
interface Found {
  readonly imports: readonly Import[];
  /** Where other ways to name a module end. */
  readonly ends: readonly number[];
}

/** The imports that the texts of files show. Each text is searched once for all questions. */
export class ImportTexts {
  readonly versions: Versions;
  private readonly known = new Map<string, { readonly version: string; readonly found: Found | undefined }>();

  constructor(versions: Versions) {
    this.versions = versions;
  }

  /** Returns undefined where the name of a module may be anywhere. */
  of(path: string, text: string): Found | undefined {
    const version = this.versions.of(path);
    let known = this.known.get(path);
    if (known?.version !== version) this.known.set(path, (known = { version, found: search(path, text) }));
    return known.found;
  }
}

// The words that stand before the name of a module in code, as in import "a", from "a", require("a") and vi.mock("a").
const WORDS = ["import", "from", "require", "declare", "jest", "vi", "vitest"];

/** Where a text has a word. */
type Places = (word: string) => Iterable<number>;

function search(path: string, text: string): Found | undefined {
  const anywhere: Places = (word) => places(text, word);
  // In JavaScript, a JSDoc comment can import a type, so the whole text is searched, with its comments.
  const words = isTypeScript(path) ? host.words(mayHaveJsx(path), WORDS, text)?.code : undefined;
  const inCode: Places = words ? (word) => words.filter((at) => text.startsWith(word, at)) : anywhere;
  for (const _ of matches(text, ANYWHERE, inCode)) return undefined;
  const ends = [...matches(text, NAMED, inCode), ...matches(text, NAMED_IN_TEXT, anywhere)];
  return { imports: importsOf(text, inCode, words !== undefined), ends };
}

interface Texts {
  readonly version: string;
  /** Undefined where the imports are not enough. */
  readonly imports: ts.IScriptSnapshot | undefined;
  /** The end of the text with the imports. Undefined where the whole text is needed. */
  readonly end: number | undefined;
}

export class ImportsOnly {
  private readonly texts: ImportTexts;
  private readonly needs: Needs;
  private readonly known = new Map<string, Texts>();
  private readonly opened = new Map<string, ts.IScriptSnapshot>();
  private openings = 0;

  constructor(texts: ImportTexts, needs: Needs) {
    this.texts = texts;
    this.needs = needs;
  }

  /** Changes when files that had their imports alone get their own texts. */
  get revision(): number {
    return this.openings;
  }

  /** From now on, gives their own texts to files that have only their imports. Returns true if there is such a file. */
  open(paths: readonly string[]): boolean {
    const closed = paths.filter((path) => this.known.get(path)?.imports && !this.opened.has(path));
    for (const path of closed) this.openText(path, this.known.get(path)?.end);
    this.openings += closed.length;
    return closed.length > 0;
  }

  /** Distinguishes the texts that a file has here. Undefined for files that have their whole texts. */
  version(path: string): string | undefined {
    return this.snapshot(path) && `${this.opened.has(path) ? "up to the last import" : "imports"} ${this.texts.versions.of(path)}`;
  }

  /** Returns undefined for files that have their whole texts. */
  snapshot(path: string): ts.IScriptSnapshot | undefined {
    if (!isCodeFile(path)) return undefined;
    const version = this.texts.versions.of(path);
    let known = this.known.get(path);
    if (known?.version !== version) {
      this.opened.delete(path);
      this.known.set(path, (known = { version, ...this.textsOf(path) }));
      if (!known.imports) this.openText(path, known.end);
      host.progress(path);
    }
    return this.opened.get(path) ?? known.imports;
  }

  private openText(path: string, end: number | undefined): void {
    if (end !== undefined) this.opened.set(path, ts.ScriptSnapshot.fromString((host.readFile(path) ?? "").slice(0, end)));
  }

  private textsOf(path: string): Omit<Texts, "version"> {
    const text = host.readFile(path);
    if (text === undefined || this.needs.whole(path, text)) return { imports: undefined, end: undefined };
    const found = this.texts.of(path, text);
    if (!found) return { imports: undefined, end: undefined };
    const { ends, imports } = found;
    const end = Math.max(0, ...ends, ...imports.map((found) => found.end));
    const line = text.indexOf("\n", end);
    const isEnough = ends.length === 0 && !this.needs.own?.(path) && !imports.some(({ mayBeText, specifier, isCalled }) => mayBeText || this.needs.specifier(specifier, isCalled));
    return { imports: isEnough ? ts.ScriptSnapshot.fromString(statements(imports)) : undefined, end: line < 0 ? text.length : line };
  }
}

// Returns where each match ends.
function* matches(text: string, patterns: readonly Pattern[], placesOf: Places): Generator<number> {
  for (const [word, pattern] of patterns) {
    for (const at of placesOf(word)) {
      pattern.lastIndex = at;
      if (pattern.test(text)) yield pattern.lastIndex;
    }
  }
}

function* places(text: string, word: string): Generator<number> {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + word.length)) yield at;
}

interface Import {
  readonly specifier: string;
  readonly isCalled: boolean;
  readonly mayBeText: boolean; // whether it may be in a comment or a string
  readonly end: number;
}

// Finds the imports in a text. Unless all places are known to be code, it also finds what looks like an import in a comment or a string.
function importsOf(text: string, placesOf: Places, isCode: boolean): Import[] {
  const found: Import[] = [];
  const template = text.indexOf("`");
  for (const keyword of ["from", "import"]) {
    for (const at of placesOf(keyword)) {
      IMPORT.lastIndex = at;
      const [, parenthesis, , specifier] = IMPORT.exec(text) ?? [];
      if (specifier === undefined) continue;
      const mayBeText = !isCode && ((template >= 0 && template < at) || mayBeQuoted(text, at));
      found.push({ specifier, isCalled: parenthesis !== undefined, mayBeText, end: IMPORT.lastIndex });
    }
  }
  return found;
}

// True if a place may be in a comment, or in a string that ends on its line.
const mayBeQuoted = (text: string, at: number): boolean =>
  /["']|\/\//.test(text.slice(text.lastIndexOf("\n", at) + 1, at)) || text.lastIndexOf("/*", at) > text.lastIndexOf("*/", at);

// The text `import("./a")` can be a type, or a call at run time. TypeScript may resolve the two to different files: a type as it
// resolves an import statement, and a call as a call. The text does not show which one it is, so it becomes a statement and a call.
const statements = (imports: readonly Import[]): string => {
  const found = imports.flatMap(({ specifier, isCalled }) => {
    const literal = JSON.stringify(specifier);
    return isCalled ? [`import ${literal};`, `import(${literal});`] : [`import ${literal};`];
  });
  return [...new Set(found)].join("\n");
};
