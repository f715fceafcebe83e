// Chooses the files that have to be type-checked to compare a plan's errors. Checking takes longest, so it is done only for files whose errors may
// differ. Most files have the same errors after a rename: other_names.ts says why. After a move, a file whose imports all lead to the same files as
// before has the same errors.

import ts from "typescript";
import type { Overlay } from "../host/overlay.ts";
import { isExternal } from "../modules/registry.ts";
import { declaresForAll } from "../program/on_demand.ts";
import { editsLocals, editsMember, editsPrivate, editsString } from "./edited_names.ts";
import { hasKnown } from "./known_names.ts";
import { usesIn } from "./module_uses.ts";
import type { Names } from "./names.ts";
import { leavesMember, meetingFiles } from "./other_names.ts";
import { StatementUses } from "./statement_uses.ts";
import { isOwn, Visibility } from "./visibility.ts";

export interface CheckSet {
  /** Files that mention a name and may see an edited file, by their paths before the plan. The bindings of these names are compared. */
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
  const edited = own.filter(({ fileName }) => overlay.edits.has(fileName));
  if (names.all.length === 0 && !written) return { mentioning: new Set(), files };
  const having = own.filter((file) => names.all.some((name) => file.text.includes(name))).map(({ fileName }) => fileName);
  if (written) {
    const isForAll = reachesAll(before, after, overlay, edited);
    const seeing = isForAll ? own.map(({ fileName }) => fileName) : new Visibility(before).seeing(edited, () => true);
    for (const path of seeing) files.add(path);
    return { files, mentioning: new Set(having.filter((path) => files.has(path))) };
  }

  const uses = usesIn(before);
  const visibility = new Visibility(before);
  const isEdited = (file: ts.SourceFile, { pos, end }: ts.Node) => overlay.editsOf(file.fileName).changing(pos, end) !== undefined;
  const isKnown = hasKnown(before, names.old);
  const reached = isKnown
    ? new Set(own.map(({ fileName }) => fileName))
    : editsLocals(before, overlay) ? new Set(overlay.edits.keys()) : visibility.seeing(edited, isEdited);
  const mentioning = new Set(having.filter((path) => reached.has(path)));
  const meeting = meetingFiles(before, overlay, names, uses);
  if (meeting) {
    const { leaving } = meeting;
    const naming = visibility.usingDependencies(meeting.naming);
    const isAnywhere = naming === undefined; // any file may have a type of a dependency with such a member
    const making = meeting.making.flatMap((file) => (isOwn(file) ? [file] : visibility.importingDependency(file)));
    const using = new Set([...making, ...(naming ?? [])]);
    const isOther = (file: ts.SourceFile, part: ts.Node) =>
      using.has(file) || (leaving.includes(file) && leavesMember(file, overlay, names, uses, part));
    const others = isAnywhere ? reached : visibility.seeing([...leaving, ...using], isOther);
    const seeing = [...mentioning, ...reached].filter((path) => others.has(path));
    const isClosed = seeing.length > 0 && !visibility.isImportedByDependencies;
    const all = isClosed ? new StatementUses(before, own, names.texts).withAll(isAnywhere ? [isEdited] : [isEdited, isOther]) : undefined;
    for (const path of seeing) if (!all || all.has(before.getSourceFile(path) as ts.SourceFile)) files.add(path);
    return { mentioning, files };
  }
  for (const { fileName } of isKnown ? own : edited) files.add(fileName);
  for (const path of mentioning) files.add(path);
  const members = edited.filter((file) => editsMember(file, overlay, uses) || editsPrivate(file, overlay) || editsString(file, overlay));
  for (const path of visibility.seeing(edited, isEdited, (file) => /\*\s*(?:as\b|from\b)/.test(file.text))) files.add(path);
  for (const path of visibility.seeing(members, isEdited)) files.add(path);
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

// Returns true if files may see something else than before though they do not import an edited file.
function reachesAll(before: ts.Program, after: ts.Program, overlay: Overlay, edited: readonly ts.SourceFile[]): boolean {
  return (
    edited.map((file) => after.getSourceFile(overlay.after(file.fileName))).some((file) => !file || declaresForAll(file)) ||
    after.getSourceFiles().some((file) => !before.getSourceFile(overlay.before(file.fileName))) ||
    before.getSourceFiles().some((file) => !after.getSourceFile(overlay.after(file.fileName)))
  );
}
