// Tries inline.mjs on small scripts:
//
//   node inline_cases.mjs TYPESCRIPT.JS CASES [UPDATED]
//
// A case is a title, a script, and the script that is made of it. Both are run, too, and have to log the same. With a
// third argument the cases are written there with what is made of them now.
import * as fs from 'node:fs'
import { createRequire } from 'node:module'
import * as path from 'node:path'
import * as vm from 'node:vm'

import { inlined } from '../rewrite/inline.mjs'

const [library, cases, updated] = process.argv.slice(2)
const ts = createRequire(import.meta.url)(path.resolve(library))
const opening = '"use strict";(()=>{\n', closing = '\n})()'
const written = []
let wrong = 0
for (const part of fs.readFileSync(cases, 'utf8').split(/^# /m).slice(1)) {
  const [, title, script, want] = /^(.*)\n([^]*)\n=>\n([^]*?)\s*$/.exec(part)
  const { text } = inlined(ts, opening + script + closing)
  const got = text.slice(opening.length, -closing.length).trim()
  written.push(`# ${title}\n${script}\n=>\n${got}\n`)
  if (got !== want && !updated) fail(`is made\n${got}\nand not\n${want}`)
  const logs = [script, got].map((s) => logged(opening + s + closing))
  if (logs[0] !== logs[1] || logs[0] === '') fail(`logs ${logs[1]} and not ${logs[0]}`)

  function fail(message) {
    console.error(`${title}: ${message}`)
    wrong++
  }
}
if (updated) fs.writeFileSync(updated, written.join('\n'))
process.exitCode = wrong > 0 ? 1 : 0

/** @param {string} script */
function logged(script) {
  const lines = []
  let n = 0
  const log = (...values) => lines.push(values.map((v) => JSON.stringify(v) ?? String(v)).join(' '))
  const next = (what) => {
    log('next', what)
    return ++n
  }
  try {
    vm.runInNewContext(script, { log, next })
  } catch (error) {
    lines.push(String(error))
  }
  return lines.join('; ')
}
