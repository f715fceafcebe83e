// The guest's only entry: it takes a request as JSON and returns an answer as JSON. This script is evaluated once, when the image is made.

import ts from "typescript";
import { editSymbol, type SymbolEditRequest } from "./declarations/symbol_edits.ts";
import { PlanError } from "./host/errors.ts";
import * as host from "./host/host.ts";
import type { Message } from "./host/messages.ts";
import { leftOut, type LeftOutRequest } from "./ledger/ledger.ts";
import { load, type LoadRequest } from "./load.ts";
import { planMove } from "./move/move.ts";
import type { MoveRequest } from "./move/request.ts";
import { outputs } from "./program/outputs.ts";
import { addLib, LIB_DIR, parseWhole, registry } from "./program/registry.ts";
import type { Changes } from "./program/versions.ts";
import { type Base, Workspace } from "./program/workspace.ts";
import type { VerifyRequest } from "./proof/compared.ts";
import { verify } from "./proof/proof.ts";
import { type EarlyRequest, renameEarly } from "./rename/early.ts";
import { atName } from "./rename/name_of_keyword.ts";
import { planRename } from "./rename/rename.ts";
import type { RenameRequest } from "./rename/request.ts";
import { report } from "./report.ts";
import { definitions, implementations } from "./symbols/definitions.ts";
import { fileErrors } from "./symbols/file_errors.ts";
import { hierarchy, type HierarchyRequest } from "./symbols/hierarchy.ts";
import { reexports } from "./symbols/reexports.ts";
import { type PlaceRequest, references, sameSymbol } from "./symbols/references.ts";
import { outline } from "./symbols/symbols.ts";

export type Request = { readonly directory: string; readonly changes: Changes; readonly base?: Base } & (
  | { readonly method: "load"; readonly params: LoadRequest }
  | { readonly method: "rename"; readonly params: RenameRequest }
  | { readonly method: "renameEarly"; readonly params: EarlyRequest }
  | { readonly method: "move"; readonly params: MoveRequest }
  | { readonly method: "verify"; readonly params: VerifyRequest }
  | { readonly method: "outline"; readonly params: { readonly files: readonly string[] } }
  | { readonly method: "sameSymbol"; readonly params: { readonly file: string; readonly offsets: readonly number[] } }
  | { readonly method: "references" | "definitions" | "implementations"; readonly params: PlaceRequest }
  | { readonly method: "fileErrors" | "reexports"; readonly params: { readonly file: string } }
  | { readonly method: "hierarchy"; readonly params: HierarchyRequest }
  | { readonly method: "editSymbol"; readonly params: SymbolEditRequest }
  | { readonly method: "leftOut"; readonly params: LeftOutRequest }
  | { readonly method: "outputs" | "report" }
);

let workspace: Workspace | undefined;

function answer(request: Request): unknown {
  if (workspace?.directory !== request.directory) workspace = new Workspace(request.directory);
  workspace.apply(request.changes);
  host.link(workspace.packagesOnDisk);
  const { base } = request;
  const asked = workspace;
  if (!base) {
    asked.lay(undefined);
    return dispatch(asked, request);
  }
  return host.based(base.edits, base.moves, () => {
    asked.lay(base);
    return dispatch(asked, request);
  });
}

// These methods look at no program, or load only the parts that they need.
const PARTIAL: ReadonlySet<Request["method"]> = new Set(["load", "renameEarly", "move", "verify", "outline", "reexports", "editSymbol", "outputs"]);

function dispatch(workspace: Workspace, request: Request): unknown {
  if (!PARTIAL.has(request.method)) workspace.holdAll();
  switch (request.method) {
    case "load":
      return load(workspace, request.params);
    case "rename":
      return planRename(workspace, atName(request.params));
    case "renameEarly":
      return renameEarly(workspace, atName(request.params));
    case "move":
      return planMove(workspace, request.params);
    case "verify":
      return verify(workspace, request.params);
    case "outline":
      return outline(request.params);
    case "sameSymbol":
      return sameSymbol(workspace, request.params);
    case "references":
      return references(workspace, request.params);
    case "definitions":
      return definitions(workspace, request.params);
    case "implementations":
      return implementations(workspace, request.params);
    case "fileErrors":
      return fileErrors(workspace, request.params);
    case "reexports":
      return reexports(request.params);
    case "hierarchy":
      return hierarchy(workspace, request.params);
    case "editSymbol":
      return editSymbol(request.params);
    case "leftOut":
      return leftOut(workspace, request.params);
    case "outputs":
      return outputs(workspace);
    case "report":
      return report(workspace);
  }
}

// If the outline of a dependency's file is wrong, the file is parsed whole, and all projects are loaded again.
function answerWhole(request: Request): unknown {
  for (;;) {
    try {
      return answer(request);
    } catch (error) {
      if (!(error instanceof ts.OutlineError)) throw error;
      parseWhole(error.path);
      workspace = undefined;
    }
  }
}

/** Returns `{ok: ...}` or `{error: {code, message}}`. It throws only errors that the engine does not let it catch. */
function handle(request: string): string {
  try {
    return JSON.stringify({ ok: answerWhole(JSON.parse(request) as Request) });
  } catch (error) {
    return JSON.stringify({ error: describe(error) });
  }
}

function describe(error: unknown): { code: string; message: Message } {
  if (error instanceof PlanError) return { code: error.code, message: error.reason };
  if (error instanceof Error) return { code: "guest_fault", message: [`${error.message}\n${error.stack ?? ""}`] };
  return { code: "guest_fault", message: [String(error)] };
}

/** Parses and binds the lib files. The build calls it with `{name: text}` when it makes the image. Returns TypeScript's version. */
function preload(libs: string): string {
  const paths: string[] = [];
  for (const [name, text] of Object.entries(JSON.parse(libs) as Record<string, string>)) paths.push(addLib(name, text));
  const service = ts.createLanguageService(
    {
      jsDocParsingMode: ts.JSDocParsingMode.ParseAll,
      getCompilationSettings: () => ({ target: ts.ScriptTarget.ESNext, types: [] }),
      getScriptFileNames: () => paths,
      getScriptVersion: () => "0",
      getScriptSnapshot: () => ts.ScriptSnapshot.fromString(""),
      getCurrentDirectory: () => "/",
      getDefaultLibFileName: () => `${LIB_DIR}/lib.esnext.full.d.ts`,
      fileExists: () => false,
      readFile: () => undefined,
    },
    registry,
  );
  service.getProgram(); // getProgram also makes a type checker, and that binds every file
  // The first move builds the formatter's rules. That takes 3 s and has to be done only once.
  service.getEditsForFileRename("/a.ts", "/b.ts", ts.getDefaultFormatCodeSettings("\n"), {});
  service.dispose();
  return ts.version;
}

Object.assign(globalThis, { tsplanHandle: handle, tsplanPreload: preload });
