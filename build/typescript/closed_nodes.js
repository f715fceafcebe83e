// Nodes that are parsed on demand: statements in dependencies, and bodies of functions. 16-bind-on-demand.patch puts this code into TypeScript.

/** Answers the outline of a text, while files are parsed on demand. */
var $outlineOf;

/** The outline of the text that is parsed: the ends of statements, or of the bodies of functions, by their starts. */
var $outline;

/**
 * Parses a file and leaves the parts in its outline closed. An outline has three numbers for each part: its start, the end of its last token
 * that is not a semicolon, and its end. An empty outline closes nothing.
 */
function parseOutlined(outlineOf, parse) {
  $outlineOf = outlineOf;
  try {
    return parse();
  } finally {
    $outlineOf = $outline = void 0;
  }
}

function $newOutline(fileName, text) {
  const encoded = $outlineOf?.(fileName, text);
  if (!encoded) return void 0;
  const numbers = encoded.split(" ");
  const ends = new Map();
  for (let i = 0; i < numbers.length; i += 3) ends.set(+numbers[i], { last: +numbers[i + 1], end: +numbers[i + 2] });
  const isDeclarationFile = isDeclarationFileName(fileName);
  return { statements: isDeclarationFile ? ends : void 0, bodies: isDeclarationFile ? void 0 : ends, nodes: [], file: void 0, identifiers: void 0 };
}

/** Thrown where a node does not end where the outline says, or has a syntax error: its file has to be parsed whole. */
class OutlineError extends Error {
  constructor(path) {
    super(`${path}: a part of it is not what its outline says`);
    this.path = path;
  }
}

const $closedParts = {
  InterfaceDeclaration: ["typeParameters", "heritageClauses", "members"],
  ClassDeclaration: ["typeParameters", "heritageClauses", "members"],
  TypeAliasDeclaration: ["typeParameters", "type", "locals"],
  FunctionDeclaration: ["typeParameters", "parameters", "type", "locals"],
  VariableDeclaration: ["type"], // an outline has no variables with an initializer
  Block: ["statements", "multiLine"],
};
var $closedClasses;

/** Makes a closed node: its parts are parsed only when one of them is read. */
function $closedNode(kind, pos, end, outline, from, to) {
  $closedClasses ??= Object.fromEntries(Object.entries($closedParts).map(([name, parts]) => [SyntaxKind[name], $closedClass(parts)]));
  const node = new $closedClasses[kind](kind, pos, end);
  node.$outline = outline;
  node.$from = from;
  node.$to = to;
  outline.nodes.push(node);
  return node;
}

function $closedClass(parts) {
  class ClosedNode extends objectAllocator.getNodeConstructor() {
    constructor(kind, pos, end) {
      super(kind, pos, end);
      this.symbol = void 0;
      this.localSymbol = void 0;
      this.modifiers = void 0;
      this.name = void 0;
      this.jsDoc = void 0;
      this.initializer = void 0;
      this.$outline = void 0;
      this.$from = this.$to = this.$contextFlags = 0;
      this.$context = void 0;
      this.$waiting = void 0;
    }
  }
  for (const part of parts) {
    Object.defineProperty(ClosedNode.prototype, part, {
      get() {
        $open(this);
        return this[part];
      },
    });
  }
  ClosedNode.parts = parts;
  return ClosedNode;
}

const isClosed = (node) => node.$outline !== void 0;

/** Opens the bodies of functions in a file that hold a place for which `touches` returns true: it gets the start and the end of a body. */
function openBodies(file, touches) {
  for (const node of file.$closed ?? []) if (node.kind === SyntaxKind.Block && node.$outline && touches(node.$from, node.$to)) $open(node);
}

/** Opens the body of a function, or only a body that may have a name. */
function $openBody({ body }, name) {
  if (body?.$outline && (name === void 0 || $mayHaveIn(body, name))) $open(body);
}

/** Parses a node, and binds it if its file is bound. Declarations of one symbol are opened in their order. */
function $open(node) {
  if (node.$waiting) $openTables(node.$waiting);
  else $openOne(node);
}

/** Opens tables: parses and binds the statements that they come from, then runs the merges that wait for them. */
function $openTables({ nodes, tables, steps }) {
  for (const table of tables) {
    Object.setPrototypeOf(table, Map.prototype);
    table.$waiting = void 0;
  }
  nodes.forEach($openOne);
  for (const step of steps) step();
}

function $openOne(node) {
  if (!node.$outline) return;
  const { file } = node.$outline;
  const { parts } = $closedClasses[node.kind];
  const parsed = Parser.parseClosed(node);
  const fresh = parsed?.kind === SyntaxKind.VariableStatement ? parsed.declarationList.declarations[0] : parsed;
  const asSaid = fresh?.kind === node.kind && fresh.pos === node.pos && fresh.end === node.end && !fresh.body && !fresh.initializer && !fresh.exclamationToken;
  if (!asSaid || (parsed !== fresh && parsed.declarationList.declarations.length !== 1)) throw new OutlineError(file.fileName);
  const context = node.$context;
  Object.setPrototypeOf(node, objectAllocator.getNodeConstructor().prototype);
  for (const part of parts) node[part] = fresh[part];
  node.$outline = node.$context = node.$waiting = void 0;
  if (context) $bindLater(context.file, context.options, node, context);
  else if (node.parent) setParentRecursive(node, /*incremental*/ true);
}

