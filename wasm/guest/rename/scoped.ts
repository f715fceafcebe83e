// Renames symbols that are found by scopes and imports alone, such as an exported class. No type has to be known for that, so the program
// has only the files with the name, and follows only the imports that can lead to it.

import ts from "typescript";
import type { ModuleUses } from "../affected/module_uses.ts";
import * as host from "../host/host.ts";
import { type Additions, additionsOf } from "../modules/additions.ts";
import { isOfAsset, missingModule } from "../modules/missing_modules.ts";
import type { GlobalFiles } from "../program/global_files.ts";
import { Mentions } from "../program/mentions.ts";
import type { Project } from "../program/project.ts";
import { isForAll, isNamedByType, isScoped } from "../program/reach.ts";
import type { Workspace } from "../program/workspace.ts";
import type { RenameAnswer, RenameParams } from "../protocol/rename.ts";
import { statementAt } from "../text/lexical.ts";
import { meetingIn } from "./meeting_files.ts";
import { planRename } from "./rename.ts";
import { isReference } from "./unknown.ts";

export interface ScopedAnswer {
  readonly answer: RenameAnswer;
  /** The projects that were searched. */
  readonly projects: readonly Project[];
}

/** What the texts of the workspace show about a name. */
export interface NameInTexts {
  readonly name: string;
  /** Whether a file has the new name. */
  readonly isTaken: boolean;
  /** The files that have the name or the new name. */
  readonly having: ReadonlySet<string>;
  /** Those files with the name that are in a project because of an import alone. */
  readonly imported: (project: Project) => readonly string[];
  /** What the imports of all files do with the workspace's modules. */
  readonly uses: ModuleUses;
  /** True for names that a file of the workspace may declare globally. */
  readonly isGlobal: (name: string) => boolean;
  /** The files that declare something globally. */
  readonly globals: GlobalFiles;
}

/** Plans the rename, or returns undefined if the meaning of a mention of the name may depend on a type. */
export function renameScoped(workspace: Workspace, owner: Project, request: RenameParams, texts: NameInTexts): ScopedAnswer | undefined {
  const others = texts.isTaken ? [request.newName] : [];
  const answer = renameFollowing(new Set(others), workspace, owner, request, texts);
  if (answer) return answer;
  const objects = namesBeforeDot(texts);
  return objects.size > 0 ? renameFollowing(new Set([...others, ...objects]), workspace, owner, request, texts) : undefined;
}

// Returns what stands before a dot and the name, and may be the name of a module: `all` of `all.name`, and `a` where a file has `a as all`.
function namesBeforeDot({ name, having }: NameInTexts): ReadonlySet<string> {
  const found = new Set<string>();
  const escaped = (text: string) => text.replaceAll("$", "\\$");
  for (const path of having) {
    const text = host.readFile(path) ?? "";
    for (const [, object] of text.matchAll(new RegExp(`([\\w$]+)\\s*\\??\\.\\s*${escaped(name)}(?![\\w$])`, "g"))) {
      found.add(object as string);
      for (const [, exported] of text.matchAll(new RegExp(`([\\w$]+)\\s+as\\s+${escaped(object as string)}(?![\\w$])`, "g"))) found.add(exported as string);
    }
  }
  return found;
}

