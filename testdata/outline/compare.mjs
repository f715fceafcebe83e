// Compares declaration files and sources that are parsed and bound on demand with the same files parsed and bound whole:
//
//   node compare.mjs TYPESCRIPT.JS OUTLINES.JSON
//
// TYPESCRIPT.JS is what the build makes of TypeScript, OUTLINES.JSON has the outline of each file by its path. Prints how
// many files and closed parts were compared; ends with an error where anything differs.
import * as fs from 'node:fs'
import { createRequire } from 'node:module'

const [library, outlines] = process.argv.slice(2)
const ts = createRequire(import.meta.url)(fs.realpathSync(library))
const options = { languageVersion: ts.ScriptTarget.ESNext, jsDocParsingMode: ts.JSDocParsingMode.ParseNone }

let files = 0
let parts = 0
for (const [path, outline] of Object.entries(JSON.parse(fs.readFileSync(outlines, 'utf8')))) {
  const text = fs.readFileSync(path, 'utf8').replace(/^\uFEFF/, '')
  const isDeclaration = ts.isDeclarationFileName(path)
  const parse = (/** @type {boolean} */ setParents) => ts.createSourceFile(path, text, isDeclaration ? options : ts.ScriptTarget.ESNext, setParents)
  const whole = parse()
  if (whole.parseDiagnostics.length > 0) {
    if (!isDeclaration && ts.parseOutlined(() => outline, parse).$closed) throw new Error(`${path}: closed bodies in a file with syntax errors`)
    continue
  }
  ts.bindSourceFile(whole, {})
  const expected = dump(whole)
  for (const order of isDeclaration ? [opened, shuffled, byTables] : [opened, beforeBinding, lastFirst, byName]) {
    const file = ts.parseOutlined(() => outline, () => parse(order === beforeBinding))
    if (order === beforeBinding) order(file)
    ts.bindSourceFile(file, {})
    order(file, whole)
    const got = dump(file)
    const at = expected.findIndex((line, i) => line !== got[i])
    if (at >= 0 || got.length !== expected.length) {
      throw new Error(`${path}, ${order.name}: ${got[at] ?? 'missing'}\n instead of ${expected[at]}`)
    }
    for (const name of whole.identifiers.keys()) if (!file.identifiers.has(name)) throw new Error(`${path}: no ${name}`)
  }
  files++
  parts += outline === '' ? 0 : outline.split(' ').length / 3
}

// An outline that is wrong shows when a part opens.
const wrong = ts.parseOutlined(() => '13 52 52', () => ts.createSourceFile('/a.ts', 'function a() { return 1 }; function b() { return 2 } ', options))
let isNoticed = false
try {
  ts.openBodies(wrong, () => true)
} catch (error) {
  isNoticed = error instanceof ts.OutlineError
}
if (!isNoticed) throw new Error('a wrong outline was not noticed')
console.log(`${files} files, ${parts} parts`)

/** Opens nothing: the dump of the file opens its statements in their order. */
function opened() {}

/** Opens all bodies. In a file with the parents of its nodes, the nodes in the bodies have theirs. @param {any} file */
function beforeBinding(file) {
  ts.openBodies(file, () => true)
  const visit = (/** @type {any} */ node) =>
    ts.forEachChild(node, (/** @type {any} */ child) => {
      if (child.parent !== node) throw new Error(`${file.fileName}: ${place(child)} has no parent`)
      visit(child)
    })
  visit(file)
}

/** Opens the last bodies first, and those in them after that. @param {any} file */
function lastFirst(file) {
  for (let closed = []; (closed = (file.$closed ?? []).filter(ts.isClosed)).length > 0; ) closed.reverse().map((/** @type {any} */ body) => body.statements)
}

/** Opens the bodies that have a name, then those that have the next name. @param {any} file @param {any} whole */
function byName(file, whole) {
  for (const name of whole.identifiers.keys()) if (!file.identifiers.has(name)) throw new Error(`${file.fileName}: no ${name}`)
}

