// Finds out which declaration every identifier of a script stands for, and where each variable is written. The script is
// strict and has neither `eval` nor `with`, so that the text alone says it.

/** @typedef {import('typescript').Node} Node */
/** @typedef {{name: string, scope: Scope, declarations: Node[], writes: {owner: Node, at: number}[], references: Node[]}} Binding */
/** @typedef {{parent: Scope | undefined, owner: Node, names: Map<string, Binding>}} Scope the owner is the function that the scope is in */
/** @typedef {{scopes: Map<Node, Scope>, references: Map<Node, Binding | undefined>, bindings: Binding[]}} Scopes */

/**
 * @param {typeof import('typescript')} ts
 * @param {import('typescript').SourceFile} file with parents
 * @returns {Scopes}
 */
export const scopesOf = (ts, file) => new Resolver(ts, file).run()

class Resolver {
  /** @type {Map<Node, Scope>} */
  scopes = new Map()
  /** @type {Map<Node, Binding | undefined>} */
  references = new Map()
  /** @type {Binding[]} */
  bindings = []

  /** @param {typeof import('typescript')} ts @param {import('typescript').SourceFile} file */
  constructor(ts, file) {
    this.ts = ts
    this.file = file
  }

  /** @returns {Scopes} */
  run() {
    this.declare(this.file, { parent: undefined, owner: this.file, names: new Map() })
    this.resolve(this.file, /** @type {Scope} */ (this.scopes.get(this.file)))
    const { scopes, references, bindings } = this
    return { scopes, references, bindings }
  }

  /** @param {Node} node @param {Scope} scope */
  declare(node, scope) {
    if (this.ts.isFunctionDeclaration(node) || this.ts.isClassDeclaration(node)) this.add(scope, node.name, node)
    if (this.opensScope(node)) {
      const owner = isOwner(this.ts, node) ? node : scope.owner
      scope = { parent: node === this.file ? undefined : scope, owner, names: new Map() }
      this.scopes.set(node, scope)
    }
    if ((this.ts.isFunctionExpression(node) || this.ts.isClassExpression(node)) && node.name) this.add(scope, node.name, node)
    if (this.ts.isParameter(node)) this.addNames(scope, node.name, node)
    if (this.ts.isVariableDeclaration(node)) {
      const lexical = !this.ts.isVariableDeclarationList(node.parent) || node.parent.flags & this.ts.NodeFlags.BlockScoped
      this.addNames(lexical ? scope : this.functionScope(scope), node.name, node)
    }
    this.ts.forEachChild(node, (child) => this.declare(child, scope))
  }

  /** @param {Scope} scope @param {import('typescript').BindingName} name @param {Node} declaration */
  addNames(scope, name, declaration) {
    if (this.ts.isIdentifier(name)) this.add(scope, name, declaration)
    else for (const e of name.elements) if (this.ts.isBindingElement(e)) this.addNames(scope, e.name, declaration)
  }

  /** @param {Scope} scope @param {import('typescript').Identifier | undefined} name @param {Node} declaration */
  add(scope, name, declaration) {
    if (!name) return
    let binding = scope.names.get(name.text)
    if (!binding) {
      binding = { name: name.text, scope, declarations: [], writes: [], references: [] }
      scope.names.set(name.text, binding)
      this.bindings.push(binding)
    }
    binding.declarations.push(declaration)
    // A function is there before anything runs, and so are the arguments of a call.
    if (!this.ts.isVariableDeclaration(declaration)) return
    const { initializer, parent: { parent: statement } } = declaration
    const isWritten = initializer || this.ts.isForOfStatement(statement) || this.ts.isForInStatement(statement)
    if (isWritten) binding.writes.push({ owner: scope.owner, at: name.getStart(this.file) })
  }

  /** @param {Scope} scope @returns {Scope} */
  functionScope(scope) {
    while (scope.parent && scope.parent.owner === scope.owner) scope = scope.parent
    return scope
  }

  /** @param {Node} node */
  opensScope(node) {
    if (this.ts.isBlock(node)) return !this.ts.isFunctionLike(node.parent)
    return (
      isOwner(this.ts, node) || this.ts.isCaseBlock(node) || this.ts.isCatchClause(node) || this.ts.isClassExpression(node) ||
      this.ts.isForStatement(node) || this.ts.isForInStatement(node) || this.ts.isForOfStatement(node)
    )
  }

  /** @param {Node} node @param {Scope} scope */
  resolve(node, scope) {
    scope = this.scopes.get(node) ?? scope
    if (this.ts.isIdentifier(node) && this.isReference(node)) {
      const binding = lookUp(scope, node.text)
      this.references.set(node, binding)
      binding?.references.push(node)
      // @ts-ignore: the function is not in TypeScript's public types
      if (this.ts.isAssignmentTarget(node)) binding?.writes.push({ owner: scope.owner, at: node.getStart(this.file) })
    }
    this.ts.forEachChild(node, (child) => this.resolve(child, scope))
  }

  /** @param {import('typescript').Identifier} node */
  isReference(node) {
    const { parent } = node
    if (this.ts.isBindingElement(parent)) return parent.initializer === node
    if (this.ts.isLabeledStatement(parent) || this.ts.isBreakOrContinueStatement(parent) || this.ts.isMetaProperty(parent)) return false
    if (this.ts.isShorthandPropertyAssignment(parent)) return true
    return /** @type {{name?: Node}} */ (parent).name !== node
  }
}

/** @param {Scope | undefined} scope @param {string} name */
export function lookUp(scope, name) {
  for (; scope; scope = scope.parent) {
    const binding = scope.names.get(name)
    if (binding) return binding
  }
}

/**
 * Says whether only the function that declares a variable writes it, so that it stays the same while other functions run.
 * @param {typeof import('typescript')} ts @param {Binding} binding
 */
export function isFixed(ts, { scope: { owner }, writes }) {
  const { asteriskToken, modifiers } = /** @type {import('typescript').FunctionDeclaration} */ (owner)
  const stops = asteriskToken || modifiers?.some((m) => m.kind === ts.SyntaxKind.AsyncKeyword)
  return !stops && writes.every((w) => w.owner === owner)
}

/** Says whether code in a node runs apart from the code around it. @param {typeof import('typescript')} ts @param {Node} node */
export function isOwner(ts, node) {
  return ts.isFunctionLike(node) || ts.isSourceFile(node) || ts.isPropertyDeclaration(node) || ts.isClassStaticBlockDeclaration(node)
}
