// A rename in a project that is not loaded yet. Only what can matter is: the files that have the name, what they import,
// and what declares something for all. Of a local it is its own file. Where that may not be enough, there is no answer, and
// the project has to be loaded.

import ts from "typescript";
import * as host from "./host.ts";
import { lexicalKind } from "./lexical.ts";
import { identifierAt } from "./load.ts";
import { Mentions, occurrences } from "./mentions.ts";
import { mergeKey } from "./merge.ts";
import type { Project } from "./project.ts";
import { isLocal, planRename, type RenameAnswer, type RenameRequest } from "./rename.ts";
import type { Workspace } from "./workspace.ts";

/** The answer that a loaded project would give; a refusal here only says that it is not known. */
export function renameEarly(workspace: Workspace, request: RenameRequest): RenameAnswer {
  const answer = plan(workspace, request);
  return typeof answer === "string" ? { canRename: false, reason: answer } : answer;
}

const TYPESCRIPT = /\.[cm]?tsx?$/;
const JAVASCRIPT = /\.[cm]?jsx?$/;
const DECLARATIONS = /\.d\.[cm]?ts$/;

function plan(workspace: Workspace, request: RenameRequest): RenameAnswer | string {
  const { file, newName } = request;
  if (!TYPESCRIPT.test(file)) return "not TypeScript";
  const owner = workspace.nearestWith(file);
  if (!owner) return "no configuration names the file";
  const text = host.readFile(file) ?? "";
  const name = identifierAt(text, request.offset);
  if (name === "") return "no name";

  if (occurrences(text, newName).length === 0) {
    const alone = owner.alone(file);
    try {
      if (isBoundInside(alone.program, request)) return planRename(workspace, request, alone);
    } finally {
      alone.dispose();
    }
  }

  if (workspace.directory !== host.ROOT) return "files outside may be imported";
  const projects = workspace.configs.map((config) => workspace.project(config));
  const listed = new Set(projects.flatMap((project) => [...project.rootFiles]));
  const strays = [...strayFiles(host.ROOT, listed)];
  const search = (word: string) => host.filesWith(word, [...listed, ...strays]);
  const having = new Set([...search(name), ...search(newName)]);
  if (strays.some((path) => having.has(path))) return "a file that no configuration names has the name";
  if ([...listed].some((path) => having.has(path) && JAVASCRIPT.test(path))) return "a JavaScript file has the name";
  const forAll = new Set([...search("declare global"), ...search("declare module"), ...host.scripts()]);
  const declares = (path: string) => forAll.has(path) || DECLARATIONS.test(path);
  const concerned = projects.filter((project) => [...project.rootFiles].some((path) => having.has(path)));
  // A project may hold files of others when all of it is loaded, and declare for them what it declares for all.
  const declaring = projects.filter((project) => [...project.rootFiles].some(declares));
  const alike = declaring.includes(owner) ? [owner] : projects.filter((p) => !declaring.includes(p) && mergeKey(p) === mergeKey(owner));
  const first = alike.length > 1 ? workspace.merged(alike as [Project, ...Project[]]) : owner;
  const held = [first, ...projects.filter((project) => !alike.includes(project))];
  for (const project of held) {
    const wanted = [...project.rootFiles].filter((path) => having.has(path) || declares(path));
    project.hold(project === first || concerned.includes(project) ? wanted : [], listed);
  }
  const answer = planRename(workspace, request, first);
  if (!answer.canRename) return answer;
  const searched = held.filter((project) => answer.projects.includes(project.configPath));
  const elsewhere = (path: string) =>
    declaring.some((project) => concerned.includes(project) && !project.rootFiles.has(path) && !(searched.includes(project) && project.contains(path)));
  if (answer.oldName !== name && answer.oldName !== `#${name}`) return "the name was not what it looks like";
  const mentions = new Mentions(name);
  const edited = new Map(answer.edits.map(({ path, spans }) => [path, new Set(spans.map(([start]) => start))]));
  for (const project of searched) {
    const { program } = project;
    const sees = answer.edits.some(({ path }) => project.contains(path));
    for (const [source, places] of mentions.in(program)) {
      if (!sees && !elsewhere(source.fileName)) continue;
      const known = elsewhere(source.fileName) ? undefined : edited.get(source.fileName);
      const left = places.filter((at) => !known?.has(at));
      if (left.some((at) => isOpen(program, source, at))) return "what a mention stands for is not known";
      if (!elsewhere(source.fileName)) continue;
      if (places.some((at) => meant(program, source, at).some(declares))) return "a declaration for all may reach other projects";
    }
  }
  const asOne = alike.filter((project) => concerned.includes(project));
  const together = new Set([...asOne.map(({ configPath }) => configPath), ...answer.projects.filter((path) => path !== first.configPath)]);
  return {
    ...answer,
    projects: [...together],
    warnings: [...new Set([...asOne.flatMap((project) => project.warnings), ...answer.warnings])],
    ledger: { ...answer.ledger, skipped: workspace.configs.filter((config) => !together.has(config)) },
  };
}

