// Leaves out projects that repeat another one. Many repositories have several configurations for the same files, as for the editor and for the build.
// If the options of two projects differ only in those for output, a rename brings the same errors in both.

import ts from "typescript";
import { oncePer } from "../modules/once_per.ts";
import { isOutside } from "../modules/registry.ts";
import { mergeKey } from "../program/merge.ts";
import { declaresForAll } from "../program/on_demand.ts";
import type { Project } from "../program/project.ts";

/** Divides the projects that a rename may affect into those to be compared and those that repeat one of these. */
export function divided(projects: readonly Project[]): { readonly first: readonly Project[]; readonly repeats: readonly Project[] } {
  // Of two projects with as many files, the one that also reports unused names counts as the larger one.
  const size = oncePer((project: Project) => project.program.getSourceFiles().length + errorsOf(project).length / 10);
  const largestFirst = [...projects].sort((a, b) => size(b) - size(a));
  const repeats = new Set<Project>();
  for (const [i, project] of largestFirst.entries()) {
    if (largestFirst.slice(0, i).some((other) => !repeats.has(other) && isRepeated(project, other))) repeats.add(project);
  }
  return { first: projects.filter((project) => !repeats.has(project)), repeats: [...repeats] };
}

// True if another project has the same options and all files of this project, and no global declaration that this project lacks.
function isRepeated(project: Project, other: Project): boolean {
  if (project.optionsDoubt || mergeKey(project) !== mergeKey(other) || errorsOf(project).some((name) => !other.options[name])) return false;
  const [program, whole] = [project.program, other.program];
  const isAlike = (file: ts.SourceFile) => {
    const same = whole.getSourceFile(file.fileName);
    // In a program, the sources of a referenced project replace its output. TypeScript does not type-check these sources there.
    const isChecked = isOutside(file.fileName) || !whole.isSourceOfProjectReferenceRedirect(file.fileName);
    return same !== undefined && parsedAs(same) === parsedAs(file) && (isChecked || program.isSourceOfProjectReferenceRedirect(file.fileName));
  };
  const isMore = ({ fileName }: ts.SourceFile) => !program.getSourceFile(fileName);
  return program.getSourceFiles().every(isAlike) && !whole.getSourceFiles().some((file) => isMore(file) && declaresForAll(file));
}

// Returns those options of a project that add errors and change no type.
const errorsOf = ({ options }: Project) => (["noUnusedLocals", "noUnusedParameters"] as const).filter((name) => options[name]);

// Returns the file as it was parsed. If a package is installed twice, a program replaces the files of one copy by objects of its own.
const parsedAs = (file: ts.SourceFile): ts.SourceFile => file.redirectInfo?.unredirected ?? file;
