// The supertypes and the subtypes of a class or an interface.

import ts from "typescript";
import { PlanError } from "../host/errors.ts";
import { say } from "../host/messages.ts";
import { isExternal, isOutside } from "../modules/registry.ts";
import { noticesOf } from "../program/inferred.ts";
import type { Project } from "../program/project.ts";
import type { Workspace } from "../program/workspace.ts";
import type { HierarchyAnswer, HierarchyParams, PlaceParams, Relative } from "../protocol/symbols.ts";
import { chainAt, searches, symbolsIn } from "./references.ts";

type Heir = ts.ClassLikeDeclaration | ts.InterfaceDeclaration;

interface Step {
  readonly name: string;
  readonly relation: Relative["relation"];
  readonly declaration: ts.Node | undefined;
  readonly project: Project;
}

export function hierarchy(workspace: Workspace, request: HierarchyParams): HierarchyAnswer {
  const owner = workspace.owner(request.file, request.offset);
  const file = owner.program.getSourceFile(request.file);
  const node = file && ts.getTouchingPropertyName(file, request.offset);
  const symbol = node && resolve(owner, node);
  const start = symbol?.declarations?.find(isHeir);
  if (!node || !symbol || !start) {
    throw new PlanError("invalid_argument", say`${node?.getText() ?? "this"} is neither a class nor an interface`);
  }
  const climb = (next: (from: Step) => readonly Step[]) =>
    levels({ name: nameOf(start), relation: "extends", declaration: start, project: owner }, request.depth, next);
  return {
    supertypes: request.supertypes ? climb(supertypes) : [],
    subtypes: request.subtypes ? climb((from) => subtypes(workspace, from)) : [],
    warnings: [...workspace.missingConfigs, ...noticesOf([owner], [request.file]), ...owner.warnings],
  };
}

// Breadth first, each declaration once.
function levels(start: Step, depth: number, next: (from: Step) => readonly Step[]): Relative[] {
  const seen = new Set<string>([place(start.declaration)]);
  const found: Relative[] = [];
  let level: readonly Step[] = [start];
  for (let n = 1; level.length > 0; n++) {
    const deeper: Step[] = [];
    for (const from of level) {
      for (const step of next(from)) {
        if (seen.has(place(step.declaration)) && step.declaration) continue;
        seen.add(place(step.declaration));
        deeper.push(step);
        const more = n === depth && next(step).length > 0;
        found.push({ ...describe(step), level: n, of: from.name, ...(more && { more: true as const }) });
      }
    }
    level = n === depth ? [] : deeper;
  }
  return found;
}

const place = (node: ts.Node | undefined): string => (node ? `${node.getSourceFile().fileName}:${node.pos}` : "");

function describe({ name, relation, declaration }: Step): Omit<Relative, "level" | "of"> {
  if (!declaration) return { name, relation, kind: "unknown" };
  const file = declaration.getSourceFile();
  const start = (ts.getNameOfDeclaration(declaration as ts.Declaration) ?? declaration).getStart(file);
  const kind = ts.isClassLike(declaration) ? "class" : ts.isInterfaceDeclaration(declaration) ? "interface" : "type";
  const own = !isOutside(file.fileName);
  const chain = own ? chainAt(symbolsIn(file), start) : [];
  return {
    name,
    relation,
    kind,
    path: file.fileName,
    start,
    ...(chain.length > 0 && { symbol: chain.map(({ symbol, index }) => [symbol.name, index] as const) }),
  };
}

function supertypes({ declaration, project }: Step): Step[] {
  const symbol = declaration && isHeir(declaration) ? symbolOf(project, declaration) : undefined;
  const found: Step[] = [];
  for (const heir of symbol?.declarations?.filter(isHeir) ?? []) {
    for (const clause of heir.heritageClauses ?? []) {
      const relation = clause.token === ts.SyntaxKind.ExtendsKeyword ? "extends" : "implements";
      for (const type of clause.types) {
        const target = resolve(project, type.expression);
        const declaration = target?.declarations?.find(isHeir) ?? target?.declarations?.find(ts.isTypeAliasDeclaration);
        found.push({ name: target?.name ?? type.expression.getText(), relation, declaration, project });
      }
    }
  }
  return found;
}

// A subtype names its supertype in a heritage clause, under whatever name it was imported.
function subtypes(workspace: Workspace, { declaration }: Step): Step[] {
  const name = declaration && (ts.getNameOfDeclaration(declaration as ts.Declaration) ?? declaration);
  if (!declaration || !name || isExternal(name.getSourceFile().fileName)) return [];
  const at: PlaceParams = { file: name.getSourceFile().fileName, offset: name.getStart() };
  const found = new Map<string, Step>();
  for (const [project, places] of searches(workspace, at)) {
    for (const place of places) {
      for (const { references } of project.languageService.findReferences(place.file, place.offset) ?? []) {
        for (const { fileName, textSpan } of references) {
          const file = project.program.getSourceFile(fileName);
          const heir = file && heirAt(ts.getTouchingPropertyName(file, textSpan.start));
          const key = heir && `${fileName}:${heir.declaration.pos}`;
          if (heir && key && !found.has(key)) found.set(key, { ...heir, name: nameOf(heir.declaration), project });
        }
      }
    }
  }
  return [...found.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, step]) => step);
}

function heirAt(node: ts.Node): { declaration: Heir; relation: Relative["relation"] } | undefined {
  let expression = node;
  while (ts.isPropertyAccessExpression(expression.parent) && expression.parent.name === expression) expression = expression.parent;
  const type = expression.parent;
  if (!ts.isExpressionWithTypeArguments(type) || type.expression !== expression || !ts.isHeritageClause(type.parent)) return undefined;
  const relation = type.parent.token === ts.SyntaxKind.ExtendsKeyword ? "extends" : "implements";
  return { declaration: type.parent.parent, relation };
}

const isHeir = (node: ts.Node): node is Heir => ts.isClassLike(node) || ts.isInterfaceDeclaration(node);

function nameOf(node: Heir): string {
  return ts.getNameOfDeclaration(node)?.getText() ?? (ts.isVariableDeclaration(node.parent) ? node.parent.name.getText() : "default");
}

function symbolOf(project: Project, node: Heir): ts.Symbol | undefined {
  return project.program.getTypeChecker().getSymbolAtLocation(node.name ?? node) ?? (node as { symbol?: ts.Symbol }).symbol;
}

function resolve(project: Project, node: ts.Node): ts.Symbol | undefined {
  const checker = project.program.getTypeChecker();
  const symbol = checker.getSymbolAtLocation(node) ?? (isHeir(node.parent) ? (node.parent as { symbol?: ts.Symbol }).symbol : undefined);
  return symbol && symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
}
