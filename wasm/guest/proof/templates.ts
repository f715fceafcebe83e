// Says which templates may make the name of a member out of another name, as `get${Capitalize<K>}` does, or may take such a name apart. No mention of
// the member shows that code depends on its name in this way.

import ts from "typescript";
import { importersOf } from "../modules/importers_of.ts";
import { isOutside } from "../modules/registry.ts";
import { firstWord, lastWord, wordsWith } from "../text/words.ts";

const MOST_WORDS = 2000; // that contain one of the names. If there are more of them, every template may make one

/** A template, or a type such as Uppercase, which has neither holes nor texts here. */
interface Template {
  readonly node: ts.TemplateLiteralTypeNode | ts.TemplateExpression | ts.TypeReferenceNode;
  readonly holes: readonly Hole[];
  /** The texts around the holes. */
  readonly texts: readonly string[];
}

/** A hole of a template that may hold a name. */
interface Hole {
  /** The word characters right before the hole and right behind it. */
  readonly start: string;
  readonly end: string;
  /** True if a word that the template makes starts there, and ends there. If not, another hole may add to the word. */
  readonly isStart: boolean;
  readonly isEnd: boolean;
}

/**
 * The templates of a program that may make one of some names, or a word that contains one. All texts are compared in lower case, since a type
 * such as Uppercase may change the case.
 */
export class Templates {
  private readonly program: ts.Program;
  private readonly checker: ts.TypeChecker;
  private readonly spellings: readonly string[];
  private readonly names: readonly string[]; // in lower case
  private readonly byFile: ReadonlyMap<ts.SourceFile, readonly Template[]>;
  private words: ReadonlySet<string> | undefined;

  constructor(program: ts.Program, names: readonly string[]) {
    this.program = program;
    this.checker = program.getTypeChecker(); // binds the files
    this.spellings = names;
    this.names = names.map((name) => name.toLowerCase());
    this.byFile = new Map(program.getSourceFiles().map((file) => [file, [...templatesIn(file), ...changesOfCaseIn(file)]]));
  }

  /** The files with such a template, and those that import a dependency with one. */
  files(): readonly ts.SourceFile[] {
    const having = [...this.byFile].filter(([, templates]) => templates.some((template) => this.mayMakeName(template))).map(([file]) => file);
    const outside = having.filter(({ fileName }) => isOutside(fileName));
    const importers = outside.length > 0 ? importersOf(this.program) : undefined;
    return having.flatMap((file) => (importers && isOutside(file.fileName) ? ownImporters(file, importers) : [file]));
  }

  private mayMakeName({ node, holes, texts }: Template): boolean {
    const isMade = ts.isTypeReferenceNode(node)
      ? this.isWord((word) => this.names.includes(word))
      : this.names.some((name) => matches(texts, name)) || holes.some((hole) => this.isWord((word) => this.mayHoldName(hole, word)));
    if (!isMade) return false;
    if (isOutside(node.getSourceFile().fileName) && !this.hasParameter(node)) return false;
    return this.isNamed(this.checker.getTypeAtLocation(node));
  }

  // True if a type depends on a type parameter. What a dependency declares without one has nothing of the workspace.
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

  // True if a word of the program that contains a name is a wanted one. The name in another case is such a word, too.
  private isWord(isWanted: (word: string) => boolean): boolean {
    this.words ??= wordsAround(this.spellings, this.program.getSourceFiles());
    return this.words.size > MOST_WORDS || [...this.words].some(isWanted);
  }

  // True if the hole holds one of the names when the template makes the word. A hole beside another one may hold any part of the word.
  private mayHoldName(hole: Hole, word: string): boolean {
    if (isWholeWord(hole)) return this.names.includes(word);
    const rest = inHole(hole, word);
    if (rest === undefined) return false;
    return hole.isStart && hole.isEnd ? this.isMade(rest) : this.names.some((name) => rest.includes(name));
  }

  // True if a template makes the word, or it is one of the names.
  private isMade(word: string): boolean {
    if (this.names.includes(word)) return true;
    if (!this.names.some((name) => word.includes(name))) return false;
    return [...this.byFile.values()].flat().some(({ holes }) => holes.some((hole) => this.mayHoldName(hole, word)));
  }
}

const isWholeWord = ({ start, end, isStart, isEnd }: Hole): boolean => isStart && isEnd && start + end === "";

