// Symbols: the outlines of files, and what names refer to. All offsets are UTF-16 units in the text without byte order mark.

import type { Message } from "./message.ts";
import type { Span } from "./plan.ts";

export interface FileParams {
  readonly file: string;
}

export interface PlaceParams extends FileParams {
  readonly offset: number;
}

/** Names from the outermost symbol inwards, each with its index among siblings of that name, -1 if it is the only one. */
export type SymbolPath = readonly (readonly [name: string, index: number])[];

/** A half-open range; [-1, -1] stands for none. */
export type Range = readonly [start: number, end: number];

/** A tree of symbols. The ranges are the span, the name, the declaration and the JSDoc comment, and then the end of the signature. */
export type OutlineSymbol = readonly [
  name: string,
  kind: string,
  ranges: readonly number[],
  flags: number,
  children: readonly OutlineSymbol[],
];

/** Bits of a symbol's flags. */
export const Flag = {
  /** Has a body in which code runs: a symbol that is used in the body is used by this symbol. */
  code: 1,
  static: 2,
  exported: 4,
  /** A function or method without a body. */
  bodiless: 8,
  /** A private member. */
  private: 16,
} as const;

/** What a file exports from another file, as barrels do. */
export interface Reexport {
  /** The module specifier as it is written. */
  readonly from: string;
  /** The names that are exported; empty if all names are. */
  readonly names: readonly string[];
  readonly start: number;
}

/** A class inherits the member, or an interface or an abstract class requires it. */
export type BaseMember = "inherited" | "required";

export interface Reference {
  readonly path: string;
  readonly start: number;
  readonly length: number;
  readonly definition: boolean;
  /** Set for a declaration that the member overrides or implements. */
  readonly base?: BaseMember;
  /** The innermost symbol whose code uses it; absent at the top of a file. */
  readonly by?: { readonly path: SymbolPath; readonly kind: string; readonly declaration: Range };
}

export interface ReferencesAnswer {
  readonly references: readonly Reference[];
  readonly projects: readonly string[];
  readonly warnings: readonly Message[];
}

export interface Definition {
  readonly path: string;
  readonly name: string;
  /** TypeScript's ScriptElementKind. */
  readonly kind: string;
  /** Of the name. */
  readonly start: number;
  readonly declaration: Range;
  /** The declaration's text, if its file is one of TypeScript's own, which the host does not have. */
  readonly text?: string;
  /** Set in files of the project. */
  readonly symbol?: SymbolPath;
}

export interface DefinitionsAnswer {
  readonly found: readonly Definition[];
  readonly warnings: readonly Message[];
}

export interface HierarchyParams extends PlaceParams {
  readonly supertypes: boolean;
  readonly subtypes: boolean;
  /** The number of levels; 0 for all. */
  readonly depth: number;
}

export interface Relative {
  readonly level: number;
  readonly name: string;
  readonly kind: "class" | "interface" | "type" | "unknown";
  readonly relation: "extends" | "implements";
  /** The symbol that it is the direct super- or subtype of. */
  readonly of: string;
  /** Absent if the supertype is no symbol, as the result of a call. */
  readonly path?: string;
  readonly start?: number;
  /** Set in files of the project. */
  readonly symbol?: SymbolPath;
  /** Set if this relative has super- or subtypes of its own that are deeper than `depth` of the parameters. */
  readonly more?: true;
}

export interface HierarchyAnswer {
  readonly supertypes: readonly Relative[];
  readonly subtypes: readonly Relative[];
  readonly warnings: readonly Message[];
}

export interface FileError {
  readonly start: number;
  readonly length: number;
  /** TypeScript's. */
  readonly code: number;
  readonly message: Message;
}

export interface FileErrorsAnswer {
  /** Sorted by place. */
  readonly errors: readonly FileError[];
  /** The number of errors in the file, which may be more than there are in the list. */
  readonly total: number;
  readonly warnings: readonly Message[];
}

export interface EditSymbolParams extends FileParams {
  readonly operation: "replace" | "before" | "after" | "delete";
  /** The declarations, by their spans and names; more than one only where all are parts of one symbol. */
  readonly symbols: readonly { readonly start: number; readonly end: number; readonly name: string }[];
  readonly text: string;
}

export type EditSymbolAnswer =
  | { readonly refused: Message }
  | { readonly spans: readonly Span[]; readonly warnings: readonly Message[] };
