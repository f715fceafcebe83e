// Says which mentions of a name mean the same after a plan, without a look into the program after it.
// A mention that the plan edits keeps its meaning if the plan edits all declarations of that mention.
// A mention that the plan leaves alone keeps its meaning if the plan edits none of its declarations.
// Another declaration with the old or the new name may break these two rules. other_names.ts finds the files in which one may.

import ts from "typescript";
import { editsLocals, editsPrivate } from "../affected/edited_names.ts";
import type { Names } from "../affected/names.ts";
import type { Overlay } from "../host/overlay.ts";
import type { Span } from "../protocol/plan.ts";
import { type Finder, meanings, placeOf } from "./identity.ts";

export class Renamed {
  private readonly overlay: Overlay;
  private readonly meant: Finder;
  /** The texts that rename a mention. There are none if the meaning has to be looked up after the plan. */
  private readonly texts: readonly string[] = [];

  private readonly brought: ReadonlySet<string>;

  constructor(before: ts.Program, overlay: Overlay, { old, brought }: Names) {
    this.overlay = overlay;
    this.brought = brought;
    before.getTypeChecker(); // binds the files for editsLocals
    const areLocals = editsLocals(before, overlay);
    this.meant = meanings(before, undefined, undefined, areLocals);
    const [oldName, ...otherOld] = old;
    const [newName] = brought;
    // In `export { renamed as name }`, an edit makes another name that imports find.
    const writesAlias = [...overlay.edits.values()].some(({ spans }) => spans.some(([, , newText]) => newText.includes(" as ")));
    if (otherOld.length > 0 || writesAlias || !oldName || !newName) return;
    if ([...overlay.edits.keys()].map((path) => before.getSourceFile(path)).some((file) => file && editsPrivate(file, overlay))) return;
    if (isOfElement(oldName) !== isOfElement(newName)) return; // a tag becomes another thing
    this.texts = areLocals ? [newName, `${oldName}: ${newName}`] : [newName];
  }

  /**
   * True if a mention is known to mean the same after the plan.
   * @param name the name there, after the plan if it edits the mention
   * @param span the edit of the mention. Undefined if the plan leaves the mention alone
   */
  keeps(file: ts.SourceFile, position: number, name: string, span?: Span): boolean {
    if (this.texts.length === 0) return false;
    if (!span && this.brought.has(name)) return true; // the plan edits no declaration that has the new name already
    const edits = [...(this.meant(file, position) ?? [])].map((place) => this.editOf(place));
    return span ? [span, ...edits].every((edit) => edit && this.texts.includes(edit[2])) : edits.every((edit) => !edit);
  }

  private editOf(place: string): Span | undefined {
    const { file, offset } = placeOf(place);
    return this.overlay.editsOf(file).startingAt(offset);
  }
}

// True for a name that stands for an HTML element as a tag of JSX.
const isOfElement = (name: string): boolean => ts.isIntrinsicJsxName(ts.escapeLeadingUnderscores(name));
