// Says which files may have other errors after a rename. TypeScript compares types by the names of their members.
// A renamed member "meets" another member if code compares their types, the other one has the old or the new name, and the plan does not rename it.
// A rename of a member can bring an error only where the member meets another one.

import ts from "typescript";
import type { Overlay } from "../host/overlay.ts";
import { isOutside, ownFilesOf } from "../modules/registry.ts";
import { declaresForAll } from "../program/on_demand.ts";
import { isMemberName } from "../program/reach.ts";
import { occurrences } from "../text/words.ts";
import {
  editsExport, editsForAll, editsLocals, editsMember, editsMembersOnly, editsPrivate, editsString, editsUnused, isExportOfObject,
} from "./edited_names.ts";
import { hasKnown } from "./known_names.ts";
import type { ModuleUses } from "./module_uses.ts";
import type { Names } from "./names.ts";
import { Templates } from "./templates.ts";

/** Files with what a renamed member may meet. */
export interface Meeting {
  /** Files whose own code has a member with the old or the new name that is not renamed. */
  readonly leaving: readonly ts.SourceFile[];
  /** Files with a template that may make the name. They may be of dependencies. */
  readonly making: readonly ts.SourceFile[];
  /** Files of dependencies that declare a member with the name, or have a string that is the name, as in `Omit<T, "name">`. */
  readonly naming: readonly ts.SourceFile[];
}

/**
 * Returns the files with what a renamed member may meet. A file from which no import leads to one of these files is the same under other names, if
 * every mention of a name in the program is edited or means what it meant before. If the result is undefined, that may be so for no file.
 * @param isWhole false if the program has only the files that mention the names, and not all dependencies
 */
export function meetingFiles(
  before: ts.Program,
  overlay: Overlay,
  names: Names,
  uses: ModuleUses,
  isWhole = true,
): Meeting | undefined {
  const { brought, all } = names;
  if (hasKnown(before, all) || [...brought].some(isSpecial)) return undefined;
  const own = ownFilesOf(before);
  const edited = own.filter(({ fileName }) => overlay.edits.has(fileName));
  if (edited.some((file) => editsString(file, overlay))) return undefined;
  if (all.some((name) => name.startsWith("_")) && edited.some((file) => editsUnused(file, overlay))) return undefined;
  const members = edited.some((file) => editsMember(file, overlay, uses));
  const outside = before.getSourceFiles().filter(({ fileName }) => isOutside(fileName));
  // A dependency's name can only meet a name that is global, or that a module exports beside the dependency's.
  const mayMeet = members || edited.some((file) => editsForAll(file, overlay)) ||
    edited.some((file) => editsExport(file, overlay) && uses.isExportedWithDependency(file));
  if (mayMeet && !isWhole) return undefined;
  const privates = isWhole && edited.some((file) => editsPrivate(file, overlay));
  before.getTypeChecker(); // binds the files for editsLocals
  const searched = editsLocals(before, overlay) ? edited : own; // a local cannot meet a name of another file
  const isTaken = [...brought].some((name) => {
    const hasName = (file: ts.SourceFile) => file.identifiers.has(name);
    return searched.some((file) => hasName(file) || occurrences(file.text, name).length > 0) || ((mayMeet || privates) && outside.some(hasName));
  });
  // A renamed member can only meet other members. A renamed variable or export may also hide a declaration that has the new name, or merge with it.
  if (isTaken && !((members || privates) && edited.every((file) => editsMembersOnly(file, overlay)))) return undefined;
  if (!members && !(privates && isTaken)) return { leaving: [], making: [], naming: [] };
  const forAll = outside.find((file) => declaresForAll(file) && names.haveMember(file));
  if (forAll) return { leaving: [], making: [], naming: [forAll] }; // any file may have such a member, so no other file matters
  const naming = outside.filter(names.haveMember);
  const leaving = own.filter((file) => leavesMember(file, overlay, names, uses));
  return { leaving, naming, making: [...new Templates(before, names).files()] };
}

/** True if a part of a file has a mention of a name that may stand for a member, or for its name as a type, and that is not edited. */
export function leavesMember(file: ts.SourceFile, overlay: Overlay, { all }: Names, uses: ModuleUses, { pos, end }: ts.Node = file): boolean {
  const edits = overlay.editsOf(file.fileName);
  const isLeft = (at: number, { length }: string) => at >= pos && at < end && edits.changing(at, at + length) === undefined;
  return all.some((name) => occurrences(file.text, name).some((at) => isLeft(at, name) && mayNameMember(file, at, uses)));
}

function mayNameMember(file: ts.SourceFile, at: number, { isObject }: ModuleUses): boolean {
  const comment = ts.isInComment(file, at);
  if (comment) return ts.isSourceFileJS(file) && file.text.startsWith("/**", comment.pos); // types in JavaScript
  if (!ts.isExternalModule(file)) return true; // a script declares members of `globalThis`
  const node = ts.getTouchingPropertyName(file, at);
  const { parent } = node;
  if (ts.isJsxText(node) || (ts.isStringLiteral(node) && ts.tryGetImportFromModuleSpecifier(node))) return false;
  if (!ts.isIdentifier(node) || isMemberName(node)) return true;
  if (ts.isExportSpecifier(parent) || ts.isNamespaceExport(parent)) return isObject(file);
  return (parent as ts.NamedDeclaration).name === node && isExportOfObject(parent as ts.Declaration, isObject);
}

// At some places TypeScript reports an error for declarations with these names. At others a name that is a keyword changes the syntax.
const RESERVED = new Set(["Object", "Promise", "Reflect", "WeakMap", "WeakSet", "__proto__", "arguments", "eval"]);
const isSpecial = (name: string): boolean => RESERVED.has(name) || ts.stringToToken(name) !== undefined;
