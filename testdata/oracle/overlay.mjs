// The disk with some files replaced, added or taken away.
import * as fs from 'node:fs'
import * as path from 'node:path'
import { ts } from './typescript.mjs'

/**
 * @param {Map<string, string | null>} texts absolute real path to text, or to null for a file that is gone
 * @param {[from: string, to: string][]} packages directories of packages that moved. Links to them lead to the new places, as after an installation
 * @returns {import('typescript').System & {overlays(file: string): boolean}}
 */
export function overlaid(texts, packages = []) {
  const present = [...texts.keys()].filter((file) => texts.get(file) !== null)
  const added = new Set(present.flatMap(foldersAbove))
  /** @type {Map<string, string>} */
  const folders = new Map()
  // Packages of a workspace are linked into node_modules, also with files that only the overlay has.
  /** @type {(folder: string) => string} */
  const realFolder = (folder) => {
    let real = folders.get(folder)
    if (real === undefined) {
      const there = folder === path.dirname(folder) || fs.existsSync(folder)
      const found = there ? fs.realpathSync(folder) : path.join(realFolder(path.dirname(folder)), path.basename(folder))
      const moved = packages.find(([from]) => isWithin(found, from) && !isWithin(folder, from))
      real = moved ? moved[1] + found.slice(moved[0].length) : found
      folders.set(folder, real)
    }
    return real
  }
  const real = (/** @type {string} */ file) =>
    texts.has(file) ? file : path.join(realFolder(path.dirname(file)), path.basename(file))
  const entries = (/** @type {string} */ folder) => entriesOf(folder, texts, present)
  return {
    ...ts.sys,
    overlays: (file) => texts.has(real(file)),
    readFile: (file) => {
      const at = real(file)
      return texts.has(at) ? (texts.get(at) ?? undefined) : ts.sys.readFile(file)
    },
    fileExists: (file) => {
      const at = real(file)
      return texts.has(at) ? texts.get(at) !== null : ts.sys.fileExists(file)
    },
    directoryExists: (folder) => added.has(realFolder(folder)) || ts.sys.directoryExists(folder),
    realpath: (file) => (texts.has(real(file)) ? real(file) : (ts.sys.realpath?.(file) ?? file)),
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

/** @param {string} file @param {string} folder */
const isWithin = (file, folder) => `${file}/`.startsWith(`${folder}/`)

/** @param {string} file @returns {string[]} */
function foldersAbove(file) {
  const folder = path.dirname(file)
  return folder === file ? [] : [folder, ...foldersAbove(folder)]
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
