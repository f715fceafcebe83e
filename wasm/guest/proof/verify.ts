// The proof of a plan. The plan is laid over the disk, and what TypeScript says about the result is compared with what it says today.

import ts from "typescript";
import { checkSet, newDeclarations } from "../affected/check_set.ts";
import { editsMember } from "../affected/edited_names.ts";
import { type ModuleUses, usesIn } from "../affected/module_uses.ts";
import { Names } from "../affected/names.ts";
import { meetingFiles } from "../affected/other_names.ts";
import { isOwn } from "../affected/visibility.ts";
import * as host from "../host/host.ts";
import { firstOf, fromCompiler, locationOf, Messages, say, shown, textOf } from "../host/messages.ts";
import type { Overlay } from "../host/overlay.ts";
import { isCodeFile } from "../modules/file_kinds.ts";
import { libText } from "../modules/registry.ts";
import type { Output } from "../modules/sources.ts";
import { membershipProblems } from "../move/membership.ts";
import { entryProblems } from "../move/package_edits.ts";
import { configsOf, type Project } from "../program/project.ts";
import { unfoundImports } from "../program/unfound.ts";
import type { Message } from "../protocol/message.ts";
import type { FileSpans } from "../protocol/plan.ts";
import type { Finding, LeftBehind, Proof, Renaming } from "../protocol/proof.ts";
import { positionIn } from "../text/lines.ts";
import { occurrences } from "../text/words.ts";
import { type After, programAfter } from "./after.ts";
import { compiledByOthers } from "./compiled.ts";
import { leftBehind } from "./coupled.ts";
import { compareDiagnostics, errorsIn } from "./diagnostics.ts";
import { type Finder, type Meaning, meanings, placeOf } from "./identity.ts";
import { Renamed } from "./renamed.ts";
import { compareTargets, type UnknownAlias } from "./targets.ts";
import { Written } from "./written.ts";

/** One step of a proof. */
interface Step {
  /** The path, before the plan, of the file that the step type-checks. Undefined if it checks none. */
  readonly path?: string;
  readonly run: () => void;
}

/** The programs before and after a plan, with the functions that find what a name means in each. */
interface Meant {
  readonly before: ts.Program;
  readonly after: ts.Program;
  readonly meantBefore: Finder;
  readonly meantAfter: Finder;
  readonly renamed: Renamed;
}

export class Comparison {
  private readonly overlay: Overlay;
  private readonly names: Names;
  private readonly written: Written;
  private readonly projects: Project[] = [];
  private readonly repeats: Project[] = [];
  private readonly steps: Step[] = [];
  private readonly toCheck = new Set<string>();
  private readonly mentioning = new Set<string>();
  private readonly parsed = new Set<string>();
  private readonly parsedAfter = new Map<string, ts.SourceFile>();
  private readonly lost = new Set<string>();
  private readonly kept = new Set<string>();
  private readonly appeared = new Map<string, Finding>();
  private readonly disappeared = new Map<string, Finding>();
  private readonly changed = new Map<string, Finding>();
  private readonly open = new Messages();
  /** The imports by an alias that the program which was compared does not know. */
  readonly aliases: UnknownAlias[] = [];
  private readonly leftBehind = new Map<string, LeftBehind>();
  private readonly renaming: Renaming | undefined;
  /** The projects with files to be type-checked of which only light projects were compared, with the files whose imports lead elsewhere. */
  private readonly toLoad = new Map<Project, ReadonlySet<string>>();
  private identifiers = 0;
  private imports = 0;

  constructor(overlay: Overlay, edits: readonly FileSpans[], content = false, renaming?: Renaming) {
    this.overlay = overlay;
    this.renaming = renaming;
    this.written = new Written(overlay, content);
    this.names = new Names(edits);
  }

  /** True if the plan changes module specifiers only. */
  get movesOnly(): boolean {
    return this.written.none && this.names.all.length === 0;
  }

