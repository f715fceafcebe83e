// Turns the body of a small function into an expression, for inline.mjs.

import { isFixed } from './scopes.mjs'

/** @typedef {import('typescript').Node} Node */
/** @typedef {import('typescript').Statement} Statement */
/** @typedef {import('./scopes.mjs').Binding} Binding */
/** @typedef {string | {slot: number, label: string | undefined}} Part text, or a parameter or variable of the function */
/**
 * A function that can be put where it is called.
 * @typedef {object} Callee
 * @property {Node} node
 * @property {Part[]} parts the expression
 * @property {number} parameters the first slots are these, the others are the function's own variables
 * @property {number[]} uses of each slot
 * @property {Set<number>} assigned slots that are written
 * @property {Set<number>} called slots that are called
 * @property {number[]} early parameters that are read before anything else happens, in this order
 * @property {Map<string, Binding | undefined>} free names that the expression has of its surroundings
 */

export const temporary = '$v' // with a number: a variable for an argument
const longest = 200 // characters of an expression

class NoCallee extends Error {}

/**
 * @param {typeof import('typescript')} ts @param {import('typescript').SourceFile} file
 * @param {Map<Node, Binding | undefined>} references @param {import('typescript').FunctionDeclaration} owner
 * @returns {Callee | undefined}
 */
export function calleeOf(ts, file, references, owner) {
  const { body, parameters } = owner
  if (!body || owner.asteriskToken || owner.modifiers || body.end - body.pos > 2 * longest) return
  if (parameters.some((p) => !ts.isIdentifier(p.name) || p.initializer || p.dotDotDotToken)) return
  try {
    return new Body(ts, file, references, owner).callee(body.statements)
  } catch (error) {
    if (error instanceof NoCallee) return
    throw error
  }
}

/** The body of one function. Its methods throw NoCallee where the function cannot become an expression. */
class Body {
  /** @type {Map<string, number>} by the name of a parameter or variable */
  slots = new Map()
  /** @type {Pick<Callee, 'assigned' | 'called' | 'early' | 'free'>} */
  found = { assigned: new Set(), called: new Set(), early: [], free: new Map() }

  /**
   * @param {typeof import('typescript')} ts @param {import('typescript').SourceFile} file
   * @param {Map<Node, Binding | undefined>} references @param {import('typescript').FunctionDeclaration} owner
   */
  constructor(ts, file, references, owner) {
    this.ts = ts
    this.file = file
    this.references = references
    this.owner = owner
    this.constants = [ts.SyntaxKind.TrueKeyword, ts.SyntaxKind.FalseKeyword, ts.SyntaxKind.NullKeyword]
    for (const p of owner.parameters) this.addSlot(p.name)
  }

  /** @param {readonly Statement[]} statements @returns {Callee | undefined} undefined if the expression is too long */
  callee(statements) {
    const parameters = this.slots.size
    const parts = this.sequence(statements)
    if (parts.reduce((n, p) => n + (typeof p === 'string' ? p.length : 2), 0) > longest) return
    if (statements.length > 0) this.isEarly(this.firstExpression(statements[0]))
    const uses = Array.from(this.slots.values(), (slot) => parts.filter((p) => typeof p !== 'string' && p.slot === slot).length)
    return { node: this.owner, parts, parameters, uses, ...this.found }
  }

  /** @param {Node} name */
  addSlot(name) {
    if (!this.ts.isIdentifier(name) || this.slots.has(name.text)) throw new NoCallee()
    this.slots.set(name.text, this.slots.size)
  }

