// The internal parts of TypeScript that the guest uses. TypeScript exports them at run time, but does not declare them in its types.

import "typescript";

declare module "typescript" {
  /** Expands include and exclude patterns over a directory tree. */
  function matchFiles(
    path: string,
    extensions: readonly string[] | undefined,
    excludes: readonly string[] | undefined,
    includes: readonly string[] | undefined,
    useCaseSensitiveFileNames: boolean,
    currentDirectory: string,
    depth: number | undefined,
    getFileSystemEntries: (path: string) => { readonly files: readonly string[]; readonly directories: readonly string[] },
    realpath: (path: string) => string,
  ): string[];
  namespace NavigationBar {
    /** The outline of a file that was parsed with parent nodes; it needs no program. */
    function getNavigationTree(file: SourceFile, cancellation: CancellationToken & { throwIfCancellationRequested(): void }): NavigationTree;
  }
  /** True for the name of a declaration, also of an import or export. */
  function isDeclarationName(name: Node): boolean;
  /** Parses a file with the host's outline of it; see build/typescript/closed_nodes.js. */
  function parseOutlined<T>(outlineOf: (path: string, text: string) => string, parse: () => T): T;
  /** True for a node of which the parts are not parsed yet. */
  function isClosed(node: Node): boolean;
  /** Parses the bodies of functions in a file for which `touches` returns true: it gets where a body starts and where it ends. */
  function openBodies(file: SourceFile, touches: (start: number, end: number) => boolean): void;
  /** Thrown if a part of a file is not what the outline of the file said. */
  class OutlineError extends Error {
    readonly path: string;
  }
  function getJSDocCommentRanges(node: Node, text: string): CommentRange[] | undefined;
  function setParentRecursive(root: Node, incremental: boolean): void;
  function skipTrivia(text: string, position: number): number;
  function isAssignmentExpression(node: Node): node is AssignmentExpression<AssignmentOperatorToken>;
  /** True for an expression. The name in \`typeof name\` counts as one. */
  function isExpressionNode(node: Node): boolean;
  function isAnyImportOrReExport(node: Node): boolean;
  function isTemplateLiteralToken(node: Node): node is TemplateLiteralToken;
  function isFunctionLikeDeclaration(node: Node): node is FunctionLikeDeclaration;
  /** Calls the visitor with the statements that return from a function, until it has a result. */
  function forEachReturnStatement<T>(body: Block, visitor: (statement: ReturnStatement) => T | undefined): T | undefined;

  function isIdentifierText(name: string, languageVersion: ScriptTarget | undefined): boolean;
  function stringToToken(text: string): SyntaxKind | undefined;

  /** Looks for a package that replaces a lib file. */
  function resolveLibrary(
    libraryName: string,
    resolveFrom: string,
    options: CompilerOptions,
    host: ModuleResolutionHost,
  ): ResolvedModuleWithFailedLookupLocations;
  function getEmitModuleResolutionKind(options: CompilerOptions): ModuleResolutionKind;
  function isJsonSourceFile(file: SourceFile): boolean;
  function isDeclarationFileName(path: string): boolean;
  function getDirectoryPath(path: string): string;
  function getNormalizedAbsolutePath(path: string, currentDirectory: string): string;
  function getRelativePathFromDirectory(directory: string, to: string, ignoreCase: boolean): string;
  function getRegularExpressionForWildcard(
    patterns: readonly string[] | undefined,
    basePath: string,
    usage: "files" | "directories" | "exclude",
  ): string | undefined;

