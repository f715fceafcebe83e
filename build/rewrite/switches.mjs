// Rewrites the large switches of the guest's bundle:
//
//   node switches.mjs TYPESCRIPT.JS BUNDLE
//
// QuickJS tries the cases of a switch one after the other. Here a table turns the number that is switched on into the
// number of its clause, so that a hundred kinds of nodes with the same answer are one case, and the clauses of a long
// switch are dealt to several, each of which is passed over with one comparison.
import * as fs from 'node:fs'
import { createRequire } from 'node:module'
import * as path from 'node:path'

/** @typedef {import('typescript').CaseOrDefaultClause} Clause */
/** @typedef {{labels: number[], clauses: Clause[], isDefault: boolean, number: number}} Group clauses that share statements */

const [library, bundle] = process.argv.slice(2)
const ts = /** @type {typeof import('typescript')} */ (
  createRequire(import.meta.url)(path.resolve(library))
)
const fewest = 6 // cases of a switch worth rewriting
const dealt = 8 // clauses of one of several switches
const largest = 0x10000 // label, and length of a table

const text = fs.readFileSync(bundle, 'utf8')
/** @type {{start: number, end: number, text: string}[]} */
const edits = []
/** @type {number[][][]} by switch, by clause: the labels */
const tables = []

visit(ts.createSourceFile(bundle, text, ts.ScriptTarget.ESNext, true, ts.ScriptKind.JS))
const opening = '(()=>{'
const start = text.indexOf(opening) + opening.length
if (start < opening.length || tables.length < 100) throw new Error(`${bundle}: not the bundle that this is for`)
edit(start, start, declarations())
fs.writeFileSync(bundle, applied())

/** @param {number} start @param {number} end @param {string} text */
function edit(start, end, text) {
  edits.push({ start, end, text })
}

function declarations() {
  const build = 'const $table=groups=>{const t=[];groups.forEach((labels,i)=>{for(const l of labels){while(t.length<=l)t.push(0);t[l]=i+1}});return t};'
  return build + 'const ' + tables.map((t, i) => `$s${i}=$table(${JSON.stringify(t)})`).join() + ';'
}

function applied() {
  edits.sort((a, b) => a.start - b.start || a.end - b.end)
  const parts = []
  let done = 0
  for (const { start, end, text: replacement } of edits) {
    if (start < done) throw new Error(`${bundle}: overlapping edits at ${start}`)
    parts.push(text.slice(done, start), replacement)
    done = end
  }
  return parts.join('') + text.slice(done)
}

/** @param {import('typescript').Node} node */
function visit(node) {
  if (ts.isSwitchStatement(node)) rewrite(node)
  ts.forEachChild(node, visit)
}

/** @param {import('typescript').SwitchStatement} node */
function rewrite(node) {
  const groups = grouped(node.caseBlock.clauses)
  const labels = groups.flatMap((g) => g.labels)
  if (labels.length < fewest || !labels.every((l) => l < largest) || new Set(labels).size < labels.length) return
  const id = tables.length
  const numbered = groups.filter((g) => !g.isDefault)
  numbered.forEach((g, i) => (g.number = i + 1))
  tables.push(numbered.map((g) => g.labels))
  for (const g of groups) {
    edit(startOf(g), colon(g.clauses[g.clauses.length - 1]), g.isDefault ? 'default:' : `case ${g.number}:`)
  }
  const { expression, caseBlock } = node
  const cuts = cutsOf(groups)
  if (cuts.length === 0) {
    edit(expression.getStart(), expression.getStart(), `$s${id}[`)
    edit(expression.getEnd(), expression.getEnd(), ']')
    return
  }
  const upTo = (/** @type {number | undefined} */ cut) =>
    cut === undefined ? '' : `if($c${id}>0&&$c${id}<=${groups[cut - 1].number})`
  edit(node.getStart(), expression.getStart(), `{const $c${id}=$s${id}[`)
  edit(expression.getEnd(), caseBlock.getStart() + 1, `];${upTo(cuts[0])}switch($c${id}){`)
  cuts.forEach((cut, i) => {
    const at = startOf(groups[cut])
    edit(at, at, `}else ${upTo(cuts[i + 1])}switch($c${id}){`)
  })
  edit(node.getEnd(), node.getEnd(), '}')
}

/** Labels that are not numbers count as too large. @param {readonly Clause[]} clauses */
function grouped(clauses) {
  /** @type {Group[]} */
  const groups = []
  let open = false
  for (const clause of clauses) {
    if (!open) groups.push({ labels: [], clauses: [], isDefault: false, number: 0 })
    const group = groups[groups.length - 1]
    group.clauses.push(clause)
    if (ts.isDefaultClause(clause)) group.isDefault = true
    else group.labels.push(ts.isNumericLiteral(clause.expression) ? Number(clause.expression.text) : Infinity)
    open = clause.statements.length === 0
  }
  return groups
}

/**
 * The groups before which the switch can be cut: nothing falls through to them, and nothing that is declared on one
 * side is used on the other. What nothing fits comes last.
 * @param {Group[]} groups
 */
function cutsOf(groups) {
  const fallback = groups.findIndex((g) => g.isDefault)
  if (groups.length <= dealt + 2 || (fallback >= 0 && fallback < groups.length - 1)) return []
  /** @type {number[]} */
  const cuts = []
  groups.forEach((g, i) => {
    const full = i - (cuts[cuts.length - 1] ?? 0) >= dealt || (g.isDefault && i > 0)
    if (full && jumps(statements(groups[i - 1]).pop())) cuts.push(i)
  })
  const chunks = [0, ...cuts].map((from, i) => groups.slice(from, cuts[i]).flatMap(statements))
  const used = chunks.map(identifiers)
  const declared = chunks.map((chunk) => chunk.flatMap(declaredBy))
  const shared = declared.some((names, i) =>
    names.some((name) => used.some((there, j) => i !== j && there.has(name) && !declared[j].includes(name))),
  )
  return shared ? [] : cuts
}

/** @param {Group} g */
function statements(g) {
  return g.clauses.flatMap((c) => [...c.statements])
}

/** @param {import('typescript').Node[]} nodes */
function identifiers(nodes) {
  /** @type {Set<string>} */
  const names = new Set()
  const collect = (/** @type {import('typescript').Node} */ node) => {
    if (ts.isIdentifier(node)) names.add(node.text)
    ts.forEachChild(node, collect)
  }
  nodes.forEach(collect)
  return names
}

/** The names that a statement declares for those beside it. @param {import('typescript').Statement} statement */
function declaredBy(statement) {
  if (ts.isVariableStatement(statement)) {
    return statement.declarationList.declarations.flatMap((d) => [...identifiers([d.name])])
  }
  const named = ts.isFunctionDeclaration(statement) || ts.isClassDeclaration(statement)
  return named && statement.name ? [statement.name.text] : []
}

/** @param {import('typescript').Statement | undefined} statement @returns {boolean} */
function jumps(statement) {
  if (!statement) return false
  if (ts.isBlock(statement)) return jumps(statement.statements[statement.statements.length - 1])
  return (
    ts.isReturnStatement(statement) ||
    ts.isBreakStatement(statement) ||
    ts.isContinueStatement(statement) ||
    ts.isThrowStatement(statement)
  )
}

/** @param {Group} g */
function startOf(g) {
  return g.clauses[0].getStart()
}

/** @param {Clause} clause */
function colon(clause) {
  return text.indexOf(':', ts.isCaseClause(clause) ? clause.expression.getEnd() : clause.getStart()) + 1
}
