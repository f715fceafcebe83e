// Says which files are code, by the endings of their names. What a declaration file is, ts.isDeclarationFileName says.

import { EXTENSIONS } from "../protocol/files.ts";

const endingWith = (extensions: readonly string[]): string => String.raw`\.(?:${extensions.map((extension) => extension.slice(1)).join("|")})`;

/** Matches the ending of a file of code, as a part of a regular expression. */
export const CODE_ENDING: string = endingWith(EXTENSIONS);

const CODE = new RegExp(`${CODE_ENDING}$`);
const TYPESCRIPT = new RegExp(`${endingWith(EXTENSIONS.filter((extension) => extension.includes("ts")))}$`);
const JAVASCRIPT = new RegExp(`${endingWith(EXTENSIONS.filter((extension) => extension.includes("js")))}$`);
const IMPORTABLE = new RegExp(String.raw`(?:\.d)?${CODE_ENDING}$|\.json$`);

export const isCodeFile = (path: string): boolean => CODE.test(path);
export const isTypeScript = (path: string): boolean => TYPESCRIPT.test(path);
export const isJavaScript = (path: string): boolean => JAVASCRIPT.test(path);
export const mayHaveJsx = (path: string): boolean => path.endsWith(".tsx") || isJavaScript(path);

/** Returns the path of a file of code without its ending, and other paths as they are. */
export const withoutExtension = (path: string): string => path.replace(CODE, "");

/** Returns the ending of a file that an import may name: of code, of declarations (`.d.ts`) or `.json`. Empty for other files. */
export const extensionOf = (path: string): string => IMPORTABLE.exec(path)?.[0] ?? "";

/** Returns the path of a file that an import may name without that ending, and other paths as they are. */
export const withoutEnding = (path: string): string => path.slice(0, path.length - extensionOf(path).length);
