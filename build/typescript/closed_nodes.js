// Nodes of statements in dependencies that are parsed on demand. 16-bind-on-demand.patch puts this code into TypeScript.

/** The outline of the text that is about to be parsed: its `ends` has, by the start of each statement, where it ends. */
var $outline;

/** Parses a declaration file and leaves the statements in its outline closed. The outline has three numbers for each of them. */
function parseOutlined(outline, parse) {
  const ends = new Map();
  const numbers = outline === "" ? [] : outline.split(" ");
  for (let i = 0; i < numbers.length; i += 3) ends.set(+numbers[i], { last: +numbers[i + 1], end: +numbers[i + 2] });
  $outline = ends.size > 0 ? { ends, nodes: [], file: void 0, identifiers: void 0 } : void 0;
  try {
    return parse();
  } finally {
    if ($outline) $outline.ends = void 0;
    $outline = void 0;
  }
}

/** Thrown where a statement does not end where the outline says: its file has to be parsed whole. */
class OutlineError extends Error {
  constructor(path) {
    super(`${path}: a statement does not end where its outline says`);
    this.path = path;
  }
}

const $closedParts = {
  InterfaceDeclaration: ["typeParameters", "heritageClauses", "members"],
  ClassDeclaration: ["typeParameters", "heritageClauses", "members"],
  TypeAliasDeclaration: ["typeParameters", "type", "locals"],
  FunctionDeclaration: ["typeParameters", "parameters", "type", "locals"],
  VariableDeclaration: ["type"], // an outline has no variables with an initializer
};
var $closedClasses;

/** Makes a closed node: the parts of its statement are parsed only when one of them is read. */
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
      this.$from = this.$to = 0;
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

/** Parses a statement, and binds it if its file is bound. Declarations of one symbol are opened in their order. */
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
  const { file, identifiers } = node.$outline;
  const { parts } = $closedClasses[node.kind];
  const parsed = Parser.parseClosed(file, identifiers, node.$from, node.$to);
  const fresh = parsed?.kind === SyntaxKind.VariableStatement ? parsed.declarationList.declarations[0] : parsed;
  const asSaid = fresh?.kind === node.kind && fresh.pos === node.pos && fresh.end === node.end && !fresh.body && !fresh.initializer && !fresh.exclamationToken;
  if (!asSaid || (parsed !== fresh && parsed.declarationList.declarations.length !== 1)) throw new OutlineError(file.fileName);
  const context = node.$context;
  Object.setPrototypeOf(node, objectAllocator.getNodeConstructor().prototype);
  for (const part of parts) node[part] = fresh[part];
  node.$outline = node.$context = node.$waiting = void 0;
  if (context) $bindLater(context.file, context.options, node, context);
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

/** Leaves the parts of a statement unbound until it opens. Its symbol exists already. */
function $bindOnDemand(node, context) {
  for (const modifier of node.modifiers ?? []) setParent(modifier, node);
  setParent(node.name, node);
  if (node.kind !== SyntaxKind.FunctionDeclaration) node.name.flowNode = context.currentFlow;
  node.$context = context;
  if (node.kind !== SyntaxKind.InterfaceDeclaration && node.kind !== SyntaxKind.ClassDeclaration) return;
  const { members, exports } = node.symbol;
  const waiting = members.$waiting ?? exports?.$waiting ?? { nodes: [], tables: [], steps: [] };
  waiting.nodes.push(node);
  node.$waiting = waiting;
  for (const table of [members, node.kind === SyntaxKind.ClassDeclaration ? exports : void 0]) {
    if (table && !table.$waiting) $close(table, waiting);
  }
}

/** The identifiers of a file with closed statements. */
class $ClosedNames {
  constructor(known, outline) {
    this.known = known;
    this.outline = outline;
  }
  has(name) {
    if (this.known.has(name) || !(this.outline.file.text.includes(name) || this.hasEscapes())) return this.known.has(name);
    this.outline.nodes.forEach($open);
    return this.known.has(name);
  }
  /** Says whether a name may be written with escapes, as in `"\u0061": string`. Many comments have backslashes that mean nothing. */
  hasEscapes() {
    const { text } = this.outline.file;
    const mayHave = (line) => line.includes("\\") && /["'`]/.test(line) && !/^\s*(?:\/\/|\*(?!.*\*\/))/.test(line);
    return (this.escapes ??= text.includes("\\") && text.split(/\r?\n|\r/).some(mayHave));
  }
}

/** Says whether a file may have a name. It is true whenever TypeScript's table of names has the name, and possibly more often. */
const $mayHave = (file, name, options) =>
  file.$outlined && !options.findInStrings && !options.findInComments ? file.text.includes(unescapeLeadingUnderscores(name)) : getNameTable(file).get(name) !== void 0;
