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
export function scopesOf(ts, file) {
  /** @type {Map<Node, Scope>} */
  const scopes = new Map()
  /** @type {Map<Node, Binding | undefined>} */
  const references = new Map()
  /** @type {Binding[]} */
  const bindings = []
  declare(file, { parent: undefined, owner: file, names: new Map() })
  resolve(file, /** @type {Scope} */ (scopes.get(file)))
  return { scopes, references, bindings }

  /** @param {Node} node @param {Scope} scope */
  function declare(node, scope) {
    if (ts.isFunctionDeclaration(node) || ts.isClassDeclaration(node)) add(scope, node.name, node)
    if (opensScope(node)) {
      const owner = isOwner(ts, node) ? node : scope.owner
      scope = { parent: node === file ? undefined : scope, owner, names: new Map() }
      scopes.set(node, scope)
    }
    if ((ts.isFunctionExpression(node) || ts.isClassExpression(node)) && node.name) add(scope, node.name, node)
    if (ts.isParameter(node)) addNames(scope, node.name, node)
    if (ts.isVariableDeclaration(node)) {
      const lexical = !ts.isVariableDeclarationList(node.parent) || node.parent.flags & ts.NodeFlags.BlockScoped
      addNames(lexical ? scope : functionScope(scope), node.name, node)
    }
    ts.forEachChild(node, (child) => declare(child, scope))
  }

  /** @param {Scope} scope @param {import('typescript').BindingName} name @param {Node} declaration */
  function addNames(scope, name, declaration) {
    if (ts.isIdentifier(name)) add(scope, name, declaration)
    else for (const e of name.elements) if (ts.isBindingElement(e)) addNames(scope, e.name, declaration)
  }

  /** @param {Scope} scope @param {import('typescript').Identifier | undefined} name @param {Node} declaration */
  function add(scope, name, declaration) {
    if (!name) return
    let binding = scope.names.get(name.text)
    if (!binding) {
      binding = { name: name.text, scope, declarations: [], writes: [], references: [] }
      scope.names.set(name.text, binding)
      bindings.push(binding)
    }
    binding.declarations.push(declaration)
    // A function is there before anything runs, and so are the arguments of a call.
    const isWritten = ts.isVariableDeclaration(declaration) && (declaration.initializer || ts.isForOfStatement(declaration.parent.parent) || ts.isForInStatement(declaration.parent.parent))
    if (isWritten) binding.writes.push({ owner: scope.owner, at: name.getStart(file) })
  }

  /** @param {Scope} scope @returns {Scope} */
  function functionScope(scope) {
    while (scope.parent && scope.parent.owner === scope.owner) scope = scope.parent
    return scope
  }

  /** @param {Node} node */
  function opensScope(node) {
    if (ts.isBlock(node)) return !ts.isFunctionLike(node.parent)
    return (
      isOwner(ts, node) || ts.isCaseBlock(node) || ts.isCatchClause(node) || ts.isClassExpression(node) ||
      ts.isForStatement(node) || ts.isForInStatement(node) || ts.isForOfStatement(node)
    )
  }

  /** @param {Node} node @param {Scope} scope */
  function resolve(node, scope) {
    scope = scopes.get(node) ?? scope
    if (ts.isIdentifier(node) && isReference(node)) {
      const binding = lookUp(scope, node.text)
      references.set(node, binding)
      binding?.references.push(node)
      // @ts-ignore: the function is not in TypeScript's public types
      if (ts.isAssignmentTarget(node)) binding?.writes.push({ owner: scope.owner, at: node.getStart(file) })
    }
    ts.forEachChild(node, (child) => resolve(child, scope))
  }

  /** @param {import('typescript').Identifier} node */
  function isReference(node) {
    const { parent } = node
    if (ts.isBindingElement(parent)) return parent.initializer === node
    if (ts.isLabeledStatement(parent) || ts.isBreakOrContinueStatement(parent) || ts.isMetaProperty(parent)) return false
    if (ts.isShorthandPropertyAssignment(parent)) return true
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
