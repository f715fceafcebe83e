// Plans the move of a file or a directory: which import paths, references and configurations have to change.

import ts from "typescript";
import * as host from "../host/host.ts";
import type { Packages } from "../host/installed.ts";
import { joined, Messages, say, shown } from "../host/messages.ts";
import { companions } from "../ledger/companions.ts";
import { ledger } from "../ledger/ledger.ts";
import { withoutExtension } from "../modules/file_kinds.ts";
import type { Needs } from "../modules/imports_only.ts";
import { packagesOf } from "../modules/packages.ts";
import { isExternal, isOutside, ownFilesOf } from "../modules/registry.ts";
import { resolveToSource, withoutProgram } from "../modules/sources.ts";
import { refuseWorktree } from "../modules/worktree.ts";
import { resolutionOf } from "../program/coverage.ts";
import { Mentions } from "../program/mentions.ts";
import { outputs } from "../program/outputs.ts";
import { parseConfig, type Project } from "../program/project.ts";
import { ADVICE, foundByNearest, Group, movedByAlias } from "../program/unfound.ts";
import type { Workspace } from "../program/workspace.ts";
import type { MoveAnswer, MoveParams } from "../protocol/plan.ts";
import { Edits } from "../text/edits.ts";
import { configEdits, moved } from "./config_edits.ts";
import { globWarnings } from "./globs.ts";
import { membershipEdits } from "./membership.ts";
import { outsiderEdits, type Rewrite } from "./outsiders.ts";
import { packageEdits } from "./package_edits.ts";
import { patternEdits } from "./path_patterns.ts";
import { byName, choose, isRelative, rebased, type Relocation, resolverAfter, specifierEdits } from "./specifiers.ts";

/** The projects that a move looks at. In light ones, most files have only their imports. */
export function importing(workspace: Workspace, request: MoveParams): Iterable<Project> {
  const words = short(workspace, request.oldPath);
  const ends = [...names(request.oldPath), ...names(request.newPath)];
  const needs: Needs = {
    whole: (path, text) => moved(path, request) !== undefined || text.includes(words),
    specifier: (specifier) => ends.some((name) => specifier.includes(name)),
  };
  return workspace.coveringImports(JSON.stringify(request), needs);
}

export function planMove(workspace: Workspace, request: MoveParams): MoveAnswer {
  for (const path of [request.oldPath, request.newPath]) refuseWorktree(path);
  for (;;) {
    const answer = new MovePlan(workspace, request).answer();
    if (!workspace.openTexts(answer.edits.map(({ path }) => path))) return answer;
  }
}

/** Collects the edits of one move, in phases: each phase needs the edits of those before it. */
class MovePlan {
  private readonly workspace: Workspace;
  private readonly request: MoveParams;
  private readonly files: readonly string[]; // that move
  private readonly packages: Packages;
  private readonly projects: Project[] = [];
  private readonly byTypeScript = new Edits();
  private readonly edits = new Edits();
  private readonly warnings = new Messages();

  constructor(workspace: Workspace, request: MoveParams) {
    this.workspace = workspace;
    this.request = request;
    this.files = host.directoryExists(request.oldPath) ? host.filesBelow(request.oldPath) : [request.oldPath];
    this.packages = packagesOf(workspace.directory);
  }

  answer(): MoveAnswer {
    const { workspace, request, projects, edits, warnings } = this;
    warnings.add(...workspace.missingConfigs);
    const configurations = [...workspace.configs, ...workspace.bases];
    this.askTypeScript(configurations);
    this.editConfigurations(configurations);
    const relocated = this.relocation();
    const visited = this.editImports(relocated);
    this.warnOfAliases();
    this.editOutsiders(relocated, visited);
    for (const { path, spans } of this.byTypeScript.toJSON()) {
      for (const [start, length, newText] of spans) edits.add(path, start, length, newText);
    }
    this.leaveOutDependencies();
    const replacement = { mentions: new Mentions(short(workspace, request.oldPath)), newName: short(workspace, request.newPath) };
    return {
      edits: edits.toJSON(),
      companions: companions(request),
      projects: workspace.configs.filter((config) => workspace.project(config).rootFiles.size > 0),
      warnings: warnings.list,
      ledger: { ...ledger(workspace, projects, [replacement], edits), skipped: [] }, // a move looks at the files of every configuration
    };
  }

