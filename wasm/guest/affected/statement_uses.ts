// Says which top-level statements of a workspace use the declarations of which others. Code can have a value of a type only if it mentions the type,
// or a declaration whose own type leads to it. Not all that a statement mentions is part of such a type: the caller of a function with a return type
// sees that type, and nothing of the function's body.

import ts from "typescript";
import { namedByJsx } from "./known_names.ts";
import type { Texts } from "./texts.ts";
import { isOwn } from "./visibility.ts";

/** True for a statement in which something is declared. */
export type IsIn = (file: ts.SourceFile, statement: ts.Statement) => boolean;

interface Part {
  readonly file: ts.SourceFile;
  readonly statement: ts.Statement;
  /** The statements whose declarations this one mentions. */
  readonly uses: Set<Part>;
  /** The statements that use this one at a place which the types of their own declarations may depend on. */
  readonly shownBy: Set<Part>;
}

export class StatementUses {
  private readonly program: ts.Program;
  private readonly checker: ts.TypeChecker;
  private readonly byStatement = new Map<ts.Node, Part>();

  /** @param files the files of the workspace */
  constructor(program: ts.Program, files: readonly ts.SourceFile[], texts: Texts) {
    this.program = program;
    this.checker = program.getTypeChecker();
    for (const file of files) {
      for (const statement of file.statements) {
        if (!ts.isImportDeclaration(statement)) this.byStatement.set(statement, { file, statement, uses: new Set(), shownBy: new Set() });
      }
    }
    const strings = new Set(files.flatMap((file) => [...texts.strings(file)]));
    for (const file of files) this.link(file, texts, strings);
  }

  /**
   * Returns the files with a statement that may have values of all of some kinds of types. The result is undefined if code may have one of them
   * without a mention, by a global declaration.
   */
  withAll(kinds: readonly IsIn[]): ReadonlySet<ts.SourceFile> | undefined {
    const shown = kinds.map((isIn) => this.showing(isIn));
    const parts = [...this.byStatement.values()];
    if (parts.some((part) => this.isForAll(part) && shown.some((some) => some.has(part)))) return undefined;
    const has = (part: Part, some: ReadonlySet<Part>) => some.has(part) || [...part.uses].some((used) => some.has(used));
    const hasAll = (part: Part) => !ts.isExportDeclaration(part.statement) && shown.every((some) => has(part, some));
    return new Set(parts.filter(hasAll).map(({ file }) => file));
  }

  private showing(isIn: IsIn): ReadonlySet<Part> {
    const found = new Set([...this.byStatement.values()].filter(({ file, statement }) => isIn(file, statement)));
    for (const part of found) for (const user of part.shownBy) found.add(user); // also visits those that are added meanwhile
    return found;
  }

  // True for a statement whose declarations other files may use without naming them. A "declare module" that adds to a module of the workspace does
  // not count, since other files have to name what that module exports.
  private isForAll({ file, statement }: Part): boolean {
    if (!ts.isExternalOrCommonJsModule(file)) return !ts.isJsonSourceFile(file);
    if (file.statements.some(ts.isNamespaceExportDeclaration)) return true;
    if (!ts.isModuleDeclaration(statement) || !ts.isAmbientModule(statement)) return false;
    return !ts.isStringLiteral(statement.name) || !this.targetOf(statement.name, file);
  }

  private targetOf(specifier: ts.StringLiteralLike, file: ts.SourceFile): ts.SourceFile | undefined {
    const module = this.program.getResolvedModuleFromModuleSpecifier(specifier, file)?.resolvedModule;
    const target = module && this.program.getSourceFile(module.resolvedFileName);
    return target && isOwn(target) ? target : undefined;
  }

