// Applies a plan to a project in memory: the files after the plan, and the compiler's errors in them.
import * as path from 'node:path'
import { overlaid } from './overlay.mjs'
import { readConfig, sourcesOfReferences } from './project.mjs'
import { applyEdits } from './text.mjs'
import { ts } from './typescript.mjs'

/** @typedef {import('./project.mjs').Project} Project */
/** @typedef {Record<string, string | null>} Overlay path to text, or to null for a file that is gone */
/** @typedef {{code: number, file: string | undefined, message: string}} CompilerError */

/**
 * Edits first, then moves; directories move file by file.
 * @param {string} root
 * @param {{edits: import('./text.mjs').FileTextEdits[], fsMoves?: {from: string, to: string}[]}} plan
 */
export function apply(root, { edits, fsMoves = [] }) {
  const read = (/** @type {string} */ file) => {
    const text = ts.sys.readFile(path.join(root, file))
    if (text === undefined) throw new Error(`file not found: ${file}`)
    return text
  }
  /** @type {Overlay} */
  const overlay = {}
  for (const { filePath, textEdits } of edits) {
    overlay[filePath] = applyEdits(read(filePath), textEdits)
  }
  const moved = fsMoves.map(({ from, to }) => ({ from, to, text: overlay[from] ?? read(from) }))
  for (const { from } of moved) overlay[from] = null
  for (const { to, text } of moved) overlay[to] = text
  return { overlay }
}

/** The files of an overlay as JavaScript without comments, types or layout. @param {Overlay} overlay */
export function emitted(overlay) {
  const compilerOptions = {
    target: ts.ScriptTarget.ESNext,
    module: ts.ModuleKind.ESNext,
    jsx: ts.JsxEmit.Preserve,
    removeComments: true,
  }
  const emit = (/** @type {string} */ fileName, /** @type {string} */ text) =>
    /\.[cm]?[jt]sx?$/.test(fileName) ? ts.transpileModule(text, { fileName, compilerOptions }).outputText : text
  const files = Object.entries(overlay).sort(([a], [b]) => (a < b ? -1 : 1))
  return { files: files.map(([file, text]) => [file, text === null ? null : emit(file, text)]) }
}

/** The checkers of several projects share what they parse. Except for JSX, their options have to agree on how to. */
export class Checkers {
  /** @param {Project[]} projects */
  constructor(projects) {
    const parsed = new Map()
    this.checkers = projects.map((project) => new Checker(project, parsed))
  }

  /**
   * The set of errors as it would be with an overlay. Positions are left out.
   * @param {{overlay?: Overlay, fsMoves?: {from: string, to: string}[]}} request fsMoves says where configurations move, file by file
   */
  diagnostics({ overlay, fsMoves = [] }) {
    const moved = new Map(fsMoves.map(({ from, to }) => [from, to]))
    const errors = this.checkers.flatMap((checker) => checker.errors(overlay, moved))
    const unique = new Map(errors.map((error) => [JSON.stringify(error), error]))
    return { errors: [...unique.keys()].sort().map((key) => unique.get(key)) }
  }
}

class Checker {
  /** @type {{program: import('typescript').SemanticDiagnosticsBuilderProgram, errors: CompilerError[]} | undefined} */
  #base

  /** @param {Project} project @param {Map<string, import('typescript').SourceFile | undefined>} parsed */
  constructor(project, parsed) {
    this.project = project
    this.parsed = parsed
  }

  /** @param {Overlay | undefined} overlay @param {Map<string, string>} moved @returns {CompilerError[]} */
  errors(overlay, moved) {
    const { root, configPath } = this.project
    const base = this.#base ?? (this.#base = this.#check(new Map(), configPath))
    if (!overlay) return base.errors
    const after = path.join(root, moved.get(this.project.relative(configPath)) ?? this.project.relative(configPath))
    /** @type {[string, string][]} */
    const packages = [...moved]
      .filter(([from]) => path.basename(from) === 'package.json')
      .map(([from, to]) => [path.join(root, path.dirname(from)), path.join(root, path.dirname(to))])
    return this.#check(new Map(Object.entries(overlay).map(([f, text]) => [path.join(root, f), text])), after, packages).errors
  }

  /** @param {Map<string, string | null>} texts @param {string} configPath @param {[string, string][]} [packages] that moved */
  #check(texts, configPath, packages) {
    const system = overlaid(texts, packages)
    const config = readConfig(configPath, system)
    const host = ts.createIncrementalCompilerHost(config.options, system)
    const parse = host.getSourceFile
    // TypeScript keeps the import of the JSX runtime, which options name, with what it parsed.
    const runtime = `${config.options.jsx} ${config.options.jsxImportSource}`
    host.getSourceFile = (file, options) => {
      if (system.overlays(file)) return parse(file, options)
      const key = `${typeof options === 'object' ? options.impliedNodeFormat : ''}|${runtime}|${file}`
      if (!this.parsed.has(key)) this.parsed.set(key, parse(file, options))
      return this.parsed.get(key)
    }
    Object.assign(host, sourcesOfReferences)
    const program = ts.createSemanticDiagnosticsBuilderProgram(
      config.fileNames,
      config.options,
      host,
      this.#base?.program,
      config.errors,
      config.projectReferences,
    )
    if (this.#base && !concerns(texts, this.#base.program, program)) return this.#base
    const diagnostics = [
      ...program.getConfigFileParsingDiagnostics(),
      ...program.getOptionsDiagnostics(),
      ...program.getGlobalDiagnostics(),
      ...program.getSyntacticDiagnostics(),
      ...program.getSemanticDiagnostics(),
    ]
    if (config.options.composite) {
      for (const file of config.fileNames) {
        diagnostics.push(...program.getDeclarationDiagnostics(program.getSourceFile(file)))
      }
    }
    const errors = diagnostics.map(({ code, file, messageText }) => ({
      code,
      file: file && this.project.relative(file.fileName),
      message: ts.flattenDiagnosticMessageText(messageText, '\n').replaceAll(this.project.root + '/', ''),
    }))
    return { program, errors }
  }
}

/**
 * False where a program holds no file that an overlay changes, neither before nor after: it is made of the same files,
 * and no import can lead elsewhere, since that would bring in a file that moved. Configurations concern everyone.
 * @param {Map<string, string | null>} texts
 * @param {import('typescript').BuilderProgram} before @param {import('typescript').BuilderProgram} after
 */
function concerns(texts, before, after) {
  return [...texts.keys()].some((f) => f.endsWith('.json') || before.getSourceFile(f) || after.getSourceFile(f))
}
