// Renaming a symbol, in every project that can see it.

import ts from "typescript";
import * as host from "../host/host.ts";
import { fromCompiler, type Message, Messages, locationOf, say, shown } from "../host/messages.ts";
import { type Ledger, ledger } from "../ledger/ledger.ts";
import { noticesOf } from "../program/inferred.ts";
import { Mentions } from "../program/mentions.ts";
import { outputDirectories } from "../program/outputs.ts";
import { configsOf, type Project } from "../program/project.ts";
import { isLocal, isMember, type Place } from "../program/reach.ts";
import { isExternal, isLib } from "../program/registry.ts";
import type { Workspace } from "../program/workspace.ts";
import type { LeftBehind } from "../proof/verify.ts";
import { Edits, type FileSpans } from "../text/edits.ts";
import { positionIn } from "../text/lines.ts";
import { conflict } from "./conflicts.ts";
import { allQuoted, becomesIntrinsic, identifierProblem } from "./names.ts";
import { contextualMembers, repair } from "./repairs.ts";

export interface RenameRequest {
  readonly file: string;
  /** UTF-16 units from the start of the text, without byte order mark. */
  readonly offset: number;
  readonly newName: string;
  readonly findInStrings: boolean;
  readonly findInComments: boolean;
  /** False replaces the name everywhere without adding `foo: bar` or `as` aliases. */
  readonly prefixAndSuffix: boolean;
  /** Whether re-exports and import aliases take the new name, too; otherwise they keep the old one as an alias. */
  readonly propagate: boolean;
  /** Other declarations that have to go by the same name, as the proof of a plan without them has shown. */
  readonly coupled?: readonly LeftBehind[];
}

const key = ({ file, offset }: Place): string => `${file}:${offset}`;

export type RenameAnswer =
  | { readonly canRename: false; readonly reason: Message }
  | {
      readonly canRename: true;
      readonly oldName: string;
      readonly edits: readonly FileSpans[];
      readonly projects: readonly string[];
      readonly warnings: readonly Message[];
      readonly ledger: Ledger;
    };

const BY_COMPILER =
  /(?:^|\.)JSX(?:\.(?:Element(?:Type|Class|AttributesProperty|ChildrenAttribute)?|Intrinsic(?:Elements|Attributes|ClassAttributes)|LibraryManagedAttributes))?$/;

const refuse = (reason: Message): RenameAnswer => ({ canRename: false, reason });

