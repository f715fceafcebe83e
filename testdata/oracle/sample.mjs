// Random requests over a project, the same for the same seed.
import * as path from 'node:path'
import { lineStarts, positionAt } from './text.mjs'
import { ts } from './typescript.mjs'

/** The generator mulberry32: numbers in [0, 1). @param {number} seed */
function random(seed) {
  let state = seed | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 0x100000000
  }
}

/**
 * Each kind of request has its own stream of numbers, so asking for more of one kind changes
 * nothing in the others.
 * @param {import('./project.mjs').Project} project
 * @param {{seed: number, renames?: number, moves?: number, dirMoves?: number}} request
 */
export function sample(project, { seed, renames = 0, moves = 0, dirMoves = 0 }) {
  const files = project.files()
  const folders = [...new Set(files.flatMap(ancestors))].sort()
  /** @param {number} count @param {(i: number, pick: Pick) => object} make */
  const every = (count, make) => {
    const next = random(seed)
    /** @type {Pick} */
    const pick = (list) => list[Math.floor(next() * list.length)]
    return Array.from({ length: count }, (_, i) => make(i, pick))
  }
  const identifiers = renames > 0 ? allIdentifiers(project, files) : []
  return {
    requests: [
      ...every(renames, (i, pick) => renameOf(pick(identifiers), i)),
      ...every(moves, (i, pick) => moveOf(project, pick(files), folders, i, pick)),
      ...every(dirMoves, (i, pick) => directoryMoveOf(pick(folders), folders, i, pick)),
    ],
  }
}

/** @typedef {<T>(list: T[]) => T} Pick */
/** @typedef {{file: string, line: number, character: number, name: string}} Identifier */

/** @param {Identifier} identifier @param {number} i */
function renameOf({ name, ...place }, i) {
  // A component must stay upper case and a private name private, or the program means another.
  const stem = /^\p{Lu}/u.test(name) ? 'Fresh' : 'fresh'
  return { op: 'rename', ...place, newName: (name.startsWith('#') ? '#' : '') + stem + 'Name' + i }
}

/**
 * @param {import('./project.mjs').Project} project @param {string} file
 * @param {string[]} folders @param {number} i @param {Pick} pick
 */
function moveOf(project, file, folders, i, pick) {
  const extension = /(\.d)?\.[^.]*$/.exec(file)?.[0] ?? ''
  const here = path.dirname(file)
  const folder = pick([here, pick(folders), path.join(pick(folders), `fresh${i}`)])
  const base = pick([path.basename(file, extension), `moved${i}`])
  const newPath = path.join(folder, base + extension)
  const taken = ts.sys.fileExists(path.join(project.root, newPath))
  const fresh = path.join(here, `moved${i}${extension}`)
  return { op: 'move', oldPath: file, newPath: taken ? fresh : newPath }
}

/** @param {string} folder @param {string[]} folders @param {number} i @param {Pick} pick */
function directoryMoveOf(folder, folders, i, pick) {
  const outside = folders.filter((f) => f !== folder && !f.startsWith(folder + '/'))
  const parent = pick([path.dirname(folder), pick(outside) ?? '.'])
  return { op: 'move', oldPath: folder, newPath: path.join(parent, `moved${i}`) }
}

/** The folders that a file is in, without the root. @param {string} file @returns {string[]} */
function ancestors(file) {
  const folder = path.dirname(file)
  return folder === '.' ? [] : [folder, ...ancestors(folder)]
}

/** @param {import('./project.mjs').Project} project @param {string[]} files */
function allIdentifiers(project, files) {
  /** @type {Identifier[]} */
  const found = []
  for (const file of files) {
    const source = project.service.getProgram()?.getSourceFile(path.join(project.root, file))
    if (!source) continue
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
