package main

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/evanw/esbuild/pkg/api"
)

// TypeScript is written for an engine that compiles it. QuickJS interprets: each call of a small function costs, and
// so does each case of a switch before the one that fits. The parts that are replaced here were found with a profile of loading a project.
// Five replacements change behaviour. With loadModule the checker gets modules that the program does not have. With passesOver a search
// skips the files that another program has searched, and dependencies that cannot use the symbols. With leavesUnbound a program in which the
// guest looks at imports only is not bound. References come without a description of the symbol that they refer to. $directImports keeps a
// list of imports as long as the checker and its files are the same.
// The other replacements compute the same results as TypeScript.

// replacement is a text that occurs exactly once in typescript.js, and the text that takes its place.
type replacement struct{ old, new string }

// replacements make TypeScript faster; for onDemand see build/lazy.go.
var replacements = []replacement{{
	// Every character of every token goes through here.
	`    return codePointAt(text, pos2);
`, `    return text.codePointAt(pos2);
`}, {
	`      while (pos < end && isIdentifierPart(ch = codePointUnchecked(pos), languageVersion2)) pos += charSize(ch);
`, `      while (pos < end && $inWord[text.charCodeAt(pos)]) pos++;
      while (pos < end && isIdentifierPart(ch = codePointUnchecked(pos), languageVersion2)) pos += charSize(ch);
`}, {
	// The text of JSDoc comments.
	`    for (let ch = charCodeUnchecked(pos); pos < end && (!isLineBreak(ch) && ch !== 96 /* backtick */); ch = codePointUnchecked(++pos)) {
`, `    while (pos < end && $inComment[text.charCodeAt(pos)]) pos++;
    for (let ch = charCodeUnchecked(pos); pos < end && (!isLineBreak(ch) && ch !== 96 /* backtick */); ch = codePointUnchecked(++pos)) {
`}, {
	// The next loops scan line comments and block comments among the tokens.
	`            while (pos < end) {
              if (isLineBreak(charCodeUnchecked(pos))) {
`, `            while (pos < end) {
              if (!$inLine[text.charCodeAt(pos)] && isLineBreak(charCodeUnchecked(pos))) {
`}, {
	`              const ch2 = charCodeUnchecked(pos);
              if (ch2 === 42 /* asterisk */ && charCodeUnchecked(pos + 1) === 47 /* slash */) {
                pos += 2;
                commentClosed = true;
`, `              while ($inBlock[text.charCodeAt(pos)]) pos++;
              if (pos >= end) {
                pos = end;
                break;
              }
              const ch2 = charCodeUnchecked(pos);
              if (ch2 === 42 /* asterisk */ && charCodeUnchecked(pos + 1) === 47 /* slash */) {
                pos += 2;
                commentClosed = true;
`}, {
	// TypeScript uses only the last line of a comment with several lines, since that may be a directive.
	`            let commentClosed = false;
`, `            let commentClosed = false, $unclosed = false;
`}, {
	`                lastLineStart = pos;
                tokenFlags |= 1 /* PrecedingLineBreak */;
`, `                lastLineStart = pos;
                tokenFlags |= 1 /* PrecedingLineBreak */;
                const $close = $unclosed ? -1 : text.indexOf("*/", pos);
                $unclosed = $close < 0 || $close + 2 > end;
                if (!$unclosed) {
                  pos = $close;
                  for (let $at = $close; $at > lastLineStart; $at--) {
                    if (isLineBreak(charCodeUnchecked($at - 1))) lastLineStart = $at;
                  }
                }
`}, {
	// Most texts break lines with \n only. The checker asks for the line of each arrow.
	`function computeLineStarts(text) {
`, `function computeLineStarts(text) {
  if (!text.includes("\r") && !text.includes("\u2028") && !text.includes("\u2029")) {
    const starts = [0];
    for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
    return starts;
  }
`}, {
	// QuickJS tries both words at each character of the file.
	`  const r = /import|require/g;
  while (r.exec(file.text) !== null) {
    const node = getNodeAtPosition(
      file,
      r.lastIndex,
`, `  for (const end of $endsOfWords(file.text, "import", "require")) {
    const node = getNodeAtPosition(
      file,
      end,
`}, {
	// QuickJS tries a pattern that begins with ^ at each character of the file.
	`  const match = shebangTriviaRegex.exec(text);
`, `  const match = text.startsWith("#!") ? shebangTriviaRegex.exec(text) : null;
`}, {
	`  return shebangTriviaRegex.test(text);
`, `  return text.startsWith("#!");
`}, {
	// The following loops look for the comments before a node.
	`              while (pos < text.length) {
                if (text.charCodeAt(pos) === 42 /* asterisk */ && text.charCodeAt(pos + 1) === 47 /* slash */) {
                  pos += 2;
                  break;
                }
                pos++;
              }
`, `              pos = text.indexOf("*/", pos);
              pos = pos < 0 ? text.length : pos + 2;
`}, {
	`              while (pos < text.length) {
                if (isLineBreak(text.charCodeAt(pos))) {
`, `              while ($inLine[text.charCodeAt(pos)]) pos++;
              while (pos < text.length) {
                if (isLineBreak(text.charCodeAt(pos))) {
`}, {
	`          while (pos < text.length) {
            if (isLineBreak(text.charCodeAt(pos))) {
`, `          while ($inLine[text.charCodeAt(pos)]) pos++;
          while (pos < text.length) {
            if (isLineBreak(text.charCodeAt(pos))) {
`}, {
	`        if (text.charCodeAt(pos + 1) === 42 /* asterisk */) {
          pos += 2;
          while (pos < text.length) {
            if (text.charCodeAt(pos) === 42 /* asterisk */ && text.charCodeAt(pos + 1) === 47 /* slash */) {
              pos += 2;
              break;
            }
            pos++;
          }
`, `        if (text.charCodeAt(pos + 1) === 42 /* asterisk */) {
          pos = text.indexOf("*/", pos + 2);
          pos = pos < 0 ? text.length : pos + 2;
`}, {
	// A search for references calls this function for every mention. TypeScript makes nodes of all tokens on the way and looks for the
	// start of each. The ranges of the nodes alone are enough to find an identifier, or to see that the mention is in a comment. This
	// result is right wherever no other name ends where the word begins. A rename and its proof ask about each mention several times, so a
	// file keeps the results.
	`function getTouchingPropertyName(sourceFile, position) {
`, `const $comment = { kind: 0 /* Unknown */ };
function $wordAt(sourceFile, position) {
  const words = sourceFile.$words ??= new Map();
  if (!words.has(position)) words.set(position, $findWord(sourceFile, position));
  return words.get(position);
}
function $findWord(sourceFile, position) {
  const before = sourceFile.text.charCodeAt(position - 1);
  if ($isName[before] || before > 127) return void 0;
  const holds = (child) => child.pos <= position && position < child.end ? child : void 0;
  const { statements } = sourceFile;
  let low = 0, high = statements.length;
  while (low < high) {
    const middle = low + high >> 1;
    if (statements[middle].end <= position) low = middle + 1;
    else high = middle;
  }
  let node = statements[low];
  if (!node) return void 0;
  for (let child = node; child; child = child.jsDoc?.find(holds) ?? forEachChild(child, holds)) node = child;
  if (node.kind >= SyntaxKind.FirstJSDocNode && node.kind <= SyntaxKind.LastJSDocNode) return $comment;
  if (!isToken(node)) return void 0;
  if (node.kind !== 12 /* JsxText */ && skipTrivia(sourceFile.text, node.pos) > position) return $comment;
  return node.kind === 80 /* Identifier */ || node.kind === 81 /* PrivateIdentifier */ ? node : void 0;
}
function getTouchingPropertyName(sourceFile, position) {
  const word = $wordAt(sourceFile, position);
  if (word && word !== $comment) return word;
`}, {
	`    const referenceLocation = getTouchingPropertyName(sourceFile, position);
    if (!isValidReferencePosition(`, `    const referenceLocation = $wordAt(sourceFile, position) ?? getTouchingPropertyName(sourceFile, position);
    if (!isValidReferencePosition(`,
}, {
	// A search skips the files that another program has searched, and dependencies that cannot use the symbols.
	`    state.cancellationToken.throwIfCancellationRequested();
    return getReferencesInContainer(sourceFile, sourceFile, search, state, addReferencesHere);
`, `    state.cancellationToken.throwIfCancellationRequested();
    if (state.cancellationToken.cancellationToken?.passesOver?.(sourceFile.fileName, search.allSearchSymbols)) return;
    return getReferencesInContainer(sourceFile, sourceFile, search, state, addReferencesHere);
`}, {
	// If a program has not followed an import, the guest loads the module as soon as the checker looks for it.
	`    const resolvedModule = (_f = host.getResolvedModule(currentSourceFile, moduleReference, mode)) == null ? void 0 : _f.resolvedModule;
`, `    const $resolution = host.getResolvedModule(currentSourceFile, moduleReference, mode);
    const $loaded = $resolution && !$resolution.notFollowed ? void 0 : host.loadModule?.(currentSourceFile, moduleReference, mode);
    const resolvedModule = ($loaded ?? $resolution)?.resolvedModule;
`}, {
	`resolutionDiagnostic === Diagnostics.Module_0_was_resolved_to_1_but_jsx_is_not_set) && host.getSourceFile(resolvedModule.resolvedFileName);
`, `resolutionDiagnostic === Diagnostics.Module_0_was_resolved_to_1_but_jsx_is_not_set) && ($loaded?.file ?? host.getSourceFile(resolvedModule.resolvedFileName));
`}, {
	// The type that is expected of an argument comes from the signature of the call, and TypeScript checks all arguments to find that. If the
	// function has one signature, in which the parameter's type does not depend on type arguments, no argument can change that type.
	// Types are made in another order then, and texts of union types have that order.
	`  function getContextualTypeForArgumentAtIndex(callTarget, argIndex) {
`, `  function $onlySignature(call, argIndex) {
    const links = getNodeLinks(call);
    if (!isCallExpression(call) || isSuperCall(call) || isCallChain(call) || isInJSFile(call) || links.resolvedSignature) return void 0;
    links.resolvedSignature = resolvingSignature;
    const type = getApparentType(checkExpression(call.expression));
    links.resolvedSignature = void 0;
    const signatures = isErrorType(type) ? [] : getSignaturesOfType(type, 0 /* Call */);
    const [{ declaration, parameters, typeParameters } = {}] = signatures;
    if (signatures.length !== 1 || isInJSFile(declaration)) return void 0;
    const parameter = typeParameters && parameters[Math.min(argIndex, parameters.length - 1)];
    return parameter && couldContainTypeVariables(getTypeOfSymbol(parameter)) ? void 0 : signatures[0];
  }
  function getContextualTypeForArgumentAtIndex(callTarget, argIndex) {
`}, {
	`    const signature = getNodeLinks(callTarget).resolvedSignature === resolvingSignature ? resolvingSignature : getResolvedSignature(callTarget);
    if (isJsxOpeningLikeElement(callTarget) && argIndex === 0) {
`, `    const signature = getNodeLinks(callTarget).resolvedSignature === resolvingSignature ? resolvingSignature : $onlySignature(callTarget, argIndex) ?? getResolvedSignature(callTarget);
    if (isJsxOpeningLikeElement(callTarget) && argIndex === 0) {
`}, {
	// A search for references and a proof call this function several times for each mention.
	`function isDeclarationKind(kind) {
`, `const $declarationKinds = [];
function isDeclarationKind(kind) {
  return $declarationKinds[kind] ??= $isDeclarationKind(kind);
}
function $isDeclarationKind(kind) {
`,
}, {
	// TypeScript writes a description of each symbol that it finds references of, and of each import of that symbol, and names the
	// container of each definition. For both the checker searches all globals. The guest reads neither.
	`definition: checker.runWithCancellationToken(cancellationToken, (checker2) => definitionToReferencedSymbolDefinitionInfo(definition, checker2, node)),`,
	`definition: void 0,`,
}, {
	`const containerName = symbol.parent ? checker.symbolToString(symbol.parent, node) : "";`, `const containerName = "";`,
}, {
	// Every search for an export first lists all imports of the program. The list stays the same as long as the program does.
	`function getDirectImportsMap(sourceFiles, checker, cancellationToken) {
`, `const $directImports = /* @__PURE__ */ new WeakMap();
function getDirectImportsMap(sourceFiles, checker, cancellationToken) {
  let known = $directImports.get(checker);
  if (known?.sourceFiles.length !== sourceFiles.length || !sourceFiles.every((file, i) => file === known.sourceFiles[i])) $directImports.set(checker, known = { sourceFiles, map: $findDirectImports(sourceFiles, checker, cancellationToken) });
  return known.map;
}
function $findDirectImports(sourceFiles, checker, cancellationToken) {
`}, {
	// A move needs to know which module every import means. A checker knows that, but it binds all files first. This replacement uses the
	// program's module resolution and the names of ambient modules instead.
	`function updateImports(program, changeTracker, oldToNew, newToOld, host, getCanonicalFileName) {
`, `const $moduleNames = /* @__PURE__ */ new WeakMap();
function $namesOf(program) {
  let known = $moduleNames.get(program);
  if (known) return known;
  known = { ambient: /* @__PURE__ */ new Set(), patterns: [], augmented: /* @__PURE__ */ new Set() };
  for (const file of program.getSourceFiles()) {
    const names = file.isDeclarationFile ? file.ambientModuleNames ?? [] : isExternalOrCommonJsModule(file) ? [] :
      file.statements.filter((node) => isModuleDeclaration(node) && isStringLiteral(node.name)).map((node) => node.name.text);
    for (const name of names) {
      known.ambient.add(name);
      const pattern = tryParsePattern(name);
      if (pattern && !isString(pattern)) known.patterns.push(pattern);
    }
    for (const name of file.moduleAugmentations ?? []) {
      const resolved = isStringLiteral(name) && program.getResolvedModuleFromModuleSpecifier(name, file)?.resolvedModule;
      if (resolved) known.augmented.add(program.getSourceFile(resolved.resolvedFileName));
    }
  }
  $moduleNames.set(program, known);
  return known;
}
const $ambientModule = { declarations: [{ kind: SyntaxKind.ModuleDeclaration, name: { kind: SyntaxKind.StringLiteral } }] };
function $moduleOf(program, file, literal) {
  const { text } = literal;
  const { ambient, patterns, augmented } = $namesOf(program);
  if (!isExternalModuleNameRelative(text) && ambient.has(text)) return $ambientModule;
  const resolved = program.getResolvedModuleFromModuleSpecifier(literal, file)?.resolvedModule;
  const module2 = resolved && program.getSourceFile(resolved.resolvedFileName);
  if (!module2) return patterns.some((pattern) => isPatternMatch(pattern, text)) ? $ambientModule : void 0;
  const whole = module2.statements.some((node) => isExportAssignment(node) && node.isExportEquals);
  return augmented.has(module2) && !whole ? $ambientModule : { declarations: [module2] };
}
function updateImports(program, changeTracker, oldToNew, newToOld, host, getCanonicalFileName) {
`}, {
	`    program.getTypeChecker();
    return;
    function getParsedCommandLine(fileName) {
`, `    if (!host.leavesUnbound) program.getTypeChecker();
    return;
    function getParsedCommandLine(fileName) {
`}, {
	// TypeScript calls this function with every path that an unresolved import could have led to.
	`  return (path) => {
    const originalPath = sourceMapper && sourceMapper.tryGetSourcePosition({ fileName: path, pos: 0 });
    const updatedPath = getUpdatedPath(originalPath ? originalPath.fileName : path);
    return originalPath ? updatedPath === void 0 ? void 0 : makeCorrespondingRelativeChange(originalPath.fileName, updatedPath, path, getCanonicalFileName) : updatedPath;
  };
`, `  const $known = /* @__PURE__ */ new Map();
  return (path) => {
    if (!$known.has(path)) $known.set(path, $update(path));
    return $known.get(path);
  };
  function $update(path) {
    const originalPath = sourceMapper && sourceMapper.tryGetSourcePosition({ fileName: path, pos: 0 });
    const updatedPath = getUpdatedPath(originalPath ? originalPath.fileName : path);
    return originalPath ? updatedPath === void 0 ? void 0 : makeCorrespondingRelativeChange(originalPath.fileName, updatedPath, path, getCanonicalFileName) : updatedPath;
  }
`}, {
	`      const importedModuleSymbol = program.getTypeChecker().getSymbolAtLocation(importLiteral);
`, `      const importedModuleSymbol = $moduleOf(program, sourceFile, importLiteral);
`}}

