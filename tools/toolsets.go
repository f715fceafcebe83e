package tools

import (
	"slices"
	"strings"

	"tsplan/tools/kept"
	"tsplan/tools/lsap"
	"tsplan/tools/navigate"
	"tsplan/tools/planner"
	"tsplan/tools/serena"
	"tsplan/tools/tool"
)

// DefaultToolsets are offered unless the operator says otherwise.
var DefaultToolsets = []string{"plan", "lsap", "serena"}

// sets names all toolsets that exist.
const sets = "plan, lsap, serena, navigate and jetbrains"

// Toolsets returns the tools of the named sets: plan, lsap, serena, navigate with queries that a language server's user
// expects, and jetbrains, which has Serena's query tools under the names that they have there with JetBrains' backend. Every set has
// get_plan, which returns a plan by its planId.
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
	return append(offered, kept.GetPlan(p.Kept)), nil
}

// InstructionsFor tell a model when to use which tool of the named sets, how to apply a plan, and what a verdict means.
func InstructionsFor(names []string) string {
	parts := []string{`tsplan plans TypeScript and JavaScript refactorings and writes nothing: you apply the edits and moves it returns.`}
	for _, set := range []struct{ name, text string }{
		{"plan", `Instead of search and replace: planRenameSymbol, planFileMove, planDirectoryMove; planBatch for several as one; verifyPlan
for a plan you changed.`},
		{"lsap", `rename_preview sums a rename up first.`},
		{"serena", `Read by symbol: get_symbols_overview, then find_symbol; find_referencing_symbols; type_hierarchy. The tools that
replace, insert, rename and delete symbols return plans, too.`},
		{"navigate", `find_declaration also looks into dependencies; get_diagnostics lists a file's errors.`},
	} {
		if slices.Contains(names, set.name) {
			parts = append(parts, set.text)
		}
	}
	return strings.Join(append(parts, `Apply: check each sha256Short (prefix), make all edits (paths before the moves, 0-based lines, UTF-16 characters), then fsMoves in order; or
git apply get_plan's patch. After leftOut or nextOffset get_plan has the rest: apply only whole plans.
proof.verdict: proven: nothing changes its meaning. warnings: none found, but open was not checked. unproven:
appeared and changed say what breaks. pending, incomplete: ask verifyPlan by planId.`), "\n")
}