// The imports of other names are followed, too: of objects that may be modules which export the name, and of the new name if it is taken.
function renameFollowing(
  others: ReadonlySet<string>,
  workspace: Workspace,
  owner: Project,
  request: RenameParams,
  { name, isTaken, having, imported, uses, isGlobal, globals }: NameInTexts,
): ScopedAnswer | undefined {
  const key = [name, ...others, ...workspace.configs.flatMap((config) => imported(workspace.project(config)))].join(" ");
  return workspace.withName(key, having, (lights: Map<Project, Project>) => {
    const light = (project: Project): Project => {
      let known = lights.get(project);
      if (!known) {
        // An inferred project (one with a notice) was made of the files that have the name, so none has to be left out.
        const files = [...[...project.rootFiles].filter((path) => project.notice || having.has(path)), ...imported(project)];
        lights.set(project, (known = project.following(files, (specifier, file) => canLeadTo(name, others, specifier, file))));
      }
      return known;
    };
    const first = light(owner);
    const declarations = scopedDeclarations(first.program, request);
    if (!declarations) return undefined;
    let known: boolean | undefined; // looked up only if a mention may be a member, since that goes through all imports of whole modules
    const isNoMember = () => (known ??= !request.propagate && request.prefixAndSuffix && declarations.every((d) => isOnlyExport(d, uses)));
    const meeting = meetingIn(workspace);
    const additions = additionsOf(name, (path, other) => meeting.mayMeet(path, other));
    // Other files see what a file declares for all, also as a module that takes the place of another file's module.
    const isOwn = (path: string) => declarations.some((d) => d.getSourceFile().fileName === path);
    const isApart = (path: string) => !isOwn(path) && !globals.exposes(path) && !meeting.isImported(path);
    const mentions = new Mentions(name);
    const areClear = ({ program, options }: Project): boolean => {
      const leads = workspace.waysBack().leadingToWorkspace(options);
      const isForeign: IsForeign = (callee, specifier) => (specifier ? !leads(specifier, specifier.getSourceFile()) : !isGlobal(callee));
      return mentions.in(program).every(([file, places]) => {
        const bound = bindsForItself(file, name) && isNoMember();
        const open = bound ? places.filter((at) => !isInScope(file, at)) : places;
        return open.every((at) => isClear(program, file, at, name, { isForeign, isNoMember, isApart, additions }));
      });
    };
    if (!areClear(first)) return undefined;
    const answer = planRename(workspace, request, first, light);
    if (isTaken && !answer.canRename) return undefined; // the loaded project gives more of the reasons
    const projects = [...lights.values()];
    return projects.every((project) => project === first || areClear(project)) ? { answer, projects } : undefined;
  });
}

// Returns true for the specifier of an import or export that may bring the renamed symbol into a file under its old name. A default import
// counts, too: TypeScript renames it if it has the name of the declaration.
function canLeadTo(name: string, others: ReadonlySet<string>, specifier: ts.Node, file: ts.SourceFile): boolean {
  const { parent } = specifier;
  if (!parent) return false;
  const isWanted = ({ text }: ts.ModuleExportName) => text === name || others.has(text);
  const isNamed = (element: ts.ImportSpecifier | ts.ExportSpecifier) => {
    const exported = element.propertyName ?? element.name;
    return isWanted(exported) || (exported.text === "default" && (isWanted(element.name) || element.name.text === "default"));
  };
  if (ts.isImportDeclaration(parent)) {
    const { name: byDefault, namedBindings: bindings } = parent.importClause ?? {};
    if (byDefault && isWanted(byDefault)) return true;
    if (!bindings) return false;
    return ts.isNamespaceImport(bindings) ? file.text.includes(name) || others.has(bindings.name.text) : bindings.elements.some(isNamed);
  }
  if (ts.isExportDeclaration(parent)) {
    const { exportClause: clause } = parent;
    if (!clause) return others.size > 0 || !exportsByName(file, name); // what a file exports by name hides what it exports with a star
    return ts.isNamedExports(clause) ? clause.elements.some(isNamed) : isWanted(clause.name);
  }
  if (ts.isModuleDeclaration(parent)) return true;
  return (ts.isExternalModuleReference(parent) || ts.isCallExpression(parent)) && file.text.includes(name);
}

const exportsByName = (file: ts.SourceFile, name: string): boolean =>
  file.text.includes(name) &&
  file.statements.some((statement) => {
    if (ts.isExportDeclaration(statement)) {
      const { exportClause: clause } = statement;
      return clause !== undefined && ts.isNamedExports(clause) && clause.elements.some((element) => element.name.text === name);
    }
    if (!ts.canHaveModifiers(statement) || !statement.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)) return false;
    return !ts.isVariableStatement(statement) && (statement as ts.NamedDeclaration).name?.getText(file) === name;
  });

// Returns the declarations of a name that scopes and imports lead to, undefined for other names.
function scopedDeclarations(program: ts.Program, { file, offset }: RenameParams): readonly ts.Declaration[] | undefined {
  const source = program.getSourceFile(file);
  const checker = program.getTypeChecker();
  const node = source && ts.getTouchingPropertyName(source, offset);
  const symbol = node && ts.isIdentifier(node) ? resolved(checker, checker.getSymbolAtLocation(node)) : undefined;
  const isKnown = (d: ts.Declaration) =>
    ts.isModuleDeclaration(d) ? ts.isIdentifier(d.name) : isScoped(d) && !ts.isBindingElement(d);
  return symbol?.declarations?.every(isKnown) ? symbol.declarations : undefined;
}

