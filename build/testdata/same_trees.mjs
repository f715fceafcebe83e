// Compares the TypeScript of the guest's bundle with the one it was made from:
//
//   node same_trees.mjs TYPESCRIPT.JS BUNDLE FILE...
//
// The bundle sets globalThis.bundled. Each file is parsed whole and cut off in the middle, by both. Their trees have to
// be the same, node by node with flags and JSDoc, and so do the errors, and the names found at every tenth position.
import * as fs from 'node:fs'
import { createRequire } from 'node:module'
import * as path from 'node:path'
import * as vm from 'node:vm'

const [library, bundle, ...files] = process.argv.slice(2)
const require = createRequire(import.meta.url)
const plain = require(path.resolve(library))
const world = vm.createContext({}) // without what Node has, as in the guest
vm.runInContext(fs.readFileSync(bundle, 'utf8'), world)
const { bundled } = world

/** Describes the tree of a text: a line for each node, and for each error. */
function described(ts, name, text) {
  const file = ts.createSourceFile(name, text, { languageVersion: ts.ScriptTarget.ESNext, jsDocParsingMode: ts.JSDocParsingMode.ParseAll }, true)
  const lines = []
  const visit = (node) => {
    lines.push(`${node.kind} ${node.pos} ${node.end} ${node.flags} ${node.modifierFlagsCache} ${node.text ?? node.escapedText ?? ''}`)
    node.jsDoc?.forEach(visit)
    ts.forEachChild(node, visit)
  }
  visit(file)
  for (const d of file.parseDiagnostics) lines.push(`error ${d.code} ${d.start} ${d.length}`)
  for (let at = 0; at < Math.min(text.length, 3_000); at += 10) {
    const node = ts.getTouchingPropertyName(file, at)
    // In a comment plain TypeScript answers the token after it, or a node of JSDoc. Both are no name.
    if (ts.isIdentifier(node) || ts.isPrivateIdentifier(node)) lines.push(`at ${at} ${node.pos} ${node.end}`)
  }
  return lines
}

let compared = 0
for (const text of ['', 'a', '\n', 'a\nb\n\nc', '\r\na\rb\n\r', 'a\u2028b\nc', 'a\u2029b\n']) {
  const [want, got] = [plain, bundled].map((ts) => `${ts.computeLineStarts(text)}`)
  if (got !== want) {
    console.error(`the lines of ${JSON.stringify(text)} start at ${want}, in the bundle at ${got}`)
    process.exit(1)
  }
  compared++
}
for (const name of files) {
  const text = fs.readFileSync(name, 'utf8')
  for (const part of [text, text.slice(0, text.length >> 1), text.slice(0, Math.floor(text.length * 0.77))]) {
    const want = described(plain, name, part)
    const got = described(bundled, name, part)
    const at = want.findIndex((line, i) => line !== got[i])
    if (at >= 0 || want.length !== got.length) {
      console.error(`${name}, ${part.length} of ${text.length} characters: TypeScript says "${want[at]}", the bundle "${got[at]}"`)
      process.exit(1)
    }
    compared += want.length
  }
}
console.log(`${files.length} files, ${compared} nodes, errors and names compared`)