  /** @param {readonly Statement[]} statements @returns {Part[]} an expression with the value that they return */
  sequence([statement, ...rest]) {
    if (!statement) return ['void 0']
    if (this.ts.isReturnStatement(statement)) return statement.expression ? this.expression(statement.expression) : ['void 0']
    if (this.ts.isBlock(statement)) return this.sequence([...statement.statements, ...rest])
    if (this.ts.isExpressionStatement(statement)) return [...this.expression(statement.expression), ',', ...this.sequence(rest)]
    if (this.ts.isVariableStatement(statement)) {
      const values = statement.declarationList.declarations.map((declaration) => this.variable(declaration))
      return [...values.flatMap((v) => (v.length > 0 ? [...v, ','] : [])), ...this.sequence(rest)]
    }
    if (!this.ts.isIfStatement(statement)) throw new NoCallee()
    const { thenStatement, elseStatement } = statement
    const either = this.returns(thenStatement) ? rest : []
    const after = this.returns(thenStatement) ? [] : [',', ...this.sequence(rest)]
    if (after.length > 0 && [thenStatement, elseStatement].some((statement) => this.mayReturn(statement))) throw new NoCallee()
    return [
      '(', ...this.expression(statement.expression), ')?(', ...this.sequence([thenStatement]), '):(',
      ...this.sequence(elseStatement ? [elseStatement, ...either] : either), ')', ...after,
    ]
  }

  /** @param {import('typescript').VariableDeclaration} declaration */
  variable({ name, initializer }) {
    this.addSlot(name)
    const isTemporary = this.ts.isIdentifier(name) && name.text.startsWith(temporary)
    if (isTemporary && !initializer) return []
    const slot = /** @type {number} */ (this.slots.get(name.getText(this.file)))
    return [{ slot, label: undefined }, '=', ...(initializer ? this.expression(initializer) : ['void 0'])]
  }

  /** @param {Statement} statement @returns {boolean} */
  returns(statement) {
    if (this.ts.isBlock(statement)) return statement.statements.length > 0 && this.returns(statement.statements[statement.statements.length - 1])
    if (this.ts.isIfStatement(statement)) {
      return !!statement.elseStatement && this.returns(statement.thenStatement) && this.returns(statement.elseStatement)
    }
    return this.ts.isReturnStatement(statement)
  }

  /** @param {Node | undefined} node @returns {boolean} */
  mayReturn(node) {
    return !!node && (this.ts.isReturnStatement(node) || this.ts.forEachChild(node, (child) => this.mayReturn(child) || undefined) === true)
  }

  /** @param {Node} node @returns {Part[]} */
  expression(node) {
    /** @type {Part[]} */
    const parts = []
    let done = node.getStart(this.file)
    /** @param {Node} node */
    const visit = (node) => {
      if (this.cannotMove(node)) throw new NoCallee()
      const part = this.ts.isIdentifier(node) && this.references.has(node) ? this.name(node) : undefined
      if (part) {
        parts.push(this.file.text.slice(done, node.getStart(this.file)), part)
        done = node.end
      }
      this.ts.forEachChild(node, visit)
    }
    visit(node)
    return [...parts, this.file.text.slice(done, node.end)]
  }

  /** Notes how a name is used. Returns the part that takes its place, or undefined if it stays. @param {import('typescript').Identifier} node */
  name(node) {
    const slot = this.slots.get(node.text)
    const binding = this.references.get(node)
    const isOwn = binding?.scope.owner === this.owner
    if (isOwn !== (slot !== undefined) || (node.text === 'arguments' && !binding)) throw new NoCallee()
    if (slot === undefined) {
      if (binding?.declarations.includes(this.owner)) throw new NoCallee() // it calls itself
      this.found.free.set(node.text, binding)
      return
    }
    const { parent } = node
    // @ts-ignore: the function is not in TypeScript's public types
    if (this.ts.isAssignmentTarget(node)) this.found.assigned.add(slot)
    if (this.ts.isCallExpression(parent) && parent.expression === node) this.found.called.add(slot)
    return { slot, label: this.ts.isShorthandPropertyAssignment(parent) ? `${node.text}:` : undefined }
  }

