// Compares what a checker merges when declaration files are parsed and bound on demand with what it merges when they are
// parsed and bound whole:
//
//   node merges.mjs TYPESCRIPT.JS LIB OUTLINES.JSON OWN.TS GLOBAL.D.TS
//
// TYPESCRIPT.JS is what the build makes of TypeScript, LIB the directory of its lib files, OUTLINES.JSON has the outline of
// each declaration file by its path, OWN.TS imports some of them and is in a program with GLOBAL.D.TS. Prints how many symbols
// were compared; ends with an error where anything differs.
import * as fs from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'

const [library, lib, list, own, globals] = process.argv.slice(2)
const ts = createRequire(import.meta.url)(fs.realpathSync(library))
const outlines = JSON.parse(fs.readFileSync(list, 'utf8'))
const options = {
  target: ts.ScriptTarget.ESNext, module: ts.ModuleKind.ESNext, moduleResolution: ts.ModuleResolutionKind.Bundler, strict: true,
  types: [], noEmit: true,
}

/** @type {Map<string, any>} */
const libFiles = new Map()

/** @param {Map<string, any>} files those that programs share @param {boolean} whole */
function program(files, whole) {
  const host = ts.createCompilerHost(options)
  const parse = host.getSourceFile
  host.getDefaultLibLocation = () => lib
  host.getDefaultLibFileName = () => join(lib, 'lib.esnext.full.d.ts')
  host.getSourceFile = (/** @type {string} */ path, /** @type {any} */ version) => {
    const known = path.startsWith(lib) ? libFiles : files
    let file = known.get(path)
    const outline = whole ? '' : (outlines[path] ?? '')
    if (!file) known.set(path, (file = ts.parseOutlined(() => outline, () => parse(path, version))))
    return file
  }
  return ts.createProgram([own, globals], options, host)
}

const whole = program(new Map(), true)
const expected = dump(whole)
const problems = diagnostics(whole)
const places = new Map(nodesOf(whole).flatMap((node) => [...meant(node, whole)]))
let closed = 0
for (const order of [bySymbols, byNodes, byNodesBackward]) {
  const files = new Map()
  const other = program(files, false)
  other.getTypeChecker() // the files have another checker, too
  const demanded = program(files, false)
  demanded.getTypeChecker()
  const nodes = nodesOf(demanded)
  closed = nodes.filter(isClosed).length
  if (nodes.some((node) => /^(?:Inner|Late)$/.test(node.name.text) && !isClosed(node))) throw new Error('merging opens statements')
  for (const node of order(nodes)) {
    for (const program of [other, demanded]) {
      for (const [at, got] of meant(node, program)) {
        if (places.get(at) !== got) throw new Error(`${order.name}, ${at}: ${got} instead of ${places.get(at)}`)
      }
    }
  }
  for (const [what, got] of [['first', dump(other)], ['second', dump(demanded)]]) {
    const at = expected.findIndex((line, i) => line !== got[i])
    if (at >= 0 || got.length !== expected.length) {
      throw new Error(`${order.name}, ${what} checker: ${got[at] ?? 'missing'}\n instead of ${expected[at]}`)
    }
  }
  const found = diagnostics(demanded)
  if (found !== problems || found === '') throw new Error(`${order.name}: ${found}\n instead of ${problems}`)
}
console.log(`${expected.length} symbols, ${places.size} members, ${closed} closed statements`)

/** Opens nothing: the dump of the symbols opens the statements. */
function bySymbols() {
  return []
}

/** @param {any[]} nodes */
function byNodes(nodes) {
  return nodes
}

/** @param {any[]} nodes */
function byNodesBackward(nodes) {
  return nodes.toReversed()
}

/** @param {any} node */
function isClosed(node) {
  return node.$outline !== undefined
}

/** The interfaces and classes of a program, but for those of TypeScript's lib files. @param {any} program */
function nodesOf(program) {
  /** @type {any[]} */
  const nodes = []
  const collect = (/** @type {any} */ node) => {
    if (ts.isInterfaceDeclaration(node) || ts.isClassDeclaration(node)) nodes.push(node)
    else if (ts.isSourceFile(node) || ts.isModuleDeclaration(node) || ts.isModuleBlock(node)) ts.forEachChild(node, collect)
  }
  for (const file of program.getSourceFiles()) if (!file.fileName.startsWith(lib)) collect(file)
  return nodes
}

/** Asks for the symbol of each member's name, in order. @param {any} node @param {any} program */
function* meant(node, program) {
  for (const { name } of node.members) {
    const symbol = name && program.getTypeChecker().getSymbolAtLocation(name)
    if (symbol) yield [place(name), symbol.declarations.map(place).join()]
  }
}

/** All symbols that a checker finds in the global scope and in modules, a line each. @param {any} program */
function dump(program) {
  const checker = program.getTypeChecker()
  const source = program.getSourceFile(own)
  /** @type {string[]} */
  const lines = []
  const seen = new Set()
  const visit = (/** @type {string} */ path, /** @type {any} */ symbol) => {
    if (seen.has(symbol)) return
    seen.add(symbol)
    const declarations = symbol.declarations ?? []
    // From each of its declarations the way leads to the merged symbol.
    const found = declarations.map((/** @type {any} */ d) => {
      const name = ts.getNameOfDeclaration(d)
      return place(d) + (name && checker.getSymbolAtLocation(name) === symbol ? '' : '?')
    })
    lines.push(`${path} ${symbol.flags} ${place(symbol.valueDeclaration)} ${symbol.parent?.escapedName} ${found.join()}`)
    for (const [what, table] of [['.', symbol.members], ['/', symbol.exports]]) {
      for (const [name, inner] of table ?? []) visit(path + what + name, inner)
    }
  }
  const byName = (/** @type {any} */ a, /** @type {any} */ b) => (a.escapedName < b.escapedName ? -1 : 1)
  for (const symbol of [...checker.getSymbolsInScope(source, -1), ...checker.getAmbientModules()].sort(byName)) visit(symbol.escapedName, symbol)
  for (const file of program.getSourceFiles()) if (file.symbol) visit(file.fileName, checker.getSymbolAtLocation(file))
  return lines.map((line) => line.replace(/__#\d+@/g, '__#@')) // in the order in which classes are bound
}

/** @param {any} program */
function diagnostics(program) {
  return program.getSemanticDiagnostics(program.getSourceFile(own)).map((/** @type {any} */ d) => `${d.start} ${d.code}`).join()
}

/** @param {any} node */
function place(node) {
  return node ? `${node.getSourceFile().fileName}@${node.pos}` : '-'
}