/** Opens the statements from the last to the first, and some of them before. @param {any} file */
function shuffled(file) {
  const closed = (/** @type {any} */ node) => node.$outline !== undefined
  /** @type {any[]} */
  const nodes = []
  const collect = (/** @type {any} */ node) => {
    if (closed(node)) nodes.push(node)
    else if (ts.isSourceFile(node) || ts.isModuleDeclaration(node) || ts.isModuleBlock(node) || ts.isVariableStatement(node) || ts.isVariableDeclarationList(node)) {
      ts.forEachChild(node, collect)
    }
  }
  collect(file)
  nodes.reverse().sort((a, b) => ((a.pos * 7919) % 101) - ((b.pos * 7919) % 101))
  for (const node of nodes) ts.forEachChild(node, () => undefined)
}

/** Opens what symbols have before what nodes have. @param {any} file */
function byTables(file) {
  const walk = (/** @type {any} */ table, /** @type {number} */ depth) =>
    table?.forEach((/** @type {any} */ symbol) => {
      if (depth > 4) return
      walk(symbol.exports, depth + 1)
      walk(symbol.members, depth + 1)
    })
  walk(file.locals, 0)
  walk(file.symbol?.exports, 0)
}

/** All nodes and symbols of a file, a line each, but for what only the emitter asks. @param {any} file */
function dump(file) {
  ts.openBodies(file, () => true) // how a body ends is noted in its function
  /** @type {string[]} */
  const lines = []
  const symbols = new Map()
  const name = (/** @type {any} */ symbol) => {
    if (!symbol) return '-'
    if (!symbols.has(symbol)) {
      symbols.set(symbol, symbols.size)
      lines.push(
        [
          'symbol', symbols.size, symbol.escapedName, symbol.flags, place(symbol.valueDeclaration), name(symbol.parent), name(symbol.exportSymbol),
          symbol.declarations?.map(place).join(), symbol.constEnumOnlyModule, symbol.isReplaceableByMethod,
        ].join(' '),
      )
      table('members', symbol.members)
      table('exports', symbol.exports)
      table('global', symbol.globalExports)
    }
    return `${symbols.get(symbol)}`
  }
  const table = (/** @type {string} */ what, /** @type {any} */ entries) => {
    if (entries) lines.push(`${what} ${[...entries].map(([key, symbol]) => `${key}=${name(symbol)}`).join()}`)
  }
  const flow = (/** @type {any} */ node) => (node ? `${node.flags}/${place(node.node)}/${[node.antecedent ?? []].flat().length}` : '')
  const visit = (/** @type {any} */ node) => {
    if (ts.isFunctionDeclaration(node)) node.parameters // its name has a flow of its own once it is open
    const { kind, pos, end, flags, text, escapedText, localSymbol, symbol } = node
    lines.push([kind, pos, end, flags & ~ts.NodeFlags.HasAsyncFunctions, place(node.parent), kind === ts.SyntaxKind.SourceFile ? '' : (escapedText ?? text), name(symbol), name(localSymbol), flow(node.flowNode), flow(node.endFlowNode), flow(node.returnFlowNode), flow(node.flowNodeWhenTrue), node.jsDoc?.length].join(' '))
    table('locals', node.locals)
    ts.forEachChild(node, visit, (/** @type {any} */ nodes) => {
      lines.push(`nodes ${nodes.pos} ${nodes.end} ${nodes.hasTrailingComma}`)
      nodes.forEach(visit)
    })
  }
  visit(file)
  lines.push(`${file.externalModuleIndicator?.pos} ${file.bindDiagnostics.map((/** @type {any} */ d) => `${d.start} ${d.code}`).sort()}`)
  lines.push(`${[...file.classifiableNames].sort()} ${JSON.stringify([file.referencedFiles, file.typeReferenceDirectives, file.libReferenceDirectives])}`)
  return lines.map((line) => line.replace(/__#\d+@/g, '__#@')) // in the order in which classes are bound
}

/** @param {any} node */
function place(node) {
  return node ? `${node.kind}@${node.pos}` : '-'
}
