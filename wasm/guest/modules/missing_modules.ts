// TypeScript does not know a name if its import leads nowhere, or if the imported module does not export it. This finds that import. Whatever
// else is loaded, the name stays unknown. Packages of a fresh clone are often not installed, and the workspace's own are
// often not built, or installed in another version.

import ts from "typescript";
import * as host from "../host/host.ts";
import type { Additions } from "./additions.ts";
import { hasKnownMembers, isErrorType } from "./error_types.ts";
import { CODE_ENDING } from "./file_kinds.ts";
import { isOutside } from "./registry.ts";
import { matched, starPattern } from "./star_pattern.ts";

const ASSET = new RegExp(String.raw`(?!${CODE_ENDING}$)\.\w+$`); // a dependency may declare modules for such names with a pattern

/** A module that is not found, or one that does not have an export of this name. */
export interface Missing {
  readonly specifier: string;
  readonly exported?: string;
}

/**
 * Returns what is missing of the module that the type of a name comes from. Undefined if there may be another reason why the name is not
 * known. Names that are known lack nothing, and need not be asked about.
 */
export function missingModule(program: ts.Program, file: ts.SourceFile, offset: number, additions?: Additions): Missing | undefined {
  const missing = missingOf(program, file, offset, additions);
  return missing === NO_MEMBER ? undefined : missing;
}

/**
 * True for a name that means nothing of the workspace, whatever else is loaded: a module is missing, or the type of the name comes from a member
 * that a type of the workspace does not have, or from a call of a value whose type is `never`.
 */
export const lacksForGood = (program: ts.Program, file: ts.SourceFile, offset: number, additions?: Additions): boolean =>
  missingOf(program, file, offset, additions) !== undefined;

/** True for an expression whose type is not known for such a reason. */
export const lacksTypeForGood = (program: ts.Program, expression: ts.Expression, additions?: Additions): boolean =>
  withoutDeclared(program, expression.getSourceFile(), new Origin(program).ofExpression(expression), additions) !== undefined;

const missingOf = (program: ts.Program, file: ts.SourceFile, offset: number, additions: Additions | undefined): Lack | undefined =>
  withoutDeclared(program, file, new Origin(program).ofName(ts.getTouchingPropertyName(file, offset)), additions);

// Leaves out modules that a file may declare, if a program may have that file and the one with the mention.
function withoutDeclared(program: ts.Program, file: ts.SourceFile, missing: Lack | undefined, additions: Additions | undefined): Lack | undefined {
  if (missing === undefined || missing === NO_MEMBER) return missing;
  if (ASSET.test(missing.specifier)) return undefined;
  let known = declared.get(program);
  if (!known) declared.set(program, (known = new Map()));
  let files = known.get(missing.specifier);
  if (!files) known.set(missing.specifier, (files = declaring(missing.specifier)));
  return files.some(({ path }) => additions?.mayAdd(program, file, path) ?? true) ? undefined : missing;
}

/**
 * True for a name that is imported from a file that is no code, such as a picture or a component of Vue. Only an ambient module declares it,
 * and none of the workspace does so with the exports of another module.
 */
export function isOfAsset(program: ts.Program, file: ts.SourceFile, offset: number): boolean {
  const missing = new Origin(program).ofName(ts.getTouchingPropertyName(file, offset));
  return missing !== undefined && missing !== NO_MEMBER && ASSET.test(missing.specifier) && !declaring(missing.specifier).some(({ text }) => /\bexport\s*\*/.test(text));
}

// Maps each program and each module specifier to the files that may declare the module. Many mentions of a name ask about the same module.
const declared = new WeakMap<ts.Program, Map<string, readonly Declaring[]>>();

interface Declaring {
  readonly path: string;
  readonly text: string;
}

