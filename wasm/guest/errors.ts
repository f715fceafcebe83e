// Errors that reach the person who asked. The codes are the host's closed list.

export type Code = "bad_config" | "not_found" | "invalid_argument" | "guest_fault";

/** An error whose message is written for the asker; anything else that is thrown counts as a fault of the guest. */
export class PlanError extends Error {
  readonly code: Code;

  constructor(code: Code, message: string) {
    super(message);
    this.code = code;
  }
}
