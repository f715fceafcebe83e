// What a plan does to a project: its files once the plan is applied, and the compiler's errors then.
import * as path from 'node:path'
import { overlaid } from './overlay.mjs'
import { readConfig, sourcesOfReferences } from './project.mjs'
import { applyEdits } from './text.mjs'
import { ts } from './typescript.mjs'

/** @typedef {import('./project.mjs').Project} Project */
/** @typedef {Record<string, string | null>} Overlay path to text, or to null for a file that is gone */

/**
 * Edits first, then moves; directories move file by file.
 * @param {Project} project
 * @param {{edits: import('./text.mjs').FileTextEdits[], fsMoves?: {from: string, to: string}[]}} plan
 */
export function apply(project, { edits, fsMoves = [] }) {
  const read = (/** @type {string} */ file) => {
    const text = ts.sys.readFile(path.join(project.root, file))
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

export class Checker {
  /** @type {Map<string, import('typescript').SourceFile | undefined>} */
  #parsed = new Map()
  /** @type {import('typescript').SemanticDiagnosticsBuilderProgram | undefined} */
  #base

  /** @param {Project} project */
  constructor(project) {
    this.project = project
  }

  /**
   * The set of errors of the project as it would be with an overlay. Positions are left out.
   * @param {{overlay?: Overlay}} request
   */
  diagnostics({ overlay }) {
    if (overlay) this.#base ??= this.#check({}).program
    const { program, errors } = this.#check(overlay ?? {})
    if (!overlay) this.#base = program
    const unique = new Map(errors.map((error) => [JSON.stringify(error), error]))
    return { errors: [...unique.keys()].sort().map((key) => unique.get(key)) }
  }

  /** @param {Overlay} overlay */
  #check(overlay) {
    const { root, configPath } = this.project
    const texts = new Map(Object.entries(overlay).map(([f, text]) => [path.join(root, f), text]))
    const system = overlaid(texts)
    const config = readConfig(configPath, system)
    const host = ts.createIncrementalCompilerHost(config.options, system)
    const parse = host.getSourceFile
    host.getSourceFile = (file, options) => {
      if (texts.has(file)) return parse(file, options)
      if (!this.#parsed.has(file)) this.#parsed.set(file, parse(file, options))
      return this.#parsed.get(file)
    }
    Object.assign(host, sourcesOfReferences)
    const program = ts.createSemanticDiagnosticsBuilderProgram(
      config.fileNames,
      config.options,
      host,
      this.#base,
      config.errors,
      config.projectReferences,
    )
    const diagnostics = [
      ...program.getConfigFileParsingDiagnostics(),
      ...program.getOptionsDiagnostics(),
      ...program.getGlobalDiagnostics(),
      ...program.getSyntacticDiagnostics(),
      ...program.getSemanticDiagnostics(),
    ]
    const errors = diagnostics.map(({ code, file, messageText }) => ({
      code,
      file: file && this.project.relative(file.fileName),
      message: ts.flattenDiagnosticMessageText(messageText, '\n').replaceAll(root + '/', ''),
    }))
    return { program, errors }
  }
}
