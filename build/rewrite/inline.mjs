// Puts the bodies of small functions where they are called, in the guest's bundle:
//
//   node inline.mjs TYPESCRIPT.JS BUNDLE
//
// QuickJS interprets, so a call of a small function takes many times as long as what the function does. callee.mjs says
// which functions are small enough and turns their bodies into expressions. Here a call becomes such an expression.
// What is computed, and in which order, stays the same: an argument is put where its parameter stands only if nothing
// that happens between the two can make a difference, and else goes through a variable first.
import * as fs from 'node:fs'
import { createRequire } from 'node:module'
import * as path from 'node:path'
import { pathToFileURL } from 'node:url'

import { calleeOf, temporary } from './callee.mjs'
import { isFixed, isOwner, lookUp, scopesOf } from './scopes.mjs'

/** @typedef {import('typescript').Node} Node */
/** @typedef {import('./scopes.mjs').Scope} Scope */
/** @typedef {import('./scopes.mjs').Binding} Binding */
/** @typedef {import('./callee.mjs').Callee} Callee */
/** @typedef {{start: number, end: number, text: string}} Edit */
/**
 * The function whose code is looked at: how many temporaries it had before and has now, and whether it can have any.
 * @typedef {{node: Node, had: number, has: number, canHave: boolean}} Frame
 */

const fewest = { callees: 3_000, calls: 30_000 } // of a bundle with TypeScript in it
const rounds = 3 // a body that was put in place may have such calls itself

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const [library, bundle] = process.argv.slice(2)
  const ts = createRequire(import.meta.url)(path.resolve(library))
  const { text, callees, calls } = inlined(ts, fs.readFileSync(bundle, 'utf8'))
  if (callees < fewest.callees || calls < fewest.calls) {
    throw new Error(`${bundle}: only ${callees} functions put in place, at ${calls} calls`)
  }
  fs.writeFileSync(bundle, text)
}

/** @param {typeof import('typescript')} ts @param {string} text a strict script */
export function inlined(ts, text) {
  if (text.includes(temporary)) throw new Error(`the script has ${temporary} in it`)
  let callees = 0, calls = 0
  for (let round = 0; round < rounds; round++) {
    const done = inlineOnce(ts, text)
    text = done.text
    calls += done.calls
    callees ||= done.callees
    if (done.calls === 0 && done.removed === 0) break
  }
  return { text, callees, calls }
}

