// TypeScript's errors in one file.

import ts from "typescript";
import { fromCompiler } from "../host/messages.ts";
import { noticesOf } from "../program/inferred.ts";
import type { Workspace } from "../program/workspace.ts";
import type { FileErrorsAnswer, FileParams } from "../protocol/symbols.ts";

const MOST = 1000;

/** The errors of a file in the project that answers for it: the errors of its text and those of its types. */
export function fileErrors(workspace: Workspace, { file }: FileParams): FileErrorsAnswer {
  const owner = workspace.owner(file);
  const source = owner.program.getSourceFile(file);
  if (source) ts.openBodies(source, () => true);
  const found = [
    ...owner.program.getSyntacticDiagnostics(source),
    ...owner.program.getSemanticDiagnostics(source),
  ].filter((d): d is ts.DiagnosticWithLocation => d.file === source && d.start !== undefined);
  const errors = found
    .sort((a, b) => a.start - b.start || a.code - b.code)
    .slice(0, MOST)
    .map(({ start, length, code, messageText }) => ({
      start,
      length,
      code,
      message: fromCompiler(ts.flattenDiagnosticMessageText(messageText, "\n")),
    }));
  return { errors, total: found.length, warnings: [...noticesOf([owner], [file]), ...owner.warnings] };
}