// True for what the file alone says all of: an interface's type parameter may be another's, too.
function isBoundInside(program: ts.Program, request: RenameRequest): boolean {
  if (!isLocal(program, request)) return false;
  const source = program.getSourceFile(request.file) as ts.SourceFile;
  const symbol = program.getTypeChecker().getSymbolAtLocation(ts.getTouchingPropertyName(source, request.offset));
  return (symbol?.declarations ?? []).every(({ parent }) => !ts.isInterfaceDeclaration(parent) && !ts.isClassLike(parent));
}

/** TypeScript below a directory that no configuration names, but for output; it may be imported. */
function* strayFiles(directory: string, listed: ReadonlySet<string>, output = false): Generator<string> {
  const { files, directories } = host.readDir(directory);
  for (const file of files) {
    const path = `${directory}/${file}`;
    if (TYPESCRIPT.test(file) && !listed.has(path) && !(output && DECLARATIONS.test(file))) yield path;
  }
  for (const name of directories) {
    const path = `${directory}/${name}`;
    if (name !== "node_modules" && name !== ".git" && host.isReal(path)) yield* strayFiles(path, listed, output || host.CLOSED.has(name));
  }
}

/** True where more files could say that the name at a place is the renamed one. */
function isOpen(program: ts.Program, file: ts.SourceFile, at: number): boolean {
  const node = ts.getTouchingPropertyName(file, at);
  const { parent } = node;
  const quoted = ts.isStringLiteralLike(node) && node.getStart(file) + 1 === at;
  if (!parent || !(quoted || lexicalKind(file, at) === "code")) return false;
  const checker = program.getTypeChecker();
  const isAny = (type: ts.Type | undefined) => type !== undefined && (type.flags & ts.TypeFlags.Any) !== 0;
  const typeOf = (of: ts.Node) => checker.getTypeAtLocation(of);
  if (ts.isElementAccessExpression(parent) && parent.argumentExpression === node) return isAny(typeOf(parent.expression));
  if (ts.isObjectLiteralElementLike(parent) && parent.name === node) {
    return isAny(checker.getContextualType(parent.parent as ts.Expression)) || goesAnywhere(parent.parent, (of) => isAny(typeOf(of)));
  }
  if (ts.isBindingElement(parent) && (parent.propertyName ?? parent.name) === node && ts.isObjectBindingPattern(parent.parent)) {
    return isAny(typeOf(parent.parent));
  }
  return ts.isIdentifier(node) && !checker.getSymbolAtLocation(node);
}

/** The files that declare what the name at a place is, or what it stands for by the type that is expected there. */
function meant(program: ts.Program, file: ts.SourceFile, at: number): string[] {
  const checker = program.getTypeChecker();
  const node = ts.getTouchingPropertyName(file, at);
  const owner = node.parent?.parent;
  const literal = owner && (ts.isObjectLiteralExpression(owner) || ts.isJsxAttributes(owner)) ? owner : undefined;
  const expected = literal && ts.isIdentifier(node) ? checker.getContextualType(literal)?.getProperty(node.text) : undefined;
  return [checker.getSymbolAtLocation(node), expected].flatMap((symbol) => symbol?.declarations ?? []).map((d) => d.getSourceFile().fileName);
}

// An object literal, or what it is a part of, is handed to something of which nothing is known.
function goesAnywhere(literal: ts.Node, isAny: (node: ts.Node) => boolean): boolean {
  let node = literal;
  while (!ts.isStatement(node) && !ts.isFunctionLike(node)) {
    const { parent } = node;
    if ((ts.isCallExpression(parent) || ts.isNewExpression(parent)) && parent.expression !== node && isAny(parent.expression)) return true;
    node = parent;
  }
  return false;
}
