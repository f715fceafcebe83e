// The question for the plan of a move.

export interface MoveRequest {
  /** A file or a directory; a directory moves as one, so that what is in it keeps its inner imports. */
  readonly oldPath: string;
  readonly newPath: string;
}