// True at the top of a module that nobody uses as an object: what it declares is no member of anything.
function isOnlyExport(declaration: ts.Declaration, uses: ModuleUses): boolean {
  const file = declaration.getSourceFile();
  return ts.isExternalModule(file) && !ts.isModuleDeclaration(declaration) && !ts.findAncestor(declaration, ts.isModuleDeclaration) && !uses.isObject(file);
}

function resolved(checker: ts.TypeChecker, symbol: ts.Symbol | undefined): ts.Symbol | undefined {
  if (!symbol || (symbol.flags & ts.SymbolFlags.Alias) === 0) return symbol;
  const target = checker.getAliasedSymbol(symbol);
  return target.declarations ? target : undefined; // without declarations it is TypeScript's unknown symbol
}

/** Returns true for a function that no file of the workspace declares: an imported one or, without a specifier, a global one. */
type IsForeign = (name: string, specifier: ts.StringLiteral | undefined) => boolean;

interface Conditions {
  readonly isForeign: IsForeign;
  /** True if the renamed export is no member of an object, so that no mention of a member can be the export. */
  readonly isNoMember: () => boolean;
  /** True for a file whose global declarations do not concern the renamed export. Only programs that list the file have it. */
  readonly isApart: (path: string) => boolean;
  readonly additions: Additions;
}

/** Returns true if the program shows what a mention stands for, or if the syntax shows that it cannot be the renamed export. */
function isClear(program: ts.Program, file: ts.SourceFile, at: number, name: string, { isForeign, isNoMember, isApart, additions }: Conditions): boolean {
  const checker = program.getTypeChecker();
  const node = ts.getTouchingPropertyName(file, at);
  const { parent } = node;
  if (ts.isStringLiteralLike(node)) return node.text !== name || !parent || isPlainString(checker, node, isForeign) || isNoMember();
  if (!ts.isIdentifier(node)) return true; // in a comment, or in the middle of a text
  if (ts.isJsxTagNameExpression(node) && isTag(node) && ts.isIntrinsicJsxName(node.escapedText)) return true; // an element such as <a>
  if (isForAll(file, node)) {
    if (declaresMember(node)) return isNoMember();
    if (ts.isDeclarationName(node)) return isApart(file.fileName); // other files may see what is declared here without an import
  }
  if (ts.isPropertyAccessExpression(parent) && parent.name === node) {
    return isOfModule(checker, parent.expression) || isNoMember() || checker.getSymbolAtLocation(node)?.declarations !== undefined;
  }
  if (ts.isQualifiedName(parent) && parent.right === node) return isOfModule(checker, parent.left) || isNoMember();
  if (declaresMember(node)) return !ts.isTypeElement(parent) || ts.isInterfaceDeclaration(parent.parent) || isNoMember();
  if (isNamedByType(node) && !isOfNewType(node) && !isNoMember()) return false;
  if (isNamedByType(node) && !ts.isShorthandPropertyAssignment(parent)) return true;
  const symbol = ts.isShorthandPropertyAssignment(parent) ? checker.getShorthandAssignmentValueSymbol(parent) : checker.getSymbolAtLocation(node);
  if (resolved(checker, symbol) || missingModule(program, file, at, additions) || isOfAsset(program, file, at)) return true;
  if (symbol || ts.isSourceFileJS(file)) return false; // in JavaScript, JSDoc has types
  return (node.flags & ts.NodeFlags.JSDoc) !== 0 || (isReference(node) && !additions.mayBeGlobal(program, file));
}

/**
 * True for a module that declares or imports the name at its top. In such a module, a mention of the name means that declaration, one in a scope
 * further inside, or another global declaration. JavaScript is left out, since its JSDoc may import the name.
 */
const bindsForItself = (file: ts.SourceFile, name: string): boolean =>
  ts.isExternalModule(file) && !ts.isSourceFileJS(file) && file.locals?.has(ts.escapeLeadingUnderscores(name)) === true;

// False in an import or export, and behind a dot, where a mention may lead to another module. At the start of a line and behind a comment, the dot may
// be further up, so the result is false there, too. The answer needs no parsed function.
function isInScope(file: ts.SourceFile, at: number): boolean {
  const statement = statementAt(file.statements, at);
  const { character } = file.getLineAndCharacterOfPosition(at);
  const before = file.text.slice(at - character, at).trimEnd();
  return statement !== undefined && !ts.isAnyImportOrReExport(statement) && before !== "" && !/[./]$/.test(before);
}

