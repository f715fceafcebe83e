// Chooses the files that have to be type-checked to compare a plan's errors. Checking takes longest, so it is done only where
// something could differ. If a rename brings a name that occurs nowhere, and every mention of the old name is edited or is bound as before,
// the program is the same under other names. If every import leads where it led after a move, the program is the same in other places.
// Files that neither argument covers are checked.

import ts from "typescript";
import * as host from "../host/host.ts";
import type { Overlay } from "../host/overlay.ts";
import { isCodeFile } from "../modules/file_kinds.ts";
import { isExternal, isOutside } from "../modules/registry.ts";
import { isForAll } from "../program/reach.ts";
import type { FileSpans } from "../protocol/plan.ts";
import { occurrences } from "../text/words.ts";
import { type ModuleUses, usesIn } from "./module_uses.ts";

/** The names that a plan's edits take away, and those that they bring. */
export interface Names {
  readonly old: ReadonlySet<string>;
  readonly brought: ReadonlySet<string>;
}

/** The names that edits take away and bring. */
export function namesOf(edits: readonly FileSpans[]): Names {
  const replaced = new Set<string>(); // thousands of edits may replace the same text, and looking for words takes longest
  const written = new Set<string>();
  for (const { path, spans } of edits) {
    if (!isCodeFile(path)) continue;
    const text = host.readFile(path) ?? "";
    for (const [start, length, newText, confidence] of spans) {
      if (confidence !== undefined) continue;
      const oldText = text.substr(start, length);
      if (/["'`]/.test(text[start - 1] ?? "") && /[./@]/.test(oldText + newText)) continue; // a module specifier
      replaced.add(oldText);
      written.add(newText);
    }
  }
  const old = new Set([...replaced].flatMap(words));
  return { old, brought: new Set([...written].flatMap(words).filter((name) => !old.has(name))) };
}

const words = (text: string): string[] =>
  [...text.matchAll(/#?[\p{ID_Start}$_][\p{ID_Continue}$]*/gu)]
    .map(([word]) => word)
    .filter((word) => word !== "as" && word !== "default");

export interface CheckSet {
  /** Files that mention a name, by their paths before the plan. The bindings of these names are compared. */
  readonly mentioning: ReadonlySet<string>;
  /** Files to be type-checked: first those that mention a name, then the files that import them, nearest first. */
  readonly files: ReadonlySet<string>;
}

/**
 * @param strayed files whose imports lead elsewhere
 * @param written true if there are edits that write text
 */
export function checkSet(
  before: ts.Program,
  after: ts.Program,
  overlay: Overlay,
  names: Names,
  strayed: ReadonlySet<string>,
  written: boolean,
): CheckSet {
  const own = before.getSourceFiles().filter(isOwn);
  const files = new Set(strayed);
  for (const file of after.getSourceFiles().filter(isOwn)) {
    const old = before.getSourceFile(overlay.before(file.fileName));
    if (!old || old.impliedNodeFormat !== file.impliedNodeFormat) files.add(overlay.before(file.fileName));
  }
  if (!checkAlike(before.getCompilerOptions(), after.getCompilerOptions())) for (const { fileName } of own) files.add(fileName);
  const mentioning = new Set<string>();
  const edited = own.filter(({ fileName }) => overlay.edits.has(fileName));
  const all = [...names.old, ...names.brought];
  if (all.length === 0 && !written) return { mentioning, files };
  for (const file of own) if (all.some((name) => file.text.includes(name))) mentioning.add(file.fileName);
  if (written) {
    const seeing = reachesAll(before, after, overlay, edited) ? own.map((f) => f.fileName) : importers(before, edited, () => true);
    for (const path of seeing) files.add(path);
    return { files, mentioning: new Set([...mentioning].filter((path) => files.has(path))) };
  }

  const uses = usesIn(before);
  if (sameUnderOtherNames(before, overlay, names, uses)) return { mentioning, files };

  const members = edited.filter((file) => editsMember(file, overlay, uses) || editsString(file, overlay));
  for (const { fileName } of [...names.old].some((name) => KNOWN.has(name)) ? own : edited) files.add(fileName);
  for (const path of mentioning) files.add(path);
  for (const path of importers(before, edited, (file) => /\*\s*(?:as\b|from\b)/.test(file.text))) files.add(path);
  for (const path of importers(before, members, () => true)) files.add(path);
  return { mentioning, files };
}

/** The declarations of dependencies that a project gets by a plan. TypeScript checks them, unless it is told not to. */
export function newDeclarations(before: ts.Program, after: ts.Program): string[] {
  if (after.getCompilerOptions().skipLibCheck) return [];
  const paths = after.getSourceFiles().map(({ fileName }) => fileName);
  return paths.filter((path) => isExternal(path) && !before.getSourceFile(path));
}

// True if the options of a project say the same about types. Where imports lead by them is compared for each import.
function checkAlike(before: ts.CompilerOptions, after: ts.CompilerOptions): boolean {
  const aboutTypes = ts.optionDeclarations.filter(
    ({ name, isFilePath, element }) => !isFilePath && !element?.isFilePath && name !== "paths" && name !== "plugins",
  );
  return aboutTypes.every(({ name }) => JSON.stringify(before[name]) === JSON.stringify(after[name]));
}

export const isOwn = ({ fileName }: ts.SourceFile): boolean => !isOutside(fileName);

/**
 * True where a rename leaves the same program under other names, if every mention of a name in it is edited or means what it meant before.
 * Then no file has to be type-checked.
 * @param isWhole false if the program has only the files that mention the names, and not all dependencies
 */
export function sameUnderOtherNames(
  before: ts.Program,
  overlay: Overlay,
  { old, brought }: Names,
  uses: ModuleUses,
  isWhole = true,
): boolean {
  if ([...old, ...brought].some((name) => KNOWN.has(name)) || [...brought].some(isSpecial)) return false;
  // A leading underscore tells TypeScript not to mind that something is unused.
  if ([...old, ...brought].some((name) => /^_/.test(name))) return false;
  const own = before.getSourceFiles().filter(isOwn);
  for (const file of own) {
    for (const name of brought) if (file.identifiers.has(name) || occurrences(file.text, name).length > 0) return false;
  }
  const edited = own.filter(({ fileName }) => overlay.edits.has(fileName));
  if (edited.some((file) => editsString(file, overlay))) return false;
  const members = edited.some((file) => editsMember(file, overlay, uses));
  const outside = before.getSourceFiles().filter((file) => !isOwn(file));
  // A dependency's name can only meet a name that is global, or that a module exports beside the dependency's.
  const mayMeet = members || edited.some((file) => editsForAll(file, overlay)) ||
    edited.some((file) => editsExport(file, overlay) && uses.isExportedWithDependency(file));
  if (mayMeet && !isWhole) return false;
  if (mayMeet && outside.some((file) => [...brought].some((name) => file.identifiers.has(name)))) return false;
  if (!members) return true;
  if (outside.some((file) => [...old].some((name) => file.identifiers.has(name)))) return false;
  // Types are compared by the names of their members, so a member elsewhere that keeps the old name may be affected.
  for (const file of own) {
    if (buildsNames(file)) return false;
    const edits = overlay.editsOf(file.fileName);
    for (const name of old) {
      for (const at of occurrences(file.text, name)) {
        if (edits.changing(at, at + name.length)) continue;
        if (isCode(file, at)) return false;
      }
    }
  }
  return true;
}

// True outside of comments, and in the JSDoc comments of JavaScript, which hold types.
function isCode(file: ts.SourceFile, at: number): boolean {
  const comment = ts.isInComment(file, at);
  return !comment || (ts.isSourceFileJS(file) && file.text.startsWith("/**", comment.pos));
}

// Names by which the compiler itself finds declarations, without a mention in any file.
const KNOWN = new Set([
  "JSX", "IntrinsicElements", "IntrinsicAttributes", "IntrinsicClassAttributes", "Element", "ElementType", "ElementClass",
  "ElementAttributesProperty", "ElementChildrenAttribute", "LibraryManagedAttributes", "React", "h", "Fragment",
  "globalThis", "exports", "module", "require",
]);

// At some places TypeScript reports an error for declarations with these names. At others a name that is a keyword changes the syntax.
const RESERVED = new Set(["Object", "Promise", "Reflect", "WeakMap", "WeakSet", "arguments", "eval"]);
const isSpecial = (name: string): boolean => RESERVED.has(name) || ts.stringToToken(name) !== undefined;

const TEMPLATE_TYPE = /(?:\bextends|\bin|[=:|?,<([&])\s*`[^`]*\$\{\s*(?:infer\b|keyof\b|string\b|number\b|[A-Z])/;

/** True for a file that may make names of members out of others, as `get${Capitalize<K>}` does. */
const buildsNames = (file: ts.SourceFile) => file.text.includes("${") && TEMPLATE_TYPE.test(file.text);

// True for a file in which something is renamed that types are compared by: a member that is not private, or an export
// of a namespace or of a module that is used as an object.
export function editsMember(file: ts.SourceFile, overlay: Overlay, { isObject }: ModuleUses): boolean {
  return overlay.editsOf(file.fileName).spans.some(([start, , newText, confidence]) => {
    const name = ts.getTouchingPropertyName(file, start);
    const { parent } = name;
    if (confidence !== undefined || !parent || ts.isPrivateIdentifier(name)) return false;
    if (ts.isShorthandPropertyAssignment(parent) && newText.startsWith(`${name.getText(file)}:`)) return false; // the member keeps its name
    if (ts.isTypeElement(parent) || ts.isObjectLiteralElement(parent) || ts.isEnumMember(parent)) return parent.name === name;
    if (ts.isComputedPropertyName(parent)) return ts.isStringLiteralLike(name); // the value of a variable names the member, not the variable
    if (ts.isLiteralTypeNode(parent) || isTagOfProperty(parent)) return true;
    if (ts.isParameter(parent)) return ts.isParameterPropertyDeclaration(parent, parent.parent) && !isPrivate(parent);
    if (ts.isClassElement(parent)) return parent.name === name && !isPrivate(parent);
    if (ts.isPropertyAccessExpression(parent)) return parent.name === name && isDeclaration(parent);
    if (ts.isExportSpecifier(parent)) return !ts.isSourceFile(parent.parent.parent.parent) || isObject(file);
    return (parent as ts.NamedDeclaration).name === name && isExportOfObject(parent as ts.Declaration, isObject);
  });
}

// True for a file in which an edit renames something that other files may see without an import.
const editsForAll = (file: ts.SourceFile, overlay: Overlay): boolean =>
  overlay.editsOf(file.fileName).spans.some(([start]) => isForAll(file, ts.getTouchingPropertyName(file, start)));

// Returns true if an edit renames an export in the file.
function editsExport(file: ts.SourceFile, overlay: Overlay): boolean {
  return overlay.editsOf(file.fileName).spans.some(([start]) => {
    const { parent } = ts.getTouchingPropertyName(file, start);
    if (!parent || ts.isSourceFile(parent)) return false;
    return ts.isExportSpecifier(parent) || (ts.getCombinedModifierFlags(parent as ts.Declaration) & ts.ModifierFlags.Export) !== 0;
  });
}

// Returns true if an edit changes the text of a string in the file. That text may be the string's type, and other places may need the old type.
function editsString(file: ts.SourceFile, overlay: Overlay): boolean {
  return overlay.editsOf(file.fileName).spans.some(([start, , , confidence]) => confidence !== undefined && !ts.isInComment(file, start));
}

const isPrivate = (node: ts.Declaration) => (ts.getCombinedModifierFlags(node) & ts.ModifierFlags.Private) !== 0;

// `@property {number} size`, and behind a dot `@param {number} page.size`.
const isTagOfProperty = (node: ts.Node): boolean =>
  ts.isJSDocPropertyTag(node) || (ts.isQualifiedName(node) && ts.isJSDocPropertyLikeTag(node.parent));

// The binder turns `f.more = 1` into a declaration if f is a function, and in JavaScript also `exports.more = 1` and `this.more = 1`. For
// the last one, the whole assignment has the symbol.
const isDeclaration = (access: ts.PropertyAccessExpression): boolean =>
  access.symbol !== undefined || (ts.isBinaryExpression(access.parent) && access.parent.symbol !== undefined);

// An interface or a type alias is no member of a module object. A default export is a member with the name `default`, whatever its
// declaration is called: a rename of the declaration does not change the member.
function isExportOfObject(node: ts.Declaration, isObject: (file: ts.SourceFile) => boolean): boolean {
  if (ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node)) return false;
  const scope = ts.findAncestor(node.parent, (n) => ts.isBlock(n) || ts.isModuleBlock(n) || ts.isSourceFile(n) || ts.isFunctionLike(n));
  if (!scope || ts.isModuleBlock(scope)) return true;
  if (!ts.isSourceFile(scope)) return false;
  const flags = ts.getCombinedModifierFlags(node);
  const named = (flags & ts.ModifierFlags.Export) !== 0 && (flags & ts.ModifierFlags.Default) === 0;
  return (named || scope.isDeclarationFile) && isObject(scope);
}

// Returns true if an edited file declares something that files see without an import of it.
function reachesAll(before: ts.Program, after: ts.Program, overlay: Overlay, edited: readonly ts.SourceFile[]): boolean {
  const everywhere = (file: ts.SourceFile | undefined) =>
    !file || !ts.isExternalModule(file) || /\bdeclare\s+(?:global|module)\b/.test(file.text);
  return (
    edited.some((file) => everywhere(file) || everywhere(after.getSourceFile(overlay.after(file.fileName)))) ||
    after.getSourceFiles().some((file) => !before.getSourceFile(overlay.before(file.fileName))) ||
    before.getSourceFiles().some((file) => !after.getSourceFile(overlay.after(file.fileName)))
  );
}

/** The files that import others, directly or not, nearest first, as far as the importers satisfy a condition. */
function importers(
  program: ts.Program,
  of: readonly ts.SourceFile[],
  follow: (file: ts.SourceFile) => boolean,
): ReadonlySet<string> {
  const own = program.getSourceFiles().filter(isOwn);
  // A script's declarations are global: every file can use them.
  if (of.some((file) => !ts.isExternalModule(file))) return new Set(own.map((file) => file.fileName));
  const graph = new Map<string, ts.SourceFile[]>();
  for (const file of own) {
    for (const node of file.imports ?? []) {
      const found = program.getResolvedModuleFromModuleSpecifier(node, file)?.resolvedModule;
      const path = found && program.getSourceFile(found.resolvedFileName)?.fileName;
      if (path === undefined) continue;
      const list = graph.get(path);
      if (list) list.push(file);
      else graph.set(path, [file]);
    }
  }
  const seen = new Set(of.map((file) => file.fileName));
  for (const path of seen) { // also visits paths that are added meanwhile
    for (const importer of graph.get(path) ?? []) if (follow(importer)) seen.add(importer.fileName);
  }
  return seen;
}
