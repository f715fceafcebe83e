// Source files shared by every project of the guest: TypeScript's document registry, with two short cuts.
// Lib files come from the image, parsed and bound. Declaration files of node_modules are parsed without JSDoc,
// whose text no plan edits, and kept once for all projects.

import ts from "typescript";
import * as host from "../host/host.ts";
import { isTypeScript, mayHaveJsx } from "./file_kinds.ts";

/** Where the lib files of the embedded TypeScript appear to be. */
export const LIB_DIR = "/lib";

const libs = new Map<string, ts.SourceFile>();
const external = new Map<string, ts.SourceFile>();
const emptied = new Map<string, ts.SourceFile>();
const whole = new Set<string>(); // files whose outlines are wrong

export const isLib = (path: string): boolean => libs.has(path);
export const isExternal = (path: string): boolean => path.includes("/node_modules/");
/** True for the files that no plan edits, since they belong to TypeScript or to a dependency. */
export const isOutside = (path: string): boolean => isLib(path) || isExternal(path);

const ownFiles = new WeakMap<ts.Program, readonly ts.SourceFile[]>();

/** The files of a program that are neither TypeScript's nor a dependency's. */
export function ownFilesOf(program: ts.Program): readonly ts.SourceFile[] {
  let own = ownFiles.get(program);
  if (!own) ownFiles.set(program, (own = program.getSourceFiles().filter(({ fileName }) => !isOutside(fileName))));
  return own;
}

/** The text that declarations of dependencies have in a light project. */
export const EMPTY: ts.IScriptSnapshot = ts.ScriptSnapshot.fromString("");

export const libText = (path: string): string | undefined => libs.get(path)?.text;

/** Parses one lib file and returns its path; called while the image is made. */
export function addLib(name: string, text: string): string {
  const path = `${LIB_DIR}/${name}`;
  libs.set(path, parseWithoutJSDoc(path, text, "0", { languageVersion: ts.ScriptTarget.ESNext }));
  return path;
}

function parseWithoutJSDoc(
  path: string,
  text: string,
  version: string,
  options: ts.CreateSourceFileOptions,
): ts.SourceFile {
  const file = ts.createSourceFile(
    path,
    text,
    { ...options, jsDocParsingMode: ts.JSDocParsingMode.ParseNone },
    /*setParentNodes*/ false,
  );
  file.version = version;
  file.path = file.resolvedPath = path as ts.Path;
  file.originalFileName = path;
  return file;
}

function shared(
  path: string,
  snapshot: ts.IScriptSnapshot,
  version: string,
  options: ts.CreateSourceFileOptions | ts.ScriptTarget | undefined,
): ts.SourceFile | undefined {
  const lib = libs.get(path);
  if (lib) return lib;
  if (!isExternal(path) || !ts.isDeclarationFileName(path) || typeof options !== "object") return undefined;
  const key = `${options.impliedNodeFormat ?? ""}|${path}`;
  const files = snapshot === EMPTY ? emptied : external;
  const known = files.get(key);
  if (known?.version === version) return known;
  const text = snapshot.getText(0, snapshot.getLength());
  const file = outlined(() => parseWithoutJSDoc(path, text, version, options));
  files.set(key, file);
  return file;
}

/** Parses a file on demand: the host says which parts of it can wait. */
export const outlined = <T>(parse: () => T): T => ts.parseOutlined(outlineOf, parse);

function outlineOf(path: string, text: string): string {
  if (whole.has(path) || !isTypeScript(path)) return "";
  return host.outline(ts.isDeclarationFileName(path) ? "d" : mayHaveJsx(path) ? "x" : "s", text);
}

const noDocuments = () => ts.createDocumentRegistry(true, "/", ts.JSDocParsingMode.ParseAll);
let base = noDocuments();

/** Forgets all files, since they may be half bound, and from now on parses this one whole. */
export function parseWhole(path: string): void {
  whole.add(path);
  external.clear();
  base = noDocuments();
}

export const registry: ts.DocumentRegistry = {
  ...base,
  // Projects with equal keys share their parsed files. `pathsBasePath` is the directory to which `paths` are relative. It decides where imports
  // lead, but a file is parsed and bound in the same way with any value, so the key leaves it out.
  getKeyForCompilationSettings: (options) => base.getKeyForCompilationSettings({ ...options, pathsBasePath: undefined }),
  acquireDocumentWithKey(fileName, path, host, key, snapshot, version, kind, options) {
    return (
      shared(path, snapshot, version, options) ??
      outlined(() => base.acquireDocumentWithKey(fileName, path, host, key, snapshot, version, kind, options))
    );
  },
  updateDocumentWithKey(fileName, path, host, key, snapshot, version, kind, options) {
    return (
      shared(path, snapshot, version, options) ??
      outlined(() => base.updateDocumentWithKey(fileName, path, host, key, snapshot, version, kind, options))
    );
  },
  releaseDocumentWithKey(path: ts.Path, key: ts.DocumentRegistryBucketKey, kind?: ts.ScriptKind, format?: ts.ResolutionMode) {
    if (libs.has(path) || (isExternal(path) && ts.isDeclarationFileName(path))) return;
    base.releaseDocumentWithKey(path, key, kind as ts.ScriptKind, format as ts.ResolutionMode);
  },
};