  /** The projects that have to be loaded, since light ones cannot check types. */
  get unloaded(): readonly Project[] {
    return [...this.toLoad.keys()];
  }

  /** True if the declarations of a file may change, and not only their names. */
  get writes(): boolean {
    return !this.written.none;
  }

  /**
   * True if the plan renames an export that only files of other projects use as a member of their module's object.
   * @param uses what the imports of all files of the workspace do with its modules
   */
  isMemberElsewhere(uses: ModuleUses): boolean {
    return this.projects.some(({ program }) => {
      const here = usesIn(program);
      const edited = program.getSourceFiles().filter(({ fileName }) => this.overlay.edits.has(fileName));
      return edited.some((file) => editsMember(file, this.overlay, uses) && !editsMember(file, this.overlay, here));
    });
  }

  /** Notes projects that are not compared, whose files import files that the plan edits. */
  notChecked(projects: readonly Project[]): void {
    if (projects.length > 0) this.open.add(say`files that import the edited ones were not type-checked, in ${firstOf(configsOf(projects))}`);
  }

  /**
   * Adds the steps of a project. Every project is begun, and its names are compared, before its files are type-checked, other than those that
   * may import what the project must not have.
   * @param isFirst true for a project with a moved file: such a project may lose the file, and import a file that it must not have
   * @param as returns the light project that is compared instead, or the project itself
   */
  project(project: Project, isFirst = false, as = () => project): void {
    this.projects.push(project);
    const step: Step = { run: () => this.begin(project, as) };
    if (isFirst) this.steps.unshift(step);
    else this.steps.push(step);
  }

  /** Notes projects that need no comparison, since they repeat one that is compared. */
  repeated(projects: readonly Project[]): void {
    this.repeats.push(...projects);
  }

  /** Adds the steps that check types in the projects of which light ones were compared. It loads these projects. */
  checkUnloaded(): void {
    for (const [project, strayed] of this.toLoad) {
      const before = project.program;
      this.steps.push({
        run: () => {
          const after = programAfter(project, before, this.overlay, this.parsedAfter, /*isLimited*/ true);
          this.next({ run: () => this.choose(project, project, before, after, strayed) });
        },
      });
    }
    this.toLoad.clear();
  }

  /**
   * Runs the steps that are left. Returns false if the time was over before the last one.
   * @param toExtend true if the plan is made again when a member was left behind: then the run stops once the files that mention its name
   * are checked
   */
  run(toExtend: boolean): boolean {
    const { steps } = this;
    return host.overlaid(this.overlay, () => {
      for (let step = steps[0]; step; step = steps[0]) {
        if (host.isDueBefore()) return false;
        if (toExtend && this.leftBehind.size > 0 && step.path && !this.mentioning.has(step.path)) return false;
        try {
          step.run();
        } catch (error) {
          if (error instanceof ts.OperationCanceledException) return false; // thrown by ENDING: the step is run again later
          throw error;
        }
        steps.shift();
      }
      return true;
    });
  }

  /** Puts a step right behind the one that runs. */
  private next(step: Step): void {
    this.steps.splice(1, 0, step);
  }

  // A project is begun in four steps: when the time is over, the proof ends before the next step.
  private begin(project: Project, find: () => Project): void {
    const as = host.overlaid(undefined, find);
    const before = host.overlaid(undefined, () => as.program);
    host.overlaid(undefined, () => this.base(as));
    this.next({
      run: () => {
        const after = programAfter(as, before, this.overlay, this.parsedAfter, /*isLimited*/ true);
        this.next({ run: () => this.structure(project, as, before, after) });
      },
    });
  }

  private structure(project: Project, as: Project, before: ts.Program, after: After): void {
    this.diagnostics(as.config.errors, after.config.errors);
    this.diagnostics(before.getOptionsDiagnostics(), after.program.getOptionsDiagnostics());
    for (const now of after.program.getSourceFiles().filter(isOwn)) {
      const old = before.getSourceFile(this.overlay.before(now.fileName));
      this.diagnostics(old ? before.getProgramDiagnostics(old) : [], after.program.getProgramDiagnostics(now));
    }
    this.files(before, after.program);
    const strayed = this.targets(as, before, after);
    this.next({ run: () => this.choose(project, as, before, after, strayed) });
  }

