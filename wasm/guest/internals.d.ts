// The parts of TypeScript's own interior that the guest leans on. TypeScript exports them at run time but not in its types.

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
  function isIdentifierText(name: string, languageVersion: ScriptTarget | undefined): boolean;
  function stringToToken(text: string): SyntaxKind | undefined;

  function isDeclarationFileName(path: string): boolean;
  function getDirectoryPath(path: string): string;
  function getNormalizedAbsolutePath(path: string, currentDirectory: string): string;
  function getRelativePathFromDirectory(directory: string, to: string, ignoreCase: boolean): string;
  function getRegularExpressionForWildcard(
    patterns: readonly string[],
    basePath: string,
    usage: "files" | "directories" | "exclude",
  ): string | undefined;

  interface LanguageServiceHost {
    /** Where a project reference is imported: read its sources, not its output. */
    useSourceOfProjectReferenceRedirect?(): boolean;
    /** Read once per program: which files' imports have to be resolved anew. */
    hasInvalidatedResolutions?(path: Path): boolean;
  }
  interface SourceFile {
    version: string;
    path: Path;
    resolvedPath: Path;
    originalFileName: string;
    scriptSnapshot: IScriptSnapshot | undefined;
  }
  interface LanguageService {
    getDefinitionAtPosition(
      fileName: string,
      position: number,
      searchOtherFilesOnly: boolean,
      stopAtAlias: boolean,
    ): readonly DefinitionInfo[] | undefined;
  }
}