  /** The path after the move. */
  private readonly after = (path: string): string => (isExternal(path) ? path : (moved(path, this.request) ?? path));

  private askTypeScript(configurations: readonly string[]): void {
    const { workspace, request } = this;
    for (const project of importing(workspace, request)) {
      this.projects.push(project);
      this.warnings.add(...project.warnings);
      const format = ts.getDefaultFormatCodeSettings("\n");
      for (const { fileName, textChanges } of project.languageService.getEditsForFileRename(request.oldPath, request.newPath, format, {})) {
        if (configurations.includes(fileName)) continue;
        for (const { span, newText } of textChanges) this.byTypeScript.add(fileName, span.start, span.length, newText);
      }
    }
  }

  private editConfigurations(configurations: readonly string[]): void {
    const { workspace, request, projects, files, packages, edits, after } = this;
    for (const config of configurations) configEdits(config, request, edits);
    packageEdits(request, workspace.written, edits);
    this.warnings.add(...membershipEdits(workspace, packages, request, files, edits));
    const { overlay } = this.relocation();
    patternEdits(projects, packages, request, (project) => resolverAfter(project, optionsAfter(project, after, overlay), overlay), edits);
  }

  // The state of the disk after the move, with the edits so far.
  private relocation(): Relocation {
    const { files, packages, edits, after } = this;
    return {
      after,
      arrivals: new Set(files.flatMap((file) => names(after(file)))),
      overlay: host.overlayOf(edits.toJSON(), files.map((from) => ({ from, to: after(from) }))),
      packages,
    };
  }

  // Edits the imports of the projects' files, and returns these files.
  private editImports(relocated: Relocation): ReadonlySet<string> {
    const { workspace, projects, files, byTypeScript, edits, after } = this;
    const { overlay } = relocated;
    const visited = new Set<string>();
    const resolving = projects.map((project) => ({ project, leadsTo: resolverAfter(project, optionsAfter(project, after, overlay), overlay) }));
    // The project that resolves the imports of a file as its nearest configuration says comes first.
    const isNearest = (project: Project, path: string) => resolutionOf(workspace.nearestWith(path) ?? project) === resolutionOf(project);
    for (const wanted of [isNearest, () => true]) {
      for (const { project, leadsTo } of resolving) {
        const unvisited = ownFilesOf(project.program).filter(({ fileName }) => !visited.has(fileName) && wanted(project, fileName));
        for (const file of unvisited) visited.add(file.fileName);
        this.warnings.add(...globWarnings(specifierEdits(project, unvisited, leadsTo, relocated, byTypeScript, edits), files, after, edits));
      }
    }
    // The loop above asks one project about each file. Another project may have the file, too, and know where an import leads that the first does
    // not know. TypeScript then proposes an edit, so the files with proposals are looked at in all projects.
    for (const { project, leadsTo } of resolving) {
      const left = ownFilesOf(project.program).filter(({ fileName }) => byTypeScript.paths.includes(fileName));
      specifierEdits(project, left, leadsTo, relocated, byTypeScript, edits, /*isProposed*/ true);
    }
    return visited;
  }