  // Adds the steps that compare names and check files.
  private choose(project: Project, as: Project, before: ts.Program, after: After, strayed: ReadonlySet<string>): void {
    const set = checkSet(before, after.program, this.overlay, this.names, strayed, this.writes);
    const now = (path: string) => after.program.getSourceFile(this.overlay.after(path));
    const isLeft = compiledByOthers(after.program, this.overlay, this.projects.filter((other) => other !== project));
    const toCheck = [...new Set([...set.files, ...newDeclarations(before, after.program)])].filter((path) => now(path) && !isLeft(path));
    const leavesOut = (path: string) => as !== project && this.editsBehind(path, before.getSourceFile(path));
    if (as !== project && (toCheck.length > 0 || [...this.overlay.edits.keys()].some(leavesOut))) this.toLoad.set(project, strayed);
    let meant: Meant | undefined; // made at the first step that needs it: the checkers of all projects at once take much memory
    for (const path of set.mentioning) {
      if (isLeft(path)) continue;
      this.mentioning.add(path);
      this.steps.push({ run: () => this.meanings((meant ??= this.meant(before, after.program)), path, !set.files.has(path)) });
    }
    for (const path of this.overlay.edits.keys()) this.steps.push({ run: () => this.parse(before, after.program, path) });
    if (as !== project) return;
    for (const path of toCheck) {
      this.toCheck.add(path);
      this.steps.push({ path, run: () => this.check(before, after.program, path) });
    }
  }

  // True if the plan edits a file behind the part that its light project has.
  private editsBehind(path: string, file: ts.SourceFile | undefined): boolean {
    return file !== undefined && this.overlay.editsOf(path).spans.some(([start, length]) => start + Math.max(length, 1) > file.text.length);
  }

  /** Compares only what names are bound to, and finds names that are declared twice. */
  bindings(project: Project): void {
    const { program } = project;
    host.overlaid(this.overlay, () => this.bound(program, programAfter(project, program, this.overlay, this.parsedAfter).program, /*isAlike*/ false));
  }

  /**
   * Compares a part of a project that has all mentions of the renamed names. Returns false, without a comparison, if types may have to be
   * compared, too.
   */
  partly(project: Project, uses: ModuleUses): boolean {
    const before = project.program;
    if (this.writes || !meetingFiles(before, this.overlay, this.names, uses, /*isWhole*/ false)) return false;
    this.projects.push(project);
    host.overlaid(this.overlay, () => {
      const after = programAfter(project, before, this.overlay, this.parsedAfter);
      this.targets(project, before, after);
      this.bound(before, after.program, /*isAlike*/ true);
      for (const path of this.overlay.edits.keys()) this.parse(before, after.program, path);
    });
    return true;
  }

  private bound(before: ts.Program, after: ts.Program, isAlike: boolean): void {
    const { all: names } = this.names;
    const files = before.getSourceFiles().filter((file) => isOwn(file) && names.some((n) => file.text.includes(n)));
    const meant = this.meant(before, after);
    for (const file of files) this.meanings(meant, file.fileName, isAlike);
    if (isAlike) return; // the same names are declared twice as before
    after.getTypeChecker(); // binds
    for (const file of files) this.diagnostics(file.bindDiagnostics ?? [], after.getSourceFile(file.fileName)?.bindDiagnostics ?? []);
  }

  // The options of these files are not known for certain, and with other options an import might resolve that does not resolve now. The
  // types from such an import are not compared, and the proof says so.
  private base(project: Project): void {
    const { program } = project;
    const why = project.optionsDoubt;
    if (!why) return;
    const ambient = new Set(program.getTypeChecker().getAmbientModules().map(({ name }) => name));
    const [first, ...others] = [...unfoundImports(program).values()].flat().map((text) => JSON.stringify(text)).filter((name) => !ambient.has(name));
    if (first !== undefined) this.open.add(say`imports that lead nowhere: ${others.length + 1}, such as ${first}. ${why}`);
  }

