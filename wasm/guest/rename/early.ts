// Plans a rename in a project that is not loaded yet. A partial load has only what can matter: the files that have the name, their imports
// as far as they are needed, and the files that declare something globally. For a local name it has only its own file. Where that may not
// be enough, there is no answer, and the project has to be loaded wholly.

import ts from "typescript";
import type { ModuleUses } from "../affected/module_uses.ts";
import { usesOrDefaults } from "../affected/uses_in_texts.ts";
import * as host from "../host/host.ts";
import { Messages } from "../host/messages.ts";
import { additionsOf, mayAddForAll } from "../modules/additions.ts";
import { isTypeScript } from "../modules/file_kinds.ts";
import { GlobalFiles } from "../program/global_files.ts";
import { EVERYTHING, type Users } from "../program/import_graph.ts";
import { mayBeImported } from "../program/importers.ts";
import { isOutside } from "../modules/registry.ts";
import { Mentions } from "../program/mentions.ts";
import { mergeKey } from "../program/merge.ts";
import { type OnDemand, settled } from "../program/on_demand.ts";
import type { Project } from "../program/project.ts";
import { declaresAt, exportsNothing, isDeclaredIn, isForAll, isLocal, isMemberName, isOwnMember, mayBeMember } from "../program/reach.ts";
import { usersOf } from "../program/users.ts";
import type { Workspace } from "../program/workspace.ts";
import { proveEarly } from "../proof/early.ts";
import type { EarlyAnswer, EarlyParams, RenameAnswer, RenameParams, RenamePlan } from "../protocol/rename.ts";
import { identifierAt, occurrences } from "../text/words.ts";
import { mayHaveContract } from "./contracts.ts";
import { renameFileLocal } from "./file_local.ts";
import { meetingIn } from "./meeting_files.ts";
import { identifierProblem } from "./names.ts";
import { isKnown, isRefusedByFile, refusedNearby, specifierAt, withImport } from "./refusals.ts";
import { planRename } from "./rename.ts";
import { lookAtKey } from "./repairs.ts";
import { renameScoped, type ScopedAnswer } from "./scoped.ts";
import { declaringFiles, type StandIn } from "./search.ts";
import { isOpen } from "./unknown.ts";

// Imports are followed on demand up to this number of mentions, or up to this number of files with mentions. Above both, following all imports at
// once takes less time.
const MOST_MENTIONS = 50;
const MOST_FILES = 10;

const COMMON_JS = /\b(?:require|exports)\b/; // a CommonJS module may export any of its values

const OTHERS = "another declaration is renamed, too, which more files use";

const unknown = (reason: string): EarlyAnswer => ({ unknown: [reason] });

export function renameEarly(workspace: Workspace, request: EarlyParams): EarlyAnswer {
  const loaded = isLoaded(workspace, request);
  // To prove the rename of a name that its file binds, the file alone takes less time than the loaded project.
  if (loaded && request.prove === "no") return { known: planRename(workspace, request) };
  const { file, newName } = request;
  if (newName === "") return { known: { canRename: false, reason: [identifierProblem(newName, "") as string] } };
  const text = host.readFile(file) ?? "";
  const isTyped = isTypeScript(file);
  if (!isTyped && COMMON_JS.test(text)) return loaded ? { known: planRename(workspace, request) } : unknown("CommonJS");
  const name = identifierAt(text, request.offset);
  const owner = workspace.owner(file, request.offset);
  const alone = owner.alone(file);
  const uses = usesOrDefaults(workspace);
  let isByType = false;
  let mayBeElsewhere = false;
  let mayBeFileLocal = false;
  let declaring: readonly string[] | undefined; // the files that declare a member, as far as they are known
  try {
    const { program } = alone;
    const isBound = occurrences(text, newName).length === 0 && isBoundInside(workspace, program, request);
    if (isBound || (isTyped && isRefusedByFile(program, request))) return proven(workspace, request, uses, planRename(workspace, request, alone), [alone]);
    if (loaded) return { known: planRename(workspace, request) };
    const specifier = specifierAt(program, request);
    if (specifier !== undefined) return renameModule(workspace, owner, request, specifier);
    isByType = mayBeMember(program, request);
    declaring = isOwnMember(program, request) ? [file] : undefined;
    if (isByType && !isTyped) return unknown("a member in JavaScript");
    mayBeElsewhere = !isDeclaredIn(program, request) || mayHaveContract(program, request);
    mayBeFileLocal = isByType && request.prove !== "required" && exportsNothing(program.getSourceFile(file) as ts.SourceFile);
  } finally {
    alone.dispose();
  }
  if (name === "") return unknown("no name");

  if (workspace.directory !== host.ROOT) return unknown("files outside may be imported");
  const globals = new GlobalFiles(workspace, name);
  const asked = owner.notice ? `${file} ${name}` : file; // an inferred project has the other files with the name, too
  const nearby = <T>(ask: (near: OnDemand) => T) => workspace.withFile(asked, (standIns: Map<Project, OnDemand>) => {
    const near = standIns.get(owner) ?? globals.near(owner, file);
    standIns.set(owner, near);
    return ask(near);
  });
  const known = (mayBeElsewhere && isTyped ? nearby((near) => refusedNearby(workspace, near, request)) : undefined) ??
    (mayBeFileLocal ? nearby((near) => renameFileLocal(workspace, near, request)) : undefined);
  if (known) return { known };
  if (isByType && mayBeElsewhere) declaring ??= nearby((near) => settled(() => [near], () => declaringFiles(near.project, request)));
  // Each turn knows more declarations than the one before, and so more files that can use the name.
  for (;;) {
    const parts = new Parts(workspace, owner, name, newName, declaring, uses, globals);
    const answer = renamePartly(workspace, parts, request, isByType);
    if (!parts.alsoDeclaring) return answer;
    declaring = parts.alsoDeclaring;
  }
}

