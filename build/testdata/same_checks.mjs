// Compares what two TypeScripts find out about the same files:
//
//   node same_checks.mjs TYPESCRIPT.JS BUNDLE OUTLINES.JSON FOLDER...
//
// The bundle sets globalThis.bundled. Of each folder, all files are one program, once with the library's files and once
// without any, which makes errors of many kinds. Errors, types, renames, references and what would be emitted have to be
// the same. So do the types that are expected of functions and texts, and what the keys of literals stand for: both are asked before any
// call is resolved, and keys once more after all calls are. And so does what the bundle says of files that it parses on demand: OUTLINES.JSON has the outline of each file by its absolute path.
import * as fs from 'node:fs'
import { createRequire } from 'node:module'
import * as path from 'node:path'
import * as vm from 'node:vm'

const [library, bundle, list, ...folders] = process.argv.slice(2)
const plain = createRequire(import.meta.url)(path.resolve(library))
const world = vm.createContext({}) // without what Node has, as in the guest
vm.runInContext(fs.readFileSync(bundle, 'utf8'), world)
const { bundled } = world
const outlines = JSON.parse(fs.readFileSync(list, 'utf8'))
const every = { type: 3, info: 40, rename: 300, references: 700 } // identifiers
const texts = new Map()

/** @param {string[]} files @param {object} options */
function serviceOf(ts, files, options) {
  const directories = new Map()
  return ts.createLanguageService({
    getCompilationSettings: () => ({ ...options }),
    getScriptFileNames: () => files,
    getScriptVersion: () => '0',
    getScriptSnapshot: (name) => {
      const text = read(name)
      return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text)
    },
    getCurrentDirectory: () => '/',
    getDefaultLibFileName: () => path.join(path.dirname(path.resolve(library)), 'lib.d.ts'),
    fileExists: plain.sys.fileExists,
    readFile: read,
    directoryExists: (name) => directories.get(name) ?? (directories.set(name, plain.sys.directoryExists(name)), directories.get(name)),
    getDirectories: plain.sys.getDirectories,
  })
}

/**
 * Describes what the keys of literals stand for, and the types that are expected of functions and texts. The words of each type are sorted: in which
 * order a union has its types depends on the questions before. What a key stands for must not depend on them.
 */
function expected(ts, files, options) {
  const program = serviceOf(ts, files, options).getProgram()
  const checker = program.getTypeChecker()
  const lines = []
  const keys = []
  for (const name of files) {
    const visit = (node) => {
      if (ts.isObjectLiteralExpression(node)) {
        const isError = checker.getContextualType(node)?.intrinsicName === 'error'
        for (const key of node.properties) {
          const places = standsFor(checker, key)
          keys.push({ key, places: String(places) })
          lines.push(`key ${name}:${key.pos} ${isError} ${places.filter((place) => !isWithin(place, key.parent))}`)
        }
      }
      if (ts.isArrowFunction(node) || ts.isFunctionExpression(node) || ts.isStringLiteral(node)) {
        const type = checker.getContextualType(node)
        lines.push(`expected ${name}:${node.pos} ${type && checker.typeToString(type).split(/\W+/).sort().join(' ')}`)
      }
      ts.forEachChild(node, visit)
    }
    visit(program.getSourceFile(name))
  }
  for (const name of files) program.getSemanticDiagnostics(program.getSourceFile(name)) // resolves all calls
  for (const { key, places } of keys) {
    const now = String(standsFor(checker, key))
    if (now !== places) throw new Error(`${key.getSourceFile().fileName}:${key.pos} stands for ${places || 'nothing'}, and for ${now || 'nothing'} after its call is resolved`)
  }
  return lines
}

/** The places of the declarations that a key stands for, sorted. */
function standsFor(checker, key) {
  const type = checker.getContextualType(key.parent)
  const members = (type?.types ?? [type]).map((part) => part?.getProperty(key.name?.text ?? ''))
  return members.flatMap((member) => member?.declarations ?? []).map((d) => `${d.getSourceFile().fileName}:${d.pos}`).sort()
}

/** True if a place is in a node. */
function isWithin(place, node) {
  const [, file, at] = /^(.*):(\d+)$/.exec(place)
  return file === node.getSourceFile().fileName && at >= node.pos && at < node.end
}

/**
 * Describes single names, from the last file to the first, and then the errors of all files. The bundle parses the files on demand, so each
 * question opens the bodies of functions that it needs.
 */
