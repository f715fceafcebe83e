// The oracle: what the typescript package itself answers, asked directly on Node.
//
//   node oracle.mjs [FOLDER OF A TYPESCRIPT PACKAGE]
//
// JSON requests come in on standard input, one a line; each gets one line back, in order: the
// answer, or {"error": "..."}. Paths are below the root, positions are LSP's.
//
//   {"op":"open","root":"/abs","tsconfig":"tsconfig.json"}    loads anew; the rest is about it
//   {"op":"open","root":"/abs","tsconfigs":["a/tsconfig.json"]}  sample, apply and diagnostics are about all
//   {"op":"rename","file","line","character","newName","findInStrings?","findInComments?","prefix?"}
//   {"op":"move","oldPath","newPath"}                         a file or a directory
//   {"op":"references","file","line","character"}
//   {"op":"navtree","file"}
//   {"op":"sample","seed","renames?","moves?","dirMoves?"}    requests for rename and move
//   {"op":"apply","edits","fsMoves?"}                         the files that differ then: an overlay
//   {"op":"diagnostics","overlay?","fsMoves?"}                the errors, with an overlay applied
//   {"op":"emitted","overlay"}                                its files without comments and types
import * as path from 'node:path'
import * as readline from 'node:readline'
import { apply, Checkers, emitted } from './check.mjs'
import { Project } from './project.mjs'
import { sample } from './sample.mjs'
import { ts } from './typescript.mjs'

/** @type {Project} */
let project
/** @type {Project[]} */
let projects
/** @type {Checkers} */
let checkers

/** @type {Record<string, (request: any) => object>} */
const operations = {
  open({ root, tsconfig = 'tsconfig.json', tsconfigs = [tsconfig] }) {
    projects = tsconfigs.map((/** @type {string} */ t) => new Project(path.resolve(root), t))
    project = projects[0]
    checkers = new Checkers(projects)
    return { typescript: ts.version, files: projects.flatMap((p) => p.files()).length }
  },
  rename: (request) => project.rename(request),
  move: (request) => project.move(request),
  references: (request) => project.references(request),
  navtree: (request) => project.navtree(request),
  sample: (request) => sample(projects, request),
  apply: (request) => apply(project.root, request),
  diagnostics: (request) => checkers.diagnostics(request),
  emitted: ({ overlay }) => emitted(overlay),
}

/** @param {string} line */
function answer(line) {
  try {
    const request = JSON.parse(line)
    const operation = operations[request.op]
    if (!operation) throw new Error(`no operation ${request.op}`)
    if (!project && request.op !== 'open') throw new Error('no project is open')
    return operation(request)
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) }
  }
}

for await (const line of readline.createInterface({ input: process.stdin })) {
  process.stdout.write(JSON.stringify(answer(line)) + '\n')
}