/** @param {typeof import('typescript')} ts @param {string} text */
function inlineOnce(ts, text) {
  const file = ts.createSourceFile('bundle.js', text, ts.ScriptTarget.ESNext, true, ts.ScriptKind.JS)
  const { scopes, references, bindings } = scopesOf(ts, file)
  /** @type {Map<Binding, Callee>} */
  const callees = new Map()
  /** @type {Set<Node>} */
  const unused = new Set()
  for (const binding of bindings) {
    const [node] = binding.declarations
    if (binding.declarations.length > 1 || binding.writes.length > 0 || !ts.isFunctionDeclaration(node)) continue
    if (binding.references.every((r) => within(r, node))) unused.add(node)
    const callee = calleeOf(ts, file, references, node)
    if (callee) callees.set(binding, callee)
  }
  /** @type {Edit[]} in the order of the text; those in a node come last while the node is visited */
  const edits = []
  /** @type {Set<Binding>} */
  const placed = new Set()
  let calls = 0
  visit(file, /** @type {Scope} */ (scopes.get(file)), { node: file, had: 0, has: 0, canHave: false })
  return { text: rendered(0, text.length, edits), callees: placed.size, calls, removed: unused.size }

  /**
   * Returns how many temporaries are in use while the node is evaluated.
   * @param {Node} node @param {Scope} scope @param {Frame} frame @returns {number}
   */
  function visit(node, scope, frame) {
    if (unused.has(node)) {
      edits.push({ start: node.getStart(file), end: node.end, text: '' })
      return 0
    }
    const first = edits.length
    scope = scopes.get(node) ?? scope
    if (isOwner(ts, node)) {
      visitFunction(node, scope)
      return 0
    }
    let used = 0
    ts.forEachChild(node, (child) => {
      used = Math.max(used, visit(child, scope, frame))
    })
    if (!ts.isCallExpression(node) || !ts.isIdentifier(node.expression)) return used
    const binding = references.get(node.expression)
    const callee = binding && callees.get(binding)
    const replaced = callee && replacement(node, callee, scope, frame, used, edits.slice(first))
    if (!replaced) return used
    edits.length = first
    edits.push({ start: node.getStart(file), end: node.end, text: replaced.text })
    placed.add(binding)
    calls++
    frame.has = Math.max(frame.has, replaced.used)
    return replaced.used
  }

  /** Visits a function and declares its temporaries. @param {Node} node @param {Scope} scope */
  function visitFunction(node, scope) {
    const body = ts.isFunctionLike(node) ? /** @type {{body?: Node}} */ (node).body : undefined
    let had = 0
    while (scope.names.has(temporary + had)) had++
    const frame = { node, had, has: had, canHave: false }
    ts.forEachChild(node, (child) => {
      if (child !== body) visit(child, scope, frame)
    })
    if (!body) return
    frame.canHave = true
    const first = edits.length
    visit(body, scope, frame)
    if (frame.has === had) return
    const names = Array.from({ length: frame.has - had }, (_, i) => temporary + (had + i))
    const declaration = `var ${names.join()};`
    if (!ts.isBlock(body)) {
      const start = body.getStart(file)
      edits.splice(first, 0, { start, end: start, text: `{${declaration}return ` })
      edits.push({ start: body.end, end: body.end, text: '}' })
      return
    }
    const statement = body.statements.find((s) => !ts.isExpressionStatement(s) || !ts.isStringLiteral(s.expression))
    const at = statement ? statement.getStart(file) : body.end - 1
    edits.splice(first, 0, { start: at, end: at, text: declaration })
  }

  /**
   * Returns the expression for a call, if there can be one.
   * @param {import('typescript').CallExpression} call @param {Callee} callee @param {Scope} scope @param {Frame} frame
   * @param {number} used temporaries in use while the arguments are evaluated
   * @param {Edit[]} inside edits in the call
   */
  function replacement(call, callee, scope, frame, used, inside) {
    const { arguments: args, parent } = call
    if (call.questionDotToken || within(call, callee.node) || args.some((a) => ts.isSpreadElement(a))) return
    if (args.slice(callee.parameters).some((a) => !isSteady(a, call))) return
    for (const [name, binding] of callee.free) {
      if (lookUp(scope, name) !== binding || binding?.writes.some((w) => isIn(w.at, call))) return
    }
    // Arguments that have to be evaluated where they are. The last ones may be evaluated where their parameters stand.
    const busy = args.slice(0, callee.parameters).flatMap((a, i) => (isSteady(a, call) ? [] : [i]))
    const direct = new Set()
    for (let i = busy.length - 1, before = Infinity; i >= 0; i--) {
      const at = callee.early.indexOf(busy[i])
      if (at < 0 || at > before || callee.uses[busy[i]] !== 1 || callee.called.has(busy[i])) break
      direct.add(busy[i])
      before = at
    }
    let next = Math.max(used, frame.had)
    /** @type {string[]} what is evaluated first */
    const first = []
    const values = callee.uses.map((uses, slot) => {
      if (slot >= callee.parameters) return temporary + next++
      const arg = args[slot]
      const value = arg ? rendered(arg.getStart(file), arg.end, inside) : 'void 0'
      const isName = arg && ts.isIdentifier(arg)
      if (!callee.assigned.has(slot) && (isName || !callee.called.has(slot))) {
        if (direct.has(slot)) return `(${value})`
        if (!arg || isSteady(arg, call)) return isName && arg.text !== 'undefined' ? value : `(${value})`
      }
      if (uses === 0) {
        first.push(value)
        return ''
      }
      const name = temporary + next++
      first.push(`${name}=${arg && (ts.isFunctionLike(arg) || ts.isClassExpression(arg)) ? `(0,${value})` : value}`)
      return name
    })
    if (next > Math.max(used, frame.had) && !frame.canHave) return
    // In these places a property is more than its value.
    if (first.length === 0 && (isCalled(call) || ts.isDeleteExpression(parent) || ts.isTypeOfExpression(parent))) first.push('0')
    const body = callee.parts.map((part) => (typeof part === 'string' ? part : (part.label ?? '') + values[part.slot])).join('')
    return { text: `(${[...first, body].join()})`, used: next }
  }

  /**
   * Says whether an argument has the same value when it is read later in the call, and reading it does nothing else.
   * @param {Node} node @param {Node} call
   */
  function isSteady(node, call) {
    while (ts.isParenthesizedExpression(node)) node = node.expression
    if (ts.isIdentifier(node)) {
      const binding = references.get(node)
      if (!binding) return node.text === 'undefined'
      return isFixed(ts, binding) && !binding.writes.some((w) => isIn(w.at, call))
    }
    if (ts.isVoidExpression(node)) return ts.isNumericLiteral(node.expression)
    if (ts.isPrefixUnaryExpression(node)) return ts.isNumericLiteral(node.operand)
    return (
      ts.isNumericLiteral(node) || ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node) ||
      [ts.SyntaxKind.TrueKeyword, ts.SyntaxKind.FalseKeyword, ts.SyntaxKind.NullKeyword].includes(node.kind)
    )
  }

  /** @param {Node} node */
  function isCalled(node) {
    while (ts.isParenthesizedExpression(node.parent)) node = node.parent
    const { parent } = node
    return (ts.isCallExpression(parent) && parent.expression === node) || (ts.isTaggedTemplateExpression(parent) && parent.tag === node)
  }

  /** @param {number} at @param {Node} node */
  function isIn(at, node) {
    return at >= node.pos && at < node.end
  }

  /** @param {Node} node @param {Node} outer */
  function within(node, outer) {
    return node.pos >= outer.pos && node.end <= outer.end
  }

  /** @param {number} start @param {number} end @param {Edit[]} edits in the order of the text */
  function rendered(start, end, edits) {
    const parts = []
    for (const edit of edits) {
      if (edit.start < start || edit.end > end) continue
      parts.push(text.slice(start, edit.start), edit.text)
      start = edit.end
    }
    return parts.join('') + text.slice(start, end)
  }
}
