// Projects that stand in for others, kept from one question to the next.

import type { Project } from "./project.ts";

export interface Disposable {
  dispose(): void;
}

export class StandIns {
  private kept: { readonly key: string; readonly projects: ReadonlyMap<Project, Disposable> } | undefined;

  /**
   * Calls ask with a map from projects to their stand-ins, which is kept for the key; ask may add to the map. The stand-ins of the previous
   * key are disposed only after ask returns, so that files which both keys need are parsed once.
   * @param key contains everything that the projects depend on, and what kind of projects they are
   */
  use<P extends Disposable, T>(key: string, ask: (projects: Map<Project, P>) => T): T {
    const before = this.kept;
    const projects = new Map(before?.key === key ? (before.projects as ReadonlyMap<Project, P>) : []);
    this.kept = { key, projects };
    try {
      return ask(projects);
    } finally {
      if (before?.key !== key) dispose(before?.projects);
    }
  }

  drop(): void {
    dispose(this.kept?.projects);
    this.kept = undefined;
  }
}

function dispose(projects: ReadonlyMap<Project, Disposable> = new Map()): void {
  for (const project of projects.values()) project.dispose();
}