  // An import by an alias that only a bundler knows leads nowhere before the move and after it, so no compiler error shows that it was left behind.
  private warnOfAliases(): void {
    const isFound = foundByNearest(this.workspace);
    const moves = this.files.map((from) => ({ from }));
    const lost = new Map<string, readonly [specifier: string, importer: string]>(); // several programs may have a file
    for (const { program } of this.projects) {
      for (const { fileName, imports = [] } of ownFilesOf(program)) {
        for (const { text } of imports) {
          if (movedByAlias(text, fileName, moves) !== undefined && !isFound(text, fileName)) lost.set(`${fileName} ${text}`, [text, fileName]);
        }
      }
    }
    const group = new Group();
    for (const [specifier, importer] of lost.values()) group.add(specifier, importer);
    this.warnings.add(...group.message("imports", ADVICE));
  }

  // Edits the imports of files that are in no project.
  private editOutsiders(relocated: Relocation, visited: ReadonlySet<string>): void {
    const { workspace, request, edits, after } = this;
    const written = outputs(workspace).map((directory) => `${directory}/`);
    const known = (path: string) => visited.has(path) || written.some((directory) => path.startsWith(directory));
    const moves = (path: string) => after(path) !== path;
    outsiderEdits(workspace.files(), known, moves, names(request.oldPath), rewriteOf(workspace, relocated), edits);
  }

  private leaveOutDependencies(): void {
    const { request, edits } = this;
    const unedited = edits.paths.filter(isOutside);
    for (const path of unedited) edits.drop(path);
    const dependencies = unedited.filter((path) => moved(path, request) === undefined); // the others are installed again
    if (dependencies.length === 0) return;
    const named = joined(dependencies.slice(0, 5).map((path) => [shown(path)]), ", ");
    const more = dependencies.length > 5 ? ` and ${dependencies.length - 5} more` : "";
    this.warnings.add(say`the plan leaves out ${named}${more}: dependencies are not edited, and these would import from where nothing is any more`);
  }
}

const optionsAfter = (project: Project, after: Relocation["after"], overlay: Relocation["overlay"]): ts.CompilerOptions =>
  [project.configPath, ...project.extended].some((path) => overlay.touches(overlay.after(path)))
    ? host.overlaid(overlay, () => parseConfig(after(project.configPath)).options)
    : project.options;

// A path without its extension, as text mentions it.
const short = ({ directory }: Workspace, path: string): string =>
  withoutExtension(path.slice((path.startsWith(`${directory}/`) ? directory : host.ROOT).length + 1));

// Rewrites the imports of files that are in no program, by the options of the nearest project.
function rewriteOf(workspace: Workspace, { after, overlay, packages }: Relocation): Rewrite {
  const resolvers = new Map<Project, ReturnType<typeof resolverAfter>>();
  return (from, text) => {
    const project = workspace.nearest(from);
    const resolved = resolveToSource(text, from, project.options, withoutProgram(project.outputs), undefined, undefined).resolvedModule;
    const path = isRelative(text) ? ts.getNormalizedAbsolutePath(text, ts.getDirectoryPath(from)) : undefined;
    const old = resolved?.resolvedFileName ?? (path !== undefined && host.fileExists(path) ? path : undefined);
    if (old === undefined || isExternal(old)) return undefined;
    const [importer, goal] = [after(from), after(old)];
    if (importer === from && goal === old) return undefined;
    let leadsTo = resolvers.get(project);
    if (!leadsTo) {
      resolvers.set(project, (leadsTo = resolverAfter(project, optionsAfter(project, after, overlay), overlay)));
    }
    const resolve = leadsTo;
    const own = isRelative(text) ? rebased(text, from, old, importer, goal) : undefined;
    const named = byName(text, old, goal, packages);
    const chosen = choose({ text, importer, goal, own, named, proposed: undefined, leadsTo: (c) => resolve(c, importer, undefined) });
    return chosen === text ? undefined : chosen;
  };
}

// The last parts of the specifiers that could lead to a file.
function names(path: string): string[] {
  const parts = withoutExtension(path).replace(/\.d$/, "").split("/");
  const last = parts.pop() ?? "";
  return last === "index" ? [last, parts.pop() ?? ""] : [last];
}
