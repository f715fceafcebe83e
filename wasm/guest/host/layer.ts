// The questions about files that every state of the disk answers.

/** A state of the files: the disk as it is, or as a plan would leave it. */
export interface Layer {
  readFile(path: string): string | undefined;
  fileExists(path: string): boolean;
  directoryExists(path: string): boolean;
  realpath(path: string): string;
  /** The names in a directory, sorted; empty where there is none. */
  readDir(path: string): Listing;
}

export interface Listing {
  readonly files: readonly string[];
  readonly directories: readonly string[];
}
