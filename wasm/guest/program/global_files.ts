// The files of the workspace that declare something for others without an import. A program of only a few files begins with these, too.

import ts from "typescript";
import * as host from "../host/host.ts";
import { ADDING_WORDS, mayAdd, mayAddToDependencies } from "../modules/additions.ts";
import type { AtOnce } from "../modules/leading_back.ts";
import { isExternal } from "../modules/registry.ts";
import { occurrences } from "../text/words.ts";
import { type IsSearched, OnDemand } from "./on_demand.ts";
import type { Project } from "./project.ts";
import type { Workspace } from "./workspace.ts";

export class GlobalFiles {
  private readonly paths: ReadonlySet<string>; // that configurations include, and those that none includes
  private readonly declaring: ReadonlySet<string>;
  private readonly adders: readonly string[]; // the files of configurations that may add to what other files declare
  private readonly mayAdd: boolean; // whether there are such files, also in no configuration
  private leadsBack: AtOnce | undefined;
  private readonly workspace: Workspace;
  private readonly name: string;

  /** @param name the name that projects on demand are searched for */
  constructor(workspace: Workspace, name: string) {
    this.workspace = workspace;
    this.name = name;
    const { listed, inferred: { strays } } = workspace;
    this.paths = new Set([...listed, ...strays]);
    const adders = new Set(ADDING_WORDS.flatMap((words) => [...this.having(words)]).filter((path) => mayAdd(host.readFile(path) ?? "")));
    this.declaring = new Set([...adders, ...host.scripts()]);
    this.adders = [...listed].filter((path) => adders.has(path));
    this.mayAdd = this.adders.length > 0 || strays.some((path) => adders.has(path));
  }

  /** Returns those of the files that may have the words. The host also names files that earlier questions asked it about, such as documentation. */
  having(words: string): ReadonlySet<string> {
    return new Set([...host.filesWith(words, this.paths)].filter((path) => this.paths.has(path)));
  }

  /** True for a file that may declare something globally. */
  readonly declares = (path: string): boolean => this.declaring.has(path) || ts.isDeclarationFileName(path);

  /** Returns a project on demand of a file, and of the files of its project that declare something globally. No other file is searched. */
  near(owner: Project, file: string): OnDemand {
    return this.onDemand(owner, [...new Set([file, ...[...owner.rootFiles].filter(this.declares)])], () => false);
  }

  /** Returns a project on demand that begins with the files, which are those of the project that declare something globally, and others. */
  onDemand(project: Project, files: readonly string[], isSearched: IsSearched): OnDemand {
    return new OnDemand(project, files, this.atOnce(project), isSearched);
  }

  // A configuration's project begins with the files that declare something globally. An inferred project has no list of such files. It has a
  // file of that kind only if one of its own files imports it, so all imports of its own files are followed.
  private atOnce(project: Project): AtOnce {
    this.leadsBack ??= this.workspace.waysBack().atOnce(this.adders.some((path) => this.addsToDependencies(path)));
    const leads = this.leadsBack;
    if (!project.notice || !this.mayAdd) return leads;
    return (specifier, importer) => !isExternal(importer) || leads(specifier, importer);
  }

  // True if a dependency may use the name, or get a type of the workspace, by what the file adds to it.
  private addsToDependencies(path: string): boolean {
    const text = host.readFile(path) ?? "";
    return mayAddToDependencies(text, (module) => this.workspace.waysBack().isOwn(module)) && (occurrences(text, this.name).length > 0 || this.exposes(path));
  }

  /** True if other files can get a type of the workspace without an import, by what the file declares globally or adds to a module. */
  exposes(path: string): boolean {
    const owner = this.workspace.owner(path, 0);
    const alone = owner.alone(path);
    try {
      alone.program.getTypeChecker(); // binds the file
      return this.workspace.waysBack().areIn(alone.program.getSourceFile(path) as ts.SourceFile, owner.options);
    } finally {
      alone.dispose();
    }
  }
}