const isTag = ({ parent }: ts.Node): boolean => ts.isJsxOpeningLikeElement(parent) || ts.isJsxClosingElement(parent);

const declaresMember = (name: ts.Identifier): boolean => {
  const { parent } = name;
  return (ts.isClassElement(parent) || ts.isTypeElement(parent) || ts.isEnumMember(parent)) && parent.name === name;
};

// Returns true if the left side of a dot is a module or an enum: the program has all declarations of its members.
function isOfModule(checker: ts.TypeChecker, left: ts.Node): boolean {
  const { flags = 0 } = resolved(checker, checker.getSymbolAtLocation(left)) ?? {};
  const { Class, Function, Variable, Module, Enum } = ts.SymbolFlags;
  return (flags & (Module | Enum)) !== 0 && (flags & (Class | Function | Variable)) === 0;
}

// Returns true for a property or a string in the value of a variable that is declared without a type, as in `const a = { name: ["name"] }`.
// TypeScript makes the type from such a value, so neither stands for a member that is declared elsewhere.
function isOfNewType(node: ts.Node): boolean {
  let value = ts.isPropertyAssignment(node.parent) || ts.isMethodDeclaration(node.parent) ? node.parent.parent : node;
  for (; !ts.isVariableDeclaration(value.parent); value = value.parent) {
    const { parent } = value;
    if (!ts.isObjectLiteralExpression(parent) && !ts.isArrayLiteralExpression(parent) && !ts.isPropertyAssignment(parent)) return false;
  }
  return !value.parent.type && !ts.isSourceFileJS(node.getSourceFile()); // in JavaScript, JSDoc may have the type
}

const MEETING: ReadonlySet<ts.SyntaxKind> = new Set([
  ts.SyntaxKind.EqualsToken, ts.SyntaxKind.EqualsEqualsToken, ts.SyntaxKind.EqualsEqualsEqualsToken,
  ts.SyntaxKind.ExclamationEqualsToken, ts.SyntaxKind.ExclamationEqualsEqualsToken,
]);

// True for a string that an expression of the type `string` is assigned or compared with, as in `this.name = "name"` and `this.name === "name"`.
function meetsAnyString(checker: ts.TypeChecker, { left, right, operatorToken: { kind } }: ts.BinaryExpression, node: ts.StringLiteralLike): boolean {
  return MEETING.has(kind) && isAnyString(checker, left === node ? right : left);
}

const isAnyString = (checker: ts.TypeChecker, value: ts.Expression): boolean => (checker.getTypeAtLocation(value).flags & ts.TypeFlags.String) !== 0;

// True for a function whose parameter takes any string.
const takesString = (d: ts.Declaration, at: number): boolean =>
  ts.isFunctionDeclaration(d) && d.parameters[at]?.type?.kind === ts.SyntaxKind.StringKeyword;

// Returns true for a string that cannot name a member: a module specifier, the title of a test, or a part of a value without a type.
function isPlainString(checker: ts.TypeChecker, node: ts.StringLiteralLike, isForeign: IsForeign): boolean {
  const { parent } = node;
  if (ts.isImportDeclaration(parent) || ts.isExportDeclaration(parent)) return true;
  if (ts.isBinaryExpression(parent)) return meetsAnyString(checker, parent, node);
  if (!ts.isCallExpression(parent)) return isOfNewType(node);
  const others = parent.arguments.filter((other) => other !== node);
  if (parent.typeArguments || !others.every((other) => ts.isFunctionExpression(other) || ts.isArrowFunction(other))) return false;
  let callee: ts.Expression = parent.expression;
  const takesStrings = (call: ts.CallExpression) => !call.typeArguments && call.arguments.every((value) => isAnyString(checker, value));
  while (ts.isPropertyAccessExpression(callee) || (ts.isCallExpression(callee) && takesStrings(callee))) callee = callee.expression;
  if (!ts.isIdentifier(callee)) return false;
  const { text } = callee;
  const declarations = checker.getSymbolAtLocation(callee)?.declarations;
  if (!declarations) return isForeign(text, undefined);
  const at = parent.arguments.indexOf(node);
  if (callee === parent.expression && declarations.every((d) => takesString(d, at))) return true;
  return declarations.every((d) => {
    const from = ts.findAncestor(d, ts.isImportDeclaration)?.moduleSpecifier;
    return from !== undefined && ts.isStringLiteral(from) && isForeign(text, from);
  });
}
