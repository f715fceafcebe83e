// same_moves.mjs TYPESCRIPT BUNDLE: plans moves with both in a project that has every kind of module, and fails where an
// edit differs.
import { createRequire } from "node:module";
import { resolve } from "node:path";

const require = createRequire(import.meta.url);
const published = require(resolve(process.argv[2]));
require(resolve(process.argv[3]));

const files = {
  "/p/src/main.ts": `import { plain } from "./lib/plain";
import "./lib/script";
import "./lib/augmented";
import whole = require("./lib/whole");
import common from "./lib/common.js";
import data from "./lib/data.json";
import logo from "./lib/logo.svg";
import text from "./lib/text.raw";
import exact from "exact";
import hidden from "hidden";
import { plain as again } from "aliased/plain";
export { dep } from "dep";
export const later = import("./lib/plain"), typed: import("./lib/augmented").Augmented = {};
`,
  "/p/src/lib/plain.ts": `export const plain = 1;\n`,
  "/p/src/lib/script.ts": `declare const script: 1;\n`,
  "/p/src/lib/augmented.ts": `export interface Augmented {}\n`,
  "/p/src/lib/augmenting.ts": `import "./plain";\ndeclare module "./augmented" { interface Augmented { more?: 1 } }\ndeclare module "./whole" { interface More {} }\ndeclare global { var all: 1 }\n`,
  "/p/src/lib/whole.ts": `namespace whole { export const one = 1; }\nexport = whole;\n`,
  "/p/src/lib/common.js": `exports.common = 1;\n`,
  "/p/src/lib/needs.js": `const plain = require("./plain"), again = import("./common.js"), text = require("./whole");\nexports.needs = [plain, again, text];\n`,
  "/p/src/lib/data.json": `{"data": 1}`,
  "/p/src/lib/element.tsx": `import { plain } from "./plain";\nexport const element = plain;\n`,
  "/p/src/lib/hidden.ts": `export default 1;\n`,
  "/p/src/ambient.d.ts": `declare module "*.svg" { const path: string; export default path; }\ndeclare module "./lib/plain" { const relative: 1; export default relative; }\ndeclare module "exact" { const exact: 1; export default exact; }\n`,
  "/p/src/ambient.ts": `declare module "*.raw" { const text: string; export default text; }\ndeclare module "hidden" { const hidden: 1; export default hidden; }\n`,
  "/p/node_modules/dep/index.d.ts": `import "./more";\nexport declare const dep: 1;\n`,
  "/p/node_modules/dep/more.d.ts": `export {};\ndeclare module "dep" { const more: 1; }\n`,
};
const moves = [
  ["/p/src/lib", "/p/src/far/lib"], ["/p/src/main.ts", "/p/src/app/main.ts"],
  ...Object.keys(files).filter((path) => path.startsWith("/p/src/lib/")).map((path) => [path, path.replace("/lib/", "/other/")]),
];

const edits = (ts, module, moduleResolution) => {
  const options = {
    strict: true, allowJs: true, resolveJsonModule: true, esModuleInterop: true, jsx: ts.JsxEmit.ReactJSX, noLib: true, types: [],
    module, moduleResolution, paths: { "aliased/*": ["/p/src/lib/*"], hidden: ["/p/src/lib/hidden"] },
  };
  const service = ts.createLanguageService({
    getCompilationSettings: () => options,
    getScriptFileNames: () => Object.keys(files).filter((path) => path.startsWith("/p/src/")),
    getScriptVersion: () => "0",
    getScriptSnapshot: (path) => (path in files ? ts.ScriptSnapshot.fromString(files[path]) : undefined),
    getCurrentDirectory: () => "/p",
    getDefaultLibFileName: () => "/lib.d.ts",
    fileExists: (path) => path in files,
    readFile: (path) => files[path],
    directoryExists: (path) => Object.keys(files).some((file) => file.startsWith(`${path}/`)),
  });
  return moves.map(([from, to]) => JSON.stringify(service.getEditsForFileRename(from, to, ts.getDefaultFormatCodeSettings("\n"), {})));
};

let compared = 0;
const { ModuleKind, ModuleResolutionKind } = published;
for (const [module, resolution] of [
  [ModuleKind.ESNext, ModuleResolutionKind.Bundler], [ModuleKind.CommonJS, ModuleResolutionKind.Node10], [ModuleKind.NodeNext, ModuleResolutionKind.NodeNext],
]) {
  const [want, got] = [edits(published, module, resolution), edits(globalThis.bundled, module, resolution)];
  moves.forEach(([from, to], i) => {
    if (want[i] !== got[i]) throw new Error(`${from} to ${to}, module resolution ${resolution}:\n${got[i]}\nwant\n${want[i]}`);
    compared += JSON.parse(want[i]).length;
  });
}
console.log(`${compared} files with edits compared`);
