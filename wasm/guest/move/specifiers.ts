// Finds module specifiers and what they lead to, and chooses their texts after a move so that they still lead there. TypeScript's own pass
// leaves out module augmentations, assets, mocks and everything that it takes for a plain string, and writes relative paths where an alias
// would do.

import ts from "typescript";
import * as host from "../host/host.ts";
import { packageName, type Packages } from "../host/installed.ts";
import { CODE_ENDING, extensionOf, isJavaScript, isTypeScript, withoutEnding, withoutExtension } from "../modules/file_kinds.ts";
import { MOCK_NAMES } from "../modules/imports_only.ts";
import { resolveToSource, withoutProgram } from "../modules/sources.ts";
import type { Project } from "../program/project.ts";
import type { Confidence } from "../protocol/plan.ts";
import type { Edits } from "../text/edits.ts";

export interface Specifier {
  readonly file: ts.SourceFile;
  /** Where the text in the quotes starts. */
  readonly start: number;
  readonly text: string;
  /** The last segment of the text, without an extension. */
  readonly name: string;
  readonly confidence: Confidence;
  /** Says whether it leads to a module that TypeScript resolves, or to a path relative to the file. */
  readonly kind: "module" | "path";
  readonly mode: ts.ResolutionMode;
  /** Set if the specifier is the fixed part of a pattern. */
  readonly glob?: Glob;
}

/** The rest of a pattern. The specifier is its fixed part, which follows a move. */
export interface Glob {
  /** True if the pattern excludes files that the others include. */
  readonly not: boolean;
  /** The text from the first segment with a wildcard on, with the slash before it. */
  readonly rest: string;
}

// "require" is also an English word, and the parser takes long for prose. So the pattern includes what follows the word in code.
const REQUIRE = String.raw`\brequire\s*(?:[(<]|\?\.|\.\s*resolve\b|/[/*])`;
const CALLS = new RegExp(`\\b(?:jest|vi|vitest)\\s*\\.\\s*(?:${MOCK_NAMES})\\b|${REQUIRE}|\\bimport\\s*\\.\\s*meta\\b`);
const MOCKS = new Set(["jest", "vi", "vitest"]);
const MOCK_CALLS = new RegExp(`^(?:${MOCK_NAMES})$`);

// The specifiers of each parsed file, with the compiler options that they were found with. The options decide whether TypeScript resolves a specifier as
// an import or as a require call.
const known = new WeakMap<ts.SourceFile, { readonly options: ts.CompilerOptions; readonly specifiers: readonly Specifier[] }>();

/** The specifiers of a file, imports first. The fixed part of a pattern is one, too. */
export function specifiersOf(project: Project, file: ts.SourceFile): readonly Specifier[] {
  const { options } = project;
  let last = known.get(file);
  if (last?.options !== options) known.set(file, (last = { options, specifiers: findSpecifiers(project, file) }));
  return last.specifiers;
}

/** The specifiers in calls of a file that is in no program, such as `jest.mock("./a")`. */
export function calledSpecifiers(path: string, text: string): readonly Specifier[] {
  const found: Specifier[] = [];
  if (!CALLS.test(text)) return found;
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, /*setParentNodes*/ true);
  calls(file, adderTo(found, file, {}));
  return found;
}

