// What a workspace consists of.

import type { Message } from "./message.ts";
import type { Place } from "./plan.ts";

export interface ReportAnswer {
  readonly projects: readonly ProjectReport[];
  /** Configurations that only exist for others to extend. */
  readonly bases: readonly string[];
  /** The TypeScript files that no configuration includes. */
  readonly strays: Counted<string>;
  readonly warnings: readonly Message[];
}

export interface ProjectReport {
  readonly config: string;
  /** The files of the workspace in the project's program. */
  readonly own: Size;
  /** The other files, without TypeScript's lib files. */
  readonly dependencies: Size;
  /** The imports for which there is neither a file nor a declaration. */
  readonly unresolved: Counted<UnresolvedImport>;
}

export interface UnresolvedImport extends Place {
  readonly specifier: string;
}

export interface Size {
  readonly files: number;
  readonly characters: number;
}

/** How many there are of something, and the first few of them. */
export interface Counted<T> {
  readonly count: number;
  readonly first: readonly T[];
}
