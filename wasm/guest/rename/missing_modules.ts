// Finds the import that leads nowhere because of which TypeScript does not know what a name stands for. Whatever else is loaded, it stays
// unknown: packages of a fresh clone are often not installed, or the workspace's own are not built.

import ts from "typescript";
import * as host from "../host/host.ts";

const ASSET = /\.(?![cm]?[jt]sx?$)\w+$/; // a dependency may declare modules for such names with a pattern

/**
 * Returns the module that is not found and that the type of a name comes from. Undefined if there may be another reason why the name is
 * not known. Names that are known have no such module, and need not be asked about.
 */
export function missingModule(program: ts.Program, file: ts.SourceFile, offset: number): string | undefined {
  const specifier = new Origin(program).ofName(ts.getTouchingPropertyName(file, offset));
  if (specifier === undefined || ASSET.test(specifier)) return undefined;
  let known = declared.get(program);
  if (!known) declared.set(program, (known = new Map()));
  let isKnown = known.get(specifier);
  if (isKnown === undefined) known.set(specifier, (isKnown = isDeclared(specifier)));
  return isKnown ? undefined : specifier;
}

// Says for specifiers whether a file may declare the module, since each mention of a name may ask about the same module.
const declared = new WeakMap<ts.Program, Map<string, boolean>>();

// True if a file of the workspace may declare the module. The same words in a module only add to a module that is found.
function isDeclared(specifier: string): boolean {
  const scripts = host.scripts();
  return [...host.filesWith("declare module", [])].filter((path) => scripts.has(path)).some((path) => {
    const modules = [...(host.readFile(path) ?? "").matchAll(/\bmodule\s*(["'])(.*?)\1/g)].map(([, , name]) => (name as string).split("*"));
    return modules.some(([before = "", after]) => (after === undefined ? before === specifier : specifier.startsWith(before) && specifier.endsWith(after)));
  });
}

// Follows an expression or a declaration to the import that its type comes from.
class Origin {
  private readonly program: ts.Program;
  private readonly checker: ts.TypeChecker;
  private readonly seen = new Set<ts.Node>();

  constructor(program: ts.Program) {
    this.program = program;
    this.checker = program.getTypeChecker();
  }

  /** Returns the specifier of an import that leads nowhere, undefined if the name's type does not come from one. */
  ofName(node: ts.Node): string | undefined {
    const { parent } = node;
    if (!parent) return undefined;
    if (ts.isPropertyAccessExpression(parent) && parent.name === node) return this.ofExpression(parent.expression);
    if (ts.isElementAccessExpression(parent) && parent.argumentExpression === node) return this.ofExpression(parent.expression);
    if (ts.isQualifiedName(parent) && parent.right === node) return this.ofEntity(parent.left);
    if (ts.isBindingElement(parent) && (parent.propertyName ?? parent.name) === node) return this.ofPattern(parent);
    if (ts.isObjectLiteralElementLike(parent) && parent.name === node) return this.ofExpected(parent);
    if (ts.isJsxAttribute(parent) && parent.name === node) return this.ofEntity(parent.parent.parent.tagName);
    return ts.isIdentifier(node) ? this.ofEntity(node) : undefined;
  }

  private ofExpression(node: ts.Expression): string | undefined {
    if (ts.isIdentifier(node)) return this.ofEntity(node);
    if (ts.isPropertyAccessExpression(node)) return this.ofMember(node) ?? this.ofExpression(node.expression);
    if (ts.isElementAccessExpression(node) || ts.isCallExpression(node) || ts.isNewExpression(node) || ts.isAwaitExpression(node)) {
      return this.ofExpression(node.expression);
    }
    if (ts.isParenthesizedExpression(node) || ts.isNonNullExpression(node)) return this.ofExpression(node.expression);
    if (ts.isAsExpression(node) || ts.isSatisfiesExpression(node)) return this.ofType(node.type);
    return undefined;
  }

  private ofMember(node: ts.PropertyAccessExpression): string | undefined {
    return this.ofSymbol(this.checker.getSymbolAtLocation(node.name));
  }

  private ofEntity(node: ts.Node): string | undefined {
    if (ts.isQualifiedName(node)) return this.ofEntity(node.left);
    if (ts.isPropertyAccessExpression(node)) return this.ofExpression(node);
    return ts.isIdentifier(node) ? this.ofSymbol(this.checker.getSymbolAtLocation(node)) : undefined;
  }

  private ofSymbol(symbol: ts.Symbol | undefined): string | undefined {
    const first = symbol?.declarations?.[0];
    return first && this.ofDeclaration(first);
  }

  private ofDeclaration(node: ts.Node): string | undefined {
    if (this.seen.has(node)) return undefined;
    this.seen.add(node);
    if (ts.isImportSpecifier(node) || ts.isImportClause(node) || ts.isNamespaceImport(node)) return this.ofImport(node);
    if (ts.isBindingElement(node)) return this.ofPattern(node);
    if (ts.isParameter(node)) return this.ofType(node.type) ?? this.ofCallee(node.parent);
    if (ts.isVariableDeclaration(node) || ts.isPropertyDeclaration(node)) {
      return node.type ? this.ofType(node.type) : node.initializer && this.ofExpression(node.initializer);
    }
    if (ts.isPropertySignature(node) || ts.isFunctionLike(node) || ts.isTypeAliasDeclaration(node)) return this.ofType(node.type);
    return undefined;
  }

  private ofImport(node: ts.ImportSpecifier | ts.ImportClause | ts.NamespaceImport): string | undefined {
    const specifier = ts.findAncestor(node, ts.isImportDeclaration)?.moduleSpecifier;
    if (!specifier || !ts.isStringLiteral(specifier)) return undefined;
    if (!this.checker.getSymbolAtLocation(specifier)) return this.isFollowed(specifier) ? specifier.text : undefined;
    const symbol = node.name && this.checker.getSymbolAtLocation(node.name);
    return symbol && this.ofSymbol(this.checker.getAliasedSymbol(symbol));
  }

  // A program that leaves imports out does not show whether there are such modules.
  private isFollowed(specifier: ts.StringLiteral): boolean {
    const file = specifier.getSourceFile();
    const mode = ts.getModeForUsageLocation(file, specifier, this.program.getCompilerOptions());
    const resolution = this.program.getResolvedModule(file, specifier.text, mode);
    return this.program.loadModule !== undefined || (resolution !== undefined && !resolution.notFollowed);
  }

  private ofPattern({ parent: { parent } }: ts.BindingElement): string | undefined {
    return this.ofDeclaration(parent);
  }

  // A parameter of a function that is an argument has its type from the function that is called.
  private ofCallee(node: ts.Node): string | undefined {
    const { parent } = node;
    return parent && (ts.isCallExpression(parent) || ts.isNewExpression(parent)) ? this.ofExpression(parent.expression) : undefined;
  }

  // The name of a literal's property has its meaning from the expression or the declaration that the literal is for.
  private ofExpected(node: ts.Node): string | undefined {
    for (let part = node; part.parent; part = part.parent) {
      const { parent } = part;
      if (ts.isCallExpression(parent) || ts.isNewExpression(parent)) return part === parent.expression ? undefined : this.ofExpression(parent.expression);
      if (ts.isVariableDeclaration(parent)) return this.ofType(parent.type);
      if (ts.isStatement(parent) || ts.isFunctionLike(parent)) return undefined;
    }
    return undefined;
  }

  private ofType(node: ts.TypeNode | undefined): string | undefined {
    return node && ts.isTypeReferenceNode(node) ? this.ofEntity(node.typeName) : undefined;
  }
}
