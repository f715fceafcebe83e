// Errors that are shown to the user. The codes are the host's closed list.

import type { Message } from "../protocol/message.ts";
import type { ErrorCode } from "../protocol/methods.ts";
import { textOf } from "./messages.ts";

/** An error whose message is written for the user. Any other error that is thrown counts as a fault of the guest. */
export class PlanError extends Error {
  readonly code: ErrorCode;
  readonly reason: Message;

  constructor(code: ErrorCode, reason: Message) {
    super(textOf(reason));
    this.code = code;
    this.reason = reason;
  }
}
