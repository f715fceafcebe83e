// The question for the plan of a move.

export interface MoveRequest {
  /** A file or a directory. A directory moves as a whole, so imports between its files stay as they are. */
  readonly oldPath: string;
  readonly newPath: string;
}