function renamePartly(workspace: Workspace, parts: Parts, request: EarlyParams, isByType: boolean): EarlyAnswer {
  const scoped = isByType ? undefined : parts.scoped(request);
  if (scoped) return proven(workspace, request, parts.uses, scoped.answer, scoped.projects);
  if (!isTypeScript(request.file)) return unknown("a name of JavaScript that scopes and imports do not find");
  if (request.prove === "required") return unknown("the proof needs the types of the whole project");
  const light = isByType ? parts.onDemand(request) : undefined;
  if (light) return { known: light };
  if (parts.alsoDeclaring) return unknown(OTHERS);
  const answer = planRename(workspace, request, parts.first, parts.searching);
  if (!answer.canRename) return parts.isFree && isKnown(parts.first.program, request) ? { known: answer } : { unknown: answer.reason };
  const doubt = parts.doubt(answer);
  return doubt ? unknown(doubt) : { known: parts.withProjects(answer) };
}

// The answer, with its proof if the request wants one.
function proven(
  workspace: Workspace,
  { prove }: EarlyParams,
  uses: ModuleUses,
  known: RenameAnswer,
  projects: readonly Project[],
): EarlyAnswer {
  if (prove === "no" || !known.canRename) return { known };
  const proof = proveEarly(workspace, known.edits, projects, uses);
  if (!proof && prove === "required") return unknown("the proof needs the whole project");
  return { known, ...(proof && { proof }) };
}

function renameModule(workspace: Workspace, owner: Project, request: RenameParams, specifier: string): EarlyAnswer {
  const project = withImport(owner, request, specifier);
  if (!project) return unknown("the module may be declared in another file");
  try {
    return { known: planRename(workspace, request, project) };
  } finally {
    project.dispose();
  }
}

// True if the programs that a rename will look at are loaded, so that it can be answered without loading more.
function isLoaded(workspace: Workspace, rename: RenameParams): boolean {
  const owner = workspace.nearestWith(rename.file);
  if (!owner?.loaded) return false;
  if (isLocal(owner.program, rename)) return true;
  const name = identifierAt(host.readFile(rename.file) ?? "", rename.offset);
  let loaded = true;
  const as = (project: Project): Project => {
    loaded &&= project.loaded || project.notice !== undefined; // an inferred project is small
    return loaded ? project : owner;
  };
  for (const _ of workspace.covering([owner], name, { as })) if (!loaded) return false;
  return true;
}

