// The disk with some files replaced, added or taken away.
import * as fs from 'node:fs'
import * as path from 'node:path'
import { ts } from './typescript.mjs'

/**
 * @param {Map<string, string | null>} texts absolute path to text, or to null for a file that is gone
 * @returns {import('typescript').System}
 */
export function overlaid(texts) {
  const present = [...texts.keys()].filter((file) => texts.get(file) !== null)
  const entries = (/** @type {string} */ folder) => entriesOf(folder, texts, present)
  return {
    ...ts.sys,
    readFile: (file) => (texts.has(file) ? (texts.get(file) ?? undefined) : ts.sys.readFile(file)),
    fileExists: (file) => (texts.has(file) ? texts.get(file) !== null : ts.sys.fileExists(file)),
    directoryExists: (folder) =>
      present.some((file) => file.startsWith(folder + '/')) || ts.sys.directoryExists(folder),
    getDirectories: (folder) => entries(folder).directories,
    readDirectory: (folder, extensions, excludes, includes, depth) =>
      // Internal to TypeScript, but the only way to match include patterns on other files.
      /** @type {any} */ (ts).matchFiles(
        folder,
        extensions,
        excludes,
        includes,
        ts.sys.useCaseSensitiveFileNames,
        folder,
        depth,
        entries,
        (/** @type {string} */ file) => ts.sys.realpath?.(file) ?? file,
      ),
  }
}

/** @param {string} folder @param {Map<string, string | null>} texts @param {string[]} present */
function entriesOf(folder, texts, present) {
  const files = new Set()
  const directories = new Set()
  for (const entry of ts.sys.directoryExists(folder) ? fs.readdirSync(folder) : []) {
    const stat = fs.statSync(path.join(folder, entry), { throwIfNoEntry: false })
    if (stat?.isDirectory()) directories.add(entry)
    else if (stat && !texts.has(path.join(folder, entry))) files.add(entry)
  }
  for (const file of present.filter((file) => file.startsWith(folder + '/'))) {
    const [first, ...rest] = file.slice(folder.length + 1).split('/')
    if (rest.length > 0) directories.add(first)
    else files.add(first)
  }
  return { files: [...files].sort(), directories: [...directories].sort() }
}
