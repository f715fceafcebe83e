// Compares where the imports and references of a file lead before and after a plan.

import ts from "typescript";
import * as host from "../host/host.ts";
import { say, shown } from "../host/messages.ts";
import type { Overlay } from "../host/overlay.ts";
import { extensionOf } from "../modules/file_kinds.ts";
import { crossesByPath, isByPackage } from "../modules/packages.ts";
import { specifiersOf, target } from "../move/specifiers.ts";
import type { Project } from "../program/project.ts";
import { movedByAlias } from "../program/unfound.ts";
import type { Message } from "../protocol/message.ts";
import type { Written } from "./written.ts";

export interface UnknownAlias {
  readonly specifier: string;
  readonly importer: string;
  readonly moved: string;
}

export interface Targets {
  /** How many imports were compared. */
  readonly imports: number;
  /** True if the types of the imports may be others. */
  readonly isStray: boolean;
  /** What changes, at places in the file after the plan. */
  readonly changed: readonly { readonly position: number; readonly message: Message }[];
  readonly open: readonly Message[];
  /** The imports that lead nowhere, by an alias that may be of a bundler and mean a file that moves. */
  readonly aliases: readonly UnknownAlias[];
}

/**
 * @param project the project, whose program has the file before the plan
 * @param now the file in the program after the plan
 */
export function compareTargets(
  project: Project,
  old: ts.SourceFile,
  after: ts.Program,
  now: ts.SourceFile,
  overlay: Overlay,
  written: Written,
): Targets {
  const kept = specifiersOf(project, old).filter((s) => written.before(old.fileName, s.start) === undefined);
  const list = host.overlaid(undefined, () => kept.map((s) => ({ text: s.text, start: s.start, kind: s.kind, goal: target(project, s) })));
  const shadow = { options: after.getCompilerOptions(), program: after } as unknown as Project;
  const listNow = specifiersOf(shadow, now).filter((s) => written.after(now.fileName, s.start) === undefined);
  const changed: { position: number; message: Message }[] = [];
  const open: Message[] = [];
  const aliases: UnknownAlias[] = [];
  let hasOtherExtension = false;
  const stray = (start: number, message: Message) => changed.push({ position: overlay.destination(old.fileName, start).position, message });
  const result = () => ({ imports: list.length, isStray: hasOtherExtension || changed.length > 0, changed, open, aliases });
  if (listNow.length !== list.length) {
    stray(0, say`has ${listNow.length} imports and had ${list.length}`);
    return result();
  }
  list.forEach(({ text, start, goal }, i) => {
    const specifier = listNow[i];
    const moved = goal === undefined ? movedByAlias(text, old.fileName, overlay.moves) : undefined;
    if (moved !== undefined) aliases.push({ specifier: text, importer: old.fileName, moved });
    if (!specifier || goal === undefined) return;
    // Only the checker can say whether the changed extension is allowed: have it check this file.
    if (extensionOf(specifier.text) !== extensionOf(text)) hasOtherExtension = true;
    const wanted = overlay.after(goal);
    // The new specifier is a relative path into another package. TypeScript finds a source file there. When the program runs, Node needs the
    // built file.
    if (specifier.text !== text && crossesByPath(specifier.text, now.fileName, wanted) && host.overlaid(undefined, () => isByPackage(text, goal))) {
      const what = say`${shown(now.fileName)} would import "${text}" by the path "${specifier.text}"`;
      open.push(say`${what}: whether that is found when the program runs is not known`);
    }
    const found = target(shadow, specifier);
    if (found !== undefined && (found === wanted || found === directoryAfter(overlay, goal))) return;
    stray(start, say`"${specifier.text}" leads to ${found === undefined ? "nothing" : shown(found)}, where "${text}" led to ${shown(goal)}`);
  });
  const references = (file: ts.SourceFile) =>
    file.referencedFiles.map((r) => ts.getNormalizedAbsolutePath(r.fileName, ts.getDirectoryPath(file.fileName)));
  const referencesNow = references(now);
  references(old).forEach((path, i) => {
    if (referencesNow[i] !== overlay.after(path)) stray(0, say`no longer references ${shown(path)}`);
  });
  return result();
}

// A specifier may name a directory, or a file that is not there; it moves with what is around it.
function directoryAfter({ moves }: Overlay, path: string): string | undefined {
  const inside = moves.find(({ from }) => from.startsWith(`${path}/`));
  if (!inside) return undefined;
  const rest = inside.from.slice(path.length);
  return inside.to.endsWith(rest) ? inside.to.slice(0, -rest.length) : undefined;
}