  private check(before: ts.Program, after: ts.Program, path: string): void {
    const now = after.getSourceFile(this.overlay.after(path));
    if (!now) return;
    host.progress(now.fileName);
    const mayDeclareOther = this.overlay.moves.length > 0 || this.writes;
    const errors = errorsIn(after, now, mayDeclareOther, ENDING);
    // A file without errors after the plan has no new ones. Errors that the plan removes are listed only if it writes text:
    // that may be what the text is for.
    if (errors.length === 0 && !this.writes) return;
    const old = before.getSourceFile(path);
    const compare = () => {
      // Without ENDING: a check that is interrupted discards its program's checker, and later plans need this one.
      for (const error of this.diagnostics(old ? errorsIn(before, old, mayDeclareOther) : [], errors)) this.search(after, error);
    };
    this.next({ path, run: compare });
  }

  private search(after: ts.Program, error: ts.Diagnostic): void {
    if (!this.renaming) return;
    for (const node of leftBehind(after, error, this.renaming)) {
      const file = node.getSourceFile();
      const { path, position } = this.overlay.origin(file.fileName, node.getStart(file));
      this.miss(this.renaming, { file: path, offset: position, because: findingOf(error) });
    }
  }

  private parse(before: ts.Program, after: ts.Program, path: string): void {
    const old = before.getSourceFile(path);
    const now = after.getSourceFile(this.overlay.after(path));
    if (!old || !now) return;
    this.parsed.add(path);
    // A body that the plan leaves alone has the same syntax errors as before, if any.
    const edits = this.overlay.editsOf(path);
    const isEdited = (start: number, end: number) => this.writes || edits.changing(start, end) !== undefined;
    ts.openBodies(old, isEdited);
    ts.openBodies(now, (start, end) => isEdited(edits.origin(start), edits.origin(end)));
    this.diagnostics(before.getSyntacticDiagnostics(old), after.getSyntacticDiagnostics(now));
  }

  /** Returns the new diagnostics. */
  private diagnostics(before: readonly ts.Diagnostic[], after: readonly ts.Diagnostic[]): ts.Diagnostic[] {
    const { appeared, disappeared } = compareDiagnostics(before, after, this.overlay, this.written);
    for (const [key, d] of appeared) this.appeared.set(key, findingOf(d));
    for (const [key, d] of disappeared) this.disappeared.set(key, findingOf(d));
    return appeared.map(([, d]) => d);
  }

  // A file may leave one project for another, but may not leave all.
  private files(before: ts.Program, after: ts.Program): void {
    for (const { fileName } of after.getSourceFiles().filter(isOwn)) this.kept.add(this.overlay.before(fileName));
    for (const { fileName } of before.getSourceFiles().filter(isOwn)) this.lost.add(fileName); // unless a project keeps it
  }

  // Compares where the imports of each file lead before and after the plan. Returns the files with an import that leads to another file.
  private targets(project: Project, before: ts.Program, { program: after }: After): Set<string> {
    const strayed = new Set<string>();
    const { overlay, written } = this;
    const structural = overlay.moves.length > 0 || [...overlay.edits.keys()].some((path) => path.endsWith(".json"));
    for (const old of before.getSourceFiles().filter(isOwn)) {
      if (!structural && !overlay.edits.has(old.fileName)) continue;
      const now = after.getSourceFile(overlay.after(old.fileName));
      if (!now) continue;
      const { imports, isStray, changed, open, aliases } = compareTargets(project, old, after, now, overlay, written);
      if (isStray) strayed.add(old.fileName);
      for (const { position, message } of changed) this.add(this.changed, now, position, message);
      this.open.add(...open);
      this.aliases.push(...aliases);
      this.imports += imports;
    }
    return strayed;
  }

