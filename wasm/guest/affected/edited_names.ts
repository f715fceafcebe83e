// Says what the names are that a plan changes: members of types, exports, or global declarations.

import ts from "typescript";
import type { Overlay } from "../host/overlay.ts";
import { isForAll, isMemberName, isNamedByType, staysInFile } from "../program/reach.ts";
import type { ModuleUses } from "./module_uses.ts";

/**
 * True for a file in which something is renamed that types are compared by: a member that is not private, or an export of a namespace or of a
 * module that is used as an object.
 */
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

/** True if all edits of a file rename members, and if no scope has one of these names, as the scope of an enum has the names of its members. */
export const editsMembersOnly = (file: ts.SourceFile, overlay: Overlay): boolean =>
  overlay.editsOf(file.fileName).spans.every(([start, , newText]) => {
    const name = ts.getTouchingPropertyName(file, start);
    if (!isMemberName(name) || ts.isEnumMember(name.parent) || ts.isParameter(name.parent)) return false;
    return !ts.isIdentifier(name) || !isShorthand(name) || newText.endsWith(`: ${name.text}`);
  });

/** True if the plan renames only names that are looked up by scope, and that no other file can use. The files have to be bound. */
export const editsLocals = (program: ts.Program, overlay: Overlay): boolean =>
  [...overlay.edits].every(([path, { spans }]) => {
    const file = program.getSourceFile(path);
    return !file || spans.every(([start, , newText]) => {
      const name = ts.getTouchingPropertyName(file, start);
      if (!ts.isIdentifier(name)) return false;
      if (isShorthand(name) && !newText.startsWith(`${name.text}:`)) return false; // renames a member, too
      if (ts.isShorthandPropertyAssignment(name.parent)) return true;
      const declaration = ts.getDeclarationFromName(name);
      return declaration ? staysInFile(declaration) : !isNamedByType(name);
    });
  });

// `{ name }` in a literal or a pattern is the name of a variable and of a member.
const isShorthand = ({ parent }: ts.Identifier): boolean =>
  ts.isShorthandPropertyAssignment(parent) || (ts.isBindingElement(parent) && ts.isObjectBindingPattern(parent.parent) && !parent.propertyName);

/** True for a file in which an edit renames a member that is declared as private. A type from elsewhere may have the new name already. */
export const editsPrivate = (file: ts.SourceFile, overlay: Overlay): boolean =>
  overlay.editsOf(file.fileName).spans.some(([start]) => {
    const { parent } = ts.getTouchingPropertyName(file, start);
    return parent && (ts.isClassElement(parent) || ts.isParameter(parent)) && isPrivate(parent);
  });

/** True for a file in which an edit renames something that other files may see without an import. */
export const editsForAll = (file: ts.SourceFile, overlay: Overlay): boolean =>
  overlay.editsOf(file.fileName).spans.some(([start]) => isForAll(file, ts.getTouchingPropertyName(file, start)));

/** True for a file in which an edit renames an export. */
export function editsExport(file: ts.SourceFile, overlay: Overlay): boolean {
  return overlay.editsOf(file.fileName).spans.some(([start]) => {
    const { parent } = ts.getTouchingPropertyName(file, start);
    if (!parent || ts.isSourceFile(parent)) return false;
    return ts.isExportSpecifier(parent) || (ts.getCombinedModifierFlags(parent as ts.Declaration) & ts.ModifierFlags.Export) !== 0;
  });
}

/** True if an edit changes the text of a string in the file. That text may be the string's type, and other places may need the old type. */
export function editsString(file: ts.SourceFile, overlay: Overlay): boolean {
  return overlay.editsOf(file.fileName).spans.some(([start, , , confidence]) => confidence !== undefined && !ts.isInComment(file, start));
}

/**
 * True for a file in which an edit renames a declaration that TypeScript reports if nothing uses it, unless its name begins with an underscore. An
 * unused private member is reported under any name.
 */
export const editsUnused = (file: ts.SourceFile, overlay: Overlay): boolean =>
  overlay.editsOf(file.fileName).spans.some(([start]) => {
    const name = ts.getTouchingPropertyName(file, start);
    const { parent } = name;
    if (!parent || ts.isSourceFile(parent) || (parent as ts.NamedDeclaration).name !== name) return false;
    if (ts.isParameter(parent)) return !ts.isParameterPropertyDeclaration(parent, parent.parent);
    const isImported = ts.isImportSpecifier(parent) || ts.isImportClause(parent) || ts.isNamespaceImport(parent);
    return isImported || ts.isVariableDeclaration(parent) || ts.isBindingElement(parent) || ts.isTypeParameterDeclaration(parent);
  });

const isPrivate = (node: ts.Declaration) => (ts.getCombinedModifierFlags(node) & ts.ModifierFlags.Private) !== 0;

// `@property {number} size`, and behind a dot `@param {number} page.size`.
const isTagOfProperty = (node: ts.Node): boolean =>
  ts.isJSDocPropertyTag(node) || (ts.isQualifiedName(node) && ts.isJSDocPropertyLikeTag(node.parent));

// The binder turns `f.more = 1` into a declaration if f is a function, and in JavaScript also `exports.more = 1` and `this.more = 1`. For
// the last one, the whole assignment has the symbol.
const isDeclaration = (access: ts.PropertyAccessExpression): boolean =>
  access.symbol !== undefined || (ts.isBinaryExpression(access.parent) && access.parent.symbol !== undefined);

/**
 * True for a declaration of a namespace's member, and of an export of a module that is used as an object. An interface or a type alias is no member
 * of such an object. A default export is a member with the name `default`, whatever its declaration is called: a rename of the declaration does
 * not change the member.
 */
export function isExportOfObject(node: ts.Declaration, isObject: (file: ts.SourceFile) => boolean): boolean {
  if (ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node)) return false;
  const scope = ts.findAncestor(node.parent, (n) => ts.isBlock(n) || ts.isModuleBlock(n) || ts.isSourceFile(n) || ts.isFunctionLike(n));
  if (!scope || ts.isModuleBlock(scope)) return true;
  if (!ts.isSourceFile(scope)) return false;
  const flags = ts.getCombinedModifierFlags(node);
  const named = (flags & ts.ModifierFlags.Export) !== 0 && (flags & ts.ModifierFlags.Default) === 0;
  return (named || scope.isDeclarationFile) && isObject(scope);
}
