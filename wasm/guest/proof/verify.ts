// The proof of a plan. The plan is laid over the disk, and what TypeScript says about the result is compared with what it says today.

import ts from "typescript";
import * as host from "../host/host.ts";
import { firstOf, fromCompiler, type Message, Messages, locationOf, say, shown, textOf } from "../host/messages.ts";
import type { Overlay } from "../host/overlay.ts";
import { membershipProblems } from "../move/membership.ts";
import { entryProblems } from "../move/package_edits.ts";
import { specifiersOf, target } from "../move/specifiers.ts";
import { isCodeFile } from "../program/file_kinds.ts";
import { crossesByPath, isByPackage } from "../program/packages.ts";
import { configsOf, type Project } from "../program/project.ts";
import { libText } from "../program/registry.ts";
import type { Output } from "../program/sources.ts";
import type { FileSpans, Span } from "../text/edits.ts";
import { positionIn } from "../text/lines.ts";
import { occurrences } from "../text/words.ts";
import { type After, programAfter } from "./after.ts";
import type { Finding, LeftBehind, Proof } from "./answer.ts";
import { checkSet, editsMember, isOwn, type Names, namesOf, sameUnderOtherNames } from "./check_set.ts";
import { leftBehind, type Renaming } from "./coupled.ts";
import { compareDiagnostics } from "./diagnostics.ts";
import { type Finder, meanings, type Meaning } from "./identity.ts";
import { type ModuleUses, usesIn } from "./module_uses.ts";
import { outsiders } from "./outsiders.ts";
import { Written } from "./written.ts";

/** One step of a proof. */
interface Step {
  /** The file that is type-checked, if there is one, by its path before the plan. */
  readonly path?: string;
  readonly run: () => void;
}

/** The programs before and after a plan, with the functions that find what a name means in each. */
interface Meant {
  readonly before: ts.Program;
  readonly after: ts.Program;
  readonly meantBefore: Finder;
  readonly meantAfter: Finder;
}

export class Comparison {
  private readonly overlay: Overlay;
  private readonly names: Names;
  private readonly written: Written;
  private readonly projects: Project[] = [];
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
  private readonly leftBehind = new Map<string, LeftBehind>();
  private readonly renaming: Renaming | undefined;
  private readonly isLight: boolean;
  private isUnchecked = false;
  private identifiers = 0;
  private imports = 0;

  /** @param isLight true for light projects, which cannot check types */
  constructor(overlay: Overlay, edits: readonly FileSpans[], content = false, renaming?: Renaming, isLight = false) {
    this.overlay = overlay;
    this.renaming = renaming;
    this.isLight = isLight;
    this.written = new Written(overlay, content);
    this.names = namesOf(edits);
  }

  /** True if the plan changes module specifiers only. */
  get movesOnly(): boolean {
    return this.written.none && this.names.old.size + this.names.brought.size === 0;
  }

