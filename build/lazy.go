package main

import _ "embed"

// The host makes an outline (runtime/outline) of the declaration files of dependencies, and TypeScript parses and binds a statement of such
// a file only when code reads its content. The node of such a statement is closed at first: it has only its name, its modifiers and its
// symbol. The node opens, for good, when code reads one of its other parts or a table of its symbol.

//go:embed lazy.js
var lazyText string

// onDemand are the replacements in typescript.js for closed statements.
var onDemand = []replacement{{
	// The guest calls these.
	`__export(typescript_exports, {
`, `__export(typescript_exports, {
  parseOutlined: () => parseOutlined,
  OutlineError: () => OutlineError,
`}, {
	// The parser makes a closed node where the outline has a statement, and goes on behind it.
	`  function parseStatement() {
    switch (token()) {
`, `  function $parseClosed({ last, end }) {
    const from = getNodePos();
    const modifiers = parseModifiers(/*allowDecorators*/ true);
    const keyword = token();
    const listPos = getNodePos();
    nextToken();
    const pos = getNodePos();
    const kind = $closedKinds[keyword];
    const name = kind === SyntaxKind.VariableDeclaration || kind === SyntaxKind.FunctionDeclaration ? parseBindingIdentifier() : parseIdentifier();
    scanner2.resetTokenState(end);
    nextToken();
    const isVariable = kind === SyntaxKind.VariableDeclaration;
    const node = $closedNode(kind, isVariable ? pos : from, isVariable ? last : end, $outline, from, end);
    node.name = name;
    node.transformFlags = 1 /* ContainsTypeScript */;
    finishNode(node, node.pos, node.end);
    if (!isVariable) {
      node.modifiers = modifiers;
      return node;
    }
    const flags = keyword === SyntaxKind.LetKeyword ? NodeFlags.Let : keyword === SyntaxKind.ConstKeyword ? NodeFlags.Const : 0;
    const list = finishNode(factoryCreateVariableDeclarationList(createNodeArray([node], pos, last), flags), listPos, last);
    return finishNode(factoryCreateVariableStatement(modifiers, list), from, end);
  }
  const $closedKinds = {
    [SyntaxKind.InterfaceKeyword]: SyntaxKind.InterfaceDeclaration,
    [SyntaxKind.ClassKeyword]: SyntaxKind.ClassDeclaration,
    [SyntaxKind.TypeKeyword]: SyntaxKind.TypeAliasDeclaration,
    [SyntaxKind.FunctionKeyword]: SyntaxKind.FunctionDeclaration,
    [SyntaxKind.VarKeyword]: SyntaxKind.VariableDeclaration,
    [SyntaxKind.LetKeyword]: SyntaxKind.VariableDeclaration,
    [SyntaxKind.ConstKeyword]: SyntaxKind.VariableDeclaration,
  };
  Parser2.parseClosed = (file, known, from, to) => {
    Debug.assert(sourceText === void 0, "a statement opens while a file is parsed");
    initializeState(file.fileName, file.text, file.languageVersion, /*syntaxCursor*/ void 0, file.scriptKind, file.jsDocParsingMode);
    identifiers = known;
    contextFlags |= NodeFlags.Ambient;
    parsingContext = 1 << 0 /* SourceElements */;
    scanner2.setText(sourceText, from, to - from);
    nextToken();
    const statement = parseStatement();
    const isWhole = token() === 1 /* EndOfFileToken */ && parseDiagnostics.length === 0;
    clearState();
    return isWhole ? statement : void 0;
  };
  function parseStatement() {
    const closed = $outline?.ends.get(scanner2.getTokenStart());
    if (closed) return $parseClosed(closed);
    switch (token()) {
`}, {
	// The outline says where a statement starts, so the parser does not look ahead.
	`        return !(token() === 27 /* SemicolonToken */ && inErrorRecovery) && isStartOfStatement();
`, `        return !(token() === 27 /* SemicolonToken */ && inErrorRecovery) && ($outline?.ends.has(scanner2.getTokenStart()) || isStartOfStatement());
`}, {
	`    sourceFile.identifiers = identifiers;
    sourceFile.parseDiagnostics = attachFileToDiagnostics(parseDiagnostics, sourceFile);
    sourceFile.jsDocParsingMode = jsDocParsingMode;
`, `    sourceFile.identifiers = identifiers;
    if ($outline) {
      sourceFile.$outlined = true;
      $outline.file = sourceFile;
      $outline.identifiers = identifiers;
      sourceFile.identifiers = new $ClosedNames(identifiers, $outline);
    }
    sourceFile.parseDiagnostics = attachFileToDiagnostics(parseDiagnostics, sourceFile);
    sourceFile.jsDocParsingMode = jsDocParsingMode;
`}, {
	// No closed statement leads to another file.
	`    if (!child || isMetaProperty(child)) {
`, `    if (!child || child.$outline || isMetaProperty(child)) {
`}, {
	// The binder sets the parents of the nodes in a namespace before it binds the namespace. In a closed statement they are set when the
	// statement opens.
	`    setParent(child, parent2);
`, `    setParent(child, parent2);
    if (child.$outline) return "skip";
`}, {
	`  if (!rootNode) return rootNode;
  forEachChildRecursively(`, `  if (!rootNode || rootNode.$outline) return rootNode;
  forEachChildRecursively(`,
}, {
	// A second binder binds the parts of a statement when the statement opens, since the first may be busy then.
	`var binder = /* @__PURE__ */ createBinder();
`, lazyText + `
var binder = /* @__PURE__ */ createBinder();
var $bindLater = /* @__PURE__ */ createBinder();
`}, {
	`  function bindSourceFile2(f, opts) {
`, `  function $context() {
    if ($last?.file !== file || $last.container !== container || $last.currentFlow !== currentFlow || $last.inStrictMode !== inStrictMode || $last.thisParentContainer !== thisParentContainer || $last.blockScopeContainer !== blockScopeContainer) {
      $last = { file, options, classifiableNames, container, thisParentContainer, blockScopeContainer, currentFlow, inStrictMode };
    }
    return $last;
  }
  function $bindParts(node, context) {
    ({ classifiableNames, container, thisParentContainer, blockScopeContainer, currentFlow, inStrictMode } = context);
    parent2 = node;
    const containerFlags = getContainerFlags(node);
    if (containerFlags === 0 /* None */) bindChildren(node);
    else bindContainer(node, containerFlags);
  }
  var $last;
  function bindSourceFile2(f, opts, $node, $at) {
    if (file && $node) Debug.fail("a statement opens while another does");
    parent2 = container = thisParentContainer = blockScopeContainer = lastContainer = currentFlow = void 0;
`}, {
	`    if (!file.locals) {
`, `    if ($node) $bindParts($node, $at);
    else if (!file.locals) {
`}, {
	`    if (node.kind > 166 /* LastToken */) {
      const saveParent = parent2;
`, `    if (file.$outlined && node.$outline) {
      $bindOnDemand(node, $context());
    } else if (node.kind > 166 /* LastToken */) {
      const saveParent = parent2;
`}, {
	// The binder finds out whether an interface says this.
	`        if (declaration.flags & 256 /* ContainsThis */) {
`, `        if (declaration.members && declaration.flags & 256 /* ContainsThis */) {
`}, {
	// A new checker merges the declarations of all files. The merge can wait, so that it does not open the declarations now.
	`    if (symbol.members) result.members = new Map(symbol.members);
    if (symbol.exports) result.exports = new Map(symbol.exports);
    recordMergedSymbol(result, symbol);
`, `    if (symbol.members) result.members = $copyTable(symbol.members);
    if (symbol.exports) result.exports = $copyTable(symbol.exports);
    recordMergedSymbol(result, symbol);
`}, {
	`        mergeSymbolTable(target.members, source.members, unidirectional);
`, `        $mergeTable(target.members, source.members, () => mergeSymbolTable(target.members, source.members, unidirectional));
`}, {
	`        mergeSymbolTable(target.exports, source.exports, unidirectional, target);
`, `        $mergeTable(target.exports, source.exports, () => mergeSymbolTable(target.exports, source.exports, unidirectional, target));
`}, {
	// The table of a file's names is made from all of its nodes.
	`    if (getNameTable(sourceFile).get(search.escapedText) !== void 0) {
`, `    if ($mayHave(sourceFile, search.escapedText, state.options)) {
`}}
