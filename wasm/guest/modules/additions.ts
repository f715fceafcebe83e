// Finds out whether a module adds declarations outside of itself: by "declare global", or "declare module" with the name of a module.

import ts from "typescript";
import * as host from "../host/host.ts";
import { occurrences } from "../text/words.ts";
import { isCodeFile } from "./file_kinds.ts";
import type { Follows } from "./resolver.ts";

const GAP = "(?:\\s|/\\*[^]*?\\*/|//.*)";
const ADDS = new RegExp(`\\bdeclare${GAP}+(?:global|module)\\b`);
const ADDS_FOR_ALL = new RegExp(`\\bdeclare${GAP}+global\\b`);
const IS_GLOBAL_OF_LIBRARY = /\bas\s+namespace\b/; // export as namespace
const ADDS_TO_DEPENDENCIES = new RegExp(`\\bdeclare${GAP}+(?:global\\b|module\\b${GAP}*["']([^."'][^"']*))`, "g");

/** The words that every text with such a declaration has. */
export const ADDING_WORDS: readonly string[] = ["declare global", "declare module"];

/** True if a file with the text may declare something globally or add to another module. */
export const mayAdd = (text: string): boolean => ADDS.test(text);

/** True if a file with the text may declare something globally. */
export const mayAddForAll = (text: string): boolean => ADDS_FOR_ALL.test(text);

/** Like mayAdd, without additions to modules of a relative path, or of the workspace's own packages. */
export const mayAddToDependencies = (text: string, isOwn: (module: string) => boolean): boolean =>
  [...text.matchAll(ADDS_TO_DEPENDENCIES)].some(([, module]) => module === undefined || !isOwn(module));

/**
 * Returns the blocks of "declare global" and "declare module" that mention something of their module, or a path in an import. Only by these can
 * other files get a type of the module, or of one that it imports, without an import. The module has to be bound.
 * @param matters false for imports of modules whose types do not matter
 */
export function exposingBlocks(file: ts.SourceFile, matters: Follows = () => true): ts.Statement[] {
  const isLeft = (node: ts.Node | undefined) => {
    const specifier = node && specifierOf(node);
    return specifier !== undefined && !matters(specifier, file);
  };
  const isImported = ({ declarations = [] }: ts.Symbol) => declarations.every((d) => isLeft(ts.findAncestor(d, ts.isImportDeclaration)));
  const names = [...(file.locals ?? [])].filter(([, symbol]) => !isImported(symbol)).map(([name]) => ts.unescapeLeadingUnderscores(name));
  const exposes = ({ body }: ts.ModuleDeclaration) => {
    const text = body?.getText(file) ?? "";
    const imports = occurrences(text, "import").map((at) => ts.getTouchingPropertyName(file, (body as ts.Node).getStart(file) + at).parent);
    const reexports = body && ts.isModuleBlock(body) ? body.statements.filter((s) => ts.isExportDeclaration(s) && s.moduleSpecifier) : [];
    return [...imports, ...reexports].some((node) => !isLeft(node)) || names.some((name) => occurrences(text, name).length > 0);
  };
  return file.statements.filter((statement) => ts.isAmbientModule(statement) && exposes(statement as ts.ModuleDeclaration));
}

function specifierOf(node: ts.Node): ts.StringLiteral | undefined {
  const named = ts.isImportDeclaration(node) || ts.isExportDeclaration(node) ? node.moduleSpecifier :
    ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument) ? node.argument.literal : undefined;
  return named && ts.isStringLiteral(named) ? named : undefined;
}

/** What the files of the workspace that a program lacks may declare for a file of the program. */
export interface Additions {
  /** False for a file if its declarations do not matter: the program has it, or no program has it and the other file. */
  readonly mayAdd: (program: ts.Program, file: ts.SourceFile, declaring: string) => boolean;
  /** False if no such file can declare the name globally. */
  readonly mayBeGlobal: (program: ts.Program, file: ts.SourceFile) => boolean;
}

/**
 * Returns the additions for a question about a name.
 * @param mayMeet false for two files if no program has both of them, except programs that begin with both
 */
export function additionsOf(name: string, mayMeet: (file: string, other: string) => boolean): Additions {
  const mayAdd: Additions["mayAdd"] = (program, { fileName }, declaring) => !program.getSourceFile(declaring) && mayMeet(fileName, declaring);
  let known: readonly string[] | undefined;
  const find = () => {
    const scripts = host.scripts();
    const isForAll = (text: string) => mayAddForAll(text) || IS_GLOBAL_OF_LIBRARY.test(text);
    return [...host.filesWith(name, [])].filter((path) => isCodeFile(path) && (scripts.has(path) || isForAll(host.readFile(path) ?? "")));
  };
  return { mayAdd, mayBeGlobal: (program, file) => (known ??= find()).some((path) => mayAdd(program, file, path)) };
}
