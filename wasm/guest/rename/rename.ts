// Plans the rename of a symbol, in every project that can see it.

import ts from "typescript";
import * as host from "../host/host.ts";
import { fromCompiler, locationOf, say, shown } from "../host/messages.ts";
import { ledger } from "../ledger/ledger.ts";
import { missingModule } from "../modules/missing_modules.ts";
import { isOutside } from "../modules/registry.ts";
import { noticesOf } from "../program/inferred.ts";
import { outputDirectories } from "../program/outputs.ts";
import { configsOf, type Project } from "../program/project.ts";
import type { Place } from "../program/reach.ts";
import { placesOf, unfoundMentions } from "../program/unfound.ts";
import type { Workspace } from "../program/workspace.ts";
import type { Message } from "../protocol/message.ts";
import type { RenameAnswer, RenameParams } from "../protocol/rename.ts";
import { Edits } from "../text/edits.ts";
import { Lines } from "../text/lines.ts";
import { conflict } from "./conflicts.ts";
import { contractAmong, contractAt } from "./contracts.ts";
import { allQuoted, becomesIntrinsic, identifierProblem } from "./names.ts";
import { preferencesOf } from "./preferences.ts";
import { Search, type StandIn } from "./search.ts";

const BY_COMPILER =
  /(?:^|\.)JSX(?:\.(?:Element(?:Type|Class|AttributesProperty|ChildrenAttribute)?|Intrinsic(?:Elements|Attributes|ClassAttributes)|LibraryManagedAttributes))?$/;

const MOST_NAMES = 5; // shown of a line

const refuse = (reason: Message): RenameAnswer => ({ canRename: false, reason });

export function planRename(
  workspace: Workspace,
  asked: RenameParams,
  owner = workspace.owner(asked.file, asked.offset),
  as?: StandIn,
): RenameAnswer {
  const request = { ...asked, ...importOfShorthand(owner.program, asked) };
  const info = owner.languageService.getRenameInfo(request.file, request.offset, preferencesOf(request));
  if (!info.canRename) {
    return refuse(noName(owner.program, request) ?? lacksModule(owner.program, request) ?? fromCompiler(info.localizedErrorMessage));
  }
  const text = textsOnce();
  const oldName = text(request.file).substr(info.triggerSpan.start, info.triggerSpan.length);
  const fixed = fixedName(info) ?? sameName(request, oldName) ?? fixedByDependency(request, oldName) ??
    contractAt(owner.program, { file: request.file, offset: info.triggerSpan.start }, oldName);
  if (fixed) return refuse(fixed);

  const search = new Search(workspace, owner, request, oldName);
  search.run(as);
  const { edits, mentions, projects, untyped, warnings } = search;
  const scope = search.isScoped ? request.file : undefined;
  const reason = withoutPlan(edits, owner, oldName) ?? wrongName(edits, request.newName, oldName, text) ?? fixedPlace(edits, owner, oldName) ??
    contractAmong(edits, projects, oldName) ?? changedElement(edits, request.newName, oldName, text) ??
    conflict(projects, oldName, request.newName, edits, scope);
  if (reason) return refuse(reason);
  const unfound = unfoundMentions(workspace, projects, mentions, placesOf(edits.toJSON()));
  if (unfound) warnings.add(...unfound.messages);
  for (const [path, places] of unfound?.places ?? []) untyped.set(path, new Set([...(untyped.get(path) ?? []), ...places]));
  warnings.add(...noticesOf(projects, edits.paths), ...(search.isLocal ? [] : workspace.inferred.leftOut(oldName)), ...aliases(edits, request.newName));
  return {
    canRename: true,
    oldName,
    edits: edits.toJSON(),
    projects: configsOf(projects),
    warnings: warnings.list,
    ledger: ledger(workspace, projects, [{ mentions, newName: request.newName, untyped, isUser: search.isUser(), isHeld: search.isHeld() }], edits),
  };
}

// Reads each file once.
function textsOnce(): (path: string) => string {
  const texts = new Map<string, string>();
  return (path) => {
    let known = texts.get(path);
    if (known === undefined) texts.set(path, (known = host.readFile(path) ?? ""));
    return known;
  };
}

// The functions from here to `aliases` return why there is no plan, or undefined.

function noName(program: ts.Program, { file, offset }: Place): Message | undefined {
  const source = program.getSourceFile(file);
  if (!source || hasName(ts.getTouchingPropertyName(source, offset))) return undefined;
  const line = new Lines(source.text);
  const start = line.start(offset);
  const words = [...source.text.slice(start, line.end(offset)).matchAll(/[\p{ID_Start}$_][\p{ID_Continue}$]*/gu)];
  const names = new Set(words.filter(({ index }) => hasName(ts.getTouchingPropertyName(source, start + index))).map(([word]) => word));
  return names.size === 0 ? say`there is no name at this place, and none in its line` :
    say`there is no name at this place; its line has ${[...names].slice(0, MOST_NAMES).join(", ")}`;
}