// Returns the scripts of the workspace in which a "declare module" may declare the module.
// Files that are modules are left out: a "declare module" in such a file only adds to a module that exists already.
function declaring(specifier: string): readonly Declaring[] {
  const scripts = host.scripts();
  const files = [...host.filesWith("declare module", [])].filter((path) => scripts.has(path)).map((path) => ({ path, text: host.readFile(path) ?? "" }));
  return files.filter(({ text }) => {
    const modules = [...text.matchAll(/\bmodule\s*(["'])(.*?)\1/g)].map(([, , name]) => starPattern(name as string));
    return modules.some((pattern) => matched(specifier, pattern) !== undefined);
  });
}

const NO_MEMBER = "no member";

type Lack = Missing | typeof NO_MEMBER;

// Finds out why the type of an expression is not known: an import leads nowhere, a member is read that its type does not have, or a value of the type
// `never` is called.
class Origin {
  private readonly program: ts.Program;
  private readonly checker: ts.TypeChecker;
  private readonly seen = new Set<ts.Node>();

  constructor(program: ts.Program) {
    this.program = program;
    this.checker = program.getTypeChecker();
  }

  /** Returns undefined if the name's type does not come from a module that is missing or lacks a name. */
  ofName(node: ts.Node): Lack | undefined {
    const { parent } = node;
    if (!parent) return undefined;
    if (ts.isPropertyAccessExpression(parent) && parent.name === node) return this.ofMember(parent);
    if (ts.isElementAccessExpression(parent) && parent.argumentExpression === node) return this.ofExpression(parent.expression);
    if (ts.isQualifiedName(parent) && parent.right === node) return this.ofEntity(parent);
    if (ts.isBindingElement(parent) && (parent.propertyName ?? parent.name) === node) return this.ofKey(parent);
    if (ts.isObjectLiteralElementLike(parent) && parent.name === node) {
      const missing = this.ofExpected(parent);
      return missing && this.hasAllMembers(this.checker.getContextualType(parent.parent as ts.Expression)) ? undefined : missing;
    }
    if (ts.isJsxAttribute(parent) && parent.name === node) return this.ofTag(parent.parent.parent.tagName);
    if (ts.isJsxTagNameExpression(node) && (ts.isJsxOpeningLikeElement(parent) || ts.isJsxClosingElement(parent))) return this.ofTag(node);
    if (ts.isImportSpecifier(parent) || ts.isExportSpecifier(parent)) return this.ofImport(parent);
    if (!ts.isIdentifier(node)) return undefined;
    const key = this.checker.getSymbolAtLocation(node)?.declarations?.find(ts.isBindingElement);
    return key ? this.ofKey(key) : this.ofEntity(node);
  }

  /** Returns undefined if the type of the expression does not come from such a module. */
  ofExpression(node: ts.Expression): Lack | undefined {
    if (ts.isIdentifier(node)) return this.ofEntity(node);
    if (ts.isPropertyAccessExpression(node)) {
      const symbol = this.checker.getSymbolAtLocation(node.name);
      return symbol ? this.ofSymbol(symbol) ?? this.ofExpression(node.expression) : this.ofMember(node);
    }
    if (ts.isCallExpression(node) || ts.isNewExpression(node)) {
      return this.ofExpression(node.expression) ?? this.ofArguments(node) ?? this.ofUncallable(node);
    }
    if (ts.isElementAccessExpression(node)) return this.ofElement(node) ?? this.ofExpression(node.expression);
    if (ts.isAwaitExpression(node) || ts.isSpreadElement(node)) return this.ofExpression(node.expression);
    if (node.kind === ts.SyntaxKind.SuperKeyword || node.kind === ts.SyntaxKind.ThisKeyword) return this.ofBase(ts.findAncestor(node, ts.isClassLike));
    if (ts.isParenthesizedExpression(node) || ts.isNonNullExpression(node)) return this.ofExpression(node.expression);
    if (ts.isAsExpression(node) || ts.isSatisfiesExpression(node)) return this.ofType(node.type);
    if (ts.isConditionalExpression(node)) return this.ofExpression(node.whenTrue) ?? this.ofExpression(node.whenFalse);
    if (ts.isBinaryExpression(node)) return this.ofExpression(node.left) ?? this.ofExpression(node.right);
    if (ts.isArrayLiteralExpression(node)) return ts.firstDefined(node.elements, (value) => this.ofExpression(value));
    if (ts.isObjectLiteralExpression(node)) return ts.firstDefined(node.properties, (property) => this.ofProperty(property));
    return ts.isFunctionLike(node) ? this.ofResult(node) : undefined;
  }

  private ofProperty(node: ts.ObjectLiteralElementLike): Lack | undefined {
    if (ts.isShorthandPropertyAssignment(node)) return this.ofSymbol(this.checker.getShorthandAssignmentValueSymbol(node));
    return ts.isSpreadAssignment(node) ? this.ofExpression(node.expression) : this.ofDeclaration(node);
  }

  private ofResult(node: ts.SignatureDeclaration): Lack | undefined {
    const body = ts.isFunctionLikeDeclaration(node) ? node.body : undefined;
    if (node.type || !body) return this.ofType(node.type);
    return ts.isBlock(body) ? ts.forEachReturnStatement(body, ({ expression }) => expression && this.ofExpression(expression)) : this.ofExpression(body);
  }

  private ofMember(node: ts.PropertyAccessExpression): Lack | undefined {
    const { expression, name } = node;
    const type = this.checker.getTypeAtLocation(expression);
    const missing = this.ofExport(expression, name);
    if (missing || !this.hasAllMembers(type)) return missing ?? this.ofExpression(expression);
    return this.checker.getSymbolAtLocation(name) ? undefined : this.ofAbsent(type, name);
  }

  // For `left["name"]`. The type of `left` may have no such member.
  private ofElement({ expression, argumentExpression: key }: ts.ElementAccessExpression): Lack | undefined {
    const type = this.checker.getTypeAtLocation(expression);
    if (!ts.isStringLiteralLike(key) || !this.hasAllMembers(type) || type.getProperty(key.text)) return undefined;
    return this.ofAbsent(type, key.parent);
  }

  // For the use of a member that a type does not have. With an index signature, the use has a type nevertheless.
  private ofAbsent(type: ts.Type, use: ts.Node): Lack | undefined {
    return this.isOfWorkspace(type) && isErrorType(this.checker.getTypeAtLocation(use)) ? NO_MEMBER : undefined;
  }

  // TypeScript gives no type to the result of a call if the called value has the type `never`.
  private ofUncallable({ expression }: ts.CallExpression | ts.NewExpression): Lack | undefined {
    return (this.checker.getTypeAtLocation(expression).flags & ts.TypeFlags.Never) !== 0 ? NO_MEMBER : undefined;
  }

  // True if the checker knows which members a value of the type has. It may not know the types of these members.
  private hasAllMembers(type: ts.Type | undefined): boolean {
    return type !== undefined && (type.flags & ts.TypeFlags.Any) === 0 && hasKnownMembers(this.checker, type);
  }

  // A dependency's type may get more members from a file that the program does not have.
  private isOfWorkspace(type: ts.Type): boolean {
    const parts = type.isUnionOrIntersection() ? type.types : [type];
    const declarations = parts.flatMap(({ symbol }) => symbol?.declarations ?? [undefined]);
    return declarations.every((d) => d && !isOutside(d.getSourceFile().fileName));
  }

  private ofEntity(node: ts.Node): Lack | undefined {
    if (ts.isQualifiedName(node)) return this.ofExport(node.left, node.right) ?? this.ofEntity(node.left);
    if (ts.isPropertyAccessExpression(node)) return this.ofExpression(node);
    return ts.isIdentifier(node) ? this.ofSymbol(this.checker.getSymbolAtLocation(node)) : undefined;
  }

  private ofSymbol(symbol: ts.Symbol | undefined): Lack | undefined {
    const first = symbol?.declarations?.[0];
    return first && this.ofDeclaration(first);
  }

  private ofDeclaration(node: ts.Node): Lack | undefined {
    if (this.seen.has(node)) return undefined;
    this.seen.add(node);
    if (ts.isImportSpecifier(node) || ts.isImportClause(node) || ts.isNamespaceImport(node) || ts.isExportSpecifier(node)) return this.ofImport(node);
    if (ts.isBindingElement(node)) return this.ofPicked(node) ?? this.ofPattern(node);
    if (ts.isParameter(node)) return this.ofType(node.type) ?? this.ofExpected(node.parent);
    if (ts.isVariableDeclaration(node) || ts.isPropertyDeclaration(node)) {
      return node.type ? this.ofType(node.type) : node.initializer && this.ofExpression(node.initializer);
    }
    if (ts.isPropertyAssignment(node)) return this.ofExpression(node.initializer);
    if (ts.isFunctionLike(node)) return this.ofResult(node);
    if (ts.isClassLike(node)) return this.ofBase(node);
    if (ts.isExportAssignment(node)) return this.ofExpression(node.expression);
    if (ts.isTypeParameterDeclaration(node)) return this.ofType(node.constraint);
    return ts.isPropertySignature(node) || ts.isTypeAliasDeclaration(node) ? this.ofType(node.type) : undefined;
  }

  // A class gets the members that it does not declare from the class that it extends.
  private ofBase(node: ts.ClassLikeDeclaration | undefined): Lack | undefined {
    const base = node?.heritageClauses?.find(({ token }) => token === ts.SyntaxKind.ExtendsKeyword)?.types[0];
    return base && this.ofExpression(base.expression);
  }

  private ofImport(node: ts.ImportSpecifier | ts.ImportClause | ts.NamespaceImport | ts.ExportSpecifier): Lack | undefined {
    const declaration = ts.findAncestor(node, (n): n is ts.ImportDeclaration | ts.ExportDeclaration => ts.isImportDeclaration(n) || ts.isExportDeclaration(n));
    const specifier = declaration?.moduleSpecifier;
    if (!specifier && ts.isExportSpecifier(node)) return this.ofSymbol(this.checker.getExportSpecifierLocalTargetSymbol(node));
    if (!specifier || !ts.isStringLiteral(specifier)) return undefined;
    const module = this.checker.getSymbolAtLocation(specifier);
    if (!module) return this.ofModule(specifier);
    const symbol = node.name && this.checker.getSymbolAtLocation(node.name);
    const target = symbol && (symbol.flags & ts.SymbolFlags.Alias) !== 0 ? this.checker.getAliasedSymbol(symbol) : symbol;
    if (target?.declarations) return this.ofSymbol(target);
    if (ts.isNamespaceImport(node)) return undefined;
    const isDefault = ts.isImportClause(node);
    const text = isDefault ? ts.InternalSymbolName.Default : ts.escapeLeadingUnderscores((node.propertyName ?? node.name).text);
    const exported = module.exports?.get(text)?.declarations?.find((d) => ts.isExportSpecifier(d) || ts.isExportAssignment(d));
    if (exported) return this.ofDeclaration(exported);
    return isDefault ? undefined : this.lacking(module, ts.unescapeLeadingUnderscores(text), specifier.text);
  }

  private ofModule(specifier: ts.StringLiteral): Lack | undefined {
    return !this.checker.getSymbolAtLocation(specifier) && this.isFollowed(specifier) ? { specifier: specifier.text } : undefined;
  }

  // For `left.name`: if the left side is an imported module that does not export the name, returns the name as missing.
  private ofExport(left: ts.Node, { text }: ts.Identifier | ts.PrivateIdentifier): Lack | undefined {
    const symbol = this.checker.getSymbolAtLocation(left);
    const from = symbol?.declarations?.map((d) => ts.findAncestor(d, ts.isImportDeclaration)?.moduleSpecifier).find((d) => d !== undefined);
    if (!symbol || !from || !ts.isStringLiteral(from)) return undefined;
    return this.lacking(this.checker.getAliasedSymbol(symbol), text, from.text);
  }

  private lacking(module: ts.Symbol, exported: string, specifier: string): Lack | undefined {
    const unresolved: string[] = [];
    if (!this.hasAllExports(module, unresolved) || this.checker.tryGetMemberInModuleExports(exported, module)) return undefined;
    const [star] = unresolved;
    return star === undefined ? { specifier, exported } : { specifier: star };
  }

  // True for a module whose exports the program has, those included that the module exports with a star. Adds the specifiers of stars that lead
  // nowhere: what the module exports with them is missing, whatever else is loaded.
  private hasAllExports(module: ts.Symbol, unresolved: string[], seen = new Set<ts.Symbol>()): boolean {
    if (seen.has(module)) return true;
    seen.add(module);
    if (module.exports?.has(ts.InternalSymbolName.ExportEquals)) return false; // of such an object each member is an export
    const stars = module.exports?.get(ts.InternalSymbolName.ExportStar)?.declarations ?? [];
    return (module.declarations ?? []).some(ts.isSourceFile) && stars.every((star) => {
      const specifier = (star as ts.ExportDeclaration).moduleSpecifier as ts.StringLiteral;
      const target = this.checker.getSymbolAtLocation(specifier);
      if (target) return this.hasAllExports(target, unresolved, seen);
      unresolved.push(specifier.text);
      return this.isFollowed(specifier);
    });
  }

  // A program that leaves imports out does not show whether there are such modules.
  private isFollowed(specifier: ts.StringLiteral): boolean {
    const resolution = this.program.getResolvedModuleFromModuleSpecifier(specifier, specifier.getSourceFile());
    return this.program.loadModule !== undefined || (resolution !== undefined && !resolution.notFollowed);
  }

  // A variable of a pattern has its type from the property that it is made from.
  private ofPicked({ parent, propertyName, name }: ts.BindingElement): Lack | undefined {
    const key = propertyName ?? name;
    return ts.isIdentifier(key) ? this.ofSymbol(this.checker.getTypeAtLocation(parent).getProperty(key.text)) : undefined;
  }

  // The key of a pattern that picks a member. A type that has all members says whether there is such a member.
  private ofKey(node: ts.BindingElement): Lack | undefined {
    const type = this.checker.getTypeAtLocation(node.parent);
    const isOfPattern = (type.flags & ts.TypeFlags.Object) !== 0 && (type.symbol as ts.Symbol | undefined) === undefined; // a parameter without a type has such a type
    return !isOfPattern && this.hasAllMembers(type) ? undefined : this.ofPattern(node);
  }

  private ofPattern({ parent: { parent } }: ts.BindingElement): Lack | undefined {
    return this.ofDeclaration(parent);
  }

  // TypeScript expects a type of a literal or a function, for example that of the parameter which gets it. That type says what the properties of
  // the literal are, and which types the function's parameters have. Returns the missing module that the expected type comes from.
  private ofExpected(node: ts.Node): Lack | undefined {
    let part = node;
    while (part.parent) {
      const { parent } = part;
      if (ts.isCallExpression(parent) || ts.isNewExpression(parent)) return this.ofArgument(parent, part);
      if (ts.isVariableDeclaration(parent) || ts.isPropertyDeclaration(parent) || ts.isSatisfiesExpression(parent)) return this.ofType(parent.type);
      if (ts.isAssignmentExpression(parent)) return this.ofExpression(parent.left);
      const isReturned = ts.isReturnStatement(parent) || (ts.isArrowFunction(parent) && parent.body === part);
      if (!isReturned && (ts.isStatement(parent) || ts.isFunctionLike(parent))) return undefined;
      part = isReturned ? (ts.findAncestor(parent, ts.isFunctionLike) as ts.Node) : parent;
      if (isReturned && (part as ts.SignatureDeclaration).type) return this.ofType((part as ts.SignatureDeclaration).type);
    }
    return undefined;
  }

  // The attributes of an element that is no component, such as `<a>`, have their types from the package with the JSX runtime.
  private ofTag(tag: ts.JsxTagNameExpression): Lack | undefined {
    if (!ts.isIdentifier(tag) || !ts.isIntrinsicJsxName(tag.escapedText)) return this.ofEntity(tag);
    const file = tag.getSourceFile();
    const options = this.program.getCompilerOptions();
    const runtime = ts.getJSXRuntimeImport(ts.getJSXImplicitImportBase(options, file), options);
    if (runtime === undefined) return this.ofSymbol(this.checker.resolveName(this.checker.getJsxNamespace(tag), tag, ts.SymbolFlags.All, false));
    const specifier = file.imports?.find(({ text }) => text === runtime);
    const resolution = specifier && this.program.getResolvedModuleFromModuleSpecifier(specifier, file);
    return resolution && !resolution.notFollowed && !resolution.resolvedModule ? { specifier: runtime } : undefined;
  }

  // Returns the missing module that the type of a called function, or the type of the function's parameter, comes from. The parameter's type may
  // be known, and contain a type parameter that TypeScript infers from other arguments. Then these arguments may lack a module.
  private ofArgument(call: ts.CallExpression | ts.NewExpression, argument: ts.Node): Lack | undefined {
    const { expression: callee, arguments: list } = call;
    if (argument === callee) return undefined;
    const ofCallee = this.ofExpression(callee);
    if (ofCallee) return ofCallee;
    const kind = ts.isNewExpression(call) ? ts.SignatureKind.Construct : ts.SignatureKind.Call;
    const signatures = this.checker.getSignaturesOfType(this.checker.getTypeAtLocation(callee), kind);
    const index = list?.findIndex((value) => value === argument) ?? -1;
    const typeIn = ({ declaration }: ts.Signature) => (declaration?.parameters[index] as ts.ParameterDeclaration | undefined)?.type;
    const isInferred = (signature: ts.Signature) => signature.typeParameters !== undefined && this.isKnownType(typeIn(signature));
    const missing = ts.firstDefined(signatures, (signature) => this.ofType(typeIn(signature)));
    return missing ?? (signatures.some(isInferred) ? this.ofArguments(call) : undefined);
  }

  // Returns the missing module that the type arguments of a call come from. If they are not written, TypeScript infers them from the arguments.
  private ofArguments({ typeArguments, arguments: list }: ts.CallExpression | ts.NewExpression): Lack | undefined {
    return ts.firstDefined(typeArguments, (type) => this.ofType(type)) ?? ts.firstDefined(list, (value) => this.ofExpression(value));
  }

  // True for a written type if no part of it is unknown.
  private isKnownType(node: ts.Node | undefined): boolean {
    if (!node || ((ts.isTypeReferenceNode(node) || ts.isImportTypeNode(node)) && isErrorType(this.checker.getTypeAtLocation(node)))) return false;
    return ts.forEachChild(node, (part) => !this.isKnownType(part)) !== true;
  }

  // Returns the missing module that a type comes from. If the type itself is known, one of its type arguments may come from a missing module.
  // If the type is that of a function, the type of a parameter or of the result may come from one.
  private ofType(node: ts.TypeNode | undefined): Lack | undefined {
    if (!node) return undefined;
    const specifier = ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument) ? node.argument.literal : undefined;
    const ofModule = specifier && ts.isStringLiteral(specifier) ? this.ofModule(specifier) : undefined;
    const missing = ts.isTypeReferenceNode(node) ? this.ofEntity(node.typeName) : ofModule;
    return missing ?? ts.forEachChild(node, (part) => (ts.isParameter(part) ? this.ofType(part.type) : ts.isTypeNode(part) ? this.ofType(part) : undefined));
  }
}
