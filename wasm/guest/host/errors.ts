// Errors that are shown to the user. The codes are the host's closed list.

import { type Message, textOf } from "./messages.ts";

export type Code = "bad_config" | "not_found" | "invalid_argument" | "guest_fault";

/** An error whose message is written for the user. Any other error that is thrown counts as a fault of the guest. */
export class PlanError extends Error {
  readonly code: Code;
  readonly reason: Message;

  constructor(code: Code, reason: Message) {
    super(textOf(reason));
    this.code = code;
    this.reason = reason;
  }
}
