// Says how far a name reaches: it stays in its file, is found by scopes and imports, or is found wherever its type is used.

import ts from "typescript";

export interface Place {
  readonly file: string;
  readonly offset: number;
}

/**
 * True for a name that no other file can use: one inside a function or declaration, or at the top of a module that does not export it. So
 * is the name that an import gives to something in its file, unless the rename follows imports.
 */
export function isLocal(program: ts.Program, request: Place & { readonly prefixAndSuffix: boolean; readonly propagate: boolean }): boolean {
  if (!request.prefixAndSuffix) return false; // the properties that the name is put in would be renamed, too
  const declarations = declarationsAt(program, request);
  if (declarations?.every((d) => isOfImport(d) && d.getSourceFile().fileName === request.file)) return !request.propagate;
  return declarations?.every((d) => staysInFile(d) && d.getSourceFile().fileName === request.file) ?? false;
}

function declarationsAt(program: ts.Program, { file, offset }: Place): readonly ts.Declaration[] | undefined {
  const source = program.getSourceFile(file);
  return source && program.getTypeChecker().getSymbolAtLocation(ts.getTouchingPropertyName(source, offset))?.declarations;
}

/** True for a declaration inside a function or declaration, or at the top of a module that does not export it. No other file can use its name. */
export function staysInFile(declaration: ts.Declaration): boolean {
  if (ts.isTypeParameterDeclaration(declaration)) return true;
  if (ts.isParameter(declaration)) return !ts.isParameterPropertyDeclaration(declaration, declaration.parent);
  if (!isScoped(declaration)) return false;
  const isInFunction = ts.findAncestor(declaration.parent, ts.isFunctionLike) !== undefined;
  return isInFunction || isKeptByModule(declaration.getSourceFile(), declaration);
}

/** True for declarations whose names are looked up by scope. A function's name is in the scope around the function, not inside of it. */
export const isScoped = ({ kind }: ts.Declaration): boolean => SCOPED.has(kind);
const SCOPED = new Set([
  ts.SyntaxKind.VariableDeclaration, ts.SyntaxKind.BindingElement, ts.SyntaxKind.FunctionDeclaration, ts.SyntaxKind.ClassDeclaration,
  ts.SyntaxKind.InterfaceDeclaration, ts.SyntaxKind.TypeAliasDeclaration, ts.SyntaxKind.EnumDeclaration,
]);

const isOfImport = (declaration: ts.Declaration): boolean =>
  (ts.isImportSpecifier(declaration) || ts.isImportClause(declaration) || ts.isNamespaceImport(declaration)) &&
  ts.findAncestor(declaration, ts.isModuleDeclaration) === undefined;

// True at the top of a TypeScript module, where neither a modifier nor an export list or assignment exports the name.
function isKeptByModule(file: ts.SourceFile, declaration: ts.Declaration): boolean {
  if (!ts.isExternalModule(file) || ts.isSourceFileJS(file) || ts.findAncestor(declaration, ts.isModuleDeclaration)) return false;
  const { symbol } = declaration;
  if (!symbol || symbol.parent) return false; // an export belongs to the module's symbol
  return !file.statements.some((statement) => {
    if (ts.isExportAssignment(statement)) return ts.isIdentifier(statement.expression) && statement.expression.text === symbol.name;
    if (!ts.isExportDeclaration(statement) || statement.moduleSpecifier || !statement.exportClause) return false;
    const { exportClause } = statement;
    return ts.isNamedExports(exportClause) && exportClause.elements.some((e) => (e.propertyName ?? e.name).text === symbol.name);
  });
}

/**
 * True for a member that no other file can use. Its file exports nothing, as is usual for tests, so no other file knows a type of it. And no
 * other file declares the member, too: neither in a type that is expected of its literal nor in one that its class or interface extends.
 * A member of a mapped type may have no declaration, and then literals of all files share it.
 */
export function isFileLocalMember(program: ts.Program, place: Place): boolean {
  const source = program.getSourceFile(place.file);
  if (!source || !exportsNothing(source)) return false;
  const checker = program.getTypeChecker();
  const declarations = declarationsAt(program, place) ?? [];
  return declarations.length > 0 && declarations.every((declaration) => {
    if (declaration.getSourceFile() !== source) return false;
    if (!isKeyOfLiteral(declaration)) return isOfType(declaration) && !isOfHeir(ts.isParameter(declaration) ? declaration.parent.parent : declaration.parent);
    return expectedMembers(checker, declaration).every(({ declarations }) => declarations?.every((d) => d.getSourceFile() === source) ?? false);
  });
}

/** True for a property, method or accessor of a literal, except a shorthand property: its name is that of a variable, too. */
export const isKeyOfLiteral = (node: ts.Node): node is ts.PropertyAssignment | ts.MethodDeclaration | ts.AccessorDeclaration =>
  node.parent !== undefined && ts.isObjectLiteralExpression(node.parent) && !ts.isShorthandPropertyAssignment(node) && !ts.isSpreadAssignment(node);

// The members that a property of a literal stands for by the type that is expected of the literal.
function expectedMembers(checker: ts.TypeChecker, property: ts.ObjectLiteralElementLike): readonly ts.Symbol[] {
  const type = checker.getContextualType(property.parent as ts.ObjectLiteralExpression);
  return type ? ts.getPropertySymbolsFromContextualType(property, checker, type, /*unionSymbolOk*/ false) : [];
}

