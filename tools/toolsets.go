package tools

import (
	"slices"
	"strings"

	"tsplan/tools/lsap"
	"tsplan/tools/navigate"
	"tsplan/tools/planner"
	"tsplan/tools/serena"
	"tsplan/tools/tool"
)

// DefaultToolsets are offered unless the operator says otherwise.
var DefaultToolsets = []string{"plan", "lsap", "serena"}

// sets are all that can be offered.
const sets = "plan, lsap, serena, navigate and jetbrains"

// Toolsets returns the tools of the named sets: plan, lsap, serena, navigate with queries that a language server's user
// expects, and jetbrains, which has Serena's query tools under the names that they have there with JetBrains' backend. A
// plan can be had by its planId in every set.
func Toolsets(p *planner.Planner, names []string) ([]tool.Tool, error) {
	var offered []tool.Tool
	for i, name := range names {
		if slices.Contains(names[:i], name) {
			continue
		}
		switch name {
		case "plan":
			offered = append(offered, planner.Tools(p)...)
		case "lsap":
			offered = append(offered, lsap.RenamePreview(p))
		case "serena":
			offered = append(offered, serena.Tools(p)...)
		case "navigate":
			offered = append(offered, navigate.Tools(p)...)
		case "jetbrains":
			offered = append(offered, serena.JetBrainsTools(p)...)
		default:
			return nil, tool.Invalid("no toolset %q: there are %s", name, sets)
		}
	}
	if len(offered) == 0 {
		return nil, tool.Invalid("no toolset is asked for: there are %s", sets)
	}
	return append(offered, planner.GetPlanTool(p)), nil
}

// InstructionsFor tell a model when to use which tool of the named sets.
func InstructionsFor(names []string) string {
	parts := []string{`tsplan plans TypeScript and JavaScript refactorings and changes nothing: it returns edits and moves for you to apply.`}
	for _, set := range []struct{ name, text string }{
		{"plan", `Use planRenameSymbol instead of search and replace to rename a symbol, planFileMove to move or rename a file, and
planDirectoryMove to move or rename a directory. planBatch plans several of these as one. verifyPlan proves a plan, also one that you changed.`},
		{"lsap", `Use rename_preview to see first what a rename would change; it takes the symbol by name or by text.`},
		{"serena", `Use get_symbols_overview, find_symbol and find_referencing_symbols to read code by symbol instead of whole files:
overview first, then find_symbol with depth 1, then include_body for what you need; type_hierarchy for classes and
interfaces. replace_symbol_body, insert_after_symbol, insert_before_symbol, rename_symbol and safe_delete_symbol return
plans as well. Symbols are named by paths such as Class/method; lines count from 1.`},
		{"navigate", `find_declaration leads from a use to its declaration, also into dependencies, find_implementations to what implements
something; locate finds a place by text; get_diagnostics lists a file's errors.`},
	} {
		if slices.Contains(names, set.name) {
			parts = append(parts, set.text)
		}
	}
	return strings.Join(append(parts, `Plans: apply all edits first, then the moves; edits are keyed by the paths before the move. Positions in edits are
0-based lines and UTF-16 characters. A plan holds for the bytes whose sha256 it states; get_plan returns a plan again by
its planId, page by page. Answers stay below about 25,000 tokens and say what they left out.`), "\n")
}
