// Searches programs for the places that a rename edits, and for declarations that have to be renamed with the symbol.

import ts from "typescript";
import * as host from "../host/host.ts";
import { locationOf, Messages, say } from "../host/messages.ts";
import { isOutside } from "../modules/registry.ts";
import { EVERYTHING, type Users } from "../program/import_graph.ts";
import { Mentions } from "../program/mentions.ts";
import type { PassesOver, Project } from "../program/project.ts";
import { declaresAt, isFileLocalMember, isLocal, isMember, type Place } from "../program/reach.ts";
import { usersOf } from "../program/users.ts";
import type { Workspace } from "../program/workspace.ts";
import type { Message } from "../protocol/message.ts";
import type { RenameParams } from "../protocol/rename.ts";
import { Edits } from "../text/edits.ts";
import { positionIn } from "../text/lines.ts";
import { findFrom, key } from "./found.ts";
import { contextualMembers, repair } from "./repairs.ts";

const placeOf = ({ fileName, textSpan }: ts.DocumentSpan): Place => ({ file: fileName, offset: textSpan.start });

/**
 * Returns the project that stands in for one which is searched besides the owner.
 * @param added the files that are searched in it. The projects before have the others
 */
export type StandIn = (project: Project, added?: readonly string[]) => Project;

/** The state of one rename: what was found in the projects that were searched so far. */
export class Search {
  readonly edits = new Edits();
  readonly warnings = new Messages();
  /** The projects that were searched. */
  readonly projects: Project[] = [];
  private readonly holding = new Set<string>(); // the configurations of those that have a declaration of the symbol
  readonly mentions: Mentions;
  /** Places at which a member with the name is accessed on a value without a type, by file. */
  readonly untyped = new Map<string, Set<number>>();
  /** True for a name that no file but its own can use. */
  readonly isLocal: boolean;
  /** True for such a name that is looked up by scope, as that of a variable. */
  readonly isScoped: boolean;
  private readonly isMember: boolean;
  private readonly workspace: Workspace;
  private readonly owner: Project;
  private readonly request: RenameParams;
  private readonly oldName: string;
  private readonly coupled: readonly Place[];
  // Places that an earlier project found, about which the later ones have to ask.
  private readonly elsewhere: Place[];
  // The places in strings and comments that TypeScript reports. They are edited as text, except those that a later search finds to be names.
  private readonly text: Place[] = [];
  // For places that were asked about, the files in which no other program would find more references to a member.
  private readonly searched = new Map<string, Set<string>>();
  // By file: whether its edits rename a declaration. The number of edits shows whether more of them have been added since.
  private readonly declaring = new Map<string, { readonly edits: number; readonly declares: boolean }>();

  constructor(workspace: Workspace, owner: Project, request: RenameParams, oldName: string) {
    this.workspace = workspace;
    this.owner = owner;
    this.request = request;
    this.oldName = oldName;
    this.coupled = request.coupled ?? [];
    this.elsewhere = [...this.coupled];
    this.isScoped = isLocal(owner.program, request);
    this.isLocal = this.isScoped || (this.coupled.length === 0 && isFileLocalMember(owner.program, request));
    this.isMember = isMember(owner.program, request);
    this.mentions = new Mentions(oldName, this.isLocal ? request.file : undefined);
    this.warnings.add(...workspace.missingConfigs);
  }

  run(as?: StandIn): void {
    const { workspace, owner, oldName, edits, request } = this;
    let remember: (() => void) | undefined; // what the last project has searched, which only another project needs to know
    const users = () => {
      const found = this.users();
      return as ? { ...found, holds: found.isSearched } : found;
    };
    for (const project of this.isLocal ? [owner] : workspace.covering([owner], oldName, { as, users })) {
      remember?.();
      this.projects.push(project);
      const asked = this.searchProject(project);
      const { configPath, notice, warnings } = project;
      if (asked || notice || (warnings.length > 0 && this.users().holds(workspace.project(configPath)))) this.warnings.add(...warnings);
      if (asked) this.holding.add(project.configPath);
      remember = asked && (() => this.remember(project, asked));
    }
    for (const { file, offset } of this.text) edits.add(file, offset, oldName.length, request.newName, "comment-or-string");
  }