  /** False if a file has to be type-checked, which light projects cannot do. */
  get isFinal(): boolean {
    return !this.isLight || !this.isUnchecked;
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
   */
  project(project: Project, isFirst = false): void {
    this.projects.push(project);
    const before = project.program;
    const step: Step = { run: () => this.begin(project, before) };
    if (isFirst) this.steps.unshift(step);
    else this.steps.push(step);
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

  // Beginning takes three steps, so that the proof can end between them.
  private begin(project: Project, before: ts.Program): void {
    host.overlaid(undefined, () => this.base(project));
    const after = programAfter(project, before, this.overlay, this.parsedAfter);
    this.next({ run: () => this.structure(project, before, after) });
  }

  private structure(project: Project, before: ts.Program, after: After): void {
    this.diagnostics(project.config.errors, after.config.errors);
    this.diagnostics(before.getOptionsDiagnostics(), after.program.getOptionsDiagnostics());
    this.files(before, after.program);
    const strayed = this.targets(project, before, after);
    this.next({ run: () => this.choose(before, after, strayed) });
  }

  // Adds the steps that compare names and check files.
  private choose(before: ts.Program, after: After, strayed: ReadonlySet<string>): void {
    const set = checkSet(before, after.program, this.overlay, this.names, strayed, this.writes);
    const suspects = new Set(outsiders(after).length > 0 ? this.overlay.touched.filter((path) => isCodeFile(path)) : []);
    let meant: Meant | undefined; // made at the first step that needs it: the checkers of all projects at once take much memory
    for (const path of set.mentioning) {
      this.mentioning.add(path);
      this.steps.push({ run: () => this.meanings((meant ??= this.meant(before, after.program)), path) });
    }
    for (const path of this.overlay.edits.keys()) this.steps.push({ run: () => this.parse(before, after.program, path) });
    for (const path of new Set([...set.files, ...suspects])) {
      const now = after.program.getSourceFile(this.overlay.after(path));
      if (!now) continue;
      if (this.isLight) {
        this.isUnchecked = true;
        continue;
      }
      this.toCheck.add(path);
      const step: Step = { path, run: () => this.check(before, after.program, path, now) };
      // TypeScript most likely reports an error in a suspect. With that error the verdict is known before other projects are begun.
      if (suspects.has(path)) this.next(step);
      else this.steps.push(step);
    }
  }

  /** Compares only what names are bound to, and finds names that are declared twice. */
  bindings(project: Project): void {
    host.overlaid(this.overlay, () => this.bound(project.program, programAfter(project, project.program, this.overlay).program));
  }

  /**
   * Compares a part of a project that has all mentions of the renamed names. Returns false, without a comparison, if types may have to be
   * compared, too.
   */
  partly(project: Project, uses: ModuleUses): boolean {
    const before = project.program;
    if (this.writes || !sameUnderOtherNames(before, this.overlay, this.names, uses, /*isWhole*/ false)) return false;
    this.projects.push(project);
    host.overlaid(this.overlay, () => {
      const after = programAfter(project, before, this.overlay);
      this.targets(project, before, after);
      this.bound(before, after.program);
      for (const path of this.overlay.edits.keys()) this.parse(before, after.program, path);
    });
    return true;
  }

  private bound(before: ts.Program, after: ts.Program): void {
    after.getTypeChecker(); // binds
    const names = [...this.names.old, ...this.names.brought];
    const files = before.getSourceFiles().filter((file) => isOwn(file) && names.some((n) => file.text.includes(n)));
    const meant = this.meant(before, after);
    for (const file of files) this.meanings(meant, file.fileName);
    for (const file of files) this.diagnostics(file.bindDiagnostics ?? [], after.getSourceFile(file.fileName)?.bindDiagnostics ?? []);
  }

  // The options of these files are not known for certain, and with other options an import might resolve that does not resolve now. The
  // types from such an import are not compared, and the proof says so.
  private base(project: Project): void {
    const { program } = project;
    const why = project.missingBase ?? project.notice;
    if (!why) return;
    const ambient = new Set(program.getTypeChecker().getAmbientModules().map(({ name }) => name));
    const unresolved = program.getSourceFiles().filter(isOwn).flatMap((file) =>
      specifiersOf(project, file).filter(({ kind, text, mode }) =>
        kind === "module" && !ambient.has(JSON.stringify(text)) && !program.getResolvedModule(file, text, mode)?.resolvedModule,
      ),
    );
    if (unresolved.length > 0) this.open.add(say`imports that lead nowhere: ${unresolved.length}. ${why}`);
  }

  private check(before: ts.Program, after: ts.Program, path: string, now: ts.SourceFile): void {
    host.progress(now.fileName);
    const errors = after.getSemanticDiagnostics(now, ENDING);
    // A file without errors after the plan has no new ones. Errors that the plan removes are listed only if it writes text:
    // that may be what the text is for.
    if (errors.length === 0 && !this.writes) return;
    const old = before.getSourceFile(path);
    const compare = () => {
      // Without ENDING: a check that is interrupted discards its program's checker, and later plans need this one.
      for (const error of this.diagnostics(old ? before.getSemanticDiagnostics(old) : [], errors)) this.search(after, error);
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
    const isBeyond = ([start, length]: Span) => start + Math.max(length, 1) > old.text.length;
    if (this.isLight && this.overlay.editsOf(path).spans.some(isBeyond)) this.isUnchecked = true; // the text ends with the last import
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
    for (const { fileName } of before.getSourceFiles().filter(isOwn)) {
      (after.getSourceFile(this.overlay.after(fileName)) ? this.kept : this.lost).add(fileName);
    }
  }

  private targets(project: Project, before: ts.Program, { program: after }: After): Set<string> {
    const strayed = new Set<string>();
    const structural = this.overlay.moves.length > 0;
    for (const old of before.getSourceFiles().filter(isOwn)) {
      const edited = this.overlay.edits.has(old.fileName);
      if (!structural && !edited && ![...this.overlay.edits.keys()].some((path) => path.endsWith(".json"))) continue;
      const now = after.getSourceFile(this.overlay.after(old.fileName));
      if (!now) continue;
      this.compareTargets(project, old, now, after, strayed);
    }
    return strayed;
  }

  private compareTargets(project: Project, old: ts.SourceFile, now: ts.SourceFile, after: ts.Program, strayed: Set<string>) {
    const kept = specifiersOf(project, old).filter((s) => this.written.before(old.fileName, s.start) === undefined);
    const list = host.overlaid(undefined, () =>
      kept.map((s) => ({ text: s.text, start: s.start, kind: s.kind, goal: target(project, s) })),
    );
    const shadow = { options: after.getCompilerOptions(), program: after } as unknown as Project;
    const listNow = specifiersOf(shadow, now).filter((s) => this.written.after(now.fileName, s.start) === undefined);
    this.imports += list.length;
    const stray = (start: number, message: Message) => {
      strayed.add(old.fileName);
      const at = this.overlay.destination(old.fileName, start);
      this.add(this.changed, now, at.position, message);
    };
    if (listNow.length !== list.length) {
      stray(0, say`has ${listNow.length} imports and had ${list.length}`);
      return;
    }
    list.forEach(({ text, start, goal }, i) => {
      const specifier = listNow[i];
      if (!specifier || goal === undefined) return;
      // Only the checker can say whether the changed extension is allowed: have it check this file.
      if (extension(specifier.text) !== extension(text)) strayed.add(old.fileName);
      const wanted = this.overlay.after(goal);
      // TypeScript finds the source by that path; Node looks for the output that is built from it.
      if (crossesByPath(specifier.text, now.fileName, wanted) && host.overlaid(undefined, () => isByPackage(text, goal))) {
        const what = say`${shown(now.fileName)} would import "${text}" by the path "${specifier.text}"`;
        this.open.add(say`${what}: whether that is found when the program runs is not known`);
      }
      const found = target(shadow, specifier);
      if (found !== undefined && (found === wanted || found === this.directoryAfter(goal))) return;
      stray(start, say`"${specifier.text}" leads to ${found === undefined ? "nothing" : shown(found)}, where "${text}" led to ${shown(goal)}`);
    });
    const references = (file: ts.SourceFile) =>
      file.referencedFiles.map((r) => ts.getNormalizedAbsolutePath(r.fileName, ts.getDirectoryPath(file.fileName)));
    const referencesNow = references(now);
    references(old).forEach((path, i) => {
      if (referencesNow[i] !== this.overlay.after(path)) stray(0, say`no longer references ${shown(path)}`);
    });
  }

  // A specifier may name a directory, or a file that is not there; it moves with what is around it.
  private directoryAfter(path: string): string | undefined {
    const inside = this.overlay.moves.find(({ from }) => from.startsWith(`${path}/`));
    if (!inside) return undefined;
    const rest = inside.from.slice(path.length);
    return inside.to.endsWith(rest) ? inside.to.slice(0, -rest.length) : undefined;
  }

  private meant(before: ts.Program, after: ts.Program): Meant {
    const meantBefore = meanings(before, undefined, this.written.before);
    return { before, after, meantBefore, meantAfter: meanings(after, this.overlay, this.written.after) };
  }

  private meanings({ before, after, meantBefore, meantAfter }: Meant, path: string): void {
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
    for (const name of new Set([...this.names.old, ...this.names.brought])) {
      for (const at of occurrences(old.text, name)) {
        if (edits.changing(at, at + name.length)) continue;
        // An insertion right before the name is not the name's new place.
        const to = this.overlay.destination(path, at + 1).position - 1;
        this.compare(meantBefore(old, at), meantAfter(now, to), name, now, to);
      }
      for (const at of occurrences(now.text, name)) {
        const origin = this.overlay.origin(now.fileName, at);
        const span = edits.startingAt(origin.position);
        if (!span || span[3] !== undefined || this.written.has(span)) continue;
        if (this.overlay.destination(path, span[0]).position + span[2].length < at + name.length) continue;
        const was = meantBefore(old, span[0]);
        const is = meantAfter(now, at);
        this.identifiers++;
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
    const { file, offset } = parsed(place);
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
    this.identifiers++;
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
    const { file, offset } = parsed(place);
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
    const complete = this.steps.length === 0;
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
      projects: configsOf(this.projects),
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

// Reads a place from a meaning: "path:offset", after a prefix such as "under ".
function parsed(place: string): { file: string; offset: number } {
  const colon = place.lastIndexOf(":");
  return { file: place.slice(place.indexOf("/"), colon), offset: Number.parseInt(place.slice(colon + 1)) };
}

const extension = (text: string) => /\.[cm]?[jt]sx?$|\.json$/.exec(text)?.[0];

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
