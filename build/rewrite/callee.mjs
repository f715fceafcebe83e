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
  /** @type {Map<string, number>} */
  const slots = new Map()
  const constants = [ts.SyntaxKind.TrueKeyword, ts.SyntaxKind.FalseKeyword, ts.SyntaxKind.NullKeyword]
  for (const p of parameters) addSlot(p.name)
  /** @type {Callee} */
  const callee = { node: owner, parts: [], parameters: slots.size, uses: [], assigned: new Set(), called: new Set(), early: [], free: new Map() }
  try {
    callee.parts = sequence(body.statements)
  } catch (error) {
    if (error instanceof NoCallee) return
    throw error
  }
  callee.uses = Array.from(slots.values(), (slot) => callee.parts.filter((p) => typeof p !== 'string' && p.slot === slot).length)
  if (callee.parts.reduce((n, p) => n + (typeof p === 'string' ? p.length : 2), 0) > longest) return
  if (body.statements.length > 0) isEarly(firstExpression(body.statements[0]))
  return callee

  /** @param {Node} name */
  function addSlot(name) {
    if (!ts.isIdentifier(name) || slots.has(name.text)) throw new NoCallee()
    slots.set(name.text, slots.size)
  }

  /** @param {readonly Statement[]} statements @returns {Part[]} an expression with the value that they return */
  function sequence([statement, ...rest]) {
    if (!statement) return ['void 0']
    if (ts.isReturnStatement(statement)) return statement.expression ? expression(statement.expression) : ['void 0']
    if (ts.isBlock(statement)) return sequence([...statement.statements, ...rest])
    if (ts.isExpressionStatement(statement)) return [...expression(statement.expression), ',', ...sequence(rest)]
    if (ts.isVariableStatement(statement)) {
      const values = statement.declarationList.declarations.map(variable)
      return [...values.flatMap((v) => (v.length > 0 ? [...v, ','] : [])), ...sequence(rest)]
    }
    if (!ts.isIfStatement(statement)) throw new NoCallee()
    const { thenStatement, elseStatement } = statement
    const either = returns(thenStatement) ? rest : []
    const after = returns(thenStatement) ? [] : [',', ...sequence(rest)]
    if (after.length > 0 && [thenStatement, elseStatement].some(mayReturn)) throw new NoCallee()
    return [
      '(', ...expression(statement.expression), ')?(', ...sequence([thenStatement]), '):(',
      ...sequence(elseStatement ? [elseStatement, ...either] : either), ')', ...after,
    ]
  }

  /** @param {import('typescript').VariableDeclaration} declaration */
  function variable({ name, initializer }) {
    addSlot(name)
    const isTemporary = ts.isIdentifier(name) && name.text.startsWith(temporary)
    if (isTemporary && !initializer) return []
    const slot = /** @type {number} */ (slots.get(name.getText(file)))
    return [{ slot, label: undefined }, '=', ...(initializer ? expression(initializer) : ['void 0'])]
  }

  /** @param {Statement} statement @returns {boolean} */
  function returns(statement) {
    if (ts.isBlock(statement)) return statement.statements.length > 0 && returns(statement.statements[statement.statements.length - 1])
    if (ts.isIfStatement(statement)) return !!statement.elseStatement && returns(statement.thenStatement) && returns(statement.elseStatement)
    return ts.isReturnStatement(statement)
  }

  /** @param {Node | undefined} node @returns {boolean} */
  function mayReturn(node) {
    return !!node && (ts.isReturnStatement(node) || ts.forEachChild(node, (child) => mayReturn(child) || undefined) === true)
  }

  /** @param {Node} node @returns {Part[]} */
  function expression(node) {
    /** @type {Part[]} */
    const parts = []
    let done = node.getStart(file)
    visit(node)
    return [...parts, file.text.slice(done, node.end)]

    /** @param {Node} node */
    function visit(node) {
      if (cannotMove(node)) throw new NoCallee()
      if (ts.isIdentifier(node) && references.has(node)) name(node)
      ts.forEachChild(node, visit)
    }

    /** @param {import('typescript').Identifier} node */
    function name(node) {
      const slot = slots.get(node.text)
      const binding = references.get(node)
      const isOwn = binding?.scope.owner === owner
      if (isOwn !== (slot !== undefined) || (node.text === 'arguments' && !binding)) throw new NoCallee()
      if (slot === undefined) {
        if (binding?.declarations.includes(owner)) throw new NoCallee() // it calls itself
        callee.free.set(node.text, binding)
        return
      }
      const { parent } = node
      const isShorthand = ts.isShorthandPropertyAssignment(parent)
      // @ts-ignore: the function is not in TypeScript's public types
      if (ts.isAssignmentTarget(node)) callee.assigned.add(slot)
      if (ts.isCallExpression(parent) && parent.expression === node) callee.called.add(slot)
      parts.push(file.text.slice(done, node.getStart(file)), { slot, label: isShorthand ? `${node.text}:` : undefined })
      done = node.end
    }
  }

  /** Says whether an expression means something else in another function. @param {Node} node */
  function cannotMove(node) {
    return (
      ts.isFunctionLike(node) || ts.isClassLike(node) || ts.isAwaitExpression(node) || ts.isYieldExpression(node) ||
      ts.isMetaProperty(node) || ts.isTaggedTemplateExpression(node) || node.kind === ts.SyntaxKind.ThisKeyword ||
      node.kind === ts.SyntaxKind.SuperKeyword
    )
  }

  /** @param {Statement} statement */
  function firstExpression(statement) {
    if (ts.isReturnStatement(statement) || ts.isExpressionStatement(statement) || ts.isIfStatement(statement)) return statement.expression
    return ts.isVariableStatement(statement) ? statement.declarationList.declarations[0].initializer : undefined
  }

  /**
   * Collects the parameters that are read first. Says whether what comes after the expression is still early: whether
   * reading it does nothing, and nothing can change it.
   * @param {Node | undefined} node @returns {boolean}
   */
  function isEarly(node) {
    if (!node) return false
    if (ts.isParenthesizedExpression(node)) return isEarly(node.expression)
    if (ts.isLiteralExpression(node) || constants.includes(node.kind)) return true
    if (ts.isIdentifier(node)) return isEarlyName(node)
    if (ts.isVoidExpression(node) || ts.isTypeOfExpression(node)) return isEarly(node.expression)
    if (ts.isPrefixUnaryExpression(node)) return isEarly(node.operand) && node.operator === ts.SyntaxKind.ExclamationToken
    if (ts.isBinaryExpression(node)) return isEarlyBinary(node)
    if (ts.isArrayLiteralExpression(node)) return node.elements.every(isEarly)
    if (ts.isObjectLiteralExpression(node)) {
      return node.properties.every((p) => ts.isPropertyAssignment(p) && ts.isIdentifier(p.name) && isEarly(p.initializer))
    }
    if (ts.isCallExpression(node) || ts.isNewExpression(node)) {
      if (isEarly(node.expression) && !(/** @type {import('typescript').CallExpression} */ (node).questionDotToken)) node.arguments?.every(isEarly)
    } else if (ts.isElementAccessExpression(node)) {
      if (isEarly(node.expression) && !node.questionDotToken) isEarly(node.argumentExpression)
    } else if (ts.isPropertyAccessExpression(node)) isEarly(node.expression)
    else if (ts.isConditionalExpression(node)) isEarly(node.condition)
    return false
  }

  /** @param {import('typescript').Identifier} node */
  function isEarlyName(node) {
    const slot = slots.get(node.text)
    if (slot === undefined) {
      const binding = references.get(node)
      return binding ? isFixed(ts, binding) : node.text === 'undefined'
    }
    callee.early.push(slot)
    return true
  }

  /** @param {import('typescript').BinaryExpression} node */
  function isEarlyBinary({ left, operatorToken: { kind }, right }) {
    const { SyntaxKind } = ts
    if (kind === SyntaxKind.EqualsToken) {
      if (ts.isPropertyAccessExpression(left) ? isEarly(left.expression) : ts.isIdentifier(left)) isEarly(right)
      return false
    }
    if (kind > SyntaxKind.EqualsToken && kind <= SyntaxKind.LastAssignment) return false
    const isLogical = kind === SyntaxKind.AmpersandAmpersandToken || kind === SyntaxKind.BarBarToken || kind === SyntaxKind.QuestionQuestionToken
    if (!isEarly(left) || isLogical || !isEarly(right)) return false
    return kind === SyntaxKind.EqualsEqualsEqualsToken || kind === SyntaxKind.ExclamationEqualsEqualsToken || kind === SyntaxKind.CommaToken
  }
}
