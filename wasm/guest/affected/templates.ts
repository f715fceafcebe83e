// Finds the templates that may make the name of a member out of another name, as `get${Capitalize<K>}` does, or may take such a name apart. Code that
// depends on the name through a template does not mention the member.

import ts from "typescript";
import { isOutside } from "../modules/registry.ts";
import { firstWord, lastWord } from "../text/words.ts";
import { MOST_WORDS, type Names } from "./names.ts";

interface Template {
  readonly node: ts.TemplateLiteralTypeNode | ts.TemplateExpression;
  readonly placeholders: readonly Placeholder[];
  /** The texts around the placeholders. */
  readonly texts: readonly string[];
}

/** A placeholder of a template, such as `${K}`, that may hold a name. */
interface Placeholder {
  /** The word characters right before the placeholder and right behind it. */
  readonly before: string;
  readonly behind: string;
  /** True if `before` starts a word, and if `behind` ends one. If not, another placeholder may add to the word. */
  readonly startsWord: boolean;
  readonly endsWord: boolean;
}

/**
 * The templates of a program that may make one of some names, or a word that contains one. All texts are compared in lower case, since a type
 * such as Uppercase may change the case.
 */
export class Templates {
  private readonly program: ts.Program;
  private readonly checker: ts.TypeChecker;
  private readonly names: readonly string[]; // in lower case
  private readonly words: () => ReadonlySet<string>;
  private readonly byFile: ReadonlyMap<ts.SourceFile, readonly Template[]>;
  private readonly placeholders: readonly Placeholder[];

  constructor(program: ts.Program, names: Names) {
    this.program = program;
    this.checker = program.getTypeChecker(); // binds the files
    this.names = names.all.map((name) => name.toLowerCase());
    let words: ReadonlySet<string> | undefined;
    this.words = () => (words ??= wordsAround(names, program.getSourceFiles()));
    this.byFile = new Map(program.getSourceFiles().map((file) => [file, templatesIn(file)]));
    this.placeholders = [...this.byFile.values()].flat().flatMap(({ placeholders }) => placeholders);
  }

  /** The files with such a template. Some may be files of dependencies. */
  files(): readonly ts.SourceFile[] {
    const isInOtherCase = this.isWord((word) => this.names.includes(word));
    return this.program.getSourceFiles().filter((file) =>
      this.byFile.get(file)?.some((template) => this.mayMakeName(template)) ||
      (isInOtherCase && changesOfCaseIn(file).some((node) => this.dependsOnName(node)))
    );
  }

  private mayMakeName({ node, placeholders, texts }: Template): boolean {
    const isMade = this.names.some((name) => matches(texts, name)) ||
      placeholders.some((placeholder) => this.isWord((word) => this.mayHoldName(placeholder, word)));
    return isMade && this.dependsOnName(node);
  }

  private dependsOnName(node: ts.Node): boolean {
    if (isOutside(node.getSourceFile().fileName) && !this.hasParameter(node)) return false;
    return this.isNamed(this.checker.getTypeAtLocation(node));
  }

  // True if a type depends on a type parameter. A type of a dependency that depends on none is the same whatever the workspace declares.
  private hasParameter(node: ts.Node): boolean {
    if (ts.isInferTypeNode(node)) return true;
    if (ts.isTypeReferenceNode(node) && this.checker.getTypeFromTypeNode(node).flags & ts.TypeFlags.TypeParameter) return true;
    return ts.forEachChild(node, (child) => this.hasParameter(child)) ?? false;
  }

  // False for a type that no rename of the names can change: it depends on no type parameter, and has none of the names in its texts.
  private isNamed(type: ts.Type): boolean {
    if (type.isUnion()) return type.types.some((part) => this.isNamed(part));
    if (type.isStringLiteral()) return this.names.some((name) => type.value.toLowerCase().includes(name));
    if ((type.flags & ts.TypeFlags.TemplateLiteral) === 0) return (type.flags & FIXED) === 0;
    const { texts, types } = type as ts.TemplateLiteralType;
    const lower = texts.map((text) => text.toLowerCase());
    return types.some((part) => (part.flags & FIXED) === 0) || this.names.some((name) => matches(lower, name));
  }

  // True if the function is true for one of the program's words that contain a name, and if there are too many of these words.
  private isWord(isWanted: (word: string) => boolean): boolean {
    const words = this.words();
    return words.size > MOST_WORDS || [...words].some(isWanted);
  }

  // True if the placeholder holds one of the names when its template makes the word. A placeholder beside another one may hold any part of the word.
  private mayHoldName(placeholder: Placeholder, word: string): boolean {
    if (isWholeWord(placeholder)) return this.names.includes(word);
    const held = heldBy(placeholder, word);
    if (held === undefined) return false;
    return placeholder.startsWord && placeholder.endsWord ? this.isMade(held) : this.names.some((name) => held.includes(name));
  }

