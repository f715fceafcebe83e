// Asks for files of a state of the disk while reads see another one. The host's part is played by a disk with one file.

import * as host from "../../wasm/guest/host/host.ts";

const path = `${host.ROOT}/a.ts`;
Object.assign(globalThis, { hostReadFile: (asked: string) => (asked === path ? "before" : undefined), hostKind: (asked: string) => Number(asked === path) });

const overlay = host.overlayOf([{ path, spans: [[0, 6, "after"]] }], []);
const [before, after] = [host.filesOf(undefined), host.filesOf(overlay)];

function expect(what: string, is: string | undefined, wanted: string | undefined): void {
  if (is !== wanted) throw new Error(`${what}: ${is}, not ${wanted}`);
}

const refused = (read: () => unknown) => {
  try {
    return String(read());
  } catch {
    return "refused";
  }
};

expect("the disk", before.readFile(path), "before");
expect("the plan", host.overlaid(overlay, () => after.readFile(path)), "after");
expect("the disk within the plan", host.overlaid(overlay, () => host.overlaid(undefined, () => before.readFile(path))), "before");
for (const ask of ["readFile", "outline", "fileExists", "directoryExists", "realpath", "readDir"] as const) {
  expect(`${ask} of the plan after it`, refused(() => after[ask](path)), "refused");
  expect(`${ask} of the disk while reads see the plan`, host.overlaid(overlay, () => refused(() => before[ask](path))), "refused");
}