// Returns what the hole holds if the template makes the word; undefined if it does not make it.
function inHole({ start, end, isStart, isEnd }: Hole, word: string): string | undefined {
  if (word.length <= start.length + end.length || (isStart && !word.startsWith(start)) || (isEnd && !word.endsWith(end))) return undefined;
  return word.slice(isStart ? start.length : 0, word.length - (isEnd ? end.length : 0));
}

// Returns the files of the workspace that import the dependency of a file. What this dependency gives to other dependencies is not followed.
function ownImporters(file: ts.SourceFile, importers: ReturnType<typeof importersOf>): ts.SourceFile[] {
  const directory = packageDirectory(file.fileName);
  const found: ts.SourceFile[] = [];
  const seen = new Set([file]);
  for (const each of seen) { // also visits files that are added meanwhile
    for (const importer of importers.get(each) ?? []) {
      if (!isOutside(importer.fileName)) found.push(importer);
      else if (packageDirectory(importer.fileName) === directory) seen.add(importer);
    }
  }
  return found;
}

const packageDirectory = (path: string): string | undefined => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+\//.exec(path)?.[0];

const FIXED = ts.TypeFlags.String | ts.TypeFlags.Number | ts.TypeFlags.BigInt | ts.TypeFlags.Never;

function templatesIn(file: ts.SourceFile): Template[] {
  const found: Template[] = [];
  for (let at = file.text.indexOf("${"); at >= 0; at = file.text.indexOf("${", at + 2)) {
    const head = ts.getTouchingPropertyName(file, at);
    if (!ts.isTemplateHead(head)) continue;
    const { parent: node } = head;
    const texts = [head, ...node.templateSpans.map(({ literal }) => literal)].map(({ text }) => text.toLowerCase());
    if (texts.join("") === "" && texts.length === 2) continue; // makes what its hole holds
    const holes = [...node.templateSpans].flatMap((span, i) => {
      const hole = holeAt(texts, i);
      // What is a whole word is the name itself, a mention of the member, unless the hole changes its case.
      return isForName(span) && (!isWholeWord(hole) || changesCase(span)) ? [hole] : [];
    });
    found.push({ node, texts, holes });
  }
  return found;
}

const CHANGE_OF_CASE = /\b(?:Uppercase|Lowercase|Capitalize|Uncapitalize)\s*</g;

const changesCase = (span: ts.TemplateSpan | ts.TemplateLiteralTypeSpan): boolean =>
  ts.isTemplateLiteralTypeSpan(span) && ts.isTypeReferenceNode(span.type) && span.type.getText().search(CHANGE_OF_CASE) === 0;

// Returns the types that change the case, but for those that are a hole of a template.
function changesOfCaseIn(file: ts.SourceFile): Template[] {
  const references = [...file.text.matchAll(CHANGE_OF_CASE)].map(({ index }) => ts.getTouchingPropertyName(file, index).parent);
  const isApart = (node?: ts.Node) => node !== undefined && ts.isTypeReferenceNode(node) && !ts.isTemplateLiteralTypeSpan(node.parent);
  return references.filter(isApart).map((node) => ({ node: node as ts.TypeReferenceNode, texts: [], holes: [] }));
}

const isForName = (span: ts.TemplateSpan | ts.TemplateLiteralTypeSpan): boolean => ts.isTemplateSpan(span) || !KEYWORDS.has(span.type.kind);

const KEYWORDS: ReadonlySet<ts.SyntaxKind> = new Set([
  ts.SyntaxKind.StringKeyword, ts.SyntaxKind.NumberKeyword, ts.SyntaxKind.BigIntKeyword, ts.SyntaxKind.BooleanKeyword, ts.SyntaxKind.AnyKeyword,
]);

function holeAt(texts: readonly string[], index: number): Hole {
  const [left = "", right = ""] = texts.slice(index, index + 2);
  const [start, end] = [lastWord(left), firstWord(right)];
  const [isFirst, isLast] = [index === 0, index === texts.length - 2];
  return { start, end, isStart: isFirst || start.length < left.length, isEnd: isLast || end.length < right.length };
}

// True if a template with these texts around its holes may make the name.
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

// The words of the files that contain one of the names, as "getSize" contains "size". The name itself is not among them: it is a mention of the
// member.
function wordsAround(names: readonly string[], files: readonly ts.SourceFile[]): ReadonlySet<string> {
  const found = new Set<string>();
  for (const { text } of files) {
    const lower = text.toLowerCase();
    for (const name of names) {
      for (const [at, word] of wordsWith(lower, name.toLowerCase())) if (text.substr(at, word.length) !== name) found.add(word);
    }
    if (found.size > MOST_WORDS) break;
  }
  return found;
}
