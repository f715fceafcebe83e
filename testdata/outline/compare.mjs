// Compares declaration files that are parsed and bound on demand with the same files parsed and bound whole:
//
//   node compare.mjs TYPESCRIPT.JS OUTLINES.JSON
//
// TYPESCRIPT.JS is what the build makes of TypeScript, OUTLINES.JSON has the outline of each file by its path. Prints how
// many files and statements were compared; ends with an error where anything differs.
import * as fs from 'node:fs'
import { createRequire } from 'node:module'

const [library, outlines] = process.argv.slice(2)
const ts = createRequire(import.meta.url)(fs.realpathSync(library))
const options = { languageVersion: ts.ScriptTarget.ESNext, jsDocParsingMode: ts.JSDocParsingMode.ParseNone }

let files = 0
let statements = 0
for (const [path, outline] of Object.entries(JSON.parse(fs.readFileSync(outlines, 'utf8')))) {
  const text = fs.readFileSync(path, 'utf8').replace(/^\uFEFF/, '')
  const parse = () => ts.createSourceFile(path, text, options)
  const whole = parse()
  if (whole.parseDiagnostics.length > 0) continue
  ts.bindSourceFile(whole, {})
  const expected = dump(whole)
  for (const order of [opened, shuffled, byTables]) {
    const file = ts.parseOutlined(outline, parse)
    ts.bindSourceFile(file, {})
    order(file)
    const got = dump(file)
    const at = expected.findIndex((line, i) => line !== got[i])
    if (at >= 0 || got.length !== expected.length) {
      throw new Error(`${path}, ${order.name}: ${got[at] ?? 'missing'}\n instead of ${expected[at]}`)
    }
    for (const name of whole.identifiers.keys()) if (!file.identifiers.has(name)) throw new Error(`${path}: no ${name}`)
  }
  files++
  statements += outline === '' ? 0 : outline.split(' ').length / 3
}
console.log(`${files} files, ${statements} statements`)

/** Opens nothing: the dump of the file opens its statements in their order. */
function opened() {}

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
    lines.push([kind, pos, end, flags, place(node.parent), kind === ts.SyntaxKind.SourceFile ? '' : (escapedText ?? text), name(symbol), name(localSymbol), flow(node.flowNode)].join(' '))
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
