// Applies a plan of tsplan, all of it or nothing: node apply.ts < plan.json, with Node 22.18 or later.
// The plan is what `tsplan rename ... --json --full-hashes` prints, or an answer of get_plan.
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

interface Position { line: number; character: number }
interface TextEdit { range: { start: Position; end: Position }; newText: string }
interface FileTextEdits { filePath: string; textEdits: TextEdit[]; sha256: string; sha256After: string }
interface Plan { edits: FileTextEdits[]; fsMoves?: { from: string; to: string }[]; leftOut?: string; nextOffset?: number }

const hash = (data: Buffer) => createHash("sha256").update(data).digest("hex");

/** The bytes of a file after its edits. Lines and characters count from 0, characters in UTF-16 units, after a byte order mark. */
function edited(data: Buffer, edits: TextEdit[]): Buffer {
  const text = data.toString("utf8"), start = text.startsWith("\uFEFF") ? 1 : 0;
  const lines = [start];
  for (const end of text.matchAll(/\r\n|\n|\r/g)) lines.push(end.index + end[0].length);
  const at = ({ line, character }: Position) => lines[line] + character;
  let after = "", done = 0;
  for (const { range, newText } of edits) { // sorted, and without overlaps
    after += text.slice(done, at(range.start)) + newText;
    done = at(range.end);
  }
  return Buffer.from(after + text.slice(done), "utf8");
}

const plan: Plan = JSON.parse(readFileSync(0, "utf8"));
if (plan.edits === undefined || plan.leftOut || plan.nextOffset) throw new Error("this is no whole plan");

// First everything is checked, and nothing written.
const files = plan.edits.map(({ filePath, textEdits, sha256, sha256After }) => {
  const data = readFileSync(filePath), after = edited(data, textEdits);
  if (hash(data) !== sha256) throw new Error(`${filePath} has changed since the plan was made`);
  if (hash(after) !== sha256After) throw new Error(`the edits of ${filePath} lead to other bytes than the plan says`);
  return { path: filePath, beside: filePath + ".tsplan", after, mode: statSync(filePath).mode };
});
const there = new Map<string, boolean>(); // paths that moves have made or left
for (const { from, to } of plan.fsMoves ?? []) {
  if (!(there.get(from) ?? existsSync(from))) throw new Error(`${from} is not there`);
  if (from.toLowerCase() !== to.toLowerCase() && (there.get(to) ?? existsSync(to))) throw new Error(`${to} is there already`);
  there.set(from, false).set(to, true);
}

// All new content is on the disk before the first file is replaced.
const written: string[] = [];
try {
  for (const { beside, after, mode } of files) {
    writeFileSync(beside, after, { mode, flag: "wx" });
    written.push(beside);
  }
  for (const { path, beside } of files) renameSync(beside, path);
} finally {
  for (const beside of written) rmSync(beside, { force: true });
}
for (const { from, to } of plan.fsMoves ?? []) {
  mkdirSync(dirname(to), { recursive: true });
  renameSync(from, to);
}
