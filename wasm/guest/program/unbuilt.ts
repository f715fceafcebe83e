// Finds mentions of a name whose import leads nowhere, since it names a package of the workspace that is not built yet. TypeScript does not know what
// such a mention means and does not count it as a reference: a rename does not edit it, and no type check shows that it was left behind.

import ts from "typescript";
import { packageName } from "../host/installed.ts";
import { firstOf, type Message, say } from "../host/messages.ts";
import type { Mentions } from "./mentions.ts";
import { directoriesOf } from "./packages.ts";
import type { Project } from "./project.ts";
import { ownFilesOf } from "./registry.ts";
import type { Workspace } from "./workspace.ts";
import { missingModule } from "./missing_modules.ts";

export interface Unbuilt {
  /** The places of the mentions, by file. */
  readonly places: ReadonlyMap<string, ReadonlySet<number>>;
  readonly message: Message;
}

/**
 * Returns undefined if there are no such mentions.
 * @param declaring the files that declare the name, or are edited with it. Only a package that has one of them, or depends on a package that has,
 * can export the name
 */
export function unbuiltMentions(workspace: Workspace, projects: Iterable<Project>, mentions: Mentions, declaring: readonly string[]): Unbuilt | undefined {
  const places = new Map<string, Set<number>>();
  const packages = new Set<string>();
  const own = workspace.packages().byName;
  const known = new Map<string, boolean>();
  const mayExport = (specifier: string): boolean => {
    const name = packageName(specifier);
    let may = known.get(name);
    if (may === undefined) {
      const directories = [...directoriesOf(name, own)];
      known.set(name, (may = declaring.some((path) => directories.some((directory) => path.startsWith(`${directory}/`)))));
    }
    return may;
  };
  for (const { program } of projects) {
    if (!importsUnbuilt(program, mayExport)) continue;
    for (const [file, at] of mentions.in(program)) {
      for (const offset of at) {
        const missing = missingModule(program, file, offset);
        if (!missing || missing.exported !== undefined || !mayExport(missing.specifier)) continue;
        places.set(file.fileName, (places.get(file.fileName) ?? new Set()).add(offset));
        packages.add(packageName(missing.specifier));
      }
    }
  }
  if (places.size === 0) return undefined;
  const count = [...places.values()].reduce((sum, { size }) => sum + size, 0);
  const names = [...packages].sort().join(", ");
  const message = say`mentions of ${mentions.name} that TypeScript does not know, since it does not find ${names}: ${count}, in ${firstOf([...places.keys()].sort())}. Build this package of the workspace, then ask again`;
  return { places, message };
}

/** True if a file imports one of the packages, and the program does not find it. */
export const importsUnbuilt = (program: ts.Program, isPackage: (specifier: string) => boolean): boolean =>
  ownFilesOf(program).some((file) => file.imports?.some((node) => isPackage(node.text) && !isFound(program, file, node)) ?? false);

// True for an import that leads to a file, and for one that the program does not follow.
function isFound(program: ts.Program, file: ts.SourceFile, specifier: ts.StringLiteralLike): boolean {
  const mode = ts.getModeForUsageLocation(file, specifier, program.getCompilerOptions());
  const resolution = program.getResolvedModule(file, specifier.text, mode);
  if (resolution?.notFollowed) return program.loadModule === undefined; // such a program follows the import once a type needs it
  return resolution?.resolvedModule !== undefined;
}
