// Random requests over a project, the same for the same seed.
import * as path from 'node:path'
import { random } from './random.mjs'
import { compare, lineStarts, positionAt } from './text.mjs'
import { ts } from './typescript.mjs'

/**
 * Each kind of request has its own stream of numbers, so asking for more of one kind changes
 * nothing in the others.
 * @param {Project[]} projects
 * @param {{seed: number, renames?: number, moves?: number, dirMoves?: number, within?: number}} request
 *   within says how many folders from the root stay what they are, so that files do not leave a package
 */
export function sample(projects, { seed, renames = 0, moves = 0, dirMoves = 0, within = 0 }) {
  const { root } = projects[0]
  const files = [...new Set(projects.flatMap((project) => project.files()))].sort(compare)
  const folders = [...new Set(files.flatMap(ancestors))].sort()
  const head = (/** @type {string} */ name) => name.split('/').slice(0, within).join('/')
  const near = (/** @type {string} */ name) => folders.filter((f) => head(f) === head(name))
  const movable = folders.filter((f) => f.split('/').length > within)
  /** @param {number} count @param {(i: number, pick: Pick) => object} make */
  const every = (count, make) => {
    const next = random(seed)
    /** @type {Pick} */
    const pick = (list) => list[Math.floor(next() * list.length)]
    return Array.from({ length: count }, (_, i) => make(i, pick))
  }
  const identifiers = renames > 0 ? allIdentifiers(root, files) : []
  return {
    requests: [
      ...every(renames, (i, pick) => renameOf(pick(identifiers), i)),
      ...every(moves, (i, pick) => moveOf(root, pick(files), near, i, pick)),
      ...every(dirMoves, (i, pick) => directoryMoveOf(pick(movable), near, i, pick)),
    ],
  }
}

/** @typedef {import('./project.mjs').Project} Project */
/** @typedef {<T>(list: T[]) => T} Pick */
/** @typedef {{file: string, line: number, character: number, name: string}} Identifier */

/** @param {Identifier} identifier @param {number} i */
function renameOf({ name, ...place }, i) {
  // A component must stay upper case and a private name private, or the program means another.
  const stem = /^\p{Lu}/u.test(name) ? 'Fresh' : 'fresh'
  return { op: 'rename', ...place, newName: (name.startsWith('#') ? '#' : '') + stem + 'Name' + i }
}

/**
 * @param {string} root @param {string} file
 * @param {(name: string) => string[]} near folders to go to @param {number} i @param {Pick} pick
 */
function moveOf(root, file, near, i, pick) {
  const folders = near(file)
  const extension = /(\.d)?\.[^.]*$/.exec(file)?.[0] ?? ''
  const here = path.dirname(file)
  const folder = pick([here, pick(folders), path.join(pick(folders), `fresh${i}`)])
  const base = pick([path.basename(file, extension), `moved${i}`])
  const newPath = path.join(folder, base + extension)
  const taken = ts.sys.fileExists(path.join(root, newPath))
  const fresh = path.join(here, `moved${i}${extension}`)
  return { op: 'move', oldPath: file, newPath: taken ? fresh : newPath }
}

/** @param {string} folder @param {(name: string) => string[]} near @param {number} i @param {Pick} pick */
function directoryMoveOf(folder, near, i, pick) {
  const outside = near(folder).filter((f) => f !== folder && !f.startsWith(folder + '/'))
  const parent = pick([path.dirname(folder), pick(outside) ?? path.dirname(folder)])
  return { op: 'move', oldPath: folder, newPath: path.join(parent, `moved${i}`) }
}

/** The folders that a file is in, without the root. @param {string} file @returns {string[]} */
function ancestors(file) {
  const folder = path.dirname(file)
  return folder === '.' ? [] : [folder, ...ancestors(folder)]
}

/** @param {string} root @param {string[]} files */
function allIdentifiers(root, files) {
  /** @type {Identifier[]} */
  const found = []
  for (const file of files) {
    const text = ts.sys.readFile(path.join(root, file)) ?? ''
    const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, /*setParentNodes*/ true)
    const starts = lineStarts(source.text)
    /** @param {import('typescript').Node} node */
    const visit = (node) => {
      if ((ts.isIdentifier(node) || ts.isPrivateIdentifier(node)) && node.getWidth(source) > 0) {
        const position = positionAt(starts, node.getStart(source))
        found.push({ file, ...position, name: node.text })
      }
      ts.forEachChild(node, visit)
    }
    visit(source)
  }
  return found
}
