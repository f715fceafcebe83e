// One project of the language service, set up in the plainest correct way.
import * as path from 'node:path'
import { compare, lineStarts, offsetAt, rangeOf, toEdits } from './text.mjs'
import { ts } from './typescript.mjs'

/** @typedef {import('typescript').System} System */
/** @typedef {import('./text.mjs').Span} Span */

/** @param {string} configPath @param {System} system */
export function readConfig(configPath, system) {
  // Parsed from the source file, not from JSON: otherwise a move never edits tsconfig.json.
  const source = ts.readJsonConfigFile(configPath, system.readFile)
  return ts.parseJsonSourceFileConfigFileContent(
    source,
    system,
    path.dirname(configPath),
    undefined,
    configPath,
  )
}

// Internal to TypeScript, and what its own server does: a referenced project's sources stand for
// its output, which need not be there.
export const sourcesOfReferences = { useSourceOfProjectReferenceRedirect: () => true }

// Projects that are opened one after the other share the trees of files with the same text, as TypeScript's lib files.
const documents = ts.createDocumentRegistry(ts.sys.useCaseSensitiveFileNames)

export class Project {
  /** @param {string} root absolute @param {string} tsconfig below the root */
  constructor(root, tsconfig) {
    this.root = ts.sys.realpath?.(root) ?? root
    this.configPath = path.join(this.root, tsconfig)
    this.config = readConfig(this.configPath, ts.sys)
    const { fileNames, options, projectReferences } = this.config
    /** @type {Map<string, string>} */
    const versions = new Map() // the files of an open project do not change
    /** @param {string} file */
    const versionOf = (file) => {
      const version = versions.get(file) ?? ts.sys.createHash?.(ts.sys.readFile(file) ?? '') ?? ''
      versions.set(file, version)
      return version
    }
    this.service = ts.createLanguageService({
      ...ts.sys,
      getCompilationSettings: () => options,
      getCurrentDirectory: () => this.root,
      getDefaultLibFileName: ts.getDefaultLibFilePath,
      getProjectReferences: () => projectReferences,
      getScriptFileNames: () => fileNames,
      getScriptVersion: versionOf,
      getScriptSnapshot: (file) => {
        const text = ts.sys.readFile(file)
        return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text)
      },
      useCaseSensitiveFileNames: () => ts.sys.useCaseSensitiveFileNames,
      ...sourcesOfReferences,
    }, documents)
  }

  /** @param {string} file absolute */
  relative(file) {
    return path.relative(this.root, file)
  }

  /** The text that offsets in answers refer to. @param {string} file absolute */
  text(file) {
    const source = this.service.getProgram()?.getSourceFile(file)
    const text = source?.text ?? ts.sys.readFile(file)
    if (text === undefined) throw new Error(`file not found: ${this.relative(file)}`)
    return text
  }

  /** @param {{file: string, line: number, character: number}} place */
  place({ file, line, character }) {
    const absolute = path.join(this.root, file)
    if (!this.service.getProgram()?.getSourceFile(absolute)) {
      throw new Error(`${file}: not part of the project`)
    }
    const text = this.text(absolute)
    return { file: absolute, offset: offsetAt(text, lineStarts(text), { line, character }) }
  }

  /** @param {string} file absolute @param {Span} span @param {string} newText */
  change(file, span, newText) {
    return { file: this.relative(file), text: this.text(file), span, newText }
  }

  /**
   * @param {{file: string, line: number, character: number, newName: string,
   *   findInStrings?: boolean, findInComments?: boolean, prefix?: boolean}} request
   */
  rename(request) {
    const { newName, findInStrings = false, findInComments = false, prefix = true } = request
    const { file, offset } = this.place(request)
    const preferences = { providePrefixAndSuffixTextForRename: prefix }
    const info = this.service.getRenameInfo(file, offset, preferences)
    if (!info.canRename) return { canRename: false, reason: info.localizedErrorMessage }
    const locations = this.service.findRenameLocations(
      file,
      offset,
      findInStrings,
      findInComments,
      preferences,
    )
    const changes = (locations ?? []).map(({ fileName, textSpan, prefixText, suffixText }) =>
      this.change(fileName, textSpan, (prefixText ?? '') + newName + (suffixText ?? '')),
    )
    return { canRename: true, edits: toEdits(changes) }
  }

  /** A directory moves with one call, like a file. @param {{oldPath: string, newPath: string}} request */
  move({ oldPath, newPath }) {
    const files = this.service.getEditsForFileRename(
      path.join(this.root, oldPath),
      path.join(this.root, newPath),
      ts.getDefaultFormatCodeSettings('\n'),
      {},
    )
    const changes = files.flatMap(({ fileName, textChanges }) =>
      textChanges.map(({ span, newText }) => this.change(fileName, span, newText)),
    )
    return { edits: toEdits(changes) }
  }

  /**
   * Each place once, as it is first told, in no order.
   * @param {{file: string, line: number, character: number}} request
   */
  references(request) {
    const { file, offset } = this.place(request)
    const found = this.service.findReferences(file, offset) ?? []
    /** @type {Map<string, object>} */
    const places = new Map()
    for (const { fileName, textSpan, isDefinition } of found.flatMap((f) => f.references)) {
      const key = `${fileName}\0${textSpan.start}`
      if (places.has(key)) continue
      const range = rangeOf(lineStarts(this.text(fileName)), textSpan)
      places.set(key, { filePath: this.relative(fileName), range, definition: isDefinition ?? false })
    }
    return { references: [...places.values()] }
  }

  /** @param {{file: string}} request */
  navtree({ file }) {
    const absolute = path.join(this.root, file)
    const starts = lineStarts(this.text(absolute))
    /** @param {import('typescript').NavigationTree} tree @returns {object} */
    const convert = (tree) => ({
      name: tree.text,
      kind: tree.kind,
      ranges: tree.spans.map((span) => rangeOf(starts, span)),
      nameRange: tree.nameSpan && rangeOf(starts, tree.nameSpan),
      children: tree.childItems?.map(convert) ?? [],
    })
    return { navtree: convert(this.service.getNavigationTree(absolute)) }
  }

  /** The project's own files, below the root, sorted. */
  files() {
    return this.config.fileNames
      .map((file) => this.relative(file))
      .filter((file) => !file.includes('node_modules') && !file.startsWith('..'))
      .sort(compare)
  }
}
