// Decides by the patterns of a configuration which paths it includes, so that no directory has to be listed.

import ts from "typescript";
import { isJavaScript, isTypeScript } from "./file_kinds.ts";

/** Returns a function that is true for paths which patterns of `include` match, or those of `exclude`. */
export function matcher(patterns: readonly string[] | undefined, directory: string, usage: "files" | "exclude"): (path: string) => boolean {
  const regex = ts.getRegularExpressionForWildcard(patterns, directory, usage);
  const expression = regex === undefined ? undefined : new RegExp(regex);
  return (path) => expression?.test(path) ?? false;
}

/** Returns a function that is true for paths of code which a configuration includes, whether there is such a file or not. */
export function includes(configPath: string, options: ts.CompilerOptions): (path: string) => boolean {
  const { validatedIncludeSpecs, validatedExcludeSpecs } = options.configFile?.configFileSpecs ?? {};
  const allowsJavaScript = ts.getAllowJSCompilerOption(options);
  const directory = ts.getDirectoryPath(configPath);
  const isIncluded = matcher(validatedIncludeSpecs, directory, "files");
  const isExcluded = matcher(validatedExcludeSpecs, directory, "exclude");
  return (path) => (isTypeScript(path) || (allowsJavaScript && isJavaScript(path))) && isIncluded(path) && !isExcluded(path);
}
