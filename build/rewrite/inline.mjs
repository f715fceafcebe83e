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

/** @param {typeof import('typescript')} ts @param {string} text a strict script */
export function inlined(ts, text) {
  if (text.includes(temporary)) throw new Error(`the script has ${temporary} in it`)
  let callees = 0, calls = 0
  for (let round = 0; round < rounds; round++) {
    const done = new Round(ts, text).run()
    text = done.text
    calls += done.calls
    callees ||= done.callees
    if (done.calls === 0 && done.removed === 0) break
  }
  return { text, callees, calls }
}

/** One pass over the script. */
class Round {
  /** @type {Map<Binding, Callee>} */
  callees = new Map()
  /** @type {Set<Node>} */
  unused = new Set()
  /** @type {Edit[]} in the order of the text; those in a node come last while the node is visited */
  edits = []
  /** @type {Set<Binding>} */
  placed = new Set()
  calls = 0

  /** @param {typeof import('typescript')} ts @param {string} text */
  constructor(ts, text) {
    this.ts = ts
    this.text = text
    this.file = ts.createSourceFile('bundle.js', text, ts.ScriptTarget.ESNext, true, ts.ScriptKind.JS)
    const { scopes, references, bindings } = scopesOf(ts, this.file)
    this.scopes = scopes
    this.references = references
    for (const binding of bindings) this.choose(binding)
  }

  run() {
    const { file, text } = this
    this.visit(file, /** @type {Scope} */ (this.scopes.get(file)), { node: file, had: 0, has: 0, canHave: false })
    return { text: this.rendered(0, text.length, this.edits), callees: this.placed.size, calls: this.calls, removed: this.unused.size }
  }

  /** Notes a function that nobody calls, or one that can be put where it is called. @param {Binding} binding */
  choose(binding) {
    const [node] = binding.declarations
    if (binding.declarations.length > 1 || binding.writes.length > 0 || !this.ts.isFunctionDeclaration(node)) return
    if (binding.references.every((r) => within(r, node))) this.unused.add(node)
    const callee = calleeOf(this.ts, this.file, this.references, node)
    if (callee) this.callees.set(binding, callee)
  }

  /**
   * Returns how many temporaries are in use while the node is evaluated.
   * @param {Node} node @param {Scope} scope @param {Frame} frame @returns {number}
   */
  visit(node, scope, frame) {
    if (this.unused.has(node)) {
      this.edits.push({ start: node.getStart(this.file), end: node.end, text: '' })
      return 0
    }
    const first = this.edits.length
    scope = this.scopes.get(node) ?? scope
    if (isOwner(this.ts, node)) {
      this.visitFunction(node, scope)
      return 0
    }
    let used = 0
    this.ts.forEachChild(node, (child) => {
      used = Math.max(used, this.visit(child, scope, frame))
    })
    if (!this.ts.isCallExpression(node) || !this.ts.isIdentifier(node.expression)) return used
    const binding = this.references.get(node.expression)
    const callee = binding && this.callees.get(binding)
    const replaced = callee && this.replacement(node, callee, scope, frame, used, this.edits.slice(first))
    if (!replaced) return used
    this.edits.length = first
    this.edits.push({ start: node.getStart(this.file), end: node.end, text: replaced.text })
    this.placed.add(binding)
    this.calls++
    frame.has = Math.max(frame.has, replaced.used)
    return replaced.used
  }

  /** Visits a function and declares its temporaries. @param {Node} node @param {Scope} scope */
  visitFunction(node, scope) {
    const body = this.ts.isFunctionLike(node) ? /** @type {{body?: Node}} */ (node).body : undefined
    let had = 0
    while (scope.names.has(temporary + had)) had++
    const frame = { node, had, has: had, canHave: false }
    this.ts.forEachChild(node, (child) => {
      if (child !== body) this.visit(child, scope, frame)
    })
    if (!body) return
    frame.canHave = true
    const first = this.edits.length
    this.visit(body, scope, frame)
    if (frame.has === had) return
    const names = Array.from({ length: frame.has - had }, (_, i) => temporary + (had + i))
    const declaration = `var ${names.join()};`
    if (!this.ts.isBlock(body)) {
      const start = body.getStart(this.file)
      this.edits.splice(first, 0, { start, end: start, text: `{${declaration}return ` })
      this.edits.push({ start: body.end, end: body.end, text: '}' })
      return
    }
    const statement = body.statements.find((s) => !this.ts.isExpressionStatement(s) || !this.ts.isStringLiteral(s.expression))
    const at = statement ? statement.getStart(this.file) : body.end - 1
    this.edits.splice(first, 0, { start: at, end: at, text: declaration })
  }