  private meant(before: ts.Program, after: ts.Program): Meant {
    const meantBefore = meanings(before, undefined, this.written.before);
    const meantAfter = meanings(after, this.overlay, this.written.after);
    return { before, after, meantBefore, meantAfter, renamed: new Renamed(before, this.overlay, this.names) };
  }

  // Compares what each mention of the names in a file means before and after the plan.
  // @param isAlike true if the file is not type-checked, since its types differ by the new name only (check_set.ts)
  private meanings({ before, after, meantBefore, meantAfter, renamed }: Meant, path: string, isAlike: boolean): void {
    const old = before.getSourceFile(path);
    const now = after.getSourceFile(this.overlay.after(path));
    if (!old || !now) return;
    const edits = this.overlay.editsOf(path);
    for (const span of edits.spans) {
      const [start, length, , confidence] = span;
      if (confidence === undefined && !this.written.has(span) && !wholeToken(old, start, length)) {
        this.add(this.changed, now, this.overlay.destination(path, start).position, ["the edit cuts a word in two"]);
      }
    }
    for (const name of this.names.all) {
      for (const at of occurrences(old.text, name)) {
        if (edits.changing(at, at + name.length)) continue;
        // An insertion right before the name is not the name's new place.
        const to = this.overlay.destination(path, at + 1).position - 1;
        this.identifiers++;
        if (isAlike && renamed.keeps(old, at, name)) continue;
        this.compare(meantBefore(old, at), meantAfter(now, to), name, now, to);
      }
      for (const at of occurrences(now.text, name)) {
        const origin = this.overlay.origin(now.fileName, at);
        const span = edits.startingAt(origin.position);
        if (!span || span[3] !== undefined || this.written.has(span)) continue;
        if (this.overlay.destination(path, span[0]).position + span[2].length < at + name.length) continue;
        this.identifiers++;
        if (isAlike && renamed.keeps(old, span[0], name, span)) continue;
        const was = meantBefore(old, span[0]);
        const is = meantAfter(now, at);
        // An edit may write a word beside the name, as in `{ name: renamed }`: then each of the two words has some of the old meanings.
        const all = span[2] !== name || [...(was ?? [])].every((m) => is?.has(m));
        if (was && is && (is.size === 0) === (was.size === 0) && all && [...is].every((m) => was.has(m))) continue;
        if (!was && !is) continue;
        this.meansOther(name, now, at, was, is);
        for (const place of was ?? []) if (!is?.has(place)) this.missed(place, now, at);
      }
    }
  }

  // Notes a declaration with the old name that a renamed place meant before the plan and no longer means.
  private missed(place: string, now: ts.SourceFile, at: number): void {
    if (!this.renaming) return;
    const { oldName, newName } = this.renaming;
    const { file, offset } = placeOf(place);
    const text = host.overlaid(undefined, () => host.readFile(file) ?? libText(file));
    if (text?.substr(offset, oldName.length) !== oldName || this.overlay.editsOf(file).startingAt(offset)) return;
    const message = say`${newName} no longer means what is declared at ${this.named(place)}`;
    this.miss(this.renaming, { file, offset, because: { path: now.fileName, ...positionIn(now.text, at), message } });
  }

  private miss({ coupled }: Renaming, place: LeftBehind): void {
    if (coupled.some(({ file, offset }) => file === place.file && offset === place.offset)) return;
    this.leftBehind.set(`${place.file}:${place.offset}`, place);
  }

  private compare(was: Meaning | undefined, is: Meaning | undefined, name: string, now: ts.SourceFile, at: number) {
    if (!was && !is) return;
    if (was && is && was.size === is.size && [...was].every((m) => is.has(m))) return;
    this.meansOther(name, now, at, was, is);
  }