// tables say for each ASCII character whether one of the loops above skips it. Other characters are left to TypeScript's own code.
const tables = `
const $ascii = (pattern) => Array.from({ length: 128 }, (_, c) => pattern.test(String.fromCharCode(c)));
const $inWord = $ascii(/[\w$]/), $inComment = $ascii(/[^\n\r` + "`" + `{@]/), $inLine = $ascii(/[^\n\r]/), $inBlock = $ascii(/[^\n\r*]/);
const $isName = $ascii(/[\w$"'` + "`" + `]/);

function* $endsOfWords(text, ...words) {
  const next = words.map((word) => ({ word, at: text.indexOf(word) }));
  for (;;) {
    const [first] = next.filter(({ at }) => at >= 0).sort((a, b) => a.at - b.at);
    if (!first) return;
    const end = first.at + first.word.length;
    yield end;
    first.at = text.indexOf(first.word, end);
  }
}
`

// faster is the plugin that bundles TypeScript with the replacements.
func faster(library string) api.Plugin {
	return api.Plugin{Name: "faster", Setup: func(b api.PluginBuild) {
		b.OnLoad(api.OnLoadOptions{Filter: `[\\/]typescript\.js$`}, func(args api.OnLoadArgs) (api.OnLoadResult, error) {
			text, err := os.ReadFile(args.Path)
			if err != nil || args.Path != library {
				return api.OnLoadResult{}, err
			}
			contents, err := replace(string(text))
			return api.OnLoadResult{Contents: &contents}, err
		})
	}}
}

func replace(text string) (string, error) {
	for _, r := range slices.Concat(replacements, onDemand) {
		if n := strings.Count(text, r.old); n != 1 {
			return "", fmt.Errorf("typescript.js: what is replaced is there %d times: %s", n, r.old)
		}
		text = strings.Replace(text, r.old, r.new, 1)
	}
	return tables + text, nil
}

// rewrite rewrites a bundle, see inline.mjs and switches.mjs. The switches come last, since a function that is a switch is not put in place.
func rewrite(ctx context.Context, bundle string) error {
	library := nodeModules + "/typescript/lib/typescript.js"
	if err := command(ctx, "", "node", "build/inline.mjs", library, bundle); err != nil {
		return err
	}
	return command(ctx, "", "node", "build/switches.mjs", library, bundle)
}
