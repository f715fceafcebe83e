// Text for the user. Paths in it are kept apart from the text, and the host writes them. So no text from the repository is ever searched for
// something that looks like a guest path.

/** A path, which the host shows relative to the directory that was asked about. */
export interface Shown {
  readonly path: string;
}

/** Text and paths, in the order in which they are read. */
export type Message = readonly (string | Shown)[];
