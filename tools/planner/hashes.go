package planner

import (
	"encoding/json"
	"slices"

	"github.com/google/jsonschema-go/jsonschema"

	"tsplan/tools/plan"
	"tsplan/tools/tool"
)

// hashed gives a plan tool the argument fullHashes, which wholeHashes reads.
func hashed(t tool.Tool) tool.Tool {
	t.Input.Properties["fullHashes"] = &jsonschema.Schema{Type: "boolean"}
	t.Input.PropertyOrder = append(t.Input.PropertyOrder, "fullHashes")
	return t
}

// wholeHashes says whether a call asks for whole hashes.
func wholeHashes(c *tool.Call) bool {
	var asked struct{ FullHashes bool }
	return json.Unmarshal(c.Arguments, &asked) == nil && asked.FullHashes
}

// ShortHashes returns the edits of an answer with short hashes, which are enough to see that a file changed: two hashes of 64 digits for
// each file would be most of a small answer. The given edits keep their whole hashes.
func ShortHashes(edits []plan.FileTextEdits, suggested []SuggestedEdits) ([]plan.FileTextEdits, []SuggestedEdits) {
	suggested = slices.Clone(suggested)
	for i := range suggested {
		s := &suggested[i]
		s.SHA256Short, s.SHA256 = plan.Short(s.SHA256), ""
	}
	return plan.ShortHashes(edits), suggested
}
