// node check.mjs DIR: has mcpb look at every bundle of a release, and a validator of CycloneDX at its bill of materials.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Spec, Validation } from "@cyclonedx/cyclonedx-library";

const [dir] = process.argv.slice(2);
const files = readdirSync(dir);
const mcpb = join(fileURLToPath(import.meta.url), "..", "node_modules/@anthropic-ai/mcpb/dist/cli/cli.js");
const bundles = files.filter((f) => f.endsWith(".mcpb"));
const bills = files.filter((f) => f.endsWith(".cdx.json"));
if (bundles.length === 0 || bills.length !== 1) throw new Error(`${dir} has ${bundles.length} bundles and ${bills.length} bills of materials`);

for (const bundle of bundles) {
  const unpacked = mkdtempSync(join(tmpdir(), "tsplan-mcpb"));
  try {
    execFileSync("node", [mcpb, "unpack", join(dir, bundle), unpacked], { stdio: ["ignore", "ignore", "inherit"] });
    execFileSync("node", [mcpb, "validate", join(unpacked, "manifest.json")], { stdio: ["ignore", "inherit", "inherit"] });
    const { server } = JSON.parse(readFileSync(join(unpacked, "manifest.json"), "utf8"));
    readFileSync(join(unpacked, server.entry_point));
  } finally {
    rmSync(unpacked, { recursive: true });
  }
  console.log(`${bundle}: mcpb accepts it`);
}
const found = await new Validation.JsonStrictValidator(Spec.Version.v1dot6).validate(readFileSync(join(dir, bills[0]), "utf8"));
if (found !== null) throw new Error(`${bills[0]}: ${JSON.stringify(found, null, 2)}`);
console.log(`${bills[0]}: valid CycloneDX 1.6`);