  // What can use the symbol, by the declarations that are found so far.
  private users(): Users {
    if (!this.isMember || this.isLocal) return EVERYTHING;
    const declaring = this.edits.paths.filter((path) => this.mayDeclare(path));
    return usersOf(this.workspace, [this.request.file, ...declaring, ...this.elsewhere.map(({ file }) => file)], this.oldName);
  }

  // False for a file in which the edits rename no declaration.
  private mayDeclare(path: string): boolean {
    const spans = this.edits.spans(path);
    let known = this.declaring.get(path);
    if (known === undefined || (!known.declares && known.edits !== spans.length)) {
      const programs = this.projects.map(({ program }) => program);
      known = { edits: spans.length, declares: declaresAt(programs, path, spans.map(([start]) => start)) };
      this.declaring.set(path, known);
    }
    return known.declares;
  }

  /** Returns a function that is false for files that cannot use the symbol. */
  isUser(): (path: string) => boolean {
    return this.users().isUser;
  }

  /** Returns a function that is false for files of a project that has no declaration of the symbol. For a project that is not loaded, it may take long. */
  isHeld(): (path: string) => boolean {
    const { holds } = this.users();
    const known = new Map([...this.holding].map((config) => [config, true]));
    return (path) => {
      const nearest = this.workspace.nearestWith(path);
      if (!nearest) return true;
      let isHeld = known.get(nearest.configPath);
      if (isHeld === undefined) known.set(nearest.configPath, (isHeld = holds(nearest)));
      return isHeld;
    };
  }

  // Returns a function that is true for files that a search for symbols passes over: those that another program has searched, and those
  // that cannot use the symbols.
  private passesOver(asked: Place): PassesOver {
    const searched = this.searched.get(key(asked));
    let known: readonly ts.Symbol[] = [];
    let users = EVERYTHING;
    return (path, symbols) => {
      if (this.isLocal) return path !== this.request.file;
      if (searched?.has(path)) return true;
      if (!this.isMember) return false;
      if (known !== symbols) users = this.usersOfAll((known = symbols));
      return !users.isUser(path);
    };
  }

  private usersOfAll(symbols: readonly ts.Symbol[]): Users {
    const files = new Set<string>();
    for (const { declarations = [] } of symbols) {
      if (declarations.length === 0) return EVERYTHING;
      for (const declaration of declarations) files.add(declaration.getSourceFile().fileName);
    }
    return [...files].some(isOutside) ? EVERYTHING : usersOf(this.workspace, [...files], this.oldName);
  }

  // Returns the places that were asked about, or undefined for a project that has no such place.
  private searchProject(project: Project): ReadonlySet<string> | undefined {
    const { edits, mentions, request } = this;
    const coupled = this.coupled.filter((d) => project.contains(d.file));
    const pending = this.startingPoints(project, coupled);
    // A program without a declaration of the symbol has no reference to it either.
    if (project !== this.owner && pending.length === 0 && !edits.paths.some((path) => project.contains(path))) return undefined;
    const asked = new Set<string>();
    for (let place = pending.pop(); place !== undefined; place = pending.pop()) {
      if (asked.has(key(place))) continue;
      if (this.coupled.includes(place)) {
        if (edits.has(place.file, place.offset, this.oldName.length) || isShorthand(project.program, place)) continue;
        this.warnings.add(this.renamedWith(place));
      }
      asked.add(key(place));
      this.follow(project, place, pending);
    }
    for (const place of coupled.filter((place) => isShorthand(project.program, place))) this.renameProperty(place);
    if (mentions.file === undefined) {
      const { isUser } = this.users();
      const searched = this.searched.get(key(request));
      const passes = (path: string) => (searched?.has(path) ?? false) || !isUser(path);
      for (const [path, start] of repair(project.program, mentions, passes, request.newName, edits)) {
        if (this.isMember) this.untyped.set(path, (this.untyped.get(path) ?? new Set()).add(start));
      }
    }
    return asked;
  }