/** Of each project, only the files that have one of the names, and those that declare something globally. */
class Parts {
  /** The project to ask first. */
  readonly first: Project;
  private readonly workspace: Workspace;
  private readonly owner: Project;
  private readonly name: string;
  readonly uses: ModuleUses;
  private readonly globals: GlobalFiles;
  private readonly having: ReadonlySet<string>; // the files that have one of the names, of the old name only if they can use it
  private readonly named: ReadonlySet<string>; // all files that have one of the names
  private readonly taken: ReadonlySet<string>; // the files that have the new name
  private readonly usersOfName: Users;
  private global: readonly string[] | undefined; // the files that use the name and declare something globally
  private readonly isUser: (path: string) => boolean; // false for a file that cannot use the name
  readonly isFree: boolean; // whether no file has the new name
  private readonly concerned: readonly Project[];
  private readonly adding: readonly Project[]; // the projects with files that declare something globally
  private readonly declaring: readonly string[] | undefined; // the files that declare the name, if it is a member and they are known
  /** The files that declare the name, if the plan renames a declaration that more files use. The plan has to be made again, for these files. */
  alsoDeclaring: readonly string[] | undefined;
  private readonly alike: readonly Project[]; // the projects to be merged, with the owner
  private readonly imported: ReadonlyMap<Project, readonly string[]>; // the files with the name that no configuration names, but imports lead to
  private readonly held: readonly Project[];
  private readonly users: readonly Project[]; // of those with the name, without those whose programs do not have its declaration

  constructor(
    workspace: Workspace,
    owner: Project,
    name: string,
    newName: string,
    declaring: readonly string[] | undefined,
    uses: ModuleUses,
    globals: GlobalFiles,
  ) {
    this.uses = uses;
    this.globals = globals;
    const projects = workspace.configs.map((config) => workspace.project(config));
    const { listed } = workspace;
    const { strays } = workspace.inferred;
    const taken = globals.having(newName);
    const users = declaring ? usersOf(workspace, declaring, name) : EVERYTHING;
    this.usersOfName = users;
    this.isUser = users.isUser;
    const having = new Set([...[...globals.having(name)].filter(this.isUser), ...taken]);
    this.having = having;
    this.taken = taken;
    this.named = new Set([...globals.having(name), ...taken]);
    this.declaring = declaring;
    this.isFree = ![...listed, ...strays].some((path) => taken.has(path));
    const others = strays.filter((path) => having.has(path));
    const mayBeHeld = mayBeImported(others, strays, listed, projects);
    const matters = (project: Project) => project === owner || users.isSearched(project);
    const imported = new Map(mayBeHeld ? projects.filter(matters).map((project) => [project, workspace.heldBy(project, others)]) : []);
    this.imported = imported;

    const { declares } = globals;
    const key = mergeKey(owner);
    this.workspace = workspace;
    this.owner = owner;
    this.name = name;
    const filesOf = (project: Project) => [...project.rootFiles, ...(imported.get(project) ?? [])];
    this.concerned = projects.filter((project) => filesOf(project).some((path) => having.has(path)));
    this.adding = projects.filter((project) => filesOf(project).some(declares));
    const isApart = owner.notice !== undefined || this.adding.includes(owner);
    this.users = this.concerned.filter(matters);
    this.alike = isApart ? [owner] : projects.filter((p) => p === owner || (this.users.includes(p) && !this.adding.includes(p) && mergeKey(p) === key));
    this.first = this.alike.length > 1 ? workspace.merged(this.alike) : owner;
    this.held = [this.first, ...projects.filter((project) => !this.alike.includes(project))];
    for (const project of this.held) {
      if (!project.notice) this.hold(project, project === this.first ? this.beginning(project) : []);
    }
  }

  private hold(project: Project, files: readonly string[]): void {
    const { listed } = this.workspace;
    project.hold(files, (path) => listed.has(path));
  }

  /**
   * Returns the files that the program of a project begins with.
   * @param added the files with the name that are searched in this project. An earlier program has the others. The default is all files
   */
  private beginning(project: Project, added: readonly string[] = [...project.rootFiles]): readonly string[] {
    const wanted = new Set([...added, ...this.importedBy(project)].filter((path) => this.having.has(path)));
    const isWanted = (path: string) => wanted.has(path) || this.taken.has(path) || this.globals.declares(path);
    const files = [...new Set([...project.rootFiles, ...wanted])].filter(isWanted);
    return files.some((path) => this.having.has(path)) ? files : [];
  }

  /** The project with the files that are searched in it. */
  readonly searching: StandIn = (project, added) => {
    if (!project.notice) this.hold(project, this.beginning(project, added));
    return project;
  };

  // Returns the files with the name that no configuration names, but that are in the project since its files import them.
  private importedBy(project: Project): readonly string[] {
    const parts = project === this.first ? this.alike : [project];
    return parts.flatMap((part) => this.imported.get(part) ?? []);
  }

