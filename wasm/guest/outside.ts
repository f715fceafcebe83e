// What a configuration names that lies outside of the root. It is absent: the host gives nothing from there.

import ts from "typescript";
import * as host from "./host.ts";
import { type Message, say, shown } from "./messages.ts";

/** One warning for each list of files that leads out of the root, with the texts as the configuration has them. */
export function outsideWarnings(configPath: string, { raw }: ts.ParsedCommandLine): Message[] {
  const directory = ts.getDirectoryPath(configPath);
  const settings = (raw ?? {}) as Readonly<Record<string, unknown>>;
  return ["files", "include"].flatMap((field) => {
    const listed = settings[field];
    const outside = (Array.isArray(listed) ? listed : []).filter((text) => typeof text === "string" && leadsOut(text, directory));
    if (outside.length === 0) return [];
    const named = outside.slice(0, 5).map((text) => JSON.stringify(text)).join(", ");
    const more = outside.length > 5 ? ` and ${outside.length - 5} more` : "";
    return [say`${shown(configPath)}: "${field}" names ${named}${more} outside of the root: what is there is not read, and not edited`];
  });
}

// A pattern leads out if all that it can match is outside.
function leadsOut(text: string, directory: string): boolean {
  const [fixed = ""] = text.split(/[^/]*[*?]/, 1);
  const path = ts.getNormalizedAbsolutePath(fixed === "" ? "." : fixed, directory);
  return path !== host.ROOT && !host.isInside(path) && !(fixed !== text && host.ROOT.startsWith(path));
}
