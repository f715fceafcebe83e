// Says what a workspace consists of, and what may make its answers slow or partial. All of its projects are loaded for that.

import ts from "typescript";
import { Messages } from "./host/messages.ts";
import { isLib, ownFilesOf } from "./modules/registry.ts";
import type { Workspace } from "./program/workspace.ts";
import type { Counted, ProjectReport, ReportAnswer, Size } from "./protocol/report.ts";
import { positionIn } from "./text/lines.ts";

const FIRST = 3;

const counted = <T>(all: readonly T[]): Counted<T> => ({ count: all.length, first: all.slice(0, FIRST) });

const sizeOf = (files: readonly ts.SourceFile[]): Size => ({
  files: files.length,
  characters: files.reduce((sum, { text }) => sum + text.length, 0),
});

export function report(workspace: Workspace): ReportAnswer {
  const warnings = new Messages();
  warnings.add(...workspace.missingConfigs);
  const projects = workspace.configs.map((config): ProjectReport => {
    const project = workspace.project(config);
    const { program } = project;
    warnings.add(...project.warnings);
    const own = ownFilesOf(program);
    const known = new Set(own);
    const dependencies = program.getSourceFiles().filter((file) => !known.has(file) && !isLib(file.fileName));
    return { config, own: sizeOf(own), dependencies: sizeOf(dependencies), unresolved: counted(unresolved(program)) };
  });
  return { projects, bases: workspace.bases, strays: counted(workspace.inferred.strays), warnings: warnings.list };
}

function unresolved(program: ts.Program) {
  const found = ownFilesOf(program).flatMap((file) => (file.imports ?? []).map((node) => ({ file, node })));
  return found.filter(({ file, node }) => leadsNowhere(program, file, node)).map(({ file, node }) => ({
    path: file.fileName,
    ...positionIn(file.text, node.getStart(file)),
    specifier: node.text,
  }));
}

// An import without names needs no declaration: it may load styles. An import that TypeScript adds, as for JSX, has no place.
function leadsNowhere(program: ts.Program, file: ts.SourceFile, node: ts.StringLiteralLike): boolean {
  if (node.pos < 0 || (ts.isImportDeclaration(node.parent) && !node.parent.importClause)) return false;
  return !program.getResolvedModuleFromModuleSpecifier(node, file)?.resolvedModule && program.getTypeChecker().getSymbolAtLocation(node) === undefined;
}