  /** Returns the plan of a name that is found by scopes and imports, and undefined where a type may say what a mention stands for. */
  scoped(request: RenameParams): ScopedAnswer | undefined {
    if (request.findInStrings || request.findInComments) return undefined;
    const isGlobal = (callee: string) => {
      const declaration = declarationOf(callee);
      return [...this.globals.having(callee)].some((path) => this.globals.declares(path) && declaration.test(host.readFile(path) ?? ""));
    };
    const imported = (project: Project) => this.imported.get(project) ?? [];
    const { name, having, uses, globals } = this;
    return renameScoped(this.workspace, this.owner, request, { name, isTaken: !this.isFree, having, imported, uses, isGlobal, globals });
  }

  /**
   * Returns the plan of a name that is found by types, from programs that follow an import when a type needs it. Undefined if that takes
   * too many steps, each of which looks at all mentions again, or if the loaded project could have another plan.
   */
  onDemand(request: RenameParams): RenameAnswer | undefined {
    if (this.hasManyMentions()) return undefined;
    // An edit of any file may add a global declaration, and then the programs have to begin with that file, too. So the key contains the
    // workspace's revision, which every edit changes.
    const key = `${this.workspace.revision} ${this.name}`;
    return this.workspace.withName(key, this.named, (standIns: Map<Project, OnDemand>) => {
      const as = (project: Project, added?: readonly string[]): Project => {
        const files = project.notice ? [...project.rootFiles] : this.beginning(project, added);
        let known = standIns.get(project);
        if (known && files.some((path) => !known?.project.contains(path))) {
          known.dispose(); // made for another question
          known = undefined;
        }
        if (!known) {
          standIns.set(project, (known = this.globals.onDemand(project, files, (file) => this.mayBeSearched(file))));
          // No import of the new project is followed yet. If one leads to the declaration, a search would not see that and pass over the project.
          this.lookAt(known);
        }
        return known.project;
      };
      return settled(() => standIns.values(), () => this.askOnDemand(request, standIns, as));
    });
  }

  // The answer is final only if no program lacks an import afterwards. The steps that take longer are left out while one does.
  private askOnDemand(request: RenameParams, standIns: ReadonlyMap<Project, OnDemand>, as: StandIn): RenameAnswer | undefined {
    const lacks = () => [...standIns.values()].some((standIn) => standIn.lacks);
    for (const standIn of standIns.values()) this.lookAt(standIn);
    const first = as(this.first);
    if (lacks()) return undefined;
    const answer = planRename(this.workspace, request, first, as);
    if (lacks()) return undefined;
    if (answer.canRename && this.editsMoreThanMembers(answer, [...standIns.values()])) {
      for (const standIn of standIns.values()) standIn.followAll();
      if (lacks()) return undefined;
    }
    if (!answer.canRename) return this.isFree && isKnown(first.program, request) ? answer : undefined;
    const asked = new Map([...standIns].map(([project, standIn]) => [project, standIn.project]));
    return this.doubt(answer, asked) ? undefined : this.withProjects(answer);
  }

  // True for a file that has one of the names, also for one that cannot use it, since it may declare the name in a base type.
  private mayBeSearched({ fileName, text }: ts.SourceFile): boolean {
    return isOutside(fileName) ? occurrences(text, this.name).length > 0 : this.named.has(fileName);
  }

  // True if an edit may be at an export or an import. A search for exports goes through the imports of all files of the program.
  private editsMoreThanMembers({ edits }: RenamePlan, searched: readonly OnDemand[]): boolean {
    return edits.some(({ path, spans }) => {
      const file = searched.map(({ project }) => project.program.getSourceFile(path)).find((source) => source !== undefined);
      return !file || !spans.every(([start]) => isMemberName(ts.getTouchingPropertyName(file, start)));
    });
  }

  private hasManyMentions(): boolean {
    let count = 0;
    let files = 0;
    const { listed } = this.workspace;
    const searched = new Set(this.users.flatMap((project) => [...project.rootFiles]));
    for (const path of this.having) {
      if (listed.has(path) && !searched.has(path)) continue;
      count += occurrences(host.readFile(path) ?? "", this.name).length;
      if (++files > MOST_FILES && count > MOST_MENTIONS) return true;
    }
    return false;
  }

  // Asks the checker about every mention of the name, so that it looks for the imports which it needs there. A step then follows the imports of
  // all files. Without this, a search would stop at the first file that lacks an import, and each file would take a step.
  private lookAt(standIn: OnDemand): void {
    const { program } = standIn.project;
    for (const [source, places] of new Mentions(this.name).in(program)) {
      if (!this.isUser(source.fileName)) continue;
      for (const at of places) {
        if (standIn.isOutdated) return; // the next step looks at all of them again
        isOpen(program, source, at);
        lookAtKey(program, source, at, this.name);
      }
    }
  }