  private link(file: ts.SourceFile, texts: Texts, strings: ReadonlySet<string>): void {
    const parts = this.partsOf(file);
    const { places, privates } = texts.hidden(file, this.checker);
    const hidden = [...places, ...privates.flatMap(({ names, members }) => (names.some((name) => strings.has(name)) ? [] : members))];
    const isHidden = (at: number) => hidden.some(({ pos, end }) => pos <= at && at < end);
    const connect = (part: Part, used: readonly Part[], isShown: boolean) => {
      const isDeclaration = ts.canHaveModifiers(part.statement);
      for (const target of used) {
        part.uses.add(target);
        if (isShown) target.shownBy.add(part);
        // The type of a variable may depend on where it was assigned, or on a condition.
        if (target.file === file && (!isDeclaration || mayBeAssigned(target.statement))) part.shownBy.add(target);
      }
    };
    for (const [i, part] of parts.entries()) {
      const { symbol } = part.statement as ts.DeclarationStatement;
      if (symbol) connect(part, this.declaring(symbol), /*isShown*/ true); // overloads, and interfaces of one name
      // The statements of a JavaScript file may use each other by `exports.name`. A circle leads from each one to all others.
      if (ts.isSourceFileJS(file)) connect(part, [parts[(i + 1) % parts.length] as Part], /*isShown*/ true);
    }
    const implicit = new Set(namedByJsx(file, this.program.getCompilerOptions()));
    for (const symbol of file.locals?.values() ?? []) {
      const name = ts.unescapeLeadingUnderscores(symbol.escapedName);
      const used = this.declaring(symbol);
      if (used.length === 0) continue;
      if (implicit.has(name)) for (const part of parts) connect(part, used, /*isShown*/ true);
      let i = 0;
      const module = this.moduleOf(symbol);
      for (const at of texts.occurrences(file, name)) {
        while (i < parts.length && at >= (parts[i] as Part).statement.end) i++;
        const part = parts[i];
        if (part && at >= part.statement.pos) connect(part, (module && this.memberAt(file, at, module)) ?? used, !isHidden(at));
      }
    }
    for (const specifier of file.imports ?? []) {
      const statement = topOf(specifier);
      const target = this.targetOf(specifier, file);
      if (ts.isImportDeclaration(statement) && statement.pos >= 0 && !(target && exportsObject(target))) continue; // its names are found above
      const part = this.byStatement.get(statement);
      // An import has no statement here if its names are properties of an object, or if TypeScript itself adds it for JSX.
      if (target) for (const each of part ? [part] : parts) connect(each, this.partsOf(target), !part || !isHidden(specifier.pos));
    }
  }

  private partsOf(file: ts.SourceFile): readonly Part[] {
    return file.statements.flatMap((statement) => this.byStatement.get(statement) ?? []);
  }

  // Returns the module that a name stands for, as after `import * as name`.
  private moduleOf(symbol: ts.Symbol): ts.Symbol | undefined {
    const target = symbol.flags & ts.SymbolFlags.Alias ? this.checker.getAliasedSymbol(symbol) : undefined;
    return target?.declarations?.some(ts.isSourceFile) ? target : undefined;
  }

  // Returns what declares `member` where code says `name.member`, with the name of a module. Undefined at other places, where code may use all members.
  private memberAt(file: ts.SourceFile, at: number, module: ts.Symbol): readonly Part[] | undefined {
    const { parent: access } = ts.getTouchingPropertyName(file, at);
    const member = ts.isQualifiedName(access) ? access.right : ts.isPropertyAccessExpression(access) ? access.name : undefined;
    const found = member && this.checker.tryGetMemberInModuleExports(member.text, module);
    return found && this.declaring(found);
  }

  private declaring(symbol: ts.Symbol): readonly Part[] {
    const exported = this.checker.getExportSymbolOfSymbol(symbol); // also has what other files add to it
    const target = symbol.flags & ts.SymbolFlags.Alias ? this.checker.getAliasedSymbol(symbol) : exported;
    const declarations = [...(exported.declarations ?? []), ...(target.declarations ?? [])];
    return declarations.flatMap((d) => (ts.isSourceFile(d) ? this.partsOf(d) : this.byStatement.get(topOf(d)) ?? []));
  }
}

const topOf = (node: ts.Node): ts.Node => ts.findAncestor(node, ({ parent }) => parent && ts.isSourceFile(parent)) ?? node;

const mayBeAssigned = (statement: ts.Statement): boolean =>
  ts.isVariableStatement(statement) && (statement.declarationList.flags & ts.NodeFlags.BlockScoped) !== ts.NodeFlags.Const;

// True for a file with `export =`. A name that is imported from it may be a property of a generic type that is declared elsewhere.
const exportsObject = (file: ts.SourceFile): boolean =>
  !ts.isJsonSourceFile(file) && file.symbol?.exports?.has(ts.InternalSymbolName.ExportEquals) === true;