/** True for a TypeScript module without any export, which declares nothing for other files either. */
export const exportsNothing = (file: ts.SourceFile): boolean =>
  ts.isExternalModule(file) && !ts.isSourceFileJS(file) && !file.isDeclarationFile && !file.statements.some((statement) =>
    ts.isExportDeclaration(statement) || ts.isExportAssignment(statement) || ts.isModuleDeclaration(statement) ||
    (ts.canHaveModifiers(statement) && ts.getModifiers(statement)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)),
  );

const isOfHeir = (node: ts.Node): boolean => (ts.isClassLike(node) || ts.isInterfaceDeclaration(node)) && node.heritageClauses !== undefined;

/** True for a place in a script, in "declare global" or in "declare module": other files may see its names without an import. */
export const isForAll = (file: ts.SourceFile, node: ts.Node): boolean =>
  (!ts.isExternalModule(file) && !ts.isJsonSourceFile(file)) ||
  ts.findAncestor(node, (n) => ts.isModuleDeclaration(n) && (ts.isStringLiteral(n.name) || (n.flags & ts.NodeFlags.GlobalAugmentation) !== 0)) !== undefined;

/**
 * True for a member or a property of a literal, which is found by its type wherever it is used. Exports are found by following imports, through
 * all files. False for a property that stands for a member without a declaration, since literals of all files may share that.
 */
export const isMember = (program: ts.Program, place: Place): boolean =>
  declarationsAt(program, place)?.every((d) => {
    if (!isKeyOfLiteral(d)) return isOfType(d);
    return expectedMembers(program.getTypeChecker(), d).every(({ declarations = [] }) => declarations.length > 0);
  }) ?? false;

// A method of a literal is a class element, too, by its kind. A parameter of a constructor may declare a property as well.
const isOfType = (d: ts.Declaration): boolean =>
  !isKeyOfLiteral(d) && (ts.isClassElement(d) || ts.isTypeElement(d) || ts.isEnumMember(d) || ts.isParameterPropertyDeclaration(d, d.parent));

/** True if the file declares the name at a place itself. A program of the file alone is enough. */
export function isDeclaredIn(program: ts.Program, place: Place): boolean {
  const source = program.getSourceFile(place.file);
  const symbol = source && program.getTypeChecker().getSymbolAtLocation(ts.getAdjustedRenameLocation(ts.getTouchingPropertyName(source, place.offset)));
  return symbol?.declarations?.some((declaration) => declaration.getSourceFile() === source) ?? false;
}

/** True for a member of a type that the file declares itself. A program of the file alone is enough. */
export const isOwnMember = (program: ts.Program, place: Place): boolean =>
  (declarationsAt(program, place)?.every(isOfType) ?? false) && isDeclaredIn(program, place);

/** True for a member or property, and for a use that may be one. A program of the file alone is enough. */
export function mayBeMember(program: ts.Program, { file, offset }: Place): boolean {
  const source = program.getSourceFile(file);
  const node = source && ts.getTouchingPropertyName(source, offset);
  if (!node) return false;
  const checker = program.getTypeChecker();
  const { declarations } = checker.getSymbolAtLocation(node) ?? {};
  if (declarations) return declarations.every((d) => isOfType(d) || ts.isObjectLiteralElementLike(d));
  if (!ts.isIdentifier(node) || !isNamedByType(node)) return false;
  const left = ts.isPropertyAccessExpression(node.parent) ? checker.getSymbolAtLocation(node.parent.expression) : undefined;
  return !left?.declarations?.some(ts.isNamespaceImport);
}

/** True for names whose declarations are found by a type: members on the right of a dot, and properties of literals, patterns and JSX. */
export function isNamedByType(node: ts.Identifier): boolean {
  const { parent } = node;
  if (ts.isPropertyAccessExpression(parent)) return parent.name === node;
  if (ts.isQualifiedName(parent) || ts.isJSDocMemberName(parent)) return parent.right === node;
  if (ts.isObjectLiteralElementLike(parent)) return parent.name === node;
  if (ts.isBindingElement(parent)) return ts.isObjectBindingPattern(parent.parent) && parent.initializer !== node;
  return ts.isJsxAttribute(parent);
}

/** True for the name of a member where it is declared or used. False where a variable, an import or an export may have the name. */
export const isMemberName = (node: ts.Node): boolean => {
  const { parent } = node;
  if (!parent) return false;
  if (!ts.isIdentifier(node)) return !ts.isImportSpecifier(parent) && !ts.isExportSpecifier(parent);
  return isNamedByType(node) || (isOfType(parent as ts.Declaration) && (parent as ts.NamedDeclaration).name === node);
};

/**
 * True if one of the places is the name of a declaration, or if no program has the file. The attribute of a JSX tag does not count as a declaration,
 * since no other file can use it.
 */
export function declaresAt(programs: Iterable<ts.Program>, path: string, places: readonly number[]): boolean {
  for (const program of programs) {
    const file = program.getSourceFile(path);
    if (!file) continue;
    return places.some((at) => {
      const declaration = ts.getDeclarationFromName(ts.getTouchingPropertyName(file, at));
      return declaration !== undefined && !ts.isJsxAttribute(declaration);
    });
  }
  return true;
}
