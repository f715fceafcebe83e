// Asks for files of a state of the disk while reads see another one. The host's part is played by a disk with one file, to which a link leads.

import * as host from "../../wasm/guest/host/host.ts";

const [old, link, moved] = [`${host.ROOT}/a.ts`, `${host.ROOT}/link.ts`, `${host.ROOT}/new/a.ts`];
Object.assign(globalThis, {
  hostReadFile: (path: string) => (path === old ? "before" : undefined),
  hostKind: (path: string) => (path === old ? 1 : path === host.ROOT ? 2 : 0),
  hostReadDir: (path: string) => (path === host.ROOT ? "fa.ts" : ""),
  hostRealpath: (path: string) => (path === moved ? link : path),
});

const plan = host.overlayOf([{ path: old, spans: [[0, 6, "after"]] }], [{ from: old, to: moved }]);
const [before, after] = [host.filesOf(undefined), host.filesOf(plan)];

const QUESTIONS = [["readFile", old], ["fileExists", moved], ["directoryExists", `${host.ROOT}/new`], ["readDir", host.ROOT], ["realpath", moved]] as const;

function expect(what: string, is: unknown, wanted: unknown): void {
  if (JSON.stringify(is) !== JSON.stringify(wanted)) throw new Error(`${what}: ${JSON.stringify(is)}, not ${JSON.stringify(wanted)}`);
}

for (const [ask, path] of QUESTIONS) {
  const [was, is] = [host.overlaid(undefined, () => before[ask](path)), host.overlaid(plan, () => after[ask](path))];
  if (JSON.stringify(was) === JSON.stringify(is)) throw new Error(`${ask}: the plan changes nothing`);
  expect(`${ask} of the plan after it`, after[ask](path), is);
  expect(`${ask} of the disk while reads see the plan`, host.overlaid(plan, () => before[ask](path)), was);
}