  private meansOther(name: string, now: ts.SourceFile, at: number, was?: Meaning, is?: Meaning): void {
    const other = [...(is ?? [])].find((m) => !was?.has(m));
    const lost = [...(was ?? [])].find((m) => !is?.has(m));
    const before = lost ? this.named(lost) : undefined;
    const because = other
      ? say`would mean what is declared at ${this.named(other)}${before ? say`, not what is declared at ${before}` : ""}`
      : say`would no longer lead to ${before ? say`what is declared at ${before}` : "a declaration"}`;
    this.add(this.changed, now, at, say`"${name}" ${because}`);
  }

  private named(place: string): Message {
    const { file, offset } = placeOf(place);
    const text = host.overlaid(undefined, () => host.readFile(file));
    if (text === undefined) return [shown(file)];
    return locationOf(file, positionIn(text, offset));
  }

  /** Checks that the entry points of packages lead where they led. */
  entries(outputs: readonly Output[]): void {
    const { lost, unread } = membershipProblems(this.overlay);
    for (const path of unread) this.open.add(say`${shown(path)} lists the packages of the workspace in a form that was not read`);
    for (const { path, message } of [...entryProblems(this.overlay, outputs), ...lost]) {
      this.changed.set(`${path}: ${textOf(message)}`, { path, line: 0, character: 0, message });
    }
  }

  private add(to: Map<string, Finding>, file: ts.SourceFile, position: number, message: Message): void {
    to.set(`${file.fileName}:${position}:${textOf(message)}`, { path: file.fileName, ...positionIn(file.text, position), message });
  }

  result(): Proof {
    const complete = this.steps.length === 0 && this.toLoad.size === 0;
    for (const path of complete ? this.lost : []) {
      if (this.kept.has(path)) continue;
      const after = this.overlay.after(path);
      this.changed.set(path, { path: after, line: 0, character: 0, message: ["would belong to no project any more"] });
    }
    for (const path of complete ? this.overlay.edits.keys() : []) {
      if (isCodeFile(path) && !this.parsed.has(path)) this.open.add(say`${shown(path)} is part of no project that was checked`);
    }
    const broken = this.appeared.size + this.changed.size > 0;
    const unchecked = new Set(this.steps.map(({ path }) => path).filter((path) => path !== undefined));
    return {
      verdict: broken ? "unproven" : !complete ? "incomplete" : this.open.list.length > 0 ? "warnings" : "proven",
      projects: configsOf([...this.projects, ...this.repeats]),
      checkedFiles: this.toCheck.size - unchecked.size,
      ...(!complete && { ofFiles: this.toCheck.size }),
      identifiers: this.identifiers,
      imports: this.imports,
      appeared: [...this.appeared.values()],
      disappeared: [...this.disappeared.values()],
      changed: [...this.changed.values()],
      open: this.open.list,
      leftBehind: [...this.leftBehind.values()],
    };
  }
}

// TypeScript asks this token between the declarations of a file that it checks, so that a proof can end within the file.
const ENDING: ts.CancellationToken = {
  isCancellationRequested: () => host.isDue(),
  throwIfCancellationRequested() {
    if (host.isDue()) throw new ts.OperationCanceledException();
  },
};

function wholeToken(file: ts.SourceFile, start: number, length: number): boolean {
  if (length === 0) return true;
  const node = ts.getTouchingPropertyName(file, start);
  const [from, to] = [node.getStart(file), node.getEnd()];
  if (ts.isStringLiteralLike(node)) return start === from + 1 && start + length === to - 1;
  if (ts.isIdentifier(node) || ts.isPrivateIdentifier(node)) return start === from && start + length === to;
  return file.referencedFiles.some((r) => r.pos === start && r.end === start + length);
}

function findingOf(d: ts.Diagnostic): Finding {
  const at = d.file ? positionIn(d.file.text, d.start ?? 0) : { line: 0, character: 0 };
  const message = fromCompiler(ts.flattenDiagnosticMessageText(d.messageText, "\n"));
  return { path: d.file?.fileName ?? "", ...at, code: d.code, message };
}