  // The places in a project where the search begins. The list is a stack: the search takes the last place first.
  private startingPoints(project: Project, coupled: readonly Place[]): Place[] {
    if (project === this.owner) return [...coupled.toReversed(), this.request];
    // At a shorthand, the definitions include the member, which is not renamed.
    const isRenamed = ({ file, offset }: Place) => this.edits.spans(file).some(([start]) => start === offset || start === offset + 1);
    return [...this.elsewhere, ...this.defined().filter(isRenamed)].filter((d) => project.contains(d.file));
  }

  // Adds the edits of all references to the symbol at a place. Declarations that have to be asked about as well become pending.
  private follow(project: Project, asked: Place, pending: Place[]): void {
    const { edits, elsewhere, request } = this;
    const { newName, propagate } = request;
    const { names, text } = findFrom(asked, project, request, this.passesOver(asked));
    this.text.push(...text);
    for (const { file, offset, length, prefix, suffix } of names) {
      if (propagate && /\bas\b/.test(prefix + suffix)) {
        const alias = { file, offset };
        pending.push(alias, ...declarations(project, alias, /*stopAtAlias*/ false));
        elsewhere.push(...pending);
        edits.replace(file, offset, length, newName);
      } else {
        edits.add(file, offset, length, prefix + newName + suffix);
      }
    }
    for (const { members, length } of names) {
      // One of a union's members stands for all that the literal can be: TypeScript follows the literal from there.
      if (members.some((d) => edits.has(d.file, d.offset, length))) continue;
      pending.push(...members);
      elsewhere.push(...members);
    }
  }

  // At `{ name }`, TypeScript would rename the variable, but here the property has to be renamed.
  private renameProperty(place: Place): void {
    const { edits, oldName, request: { newName } } = this;
    const { file, offset } = place;
    this.warnings.add(this.renamedWith(place));
    const both = edits.textAt(file, offset, oldName.length) === `${oldName}: ${newName}`;
    edits.replace(file, offset, oldName.length, both ? newName : `${newName}: ${oldName}`);
  }

  private remember(project: Project, asked: ReadonlySet<string>): void {
    if (!this.isMember) return;
    const own = [...this.workspace.ownIn(project)];
    for (const known of new Set([key(this.request), ...asked, ...this.defined().map(key)])) {
      this.searched.set(known, new Set([...(this.searched.get(known) ?? []), ...own]));
    }
  }

  private defined(): Place[] {
    return declarations(this.owner, this.request, !this.request.propagate);
  }

  private renamedWith({ file, offset }: Place): Message {
    const at = locationOf(file, positionIn(host.readFile(file) ?? "", offset));
    return say`${at}: ${this.oldName} is renamed with it: values of this type are used where the renamed member is expected`;
  }
}

const isShorthand = (program: ts.Program, { file, offset }: Place): boolean => {
  const source = program.getSourceFile(file);
  const { parent } = source ? ts.getTouchingPropertyName(source, offset) : {};
  return parent !== undefined && ts.isShorthandPropertyAssignment(parent);
};

/**
 * Returns the files that declare the member at a place, as far as they are known before a search. Undefined for other names, which a search
 * finds by imports.
 */
export function declaringFiles(owner: Project, place: Place): readonly string[] | undefined {
  if (!isMember(owner.program, place)) return undefined;
  const found = [...declarations(owner, place), ...contextualMembers(owner.program, place.file, place.offset)];
  return [place.file, ...found.map(({ file }) => file)];
}

// The places at which another project has to ask: the declarations, since asking at an import would rename only that import.
function declarations(owner: Project, place: Place, stopAtAlias = true): Place[] {
  const found = owner.languageService.getDefinitionAtPosition(place.file, place.offset, false, stopAtAlias) ?? [];
  return found.map(placeOf);
}
