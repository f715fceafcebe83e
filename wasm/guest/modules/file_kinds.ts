// Says which files are code, by the endings of their names. What a declaration file is, ts.isDeclarationFileName says.

const CODE = /\.[cm]?[jt]sx?$/;
const TYPESCRIPT = /\.[cm]?tsx?$/;
const JSX = /\.(?:tsx|[cm]?jsx?)$/;
const JAVASCRIPT = /\.[cm]?jsx?$/;

export const isCodeFile = (path: string): boolean => CODE.test(path);
export const isTypeScript = (path: string): boolean => TYPESCRIPT.test(path);
export const isJavaScript = (path: string): boolean => JAVASCRIPT.test(path);
export const mayHaveJsx = (path: string): boolean => JSX.test(path);