function asked(ts, files, options) {
  const service = serviceOf(ts, files, options)
  const program = ts.parseOutlined?.((name) => outlines[name] ?? '', () => service.getProgram()) ?? service.getProgram()
  const lines = []
  const add = (what, name, at, value) => lines.push(`asked for ${what} ${name}:${at} ${value}`)
  let n = 0
  for (const name of [...files].reverse()) {
    const visit = (node) => {
      if (ts.isIdentifier(node)) {
        if (++n % every.info === 0) add('info', name, node.end, service.getQuickInfoAtPosition(name, node.end)?.displayParts?.map(({ text }) => text).join(''))
        if (n % every.rename === 0) add('rename', name, node.end, JSON.stringify(service.findRenameLocations(name, node.end, false, false, {})))
        if (n % every.references === 0) add('references', name, node.end, JSON.stringify(service.getReferencesAtPosition(name, node.end)))
      }
      ts.forEachChild(node, visit)
    }
    visit(ts.createSourceFile(name, read(name), ts.ScriptTarget.ESNext))
  }
  if (ts.parseOutlined) closed += files.flatMap((name) => program.getSourceFile(name).$closed ?? []).filter(ts.isClosed).length
  for (const name of files) {
    for (const e of program.getSemanticDiagnostics(program.getSourceFile(name))) add('error', name, e.start, `${e.length} ${e.code} ${ts.flattenDiagnosticMessageText(e.messageText, ' ')}`)
  }
  return lines
}

/** Describes what a TypeScript finds out: a line for each fact. @param {string[]} files @param {object} options */
function described(ts, files, options) {
  const service = serviceOf(ts, files, options)
  const program = service.getProgram()
  const checker = program.getTypeChecker()
  const lines = []
  const add = (what, name, at, value) => lines.push(`${what} ${name}:${at} ${value}`)
  for (const name of files) {
    const file = program.getSourceFile(name)
    const errors = [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file), ...service.getSuggestionDiagnostics(name)]
    for (const e of errors) add('error', name, e.start, `${e.length} ${e.code} ${ts.flattenDiagnosticMessageText(e.messageText, ' ')}`)
    let n = 0
    const visit = (node) => {
      if (ts.isIdentifier(node)) {
        if (++n % every.type === 0) add('type', name, node.pos, `${checker.typeToString(checker.getTypeAtLocation(node))} ${checker.getSymbolAtLocation(node)?.flags}`)
        if (n % every.rename === 0) add('rename', name, node.end, JSON.stringify(service.findRenameLocations(name, node.end, false, false, {})))
        if (n % every.references === 0) add('references', name, node.end, JSON.stringify(service.getReferencesAtPosition(name, node.end)))
      }
      ts.forEachChild(node, visit)
    }
    visit(file)
    program.emit(file, (written, text) => add('emits', written, 0, text), undefined, false, undefined)
  }
  return lines
}

/** @param {string} name @returns {string | undefined} */
function read(name) {
  if (!texts.has(name)) texts.set(name, plain.sys.readFile(name))
  return texts.get(name)
}

const { ScriptTarget, ModuleKind, ModuleResolutionKind, JsxEmit } = plain
const options = {
  strict: true, declaration: true, jsx: JsxEmit.ReactJSX, skipLibCheck: true, types: [], target: ScriptTarget.ES2015,
  module: ModuleKind.ESNext, moduleResolution: ModuleResolutionKind.Bundler, allowJs: true, checkJs: true, outDir: '/out', rootDir: '/',
}
let compared = 0, errors = 0, closed = 0
for (const folder of folders) {
  const files = fs.readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()
    .map((name) => path.resolve(folder, name)).filter((name) => /\.[cm]?[jt]sx?$/.test(name) && !/\.d\.[cm]?ts$/.test(name))
  for (const more of [{ lib: ['lib.es2023.d.ts', 'lib.dom.d.ts'] }, { noLib: true, target: ScriptTarget.ESNext, exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true, noUnusedLocals: true, noImplicitReturns: true }]) {
    const facts = (ts) => [expected, asked, described].flatMap((find) => find(ts, files, { ...options, ...more }))
    const want = facts(plain)
    const got = facts(bundled)
    const at = want.findIndex((line, i) => line !== got[i])
    if (at >= 0 || want.length !== got.length) {
      console.error(`${folder}: TypeScript says\n${want[at]}\nthe bundle\n${got[at]}`)
      process.exit(1)
    }
    compared += want.length
    errors += want.filter((line) => line.startsWith('error')).length
  }
}
if (errors < 500) throw new Error(`only ${errors} errors compared`)
if (closed < 100) throw new Error(`only ${closed} bodies stayed closed until their errors were asked for`)
console.log(`${compared} errors, types, expected types, renames, references and emitted files compared, of which ${errors} errors; ${closed} bodies stayed closed until their errors were asked for`)
