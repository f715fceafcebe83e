// Finds the modules that are used as objects. An export of such a module is a member of that object, and TypeScript compares
// types by the names of their members. `ns.name` does not count: it only picks one export, and a rename edits that name.

import ts from "typescript";
import { ownFilesOf } from "../modules/registry.ts";
import { occurrences } from "../text/words.ts";

/** What the imports of a project do with its modules. */
export interface ModuleUses {
  /** True for a file whose module is used as an object, or whose exports are part of one that is. */
  isObject(file: ts.SourceFile): boolean;
  /** True if some module exports everything that the file exports and everything that a dependency exports. */
  isExportedWithDependency(file: ts.SourceFile): boolean;
}

/** An `export * from`. */
export interface Star {
  readonly importer: string;
  /** The file that it leads to, or undefined for a dependency and for a specifier that leads nowhere. */
  readonly target: string | undefined;
}

/** The file, and the modules that export everything that it exports. */
export function holdersOf(stars: readonly Star[], file: string): ReadonlySet<string> {
  const holders = new Set([file]);
  for (const holder of holders) { // also those added meanwhile
    for (const { importer, target } of stars) if (target === holder) holders.add(importer);
  }
  return holders;
}

export function isExportedWithDependency(stars: readonly Star[], file: string): boolean {
  const parts = new Set(holdersOf(stars, file)); // and what they export everything of
  for (const part of parts) {
    for (const { importer, target } of stars) {
      if (importer !== part) continue;
      if (target === undefined) return true;
      parts.add(target);
    }
  }
  return false;
}

/** The uses in a program that has all files of its project. They are looked up at the first question, since that goes through all imports. */
export function usesIn(program: ts.Program): ModuleUses {
  let known: ReturnType<typeof search> | undefined;
  const found = () => (known ??= search(program));
  return {
    isObject: (file) => found().objects.has(file.fileName),
    isExportedWithDependency: ({ fileName }) => isExportedWithDependency(found().stars, fileName),
  };
}

function search(program: ts.Program): { objects: ReadonlySet<string>; stars: readonly Star[] } {
  const objects = new Set<string>();
  const own = new Set(ownFilesOf(program));
  const stars: Star[] = [];
  for (const file of own) {
    if (/\bexport\s+as\s+namespace\b/.test(file.text)) objects.add(file.fileName);
    for (const specifier of file.imports ?? []) {
      const mode = ts.getModeForUsageLocation(file, specifier, program.getCompilerOptions());
      const found = program.getResolvedModule(file, specifier.text, mode)?.resolvedModule;
      const target = found && program.getSourceFile(found.resolvedFileName);
      const isOwn = target !== undefined && own.has(target);
      if (isStar(specifier.parent)) stars.push({ importer: file.fileName, target: isOwn ? target.fileName : undefined });
      else if (isOwn && isObject(file, specifier, defaultMayBeModule(target, mode))) objects.add(target.fileName);
    }
  }
  for (const object of objects) { // also those added meanwhile
    for (const { importer, target } of stars) if (importer === object && target !== undefined) objects.add(target);
  }
  return { objects, stars };
}

const isStar = (node: ts.Node) => ts.isExportDeclaration(node) && !node.exportClause;

// Returns true if `import name from` may bind the whole module: in Node if an ES module imports a CommonJS module, and with
// esModuleInterop if the imported file is a declaration file. JavaScript needs no case here: check_set.ts counts everything that
// it assigns to `exports` as a member.
const defaultMayBeModule = (file: ts.SourceFile, mode: ts.ResolutionMode) =>
  file.isDeclarationFile || (mode === ts.ModuleKind.ESNext && file.impliedNodeFormat === ts.ModuleKind.CommonJS);

// Returns true if the import or export that a specifier belongs to uses its module as an object, and also if the syntax does
// not show how it uses the module.
export function isObject(file: ts.SourceFile, specifier: ts.Node, byDefault: boolean): boolean {
  const { parent } = specifier;
  if (ts.isImportDeclaration(parent)) {
    const { importClause: clause } = parent;
    if (!clause) return false;
    const { name, namedBindings: bindings } = clause;
    if (name && byDefault && escapes(file, name)) return true;
    if (!bindings) return false;
    if (ts.isNamespaceImport(bindings)) return escapes(file, bindings.name);
    return byDefault && bindings.elements.some(({ propertyName }) => propertyName?.text === "default");
  }
  if (ts.isExportDeclaration(parent)) {
    const { exportClause: clause } = parent;
    if (!clause || ts.isNamespaceExport(clause)) return true;
    return byDefault && clause.elements.some(({ name, propertyName }) => (propertyName ?? name).text === "default");
  }
  if (ts.isExternalModuleReference(parent)) {
    return !ts.isImportEqualsDeclaration(parent.parent) || escapes(file, parent.parent.name);
  }
  if (ts.isLiteralTypeNode(parent) && ts.isImportTypeNode(parent.parent)) return !parent.parent.qualifier;
  return !ts.isCallExpression(parent) || callEscapes(file, parent);
}

// Returns true if the module that `import(...)` or `require(...)` yields is used for more than `.name` and `{ name }`.
function callEscapes(file: ts.SourceFile, call: ts.CallExpression): boolean {
  let value: ts.Node = call;
  while (ts.isAwaitExpression(value.parent) || ts.isParenthesizedExpression(value.parent)) value = value.parent;
  const isPromise = call.expression.kind === ts.SyntaxKind.ImportKeyword && value === call;
  if (isPromise) return true;
  const { parent } = value;
  if (ts.isPropertyAccessExpression(parent)) return false;
  if (!ts.isVariableDeclaration(parent) || parent.type) return true;
  if (ts.isIdentifier(parent.name)) return escapes(file, parent.name);
  return !ts.isObjectBindingPattern(parent.name) || parent.name.elements.some(({ dotDotDotToken }) => dotDotDotToken);
}

// Returns true if a name is used anywhere but left of a dot.
function escapes(file: ts.SourceFile, name: ts.Identifier): boolean {
  return occurrences(file.text, name.text).some((at) => {
    const node = ts.getTouchingPropertyName(file, at);
    if (node === name || !ts.isIdentifier(node) || node.text !== name.text) return false;
    return !ts.isPropertyAccessExpression(node.parent) && !ts.isQualifiedName(node.parent); // right of a dot it is another name
  });
}