/** @param as returns the project that stands in for one which is searched besides the owner */
export function planRename(
  workspace: Workspace,
  asked: RenameRequest,
  owner = workspace.owner(asked.file, asked.offset),
  as?: (project: Project) => Project,
): RenameAnswer {
  const request = { ...asked, ...importOfShorthand(owner.program, asked) };
  const preferences: ts.UserPreferences = {
    allowRenameOfImportPath: true,
    providePrefixAndSuffixTextForRename: request.prefixAndSuffix,
  };
  const info = owner.languageService.getRenameInfo(request.file, request.offset, preferences);
  if (!info.canRename) return refuse(fromCompiler(info.localizedErrorMessage));
  if (BY_COMPILER.test(info.fullDisplayName)) {
    return refuse(say`${info.displayName} is a name that the compiler itself looks for: with another, JSX would no longer be checked`);
  }
  if (info.fileToRename !== undefined) {
    return refuse(say`this is the path of a module: to rename ${shown(info.fileToRename)} plan a move of it instead`);
  }

  const texts = new Map<string, string>();
  const text = (path: string): string => {
    let known = texts.get(path);
    if (known === undefined) texts.set(path, (known = host.readFile(path) ?? ""));
    return known;
  };
  const oldName = text(request.file).substr(info.triggerSpan.start, info.triggerSpan.length);
  if (oldName === request.newName) return refuse([identifierProblem(request.newName, oldName) as string]);

  const follows = ({ file, offset }: Place) =>
    say`${locationOf(file, positionIn(text(file), offset))}: ${oldName} is renamed with it: values of this type are used where the renamed member is expected`;
  const coupled: readonly Place[] = request.coupled ?? [];
  const fixed = request.coupled?.find(({ file }) => isLib(file) || isExternal(file));
  if (fixed) {
    const { path, message } = fixed.because;
    return refuse([
      ...say`${oldName} is declared in ${shown(fixed.file)}, too, which belongs to a dependency and is not edited, and values of that type are used `,
      ...say`where the renamed member is expected:\n${locationOf(path, fixed.because)}: ${message}\n`,
      "without a proof (verify false) there is a plan, which would bring this error",
    ]);
  }

  const local = isLocal(owner.program, request);
  const member = isMember(owner.program, request);
  const untyped = new Map<string, Set<number>>(); // members of the name that values without a type are asked for
  // For what was asked about, the files in which no other program would find more references to a member.
  const searched = new Map<string, Set<string>>();
  const mentions = new Mentions(oldName, local ? request.file : undefined);
  const edits = new Edits();
  const warnings = new Messages();
  warnings.add(...workspace.missingBases);
  const projects: Project[] = [];
  const defined = () => declarations(owner, request, !request.propagate);
  // At a shorthand the member is defined, too, that stays as it is.
  const renamed = ({ file, offset }: Place) => edits.spans(file).some(([start]) => start === offset || start === offset + 1);
  const elsewhere: Place[] = [...coupled]; // what an earlier project found, for the later ones to ask about
  for (const project of local ? [owner] : workspace.covering([owner], oldName, as)) {
    projects.push(project);
    warnings.add(...project.warnings);
    const here = coupled.filter((d) => project.contains(d.file));
    const pending: Place[] =
      project === owner
        ? [...here.toReversed(), request]
        : [...elsewhere, ...defined().filter(renamed)].filter((d) => project.contains(d.file));
    // Nothing in a program can be meant that holds no declaration of it.
    if (project !== owner && pending.length === 0 && !edits.paths.some((path) => project.contains(path))) continue;
    const asked = new Set<string>();
    for (let place = pending.pop(); place !== undefined; place = pending.pop()) {
      if (asked.has(key(place))) continue;
      const { file, offset } = place;
      if (coupled.includes(place)) {
        if (edits.has(file, offset, oldName.length) || isShorthand(project.program, place)) continue;
        warnings.add(follows(place));
      }
      asked.add(key(place));
      const locations = project.passingOver(searched.get(key(place)) ?? new Set(), (service) =>
        service.findRenameLocations(file, offset, request.findInStrings, request.findInComments, preferences),
      );
      for (const { fileName, textSpan, prefixText = "", suffixText = "" } of locations ?? []) {
        const { start, length } = textSpan;
        if (request.propagate && /\bas\b/.test(prefixText + suffixText)) {
          const alias = { file: fileName, offset: start };
          pending.push(alias, ...declarations(project, alias, /*stopAtAlias*/ false));
          elsewhere.push(...pending);
          edits.replace(fileName, start, length, request.newName);
        } else if ((request.findInStrings || request.findInComments) && inText(project, fileName, start)) {
          edits.add(fileName, start, length, request.newName, "comment-or-string");
        } else {
          edits.add(fileName, start, length, prefixText + request.newName + suffixText);
        }
      }
      for (const { fileName, textSpan } of locations ?? []) {
        const members = contextualMembers(project.program, fileName, textSpan.start);
        // One of a union's members stands for all that the literal can be: TypeScript follows the literal from there.
        if (members.some((d) => edits.has(d.file, d.offset, textSpan.length))) continue;
        pending.push(...members);
        elsewhere.push(...members);
      }
    }
    // Asked at `{ name }`, TypeScript renames the variable.
    for (const place of here.filter((place) => isShorthand(project.program, place))) {
      const { file, offset } = place;
      warnings.add(follows(place));
      const both = edits.textAt(file, offset, oldName.length) === `${oldName}: ${request.newName}`;
      edits.replace(file, offset, oldName.length, both ? request.newName : `${request.newName}: ${oldName}`);
    }
    if (mentions.file === undefined) {
      for (const [path, start] of repair(project.program, mentions, searched.get(key(request)), request.newName, edits)) {
        if (member) untyped.set(path, (untyped.get(path) ?? new Set()).add(start));
      }
    }
    if (!member) continue;
    const own = [...workspace.ownIn(project)];
    for (const known of new Set([key(request), ...asked, ...defined().map(key)])) {
      searched.set(known, new Set([...(searched.get(known) ?? []), ...own]));
    }
  }
  if (oldName === "this" && onlyKeywords(owner, edits)) return refuse(["You cannot rename this element."]);
  if (edits.paths.length === 0) return refuse([`${oldName} is no name that can change: TypeScript finds no place to edit`]);
  const problem = identifierProblem(request.newName, oldName);
  if (problem && (request.newName === "" || /["'\\\n\r]/.test(request.newName) || !allQuoted(edits, text))) {
    return refuse([problem]);
  }
  const blocked = edits.paths.find((path) => isLib(path) || isExternal(path));
  if (blocked !== undefined) {
    return refuse(say`${oldName} is declared or used in ${shown(blocked)}, which belongs to a dependency and is not edited`);
  }
  const output = edits.paths.find((path) => isOutput(path, owner));
  if (output !== undefined) return refuse(say`${oldName} is used in ${shown(output)}, which is build output and is not edited`);
  const intrinsic = becomesIntrinsic(edits, oldName, request.newName, text);
  if (intrinsic) {
    return refuse(
      say`${oldName} is used as a component in ${shown(intrinsic.path)}: with a lower-case name it would become an HTML element`,
    );
  }
  const taken = conflict(projects, oldName, request.newName, edits);
  if (taken !== undefined) return refuse(taken);
  warnings.add(...noticesOf(projects, edits.paths), ...(local ? [] : workspace.inferred.leftOut(oldName)));
  for (const path of edits.paths) {
    const kept = edits.spans(path).filter(([, , newText]) => newText !== request.newName && newText.includes(" as "));
    if (kept.length > 0) {
      warnings.add(say`${shown(path)}: ${kept.length} import or export keeps the old name as an alias: ${kept[0]?.[2] ?? ""}`);
    }
  }
  return {
    canRename: true,
    oldName,
    edits: edits.toJSON(),
    projects: configsOf(projects),
    warnings: warnings.list,
    ledger: ledger(workspace, projects, [{ mentions, newName: request.newName, untyped }], edits),
  };
}

// In `{ name }` TypeScript renames the property and the variable in one. Where that is an import it would take the
// import's name for the export's, so the import itself is asked about.
function importOfShorthand(program: ts.Program, { file, offset }: Place): Place | undefined {
  const source = program.getSourceFile(file);
  const { parent } = source ? ts.getTouchingPropertyName(source, offset) : {};
  if (!parent || !ts.isShorthandPropertyAssignment(parent)) return undefined;
  const declaration = program.getTypeChecker().getShorthandAssignmentValueSymbol(parent)?.declarations?.[0];
  if (!declaration || !(ts.isImportSpecifier(declaration) || ts.isImportClause(declaration) || ts.isNamespaceImport(declaration))) {
    return undefined;
  }
  return declaration.name && { file, offset: declaration.name.getStart(source) };
}

const isShorthand = (program: ts.Program, { file, offset }: Place): boolean => {
  const source = program.getSourceFile(file);
  const { parent } = source ? ts.getTouchingPropertyName(source, offset) : {};
  return parent !== undefined && ts.isShorthandPropertyAssignment(parent);
};

// Where another project has to ask: at the declaration, since asking at an import would rename only that import.
function declarations(owner: Project, request: Place, stopAtAlias = true): Place[] {
  const found = owner.languageService.getDefinitionAtPosition(request.file, request.offset, false, stopAtAlias) ?? [];
  return found.map((d) => ({ file: d.fileName, offset: d.textSpan.start }));
}

// Found because the asker wanted mentions in comments and strings, too.
function inText(project: Project, path: string, start: number): boolean {
  const file = project.program.getSourceFile(path);
  if (!file) return false;
  const node = ts.getTouchingPropertyName(file, start);
  if (ts.isIdentifier(node) || ts.isPrivateIdentifier(node)) return false;
  return !ts.isStringLiteralLike(node) || node.getStart(file) + 1 !== start;
}

// True for the `this` of a class or a module, over which TypeScript would write the new name.
const onlyKeywords = (project: Project, edits: Edits): boolean =>
  edits.paths.every((path) => {
    const file = project.program.getSourceFile(path);
    const isKeyword = (at: number) => file !== undefined && ts.getTouchingPropertyName(file, at).kind === ts.SyntaxKind.ThisKeyword;
    return edits.spans(path).every(([start]) => isKeyword(start));
  });

const isOutput = (path: string, project: Project): boolean =>
  !project.rootFiles.has(path) && outputDirectories(project).some((directory) => path.startsWith(`${directory}/`));