/** The members or exports of a symbol that has closed declarations, or that a checker merges with such a symbol. */
class $ClosedTable extends Map {}
for (const name of ["get", "has", "set", "delete", "clear", "forEach", "keys", "values", "entries", Symbol.iterator]) {
  $ClosedTable.prototype[name] = function (...args) {
    $openTables(this.$waiting);
    return this[name](...args);
  };
}
Object.defineProperty($ClosedTable.prototype, "size", {
  get() {
    $openTables(this.$waiting);
    return this.size;
  },
});

/** Copies a table; the copy is closed if the table is. */
function $copyTable(table) {
  if (!table.$waiting) return new Map(table);
  const copy = new Map();
  $whenOpen(copy, table, () => table.forEach((symbol, name) => copy.set(name, symbol)));
  return copy;
}

/**
 * Merges a table into a checker's own table: when either of them opens if both are closed, otherwise immediately. A symbol of an open table
 * can be reached at any time, and has to lead to the merged symbol.
 */
function $mergeTable(target, source, merge) {
  if (source.$waiting && (target.$waiting || target.size === 0)) $whenOpen(target, source, merge);
  else merge();
}

/**
 * Closes a checker's table. The step is taken when somebody reads the table or opens the source. Several checkers may share the
 * source's file, so the source refers to the table weakly.
 */
function $whenOpen(table, source, step) {
  if (!table.$waiting) $close(table, { nodes: [], tables: [], steps: [] });
  table.$waiting.steps.push(step);
  const reference = new WeakRef(table);
  source.$waiting?.steps.push(() => {
    const { $waiting } = reference.deref() ?? {};
    if ($waiting) $openTables($waiting);
  });
}

function $close(table, waiting) {
  table.$waiting = waiting;
  waiting.tables.push(table);
  Object.setPrototypeOf(table, $ClosedTable.prototype);
}

/** Leaves the parts of a node unbound until it opens. The symbol of a statement exists already. */
function $bindOnDemand(node, context) {
  node.$context = context;
  if (node.kind === SyntaxKind.Block) return;
  for (const modifier of node.modifiers ?? []) setParent(modifier, node);
  setParent(node.name, node);
  if (node.kind !== SyntaxKind.FunctionDeclaration) node.name.flowNode = context.currentFlow;
  if (node.kind !== SyntaxKind.InterfaceDeclaration && node.kind !== SyntaxKind.ClassDeclaration) return;
  const { members, exports } = node.symbol;
  const waiting = members.$waiting ?? exports?.$waiting ?? { nodes: [], tables: [], steps: [] };
  waiting.nodes.push(node);
  node.$waiting = waiting;
  for (const table of [members, node.kind === SyntaxKind.ClassDeclaration ? exports : void 0]) {
    if (table && !table.$waiting) $close(table, waiting);
  }
}

/** The identifiers of a file with closed nodes. */
class $ClosedNames {
  constructor(known, outline) {
    this.known = known;
    this.outline = outline;
  }
  has(name) {
    if (this.known.has(name)) return true;
    const { file, nodes } = this.outline;
    if (file.isDeclarationFile && !file.text.includes(name) && !this.hasEscapes()) return false;
    for (const node of nodes) {
      if (!node.$outline || (!file.isDeclarationFile && !$mayHaveIn(node, name))) continue;
      $open(node);
      if (this.known.has(name)) return true;
    }
    return false;
  }
  /** Says whether a declaration may have a name with escapes, as in `"\u0061": string`. Many comments have backslashes that mean nothing. */
  hasEscapes() {
    const { text } = this.outline.file;
    const mayHave = (line) => line.includes("\\") && /["'`]/.test(line) && !/^\s*(?:\/\/|\*(?!.*\*\/))/.test(line);
    return (this.escapes ??= text.includes("\\") && text.split(/\r?\n|\r/).some(mayHave));
  }
}

/** Says whether a body may have a name. In a file with bodies in its outline, strings have only escapes of the characters in `$escaped`. */
function $mayHaveIn(body, name) {
  if ($escaped.test(name)) return true;
  const text = body.$outline.file.text.slice(body.$from, body.$to);
  const word = unescapeLeadingUnderscores(name);
  const isInName = (at) => isIdentifierPart(text.charCodeAt(at), ScriptTarget.Latest);
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) if (!isInName(at - 1) && !isInName(at + word.length)) return true;
  return false;
}
const $escaped = /[\\'"`/\0-\x1f]/;

/** TypeScript 6 notes in a function whether it says `this`, also in arrow functions in it. */
const $notesThis = !versionMajorMinor.startsWith("5");

/** True for the body of an arrow function that may say `this`. It opens at once, since the function around it takes note. */
const $tellsOfThis = (body) => $notesThis && body.parent.kind === SyntaxKind.ArrowFunction && $mayHaveIn(body, "this");

/** Says whether a file may have a name. It is true whenever TypeScript's table of names has the name, and possibly more often. */
const $mayHave = (file, name, options) =>
  file.$closed && !options.findInStrings && !options.findInComments ? $escaped.test(name) || file.text.includes(unescapeLeadingUnderscores(name)) : getNameTable(file).get(name) !== void 0;
