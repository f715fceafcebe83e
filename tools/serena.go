package tools

import (
	"context"

	"tsplan/tools/namepath"
)

// serenaTools are Serena's symbol tools. Those that edit there return plans here.
func serenaTools(p *Planner) []Tool {
	return []Tool{
		findSymbolTool(p), overviewTool(p), referencesTool(p), typeHierarchyTool(p),
		replaceTool(p),
		insertTool(p, "insert_after_symbol", "Plan to insert code after a symbol", "after"),
		insertTool(p, "insert_before_symbol", "Plan to insert code before a symbol", "before"),
		renameSymbolTool(p), safeDeleteTool(p),
	}
}

// jetBrainsTools are Serena's query tools under the names that they have with JetBrains' backend, where * stands for
// anything in a name.
func jetBrainsTools(p *Planner) []Tool {
	find := findSymbolTool(p)
	wild := tool("", "", "", func(ctx context.Context, c *Call, in FindParams) (*FindResult, error) {
		mode := namepath.Wildcard
		if in.SubstringMatching != nil && *in.SubstringMatching {
			mode = namepath.Substring
		}
		return p.findFor(ctx, c, in, mode)
	})
	find.Input, find.Handle = wild.Input, wild.accepting(alias("name_path_pattern", "name_path")).accepting(kindNumbers).Handle
	find.Input.Properties["substring_matching"].Description = "Default false: the last name may be part of a symbol's name. Without it, * stands for anything"
	tools := []Tool{find, overviewTool(p), referencesTool(p), typeHierarchyTool(p)}
	for i := range tools {
		tools[i].Name = "jet_brains_" + tools[i].Name
	}
	return tools
}
