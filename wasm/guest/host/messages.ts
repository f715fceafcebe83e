// Messages for the user. Paths in them are kept apart from the text, and the host writes them. So no text from the repository is ever
// searched for something that looks like a guest path.

import type { Message, Shown } from "../protocol/message.ts";
import { ROOT } from "./host.ts";

export const shown = (path: string): Shown => ({ path });

/** A message from a template, as in say`${shown(path)} is not there`. */
export const say = (texts: TemplateStringsArray, ...values: readonly (string | number | Shown | Message)[]): Message =>
  texts.flatMap((text, i) => {
    const value = values[i];
    if (value === undefined) return [text];
    return typeof value === "number" ? [text, `${value}`] : typeof value === "string" || "path" in value ? [text, value] : [text, ...value];
  }).filter((part) => part !== "");

/** A place as compilers print it. Line and character are 0-based. */
export const locationOf = (path: string, { line, character }: { readonly line: number; readonly character: number }): Message =>
  say`${shown(path)}:${line + 1}:${character + 1}`;

export const joined = (messages: readonly Message[], separator: string): Message =>
  messages.flatMap((message, i) => (i === 0 ? message : [separator, ...message]));

/** The first paths of a list, and how many more there are. */
export function firstOf(paths: readonly string[]): Message {
  const first = joined(paths.slice(0, 5).map((path) => [shown(path)]), ", ");
  return paths.length > 5 ? say`${first} and ${paths.length - 5} more` : first;
}

// Most paths end at a quote, the others at the end of the text or before the next path.
const REST = /^(?:\/[^/'"\n]+)*/;

/** Converts a message of TypeScript, which has its paths in the text. ROOT is a name that no other text contains. */
export function fromCompiler(text: string): Message {
  const [before = "", ...pieces] = text.split(ROOT);
  const parts = pieces.flatMap((piece) => {
    const rest = REST.exec(piece)?.[0] ?? "";
    return [shown(ROOT + rest), piece.slice(rest.length)];
  });
  return [before, ...parts].filter((part) => part !== "");
}

/** The message as one text, with paths as the guest has them. */
export const textOf = (message: Message): string => message.map((part) => (typeof part === "string" ? part : part.path)).join("");

/** Messages, each once. */
export class Messages {
  private readonly known = new Map<string, Message>();

  add(...messages: readonly Message[]): void {
    for (const message of messages) this.known.set(JSON.stringify(message), message);
  }

  get list(): Message[] {
    return [...this.known.values()];
  }
}
