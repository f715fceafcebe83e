// The guest's only entry: it takes a request as JSON and returns an answer as JSON. This script is evaluated once, when the image is made.

import ts from "typescript";
import { editSymbol } from "./declarations/symbol_edits.ts";
import { PlanError } from "./host/errors.ts";
import * as host from "./host/host.ts";
import { leftOut } from "./ledger/ledger.ts";
import { load } from "./load.ts";
import { addLib, LIB_DIR, parseWhole, registry } from "./modules/registry.ts";
import { planMove } from "./move/move.ts";
import { outputs } from "./program/outputs.ts";
import { Workspace } from "./program/workspace.ts";
import { verify } from "./proof/proof.ts";
import type { Methods, Reply, Request } from "./protocol/methods.ts";
import { renameEarly } from "./rename/early.ts";
import { atName } from "./rename/name_of_keyword.ts";
import { planRename } from "./rename/rename.ts";
import { report } from "./report.ts";
import { definitions, implementations } from "./symbols/definitions.ts";
import { fileErrors } from "./symbols/file_errors.ts";
import { hierarchy } from "./symbols/hierarchy.ts";
import { reexports } from "./symbols/reexports.ts";
import { references, sameSymbol } from "./symbols/references.ts";
import { outline } from "./symbols/symbols.ts";

let workspace: Workspace | undefined;

type Handlers = {
  readonly [M in keyof Methods]: (workspace: Workspace, params: Parameters<Methods[M]>[0]) => ReturnType<Methods[M]>;
};

const HANDLERS: Handlers = {
  load,
  rename: (workspace, params) => planRename(workspace, atName(params)),
  renameEarly: (workspace, params) => renameEarly(workspace, atName(params)),
  move: planMove,
  verify,
  leftOut,
  outline: (_, params) => outline(params),
  reexports: (_, params) => reexports(params),
  editSymbol: (_, params) => editSymbol(params),
  sameSymbol,
  references,
  definitions,
  implementations,
  hierarchy,
  fileErrors,
  outputs,
  report,
};

// These methods look at no program, or load only the parts that they need.
const PARTIAL: ReadonlySet<keyof Methods> = new Set(["load", "renameEarly", "move", "verify", "outline", "reexports", "editSymbol", "outputs"]);

function answer<M extends keyof Methods>({ directory, changes, base, method, params }: Request<M>): unknown {
  if (workspace?.directory !== directory) workspace = new Workspace(directory);
  workspace.apply(changes);
  host.link(workspace.packagesOnDisk);
  const asked = workspace;
  const run = () => {
    asked.lay(base);
    if (!PARTIAL.has(method)) asked.holdAll();
    return HANDLERS[method](asked, params);
  };
  return base ? host.based(base.edits, base.moves, run) : run();
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

/** It throws only errors that the engine does not let it catch. */
function handle(request: string): string {
  return JSON.stringify(reply(JSON.parse(request) as Request));
}

function reply(request: Request): Reply {
  try {
    return { ok: answerWhole(request) };
  } catch (error) {
    if (error instanceof PlanError) return { error: { code: error.code, message: error.reason } };
    const text = error instanceof Error ? `${error.message}\n${error.stack ?? ""}` : String(error);
    return { error: { code: "guest_fault", message: [text] } };
  }
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