  /**
   * Returns the reason why the loaded project could have another plan.
   * @param asked maps each project to the one that was searched in its place. The default has no inferred projects: a loaded workspace would
   * search the same programs.
   */
  doubt(plan: RenamePlan, asked: ReadonlyMap<Project, Project> = this.loadedInPart()): string | undefined {
    const { name } = this;
    if (plan.oldName !== name && plan.oldName !== `#${name}`) return "the name was not what it looks like";
    const searched = new Map([...asked].filter(([project]) => project.notice || plan.projects.includes(project.configPath)));
    if (this.hasOtherUsers(plan, [...searched.values()])) return OTHERS;
    // When a project is wholly loaded, it may hold files of other projects, and then its global declarations apply to them.
    const reaching = this.adding.filter((project) => this.users.includes(project) || searched.has(project));
    const reachedBy = (path: string) => reaching.filter((project) => !project.rootFiles.has(path) && !searched.get(project)?.contains(path));
    const mentions = new Mentions(name);
    let isOwn: boolean | undefined;
    const mayReach = (d: ts.Declaration) => isSeenByAll(d) && (this.mayBeRenamedElsewhere(d) || (isOwn ??= renamesForAll(plan, [...searched.values()])));
    const meeting = meetingIn(this.workspace);
    const additions = additionsOf(name, (path, other) => meeting.mayMeet(path, other));
    const edited = new Map(plan.edits.map(({ path, spans }) => [path, new Set(spans.map(([start]) => start))]));
    for (const project of searched.values()) {
      const { program, notice } = project;
      const sees = plan.edits.some(({ path }) => project.contains(path));
      for (const [source, places] of mentions.in(program)) {
        if (notice && !project.rootFiles.has(source.fileName)) continue; // searched with the files of its own project
        if (!this.isUser(source.fileName)) continue;
        const others = reachedBy(source.fileName);
        const isOnlyHere = others.length === 0;
        if (!sees && isOnlyHere) continue;
        const known = isOnlyHere ? edited.get(source.fileName) : undefined;
        if (places.some((at) => !known?.has(at) && isOpen(program, source, at, additions))) return "what a mention stands for is not known";
        if (isOnlyHere || !places.some((at) => meant(program, source, at, name).some(mayReach))) continue;
        // Whether a program may hold the file is asked last, since the answer may need the import graph.
        if (others.some(usersOf(this.workspace, [source.fileName], name).holds)) return "a declaration for all may reach other projects";
      }
    }
    return undefined;
  }

  // True if another project may declare the same global name in another file, with the renamed type. In that project, a mention of the global name
  // leads to the renamed member, and the mention has to be renamed.
  private mayBeRenamedElsewhere(declaration: ts.Declaration): boolean {
    const declaring = this.usersOfName.declaring();
    if (!declaring) return true;
    // A file that only has "declare module" adds to that module, and not to what this declaration means if it is global.
    const isInModule = ts.findAncestor(declaration, ts.isAmbientModule) !== undefined;
    return (isInModule ? declaring : this.declaringGlobally(declaring)).some((path) => path !== declaration.getSourceFile().fileName);
  }

  private declaringGlobally(declaring: readonly string[]): readonly string[] {
    if (!this.global) {
      const scripts = host.scripts();
      this.global = declaring.filter((path) => scripts.has(path) || (mayAddForAll(host.readFile(path) ?? "") && this.globals.exposes(path)));
    }
    return this.global;
  }

  // True if a declaration that is renamed as well, such as one of a base type, has users among the files that were left out.
  private hasOtherUsers({ edits }: RenamePlan, searched: readonly Project[]): boolean {
    if (!this.declaring) return false;
    const programs = searched.map(({ program }) => program);
    const edited = edits.filter(({ path, spans }) => declaresAt(programs, path, spans.map(([start]) => start)));
    const declaring = [...new Set([...this.declaring, ...edited.map(({ path }) => path)])];
    const { isUser } = usersOf(this.workspace, declaring, this.name);
    if (![...this.globals.having(this.name)].some((path) => isUser(path) && !this.isUser(path))) return false;
    this.alsoDeclaring = declaring;
    return true;
  }

  private loadedInPart(): ReadonlyMap<Project, Project> {
    return new Map(this.held.filter(({ notice }) => !notice).map((project) => [project, project]));
  }

