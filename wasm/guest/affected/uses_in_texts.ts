// Finds the modules that are used as objects in a workspace that is not loaded. The texts of its files show which modules they import as a whole.
// Of these files only those are parsed that import the module in question.

import ts from "typescript";
import * as host from "../host/host.ts";
import { packageName } from "../host/installed.ts";
import { packagesOf } from "../modules/packages.ts";
import { isOutside } from "../modules/registry.ts";
import type { Workspace } from "../program/workspace.ts";
import { holdersOf, isExportedWithDependency, isObject, type ModuleUses, type Star } from "./module_uses.ts";

/** An import of a whole module. */
interface WholeImport {
  readonly importer: string;
  readonly specifier: string;
  /** The file that it leads to, which may be outside of the workspace. */
  readonly target: string | undefined;
  /** True for `export * from`, and false for `import * as`, `export * as`, `import()` and `require()`. */
  readonly isStar: boolean;
}

const STAR = /\*\s*(as\s[^"';]{1,200}?)?from\s*(["'])([^"'\n]+)\2/g;
const CALL = /\b(?:import|require)\s*\(\s*(?:\/\*[^]*?\*\/\s*|\/\/.*\s*)*(["'`])([^"'`\n]+)\1/g;

/** The uses in a workspace. Default imports are left out. The workspace's files are searched at the first question. */
export function usesInTexts(workspace: Workspace): ModuleUses {
  let known: readonly WholeImport[] | undefined;
  const imports = () => (known ??= wholeImports(workspace));
  let knownStars: readonly Star[] | undefined;
  const stars = () => (knownStars ??= starsOf(imports()));
  const objects = new Map<string, boolean>();
  return {
    isExportedWithDependency: ({ fileName }) => isExportedWithDependency(stars(), fileName),
    isObject({ fileName }) {
      let answer = objects.get(fileName);
      if (answer === undefined) objects.set(fileName, (answer = isUsed(workspace, holdersOf(stars(), fileName), imports())));
      return answer;
    },
  };
}

/** Like usesInTexts, but every module of which a default import may bind the whole counts as an object. */
export function usesOrDefaults(workspace: Workspace): ModuleUses {
  const uses = usesInTexts(workspace);
  return { ...uses, isObject: (file) => mayBeDefault(workspace, file) || uses.isObject(file) };
}

// True if `import name from` may bind the whole module: that of a declaration file, and in Node a CommonJS module that an ES module imports.
function mayBeDefault({ directory, listed }: Workspace, file: ts.SourceFile): boolean {
  if (file.isDeclarationFile) return true;
  if (file.impliedNodeFormat !== ts.ModuleKind.CommonJS) return false;
  return packagesOf(directory).byName.size > 1 || [...listed].some((path) => /\.m[jt]s$/.test(path));
}

// True if an import uses one of the modules as an object.
function isUsed(workspace: Workspace, holders: ReadonlySet<string>, imports: readonly WholeImport[]): boolean {
  const uses = imports.filter(({ isStar, target }) => !isStar && target !== undefined && holders.has(target));
  return uses.some(({ importer, specifier }) => {
    const parsed = workspace.nearest(importer).following([importer], () => false);
    try {
      const source = parsed.program.getSourceFile(importer);
      const found = (source?.imports ?? []).filter(({ text }) => text === specifier);
      return found.some((node) => isObject(source as ts.SourceFile, node, /*byDefault*/ false));
    } finally {
      parsed.dispose();
    }
  });
}

const starsOf = (imports: readonly WholeImport[]): Star[] =>
  imports
    .filter(({ isStar }) => isStar)
    .map(({ importer, target }) => ({ importer, target: target !== undefined && isOutside(target) ? undefined : target }));

function wholeImports(workspace: Workspace): readonly WholeImport[] {
  const projects = workspace.configs.map((config) => workspace.project(config));
  const { byName } = packagesOf(workspace.directory);
  const found: WholeImport[] = [];
  const { listed, inferred } = workspace;
  const files = [...listed, ...inferred.strays];
  const others = inferred.javascript;
  const having = host.filesWithWholeImports([...files, ...others]);
  for (const importer of [...files, ...others.filter((path) => having.has(path) && inferred.allowsJavaScript(path))]) {
    if (!having.has(importer)) continue;
    const text = host.readFile(importer) ?? "";
    const specifiers = [
      ...[...text.matchAll(STAR)].map(([, as, , specifier]) => ({ specifier: specifier as string, isStar: as === undefined })),
      ...[...text.matchAll(CALL)].map(([, , specifier]) => ({ specifier: specifier as string, isStar: false })),
    ];
    const concerned = projects.filter((project) => project.rootFiles.has(importer));
    for (const project of concerned.length > 0 ? concerned : [workspace.nearest(importer)]) {
      const maps = project.options.paths !== undefined || project.options.baseUrl !== undefined;
      for (const { specifier, isStar } of specifiers) {
        const isForeign = /^[^./#]/.test(specifier) && !maps && !byName.has(packageName(specifier));
        for (const target of isForeign ? [undefined] : project.targets(specifier, importer)) found.push({ importer, specifier, isStar, target });
      }
    }
  }
  return found;
}