  /** Returns the token or property name at a position, also in JSDoc. */
  function getTouchingPropertyName(sourceFile: SourceFile, position: number): Node;
  function isLabelName(node: Node): boolean;
  /** True for the names of elements such as `a` and `my-button`, which are no components. */
  function isIntrinsicJsxName(name: __String): boolean;
  /** Returns the declaration that has a node as its name. */
  function getDeclarationFromName(name: Node): Declaration | undefined;
  /** Returns the name that a keyword of a declaration stands for, or the node itself. */
  function getAdjustedRenameLocation(node: Node): Node;
  /** Returns the import or export of a module specifier, undefined for other nodes. */
  function tryGetImportFromModuleSpecifier(node: StringLiteralLike): Node | undefined;
  /** Returns the type that is expected of a string, or the type that the string is a part of. */
  function getContextualTypeFromParentOrAncestorTypeNode(node: Expression, checker: TypeChecker): Type | undefined;
  /** Returns the members of the expected type that an element of a literal stands for. */
  function getPropertySymbolsFromContextualType(
    element: ObjectLiteralElement,
    checker: TypeChecker,
    expected: Type,
    unionSymbolOk: boolean,
  ): readonly Symbol[];
  function isInComment(sourceFile: SourceFile, position: number): CommentRange | undefined;
  function isInString(sourceFile: SourceFile, position: number): boolean;

  function isSourceFileJS(file: SourceFile): boolean;
  function isExternalOrCommonJsModule(file: SourceFile): boolean;

