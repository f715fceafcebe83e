package tools_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"tsplan/hostfs/hostfstest"
)

// TestTraps asks the cases in testdata/traps for plans, and TypeScript's language service on Node the same. The README there lists them all.
func TestTraps(t *testing.T) {
	t.Parallel()
	page, err := os.ReadFile(filepath.Join(testdata, "traps", "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	names := testGoldens(t, "traps", startOracle(t))
	if listed := listedTraps(string(page)); !slices.Equal(listed, names) {
		t.Errorf("README.md lists %q, and there are %q", listed, names)
	}
}

// listedTraps returns the names in the second column of the tables, sorted.
func listedTraps(page string) []string {
	var names []string
	for line := range strings.Lines(page) {
		if cells := strings.Split(line, " | "); len(cells) == 2 && strings.HasPrefix(cells[1], "`") {
			for name := range strings.SplitSeq(strings.TrimSuffix(strings.TrimSpace(cells[1]), " |"), ", ") {
				names = append(names, strings.Trim(name, "`"))
			}
		}
	}
	slices.Sort(names)
	return names
}

// text asks TypeScript's language service what a call asks, and renders its answers. It is empty where TypeScript has no such question.
func (o *oracle) text(t *testing.T, call hostfstest.Call, dir, tsconfig string) string {
	t.Helper()
	requests := oracleRequests(call.Tool, call.Arguments)
	if len(requests) == 0 {
		return ""
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	o.ask(t, map[string]any{"op": "open", "root": dir, "tsconfig": tsconfig}, &struct{}{})
	var b strings.Builder
	for _, request := range requests {
		var answer json.RawMessage
		if failure := o.try(t, request, &answer); failure != "" {
			b.WriteString(failure + "\n")
			continue
		}
		b.WriteString(lines(t, answer, dir))
	}
	return b.String()
}

// oracleRequests are the same question for TypeScript's language service, which plans the steps of a batch one by one
// for the files as they are; none where it has no such question.
func oracleRequests(tool string, arguments map[string]any) []map[string]any {
	switch tool {
	case "planRenameSymbol":
		return []map[string]any{{
			"op": "rename", "file": arguments["filePath"], "line": arguments["line"],
			"character": arguments["character"], "newName": arguments["newName"],
		}}
	case "planFileMove":
		return []map[string]any{{"op": "move", "oldPath": arguments["oldPath"], "newPath": arguments["newPath"]}}
	case "planDirectoryMove":
		return []map[string]any{{"op": "move", "oldPath": arguments["oldDir"], "newPath": arguments["newDir"]}}
	case "planBatch":
		var all []map[string]any
		for _, s := range arguments["steps"].([]any) {
			step := s.(map[string]any)
			all = append(all, oracleRequests(step["tool"].(string), step)...)
		}
		return all
	}
	return nil
}
