// All that the host can ask: the methods, and the form of a request. The host's side is runtime/protocol. TestProtocol compares both.

import type { Message } from "./message.ts";
import type { Base, LeftOutAnswer, LeftOutParams, MoveParams, MoveAnswer } from "./plan.ts";
import type { Proof, VerifyParams } from "./proof.ts";
import type { EarlyAnswer, EarlyParams, RenameAnswer, RenameParams } from "./rename.ts";
import type { ReportAnswer } from "./report.ts";
import type {
  DefinitionsAnswer, EditSymbolAnswer, EditSymbolParams, FileErrorsAnswer, FileParams, HierarchyAnswer, HierarchyParams, OutlineSymbol,
  PlaceParams, Reexport, ReferencesAnswer,
} from "./symbols.ts";

/** Each method with its parameters and its answer. */
export interface Methods {
  load(params: LoadParams): Loaded;
  rename(params: RenameParams): RenameAnswer;
  renameEarly(params: EarlyParams): EarlyAnswer;
  move(params: MoveParams): MoveAnswer;
  verify(params: VerifyParams): Proof;
  leftOut(params: LeftOutParams): LeftOutAnswer;
  /** Returns the symbols of each file. */
  outline(params: { readonly files: readonly string[] }): readonly (readonly OutlineSymbol[])[];
  reexports(params: FileParams): readonly Reexport[];
  editSymbol(params: EditSymbolParams): EditSymbolAnswer;
  /** Returns a number for each place: the same number for places that name the same symbol, and -1 for a place that names none. */
  sameSymbol(params: { readonly file: string; readonly offsets: readonly number[] }): readonly number[];
  references(params: PlaceParams): ReferencesAnswer;
  definitions(params: PlaceParams): DefinitionsAnswer;
  implementations(params: PlaceParams): DefinitionsAnswer;
  hierarchy(params: HierarchyParams): HierarchyAnswer;
  fileErrors(params: FileParams): FileErrorsAnswer;
  /** Returns the output directories of all configurations. */
  outputs(params: NoParams): readonly string[];
  report(params: NoParams): ReportAnswer;
}

export interface NoParams {}

/** The next question, which decides what is loaded. Without one, the projects that most questions need are loaded. */
export interface LoadParams {
  /** A rename, or another question about a name. */
  readonly rename?: LoadRename;
  readonly move?: MoveParams;
  /** True for a move of a batch, since the batch looks at whole projects in the end. Without a question: to load all projects. */
  readonly whole?: boolean;
  /** A plan to prove. */
  readonly proof?: VerifyParams;
  /** A file: its project alone can answer the question. */
  readonly owner?: string;
}

export interface LoadRename extends PlaceParams {
  readonly prefixAndSuffix: boolean;
  readonly propagate: boolean;
}

export interface Loaded {
  /** True if all projects are loaded. */
  readonly complete: boolean;
  /** True if the rest is worth loading while no question is asked. */
  readonly more: boolean;
}

/** A request of the host. */
export interface Request<M extends keyof Methods = keyof Methods> {
  readonly method: M;
  readonly params: Parameters<Methods[M]>[0];
  /** The workspace. */
  readonly directory: string;
  readonly changes: Changes;
  readonly base?: Base;
}

/** The changes on disk since the last request. */
export interface Changes {
  /** Files whose content changed. */
  readonly files: readonly string[];
  /** Files or directories that came, went or changed kind. */
  readonly structure: readonly string[];
}

export type ErrorCode = "bad_config" | "not_found" | "invalid_argument" | "guest_fault";

/** The reply to a request. `ok` is the method's answer. */
export type Reply = { readonly ok: unknown } | { readonly error: { readonly code: ErrorCode; readonly message: Message } };