  interface Node {
    /** The symbol that the binder made of a declaration. */
    symbol?: Symbol;
  }
  interface Symbol {
    /** The symbol whose export or member this is. */
    readonly parent?: Symbol;
  }
  interface CompilerOptions {
    configFile?: TsConfigSourceFile;
  }
  interface TsConfigSourceFile {
    /** The patterns of a configuration, those included that it has from its base or by default. */
    configFileSpecs?: { readonly validatedIncludeSpecs?: readonly string[]; readonly validatedExcludeSpecs?: readonly string[] };
  }
  interface Program {
    /** True for a source that stands for the output of a referenced project. */
    isSourceOfProjectReferenceRedirect(fileName: string): boolean;
    getResolvedModule(
      file: SourceFile,
      name: string,
      mode: ResolutionMode,
    ): ResolvedModuleWithFailedLookupLocations | undefined;
    getResolvedModuleFromModuleSpecifier(specifier: StringLiteralLike, file: SourceFile): ResolvedModuleWithFailedLookupLocations | undefined;
    forEachResolvedModule(
      visit: (resolution: ResolvedModuleWithFailedLookupLocations, name: string, mode: ResolutionMode, importer: Path) => void,
    ): void;
    getModuleResolutionCache?(): ModuleResolutionCache | undefined;
    /** Returns a module that the program does not have, for an import that was not followed. build/typescript/07-load-modules-on-demand.patch calls it. */
    loadModule?(importer: SourceFile, specifier: string, mode: ResolutionMode): LoadedModule | undefined;
  }
  interface LoadedModule extends ResolvedModuleWithFailedLookupLocations {
    /** Undefined if there is no such module. */
    readonly file: SourceFile | undefined;
  }
  interface ResolvedModuleWithFailedLookupLocations {
    /** The files for which the resolution looked before it found one. */
    readonly failedLookupLocations?: readonly string[];
    /** True if the project does not follow the import. */
    readonly notFollowed?: boolean;
    /** True if the import leads to the output of another project, and the resolved file is the source of that output. */
    readonly isOfOutput?: boolean;
  }
  function firstDefined<T, U>(array: readonly T[] | undefined, callback: (element: T) => U | undefined): U | undefined;
  /** True for "declare global" and for a module with a string for a name. */
  function isAmbientModule(node: Node): boolean;
  /** Returns the package of the JSX runtime that files import without a statement. */
  function getJSXImplicitImportBase(options: CompilerOptions, file?: SourceFile): string | undefined;
  function getJSXRuntimeImport(base: string | undefined, options: CompilerOptions): string | undefined;
  function getResolveJsonModule(options: CompilerOptions): boolean;
  /** True for options with which a build writes declarations. */
  function getEmitDeclarations(options: CompilerOptions): boolean;
  function getAllowJSCompilerOption(options: CompilerOptions): boolean;
  /** Returns why a program with these options does not have a resolved module, undefined if it has. */
  function getResolutionDiagnostic(options: CompilerOptions, resolved: ResolvedModuleFull, importer: SourceFile): DiagnosticMessage | undefined;
  function bindSourceFile(file: SourceFile, options: CompilerOptions): void;
  function getEmitScriptTarget(options: CompilerOptions): ScriptTarget;
  function getSetExternalModuleIndicator(options: CompilerOptions): (file: SourceFile) => void;
  function getScriptKindFromFileName(path: string): ScriptKind;
  /** Returns the package that has the types of another one: "@types/scope__name" for "@scope/name". */
  function getTypesPackageName(packageName: string): string;
  /** Reads JSON, which may have comments. */
  function readJsonOrUndefined(path: string, host: { readFile(path: string): string | undefined }): unknown;
  function getImpliedNodeFormatForFileWorker(
    path: string,
    packageJsonInfoCache: undefined,
    host: ModuleResolutionHost,
    options: CompilerOptions,
  ): ResolutionMode | { readonly impliedNodeFormat: ResolutionMode };
  interface TypeChecker {
    getTypeArgumentConstraint(node: TypeNode): Type | undefined;
    /** Returns the name of which `createElement` is a member, such as `React`. */
    getJsxNamespace(location: Node): string;
  }
  interface LanguageServiceHost {
    /** True if programs are not bound, so that nodes lack parents and symbols. build/typescript/13-leave-unbound.patch reads it. */
    leavesUnbound?: boolean;
    /** True if an import of a referenced project leads to its sources, and not to its output. */
    useSourceOfProjectReferenceRedirect?(): boolean;
    /** Looks for a package that replaces a lib file. */
    resolveLibrary?(libraryName: string, resolveFrom: string, options: CompilerOptions): ResolvedModuleWithFailedLookupLocations;
    /** Read once per program; it says which files' imports are to be resolved again. */
    hasInvalidatedResolutions?(path: Path): boolean;
  }
  interface Program {
    /** Returns errors about the files of the program that are known without a checker, such as that a file is not under `rootDir`. */
    getProgramDiagnostics(file: SourceFile): readonly Diagnostic[];
  }
  interface SourceFile {
    version: string;
    path: Path;
    resolvedPath: Path;
    originalFileName: string;
    /** What comments at the beginning of the file say to TypeScript, by their names in lower case. */
    pragmas: Pick<ReadonlyMap<string, unknown>, "has">;
    scriptSnapshot: IScriptSnapshot | undefined;
    /** Errors of the binder, as for names that are declared twice. */
    bindDiagnostics?: readonly Diagnostic[];
    /** Module specifiers of imports, exports and calls that import; undefined before they are collected. */
    imports?: readonly StringLiteralLike[];
    /** What a module declares at its top level, once the file is bound. */
    locals?: SymbolTable;
    /** Of a file of a package that is installed twice: the file itself, in place of which the program has that of the other copy. */
    redirectInfo?: { readonly unredirected: SourceFile };
    /** The names of modules that a script declares. */
    ambientModuleNames?: readonly string[];
    /** The names of the modules that a module adds to. An identifier stands for the global scope. */
    moduleAugmentations?: readonly (StringLiteral | Identifier)[];
    /** All identifiers in the text, and the strings that are property names. */
    identifiers: Pick<ReadonlyMap<string, string>, "has">;
  }
  const optionDeclarations: readonly { readonly name: string; readonly isFilePath?: boolean; readonly element?: { readonly isFilePath?: boolean } }[];
  interface LanguageService {
    getDefinitionAtPosition(
      fileName: string,
      position: number,
      searchOtherFilesOnly: boolean,
      stopAtAlias: boolean,
    ): readonly DefinitionInfo[] | undefined;
  }
}