  /**
   * Returns the expression for a call, if there can be one.
   * @param {import('typescript').CallExpression} call @param {Callee} callee @param {Scope} scope @param {Frame} frame
   * @param {number} used temporaries in use while the arguments are evaluated
   * @param {Edit[]} inside edits in the call
   */
  replacement(call, callee, scope, frame, used, inside) {
    const { arguments: args, parent } = call
    if (call.questionDotToken || within(call, callee.node) || args.some((a) => this.ts.isSpreadElement(a))) return
    if (args.slice(callee.parameters).some((a) => !this.isSteady(a, call))) return
    for (const [name, binding] of callee.free) {
      if (lookUp(scope, name) !== binding || binding?.writes.some((w) => isIn(w.at, call))) return
    }
    // Arguments that have to be evaluated where they are. The last ones may be evaluated where their parameters stand.
    const busy = args.slice(0, callee.parameters).flatMap((a, i) => (this.isSteady(a, call) ? [] : [i]))
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
      const value = arg ? this.rendered(arg.getStart(this.file), arg.end, inside) : 'void 0'
      const isName = arg && this.ts.isIdentifier(arg)
      if (!callee.assigned.has(slot) && (isName || !callee.called.has(slot))) {
        if (direct.has(slot)) return `(${value})`
        if (!arg || this.isSteady(arg, call)) return isName && arg.text !== 'undefined' ? value : `(${value})`
      }
      if (uses === 0) {
        first.push(value)
        return ''
      }
      const name = temporary + next++
      first.push(`${name}=${arg && (this.ts.isFunctionLike(arg) || this.ts.isClassExpression(arg)) ? `(0,${value})` : value}`)
      return name
    })
    if (next > Math.max(used, frame.had) && !frame.canHave) return
    // In these places a property is more than its value.
    if (first.length === 0 && (this.isCalled(call) || this.ts.isDeleteExpression(parent) || this.ts.isTypeOfExpression(parent))) first.push('0')
    const body = callee.parts.map((part) => (typeof part === 'string' ? part : (part.label ?? '') + values[part.slot])).join('')
    return { text: `(${[...first, body].join()})`, used: next }
  }

  /**
   * Says whether an argument has the same value when it is read later in the call, and reading it does nothing else.
   * @param {Node} node @param {Node} call
   */
  isSteady(node, call) {
    while (this.ts.isParenthesizedExpression(node)) node = node.expression
    if (this.ts.isIdentifier(node)) {
      const binding = this.references.get(node)
      if (!binding) return node.text === 'undefined'
      return isFixed(this.ts, binding) && !binding.writes.some((w) => isIn(w.at, call))
    }
    if (this.ts.isVoidExpression(node)) return this.ts.isNumericLiteral(node.expression)
    if (this.ts.isPrefixUnaryExpression(node)) return this.ts.isNumericLiteral(node.operand)
    return (
      this.ts.isNumericLiteral(node) || this.ts.isStringLiteral(node) || this.ts.isNoSubstitutionTemplateLiteral(node) ||
      [this.ts.SyntaxKind.TrueKeyword, this.ts.SyntaxKind.FalseKeyword, this.ts.SyntaxKind.NullKeyword].includes(node.kind)
    )
  }

  /** @param {Node} node */
  isCalled(node) {
    while (this.ts.isParenthesizedExpression(node.parent)) node = node.parent
    const { parent } = node
    return (this.ts.isCallExpression(parent) && parent.expression === node) || (this.ts.isTaggedTemplateExpression(parent) && parent.tag === node)
  }

  /** @param {number} start @param {number} end @param {Edit[]} edits in the order of the text */
  rendered(start, end, edits) {
    const parts = []
    for (const edit of edits) {
      if (edit.start < start || edit.end > end) continue
      parts.push(this.text.slice(start, edit.start), edit.text)
      start = edit.end
    }
    return parts.join('') + this.text.slice(start, end)
  }
}

/** @param {number} at @param {Node} node */
function isIn(at, node) {
  return at >= node.pos && at < node.end
}

/** @param {Node} node @param {Node} outer */
function within(node, outer) {
  return node.pos >= outer.pos && node.end <= outer.end
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const [library, bundle] = process.argv.slice(2)
  const ts = createRequire(import.meta.url)(path.resolve(library))
  const { text, callees, calls } = inlined(ts, fs.readFileSync(bundle, 'utf8'))
  if (callees < fewest.callees || calls < fewest.calls) {
    throw new Error(`${bundle}: only ${callees} functions put in place, at ${calls} calls`)
  }
  fs.writeFileSync(bundle, text)
}
