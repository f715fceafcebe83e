// Package serena has Serena's symbol tools: queries by name path, and edits of declarations as plans.
//
// It may import planner, and what is below it.
package serena

import (
	"context"

	"tsplan/tools/namepath"
	"tsplan/tools/planner"
	"tsplan/tools/tool"
)

// Tools are Serena's symbol tools. The tools that edit files in Serena return plans here.
func Tools(p *planner.Planner) []tool.Tool {
	return []tool.Tool{
		findSymbolTool(p), overviewTool(p), referencesTool(p), typeHierarchyTool(p),
		replaceTool(p),
		insertTool(p, "insert_after_symbol", "Plan to insert code after a symbol", "after"),
		insertTool(p, "insert_before_symbol", "Plan to insert code before a symbol", "before"),
		renameSymbolTool(p), safeDeleteTool(p),
	}
}

// JetBrainsTools are Serena's query tools under the names that they have with JetBrains' backend, where * stands for
// anything in a name.
func JetBrainsTools(p *planner.Planner) []tool.Tool {
	find := findSymbolTool(p)
	wild := tool.New("", "", "", func(ctx context.Context, c *tool.Call, in FindParams) (*FindResult, error) {
		mode := namepath.Wildcard
		if in.SubstringMatching != nil && *in.SubstringMatching {
			mode = namepath.Substring
		}
		return findFor(ctx, p, c, in, mode)
	})
	find.Input, find.Handle = wild.Input, wild.Accepting(asSerena).Handle
	find.Input.Properties["substring_matching"].Description = "Default false: * stands for anything. True: part of the last name is enough"
	tools := []tool.Tool{
		find, overviewTool(p).Accepting(tool.Without("include_file_documentation")), referencesTool(p),
		typeHierarchyTool(p).Accepting(tool.NullMeans("depth", 0)),
	}
	for i := range tools {
		tools[i].Name = "jet_brains_" + tools[i].Name
	}
	return tools
}