  // True if the word is one of the names, or if a template may make it out of one.
  private isMade(word: string): boolean {
    if (this.names.includes(word)) return true;
    return this.names.some((name) => word.includes(name)) && this.placeholders.some((placeholder) => this.mayHoldName(placeholder, word));
  }
}

const isWholeWord = ({ before, behind, startsWord, endsWord }: Placeholder): boolean => startsWord && endsWord && before + behind === "";

// Returns the part of a word that the placeholder holds, if its template makes the word. Undefined if the template cannot make it.
function heldBy({ before, behind, startsWord, endsWord }: Placeholder, word: string): string | undefined {
  if (word.length <= before.length + behind.length) return undefined;
  if ((startsWord && !word.startsWith(before)) || (endsWord && !word.endsWith(behind))) return undefined;
  return word.slice(startsWord ? before.length : 0, word.length - (endsWord ? behind.length : 0));
}

const FIXED = ts.TypeFlags.String | ts.TypeFlags.Number | ts.TypeFlags.BigInt | ts.TypeFlags.Never;

function templatesIn(file: ts.SourceFile): Template[] {
  const found: Template[] = [];
  for (let at = file.text.indexOf("${"); at >= 0; at = file.text.indexOf("${", at + 2)) {
    const head = ts.getTouchingPropertyName(file, at);
    if (!ts.isTemplateHead(head)) continue;
    const { parent: node } = head;
    const texts = [head, ...node.templateSpans.map(({ literal }) => literal)].map(({ text }) => text.toLowerCase());
    if (texts.join("") === "" && texts.length === 2) continue; // makes what its placeholder holds
    const placeholders = [...node.templateSpans].flatMap((span, i) => {
      const placeholder = placeholderAt(texts, i);
      // If a placeholder is a whole word and keeps the case, that word is the name itself: other code finds it as a mention of the member.
      return mayHold(span) && (!isWholeWord(placeholder) || changesCase(span)) ? [placeholder] : [];
    });
    found.push({ node, texts, placeholders });
  }
  return found;
}

const CHANGE_OF_CASE = /\b(?:Uppercase|Lowercase|Capitalize|Uncapitalize)\s*</g;

const changesCase = (span: ts.TemplateSpan | ts.TemplateLiteralTypeSpan): boolean =>
  ts.isTemplateLiteralTypeSpan(span) && ts.isTypeReferenceNode(span.type) && span.type.getText().search(CHANGE_OF_CASE) === 0;

// Returns the types that change the case. Those that are a placeholder of a template are left out.
function changesOfCaseIn(file: ts.SourceFile): ts.Node[] {
  const references = [...file.text.matchAll(CHANGE_OF_CASE)].map(({ index }) => ts.getTouchingPropertyName(file, index).parent);
  return references.filter((node) => node && ts.isTypeReferenceNode(node) && !ts.isTemplateLiteralTypeSpan(node.parent));
}

const mayHold = (span: ts.TemplateSpan | ts.TemplateLiteralTypeSpan): boolean => ts.isTemplateSpan(span) || !KEYWORDS.has(span.type.kind);

const KEYWORDS: ReadonlySet<ts.SyntaxKind> = new Set([
  ts.SyntaxKind.StringKeyword, ts.SyntaxKind.NumberKeyword, ts.SyntaxKind.BigIntKeyword, ts.SyntaxKind.BooleanKeyword, ts.SyntaxKind.AnyKeyword,
]);

function placeholderAt(texts: readonly string[], index: number): Placeholder {
  const [left = "", right = ""] = texts.slice(index, index + 2);
  const [before, behind] = [lastWord(left), firstWord(right)];
  const [isFirst, isLast] = [index === 0, index === texts.length - 2];
  return { before, behind, startsWord: isFirst || before.length < left.length, endsWord: isLast || behind.length < right.length };
}

// True if a template with these texts around its placeholders may make the name.
function matches(texts: readonly string[], name: string): boolean {
  const [first = "", ...others] = texts;
  const last = others.pop() ?? "";
  if (!name.startsWith(first)) return false;
  let at = first.length;
  for (const text of others) {
    const found = name.indexOf(text, at);
    if (found < 0) return false;
    at = found + text.length;
  }
  return name.endsWith(last) && at + last.length <= name.length;
}

// Returns the words of the files that contain one of the names. If there are more than MOST_WORDS, some are missing.
function wordsAround(names: Names, files: readonly ts.SourceFile[]): ReadonlySet<string> {
  const found = new Set<string>();
  for (const file of files) {
    for (const word of names.wordsAround(file)) found.add(word);
    if (found.size > MOST_WORDS) break;
  }
  return found;
}
