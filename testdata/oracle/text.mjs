// Offsets and positions, and edits in the shape of a plan. Offsets count UTF-16 code units of a
// text without BOM. Positions are LSP's: lines end at \n, \r\n and \r only, which is not how
// TypeScript counts them (it also breaks lines at U+2028 and U+2029).

/** @typedef {{line: number, character: number}} Position */
/** @typedef {{start: Position, end: Position}} Range */
/** @typedef {{range: Range, newText: string}} TextEdit */
/** @typedef {{filePath: string, textEdits: TextEdit[]}} FileTextEdits */
/** @typedef {{start: number, length: number}} Span */
/** @typedef {{file: string, text: string, span: Span, newText: string}} Change */

/** @param {string} text */
export function lineStarts(text) {
  return [0, ...Array.from(text.matchAll(/\r\n|\n|\r/g), (m) => m.index + m[0].length)]
}

/** @param {number[]} starts @param {number} offset @returns {Position} */
export function positionAt(starts, offset) {
  let low = 0
  let high = starts.length
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if (starts[middle] <= offset) low = middle
    else high = middle
  }
  return { line: low, character: offset - starts[low] }
}

/** @param {string} text @param {number[]} starts @param {Position} position */
export function offsetAt(text, starts, { line, character }) {
  if (line >= starts.length) throw new Error(`line ${line} is past the end`)
  const width = text.slice(starts[line], starts[line + 1]).replace(/(\r\n|\n|\r)$/, '').length
  if (character > width) throw new Error(`character ${character} is past the end of the line`)
  return starts[line] + character
}

/** @param {number[]} starts @param {Span} span @returns {Range} */
export function rangeOf(starts, { start, length }) {
  return { start: positionAt(starts, start), end: positionAt(starts, start + length) }
}

/**
 * Groups changes by file, sorted by path and position, each once.
 * @param {Change[]} changes
 * @returns {FileTextEdits[]}
 */
export function toEdits(changes) {
  const unique = new Map(changes.map((c) => [JSON.stringify([c.file, c.span, c.newText]), c]))
  /** @type {Map<string, Change[]>} */
  const files = new Map()
  for (const change of unique.values()) {
    const list = files.get(change.file)
    if (list) list.push(change)
    else files.set(change.file, [change])
  }
  return [...files.entries()]
    .sort(([a], [b]) => compare(a, b))
    .map(([filePath, list]) => {
      const starts = lineStarts(list[0].text)
      const sorted = list.sort((a, b) => a.span.start - b.span.start)
      const toEdit = (/** @type {Change} */ { span, newText }) => ({
        range: rangeOf(starts, span),
        newText,
      })
      return { filePath, textEdits: sorted.map(toEdit) }
    })
}

/** @param {string} text @param {TextEdit[]} edits sorted, not overlapping */
export function applyEdits(text, edits) {
  const starts = lineStarts(text)
  return edits.reduceRight((result, { range, newText }) => {
    const start = offsetAt(text, starts, range.start)
    const end = offsetAt(text, starts, range.end)
    return result.slice(0, start) + newText + result.slice(end)
  }, text)
}

/** Orders as Go orders strings, by bytes of UTF-8. @param {string} a @param {string} b */
export function compare(a, b) {
  return Buffer.compare(Buffer.from(a), Buffer.from(b))
}
