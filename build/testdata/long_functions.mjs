// Prints the functions of TypeScript and JavaScript files that have more lines than a number, as FILE:LINE: NAME has N lines.
//
//   node long_functions.mjs TYPESCRIPT.JS LINES FILE...

import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { resolve } from 'node:path'

const [library, most, ...files] = process.argv.slice(2)
const ts = createRequire(import.meta.url)(resolve(library))

for (const path of files) {
  const file = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, /*setParentNodes*/ true)
  const lineOf = (position) => file.getLineAndCharacterOfPosition(position).line + 1
  const visit = (node) => {
    const first = lineOf(node.getStart(file))
    const lines = lineOf(node.end) - first + 1
    if (ts.isFunctionLike(node) && lines > Number(most)) console.log(`${path}:${first}: ${node.name?.getText(file) ?? 'a function'} has ${lines} lines`)
    ts.forEachChild(node, visit)
  }
  visit(file)
}