function adderTo(found: Specifier[], file: ts.SourceFile, options: ts.CompilerOptions): Add {
  const seen = new Set<number>();
  return (node, confidence, kind = "module") => {
    if (!node || !ts.isStringLiteralLike(node)) return;
    const start = node.getStart(file) + 1;
    // An escape in the text would shift what follows it.
    if (seen.has(start) || file.text.substr(start, node.text.length) !== node.text) return;
    seen.add(start);
    if (kind === "glob") {
      // The fixed part of a pattern is the path of a directory.
      const not = node.text.startsWith("!");
      const pattern = node.text.slice(not ? 1 : 0);
      if (!isRelative(pattern)) return;
      const text = /^(\.{1,2}(?:\/[^/*?{}[\]()]+)*)\/[^/]*[*?{[(]/.exec(pattern)?.[1] ?? pattern;
      const glob = { not, rest: pattern.slice(text.length) };
      found.push({ file, start: not ? start + 1 : start, text, name: nameIn(text), confidence, kind: "path", mode: undefined, glob });
      return;
    }
    const mode = kind === "module" ? ts.getModeForUsageLocation(file, node, options) : undefined;
    found.push({ file, start, text: node.text, name: nameIn(node.text), confidence, kind, mode });
  };
}

function findSpecifiers({ options }: Project, file: ts.SourceFile): readonly Specifier[] {
  const found: Specifier[] = [];
  const add = adderTo(found, file, options);
  for (const node of file.imports ?? []) if (node.pos >= 0) add(node, "semantic");
  for (const statement of file.statements) {
    if (ts.isModuleDeclaration(statement) && ts.isStringLiteral(statement.name) && statement.name.text.startsWith(".")) {
      add(statement.name, "semantic");
    }
  }
  // TypeScript does not update these references when the file that has them moves.
  for (const { fileName: text, pos: start } of file.referencedFiles) {
    found.push({ file, start, text, name: nameIn(text), confidence: "semantic", kind: "path", mode: undefined });
  }
  const runtime = JSX_RUNTIME.exec(file.text);
  if (runtime?.groups?.["path"] !== undefined && file.pragmas.has("jsximportsource")) {
    const { path } = runtime.groups;
    found.push({ file, start: runtime.index + runtime[0].length - path.length, text: path, name: nameIn(path), confidence: "module-string", kind: "path", mode: undefined });
  }
  if (CALLS.test(file.text)) calls(file, add);
  return found;
}

const nameIn = (text: string): string => withoutExtension(text.slice(text.lastIndexOf("/") + 1));

// Matches the comment `@jsxImportSource` with a relative path. The path names the directory from which the file imports functions that create
// JSX elements.
const JSX_RUNTIME = /@jsxImportSource[ \t]+(?<path>\.\.?(?:\/[^\s*]*)?)/;

type Add = (node: ts.Node | undefined, confidence: Confidence, kind?: "module" | "path" | "glob") => void;

function calls(file: ts.SourceFile, add: Add): void {
  ts.setParentRecursive(file, /*incremental*/ true); // the file may be unbound
  const visit = (node: ts.Node): void => {
    if (ts.isClosed(node) && !CALLS.test(file.text.slice(node.pos, node.end))) return;
    if (ts.isNewExpression(node) && ts.isIdentifier(node.expression) && node.expression.text === "URL") {
      const base = node.arguments?.[1];
      const first = node.arguments?.[0];
      if (base && isImportMeta(base, "url") && first && ts.isStringLiteralLike(first) && isRelative(first.text)) {
        add(first, "module-string", "path");
      }
    } else if (ts.isCallExpression(node)) {
      const [first] = node.arguments;
      const callee = node.expression;
      if (ts.isIdentifier(callee) && callee.text === "require") add(first, "module-string");
      else if (ts.isPropertyAccessExpression(callee)) {
        const { expression: object, name } = callee;
        if (ts.isIdentifier(object) && MOCKS.has(object.text) && MOCK_CALLS.test(name.text)) {
          add(first, "module-string");
          const imported = first && ts.isCallExpression(first) ? first.arguments[0] : undefined;
          if (imported) add(imported, "semantic");
        } else if (ts.isIdentifier(object) && object.text === "require" && name.text === "resolve") {
          add(first, "module-string");
        } else if (isImportMeta(callee, "resolve")) {
          add(first, "module-string");
        } else if (isImportMeta(callee, "glob") && first) {
          for (const pattern of ts.isArrayLiteralExpression(first) ? first.elements : [first]) add(pattern, "module-string", "glob");
        }
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
}

const isImportMeta = (node: ts.Node, property: string): boolean =>
  ts.isPropertyAccessExpression(node) && ts.isMetaProperty(node.expression) && node.name.text === property;

export const isRelative = (text: string): boolean => /^\.\.?(?:\/|$)/.test(text);

/** The file that a specifier leads to, or the path that it names where there is no module. */
export function target(project: Project, { file, text, kind, mode }: Specifier, program = project.program): string | undefined {
  if (kind === "module") {
    const asked = program.getResolvedModule(file, text, mode);
    const known = asked ? asked.resolvedModule : resolve(text, file.fileName, project, mode, program);
    if (known) return program.getSourceFile(known.resolvedFileName)?.fileName ?? known.resolvedFileName;
  }
  return isRelative(text) || kind === "path" ? ts.getNormalizedAbsolutePath(text, ts.getDirectoryPath(file.fileName)) : undefined;
}

function resolve(
  text: string,
  from: string,
  { options, outputs = [] }: Partial<Pick<Project, "outputs">> & Pick<Project, "options">,
  mode: ts.ResolutionMode,
  program?: ts.Program,
): ts.ResolvedModuleFull | undefined {
  const cache = program?.getModuleResolutionCache?.();
  return resolveToSource(text, from, options, outputs, cache, mode).resolvedModule;
}

/** A move as it concerns specifiers: where each file goes, and the disk with the move and the new configurations. */
export interface Relocation {
  readonly after: (path: string) => string;
  /** Names by which a moved file can now be imported: its own without extension, and its directory's for an index file. */
  readonly arrivals: ReadonlySet<string>;
  readonly overlay: NonNullable<Parameters<typeof host.overlaid>[0]>;
  readonly packages: Packages;
}

/**
 * Adds the edits that the specifiers of files of a project need; byTypeScript are the ones that TypeScript would make. Returns
 * the specifiers that are patterns.
 * @param isProposed true to look only at specifiers for which TypeScript's edits are left
 */
export function specifierEdits(
  project: Project,
  files: readonly ts.SourceFile[],
  leadsTo: ReturnType<typeof resolverAfter>,
  { after, arrivals, packages }: Relocation,
  byTypeScript: Edits,
  edits: Edits,
  isProposed = false,
): readonly Specifier[] {
  const globs: Specifier[] = [];
  const { program } = project; // asked for once, since the project looks each time whether it is up to date
  for (const file of files) {
    const importer = after(file.fileName);
    for (const specifier of specifiersOf(project, file)) {
      if (specifier.glob) globs.push(specifier);
      const { start, text, name, kind, mode, confidence } = specifier;
      const old = target(project, specifier, program);
      if (old === undefined) continue;
      const proposed = byTypeScript.take(file.fileName, start, text.length);
      if (isProposed && proposed === undefined) continue;
      const goal = after(old);
      if (importer === file.fileName && goal === old && proposed === undefined && !arrivals.has(name)) continue;
      const own = isRelative(text) || kind === "path" ? rebased(text, file.fileName, old, importer, goal) : undefined;
      const named = byName(text, old, goal, packages);
      const chosen = kind === "path" ? own : choose({ text, importer, goal, own, named, proposed, leadsTo: (c) => leadsTo(c, importer, mode) });
      if (chosen !== undefined && chosen !== text) edits.add(file.fileName, start, text.length, chosen, confidence);
    }
  }
  return globs;
}

/** Resolves specifiers as they would be resolved with the move carried out. */
export function resolverAfter(project: Project, options: ts.CompilerOptions, overlay: Relocation["overlay"]) {
  const cache = ts.createModuleResolutionCache("/", (name) => name, options);
  const outputs = withoutProgram(project.outputsAfter(overlay));
  return (text: string, from: string, mode: ts.ResolutionMode) =>
    host.overlaid(overlay, () => resolveToSource(text, from, options, outputs, cache, mode).resolvedModule?.resolvedFileName);
}

/** Chooses the text of a specifier, so that it leads to its goal. */
export function choose({ text, importer, goal, own, named, proposed, leadsTo }: {
  readonly text: string;
  readonly importer: string;
  readonly goal: string;
  readonly own: string | undefined;
  readonly named: string | undefined;
  readonly proposed: string | undefined;
  readonly leadsTo: (text: string) => string | undefined;
}): string | undefined {
  const plain = relativePath(importer, withoutEnding(goal));
  const extension = extensionOf(goal);
  // The name of a package or an alias stays if it still leads to the file. A relative path is taken from TypeScript's proposal. That
  // proposal has the extension that other imports of the file have. If the old specifier has no extension, or .js where the proposal has .ts,
  // the new specifier keeps this form.
  const otherExtension = proposed !== undefined && extensionOf(proposed) !== "" && (extensionOf(text) === "" || (isJavaScript(text) && isTypeScript(proposed)));
  const relative = otherExtension ? [own, proposed] : [proposed, text];
  const first = isRelative(text) ? relative : [text, named, proposed];
  const candidates = [...first, own, plain, plain + (OUTPUT[extension] ?? extension)];
  const good = candidates.find((c) => c !== undefined && leadsTo(c) === goal);
  if (good !== undefined) return good;
  // No candidate leads to the goal as a module: it is an asset, a missing file, or the output of a referenced project.
  if (proposed !== undefined && leadsTo(proposed) === undefined) return proposed;
  return own;
}

/**
 * Writes an import of a file by the name of its workspace package, in the way the old one was written: "@m/core/deep/a" if "@m/core/a" led
 * to src/a.ts, which becomes src/deep/a.ts. Returns undefined for an import without such a name.
 */
export function byName(text: string, old: string, goal: string, packages: Packages): string | undefined {
  const name = packageName(text);
  const directory = packages.byName.get(name);
  if (directory === undefined || !old.startsWith(`${directory}/`) || text === name) return undefined;
  const rest = withoutEnding(text.slice(name.length)); // with its slash
  const isWhole = withoutEnding(old).endsWith(rest); // else it names a directory and means its index
  const stem = (path: string) => withoutEnding(path).replace(isWhole ? "" : /\/index$/, "");
  if (!stem(old).endsWith(rest)) return undefined;
  const above = stem(old).slice(0, -rest.length);
  return goal.startsWith(`${above}/`) ? name + stem(goal).slice(above.length) + extensionOf(text) : undefined;
}

const INDEX = new RegExp(String.raw`^\/?index(?:\.d)?${CODE_ENDING}$`);
const OUTPUT: Record<string, string> = { ".ts": ".js", ".tsx": ".js", ".mts": ".mjs", ".cts": ".cjs" };

/** A relative specifier from the importer's new place to the target's, written the way the old one was. */
export function rebased(text: string, from: string, old: string, importer: string, goal: string): string {
  const named = ts.getNormalizedAbsolutePath(text, ts.getDirectoryPath(from));
  const extension = extensionOf(goal);
  let path = goal;
  if (named !== old) {
    if (old.startsWith(`${named}/`) && INDEX.test(old.slice(named.length)) && INDEX.test(goal.slice(goal.lastIndexOf("/")))) {
      path = ts.getDirectoryPath(goal);
    } else if (isJavaScript(named) && extensionOf(old) !== "" && extension !== ".json") {
      const written = extensionOf(named);
      const same = extensionOf(old) === extension;
      path = goal.slice(0, goal.length - extension.length) + (same ? written : (OUTPUT[extension] ?? written));
    } else if (extension !== "" && extension !== ".json") {
      path = goal.slice(0, goal.length - extension.length);
    }
  }
  return relativePath(importer, path) + (text.endsWith("/") && path !== goal ? "/" : "");
}

function relativePath(importer: string, path: string): string {
  const text = ts.getRelativePathFromDirectory(ts.getDirectoryPath(importer), path, /*ignoreCase*/ false);
  if (text === "") return ".";
  return text.startsWith(".") ? text : `./${text}`;
}