  /** Says whether an expression means something else in another function. @param {Node} node */
  cannotMove(node) {
    return (
      this.ts.isFunctionLike(node) || this.ts.isClassLike(node) || this.ts.isAwaitExpression(node) || this.ts.isYieldExpression(node) ||
      this.ts.isMetaProperty(node) || this.ts.isTaggedTemplateExpression(node) || node.kind === this.ts.SyntaxKind.ThisKeyword ||
      node.kind === this.ts.SyntaxKind.SuperKeyword
    )
  }

  /** @param {Statement} statement */
  firstExpression(statement) {
    const { ts } = this
    if (ts.isReturnStatement(statement) || ts.isExpressionStatement(statement) || ts.isIfStatement(statement)) return statement.expression
    return this.ts.isVariableStatement(statement) ? statement.declarationList.declarations[0].initializer : undefined
  }

  /**
   * Collects the parameters that are read first. Says whether what comes after the expression is still early: whether
   * reading it does nothing, and nothing can change it.
   * @param {Node | undefined} node @returns {boolean}
   */
  isEarly(node) {
    if (!node) return false
    if (this.ts.isParenthesizedExpression(node)) return this.isEarly(node.expression)
    if (this.ts.isLiteralExpression(node) || this.constants.includes(node.kind)) return true
    if (this.ts.isIdentifier(node)) return this.isEarlyName(node)
    if (this.ts.isVoidExpression(node) || this.ts.isTypeOfExpression(node)) return this.isEarly(node.expression)
    if (this.ts.isPrefixUnaryExpression(node)) return this.isEarly(node.operand) && node.operator === this.ts.SyntaxKind.ExclamationToken
    if (this.ts.isBinaryExpression(node)) return this.isEarlyBinary(node)
    if (this.ts.isArrayLiteralExpression(node)) return node.elements.every((element) => this.isEarly(element))
    if (this.ts.isObjectLiteralExpression(node)) {
      return node.properties.every((p) => this.ts.isPropertyAssignment(p) && this.ts.isIdentifier(p.name) && this.isEarly(p.initializer))
    }
    if (this.ts.isCallExpression(node) || this.ts.isNewExpression(node)) {
      const isOptional = !!(/** @type {import('typescript').CallExpression} */ (node).questionDotToken)
      if (this.isEarly(node.expression) && !isOptional) node.arguments?.every((argument) => this.isEarly(argument))
    } else if (this.ts.isElementAccessExpression(node)) {
      if (this.isEarly(node.expression) && !node.questionDotToken) this.isEarly(node.argumentExpression)
    } else if (this.ts.isPropertyAccessExpression(node)) this.isEarly(node.expression)
    else if (this.ts.isConditionalExpression(node)) this.isEarly(node.condition)
    return false
  }

  /** @param {import('typescript').Identifier} node */
  isEarlyName(node) {
    const slot = this.slots.get(node.text)
    if (slot === undefined) {
      const binding = this.references.get(node)
      return binding ? isFixed(this.ts, binding) : node.text === 'undefined'
    }
    this.found.early.push(slot)
    return true
  }

  /** @param {import('typescript').BinaryExpression} node */
  isEarlyBinary({ left, operatorToken: { kind }, right }) {
    const { SyntaxKind } = this.ts
    if (kind === SyntaxKind.EqualsToken) {
      if (this.ts.isPropertyAccessExpression(left) ? this.isEarly(left.expression) : this.ts.isIdentifier(left)) this.isEarly(right)
      return false
    }
    if (kind > SyntaxKind.EqualsToken && kind <= SyntaxKind.LastAssignment) return false
    const isLogical = kind === SyntaxKind.AmpersandAmpersandToken || kind === SyntaxKind.BarBarToken || kind === SyntaxKind.QuestionQuestionToken
    if (!this.isEarly(left) || isLogical || !this.isEarly(right)) return false
    return kind === SyntaxKind.EqualsEqualsEqualsToken || kind === SyntaxKind.ExclamationEqualsEqualsToken || kind === SyntaxKind.CommaToken
  }
}