  /** The plan, with the projects listed that were searched as one. */
  withProjects(plan: RenamePlan): RenamePlan {
    const asOne = this.alike.filter((project) => project.notice || this.concerned.includes(project));
    const others = plan.projects.filter((path) => path !== this.first.configPath);
    const projects = [...asOne.map(({ configPath }) => configPath), ...others];
    const warnings = new Messages();
    warnings.add(...this.workspace.missingConfigs, ...asOne.flatMap((project) => project.warnings), ...plan.warnings);
    return {
      ...plan,
      projects,
      warnings: warnings.list,
      ledger: { ...plan.ledger, skipped: this.workspace.configs.filter((config) => !projects.includes(config)) },
    };
  }
}

// Finds declarations of functions and variables, also behind others of the same statement.
const declarationOf = (name: string): RegExp =>
  new RegExp(`\\b(?:function|const|let|var|class|namespace|import)\\s+(?:[^;{}()]{0,400},\\s*)?${name.replaceAll("$", "\\$")}(?![\\w$])`);

// True for a name that no other file than that of the request can declare or use.
// A type parameter of a class or an interface belongs to all declarations of that class or interface, which may be in several files.
function isBoundInside(workspace: Workspace, program: ts.Program, request: RenameParams): boolean {
  if (!isLocal(program, request)) return false;
  const source = program.getSourceFile(request.file) as ts.SourceFile;
  const symbol = program.getTypeChecker().getSymbolAtLocation(ts.getTouchingPropertyName(source, request.offset));
  return (symbol?.declarations ?? []).every(({ parent }) =>
    !(ts.isInterfaceDeclaration(parent) || ts.isClassLike(parent)) || isDeclaredByFile(workspace, source, parent),
  );
}

// True for a class or an interface that no other file declares, too.
function isDeclaredByFile(workspace: Workspace, file: ts.SourceFile, declaration: ts.InterfaceDeclaration | ts.ClassLikeDeclaration): boolean {
  const { name } = declaration;
  if (!name) return true;
  if (isForAll(file, declaration)) return false;
  const adding = host.filesWith("declare module", [...workspace.listed, ...workspace.inferred.strays]);
  const having = host.filesWith(name.text, []);
  return ![...adding].some((path) => path !== file.fileName && having.has(path));
}

// True for a declaration that other files can use without an import. They cannot use a parameter of a function. They cannot use a literal's
// property either if the literal is only part of an expression statement, such as the argument of a call.
const isSeenByAll = (d: ts.Declaration): boolean => {
  const file = d.getSourceFile();
  const declaresNothing = (node: ts.Node) => ts.isExpressionStatement(node) && !ts.isSourceFileJS(file);
  const isHidden = (ts.isParameter(d) && !ts.isParameterPropertyDeclaration(d, d.parent)) || ts.findAncestor(d, declaresNothing) !== undefined;
  return isForAll(file, d) && !isHidden;
};

// True if the plan renames a declaration that other files see without an import.
const renamesForAll = ({ edits }: RenamePlan, projects: readonly Project[]): boolean =>
  edits.some(({ path, spans }) => projects.some(({ program }) => {
    const file = program.getSourceFile(path);
    const declarations = file ? spans.map(([start]) => ts.getDeclarationFromName(ts.getTouchingPropertyName(file, start))) : [];
    return declarations.some((declaration) => declaration !== undefined && isSeenByAll(declaration));
  }));

// Returns the declarations of the symbol at a place, and those of the member that the name stands for by the type that is expected there. Returns none if
// the place is in a comment, in a longer string, or in the name of a module, as in `import {} from "name"`.
function meant(program: ts.Program, file: ts.SourceFile, at: number, name: string): ts.Declaration[] {
  const checker = program.getTypeChecker();
  const node = ts.getTouchingPropertyName(file, at);
  if (!(ts.isIdentifier(node) || ts.isStringLiteralLike(node) || ts.isNumericLiteral(node)) || node.text !== name) return [];
  const owner = node.parent.parent as ts.Node | undefined;
  const literal = owner && (ts.isObjectLiteralExpression(owner) || ts.isJsxAttributes(owner)) ? owner : undefined;
  const expected = literal && ts.isIdentifier(node) ? checker.getContextualType(literal)?.getProperty(node.text) : undefined;
  const declarations = [checker.getSymbolAtLocation(node), expected].flatMap((symbol) => symbol?.declarations ?? []);
  return declarations.filter((d) => !ts.isAmbientModule(d));
}
