package serena

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"tsplan/tools/tool"
)

// lspKind returns the number that LSP has for a kind. Serena's tools take these numbers.
func lspKind(kind string) int {
	switch kind {
	case "namespace":
		return 3
	case "class":
		return 5
	case "method":
		return 6
	case "property", "getter", "setter":
		return 7
	case "constructor", "constructSignature":
		return 9
	case "enum":
		return 10
	case "interface":
		return 11
	case "function", "callSignature":
		return 12
	case "enumMember":
		return 22
	case "type":
		return 26
	}
	return 13 // variable
}

// kindFilter keeps the kinds that are asked for, by name or by LSP's number.
type kindFilter struct{ include, exclude []string }

// kinds are all kinds of symbols, as the tools write them.
var kinds = []string{
	"alias", "callSignature", "class", "constructSignature", "constructor", "enum", "enumMember", "function", "getter", "indexSignature",
	"interface", "method", "namespace", "property", "setter", "type", "variable",
}

// check refuses a kind that does not exist. It accepts all numbers of LSP, also those of which TypeScript has no symbols.
func (f kindFilter) check() error {
	for _, wanted := range slices.Concat(f.include, f.exclude) {
		if n, err := strconv.Atoi(wanted); !slices.Contains(kinds, wanted) && (err != nil || n < 1 || n > 26) {
			return tool.Invalid("there is no kind %q: the kinds are %s, or LSP's numbers from 1 to 26", wanted, strings.Join(kinds, ", "))
		}
	}
	return nil
}

func (f kindFilter) keeps(kind string) bool {
	is := func(wanted string) bool { return wanted == kind || wanted == strconv.Itoa(lspKind(kind)) }
	return (len(f.include) == 0 || slices.ContainsFunc(f.include, is)) && !slices.ContainsFunc(f.exclude, is)
}

// kindNumbers lets a tool take kinds as numbers.
func kindNumbers(arguments map[string]any) {
	for _, field := range []string{"include_kinds", "exclude_kinds"} {
		kinds, _ := arguments[field].([]any)
		for i, kind := range kinds {
			if n, ok := kind.(json.Number); ok {
				kinds[i] = n.String()
			}
		}
	}
}