const hasName = (node: ts.Node): boolean => ts.isMemberName(node) || ts.isStringLiteralLike(node) || ts.isNumericLiteral(node);

function lacksModule(program: ts.Program, { file, offset }: Place): Message | undefined {
  const source = program.getSourceFile(file);
  const node = source && ts.getTouchingPropertyName(source, offset);
  if (!node || program.getTypeChecker().getSymbolAtLocation(node)?.declarations) return undefined;
  const missing = missingModule(program, source, offset);
  if (!missing) return undefined;
  const { specifier, exported } = missing;
  const reason = exported === undefined ? `it does not find the module "${specifier}": install or build it, then ask again` : `the module "${specifier}" exports no ${exported}`;
  return [`TypeScript does not know what ${node.getText(source)} is, since ${reason}`];
}

function fixedName(info: ts.RenameInfoSuccess): Message | undefined {
  if (BY_COMPILER.test(info.fullDisplayName)) {
    return say`${info.displayName} is a name that the compiler itself looks for: with another, JSX would no longer be checked`;
  }
  if (info.fileToRename === undefined) return undefined;
  return say`this is the path of a module: to rename ${shown(info.fileToRename)} plan a move of it instead`;
}

function sameName({ newName }: RenameParams, oldName: string): Message | undefined {
  return oldName === newName ? [identifierProblem(newName, oldName) as string] : undefined;
}

function fixedByDependency({ coupled }: RenameParams, oldName: string): Message | undefined {
  const fixed = coupled?.find(({ file }) => isOutside(file));
  if (!fixed) return undefined;
  const { path, message } = fixed.because;
  return [
    ...say`${oldName} is declared in ${shown(fixed.file)}, too, which belongs to a dependency and is not edited, and values of that type are used `,
    ...say`where the renamed member is expected:\n${locationOf(path, fixed.because)}: ${message}\n`,
    "without a proof (verify false) there is a plan, which would bring this error",
  ];
}

function withoutPlan(edits: Edits, owner: Project, oldName: string): Message | undefined {
  if (oldName === "this" && onlyKeywords(owner, edits)) return ["You cannot rename this element."];
  return edits.paths.length === 0 ? [`${oldName} is no name that can change: TypeScript finds no place to edit`] : undefined;
}

function wrongName(edits: Edits, newName: string, oldName: string, text: (path: string) => string): Message | undefined {
  const problem = identifierProblem(newName, oldName);
  if (!problem) return undefined;
  return newName === "" || /["'\\\n\r]/.test(newName) || !allQuoted(edits, text) ? [problem] : undefined;
}

function fixedPlace(edits: Edits, owner: Project, oldName: string): Message | undefined {
  const external = edits.paths.find(isOutside);
  if (external !== undefined) return say`${oldName} is declared or used in ${shown(external)}, which belongs to a dependency and is not edited`;
  const output = edits.paths.find((path) => isOutput(path, owner));
  return output === undefined ? undefined : say`${oldName} is used in ${shown(output)}, which is build output and is not edited`;
}

function changedElement(edits: Edits, newName: string, oldName: string, text: (path: string) => string): Message | undefined {
  const intrinsic = becomesIntrinsic(edits, oldName, newName, text);
  return intrinsic && say`${oldName} is used as a component in ${shown(intrinsic.path)}: with a lower-case name it would become an HTML element`;
}

// Names the files in which an import or an export keeps the old name.
function aliases(edits: Edits, newName: string): Message[] {
  const warnings: Message[] = [];
  for (const path of edits.paths) {
    const kept = edits.spans(path).filter(([, , newText]) => newText !== newName && newText.includes(" as "));
    if (kept.length > 0) warnings.push(say`${shown(path)}: ${kept.length} import or export keeps the old name as an alias: ${kept[0]?.[2] ?? ""}`);
  }
  return warnings;
}

// In `{ name }` TypeScript renames the property and the variable together. If the variable is an import, TypeScript would mistake the
// import's name for the export's, so this returns the place of the import, where the rename then starts.
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

// True if all edits are at `this` of a class or a module, which TypeScript would overwrite with the new name.
const onlyKeywords = (project: Project, edits: Edits): boolean =>
  edits.paths.every((path) => {
    const file = project.program.getSourceFile(path);
    const isKeyword = (at: number) => file !== undefined && ts.getTouchingPropertyName(file, at).kind === ts.SyntaxKind.ThisKeyword;
    return edits.spans(path).every(([start]) => isKeyword(start));
  });

const isOutput = (path: string, project: Project): boolean =>
  !project.rootFiles.has(path) && outputDirectories(project).some((directory) => path.startsWith(`${directory}/`));
