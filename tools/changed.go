package tools

import (
	"encoding/json"
	"fmt"
	"strings"

	"tsplan/tools/tool"
)

const (
	maxChanged      = 10    // paths that an answer names
	maxChangedBytes = 1_000 // bytes of all of them
)

// changedOnDisk has the fields that every answer may have besides those of its tool.
type changedOnDisk struct {
	ChangedOnDisk []string `json:"changedOnDisk"`
	Count         int      `json:"changedOnDiskCount,omitempty"` // number of changed paths, if ChangedOnDisk does not have all of them
}

// withChanges adds to an answer the files that changed since the last answer, since a client may hold their old texts.
func withChanges(answer tool.Answer, changed []string) (tool.Answer, error) {
	if len(changed) == 0 {
		return answer, nil
	}
	hint := changedOnDisk{ChangedOnDisk: []string{}}
	bytes := 0
	for _, path := range changed {
		if bytes += len(path); len(hint.ChangedOnDisk) == maxChanged || bytes > maxChangedBytes {
			hint.Count = len(changed)
			break
		}
		hint.ChangedOnDisk = append(hint.ChangedOnDisk, path)
	}
	added, err := tool.Encode(hint)
	if err != nil {
		return answer, err
	}
	separator := ","
	if string(answer.JSON) == "{}" {
		separator = ""
	}
	answer.JSON = json.RawMessage(strings.TrimSuffix(string(answer.JSON), "}") + separator + strings.TrimPrefix(string(added), "{"))
	if answer.Text != "" {
		answer.Text += hint.text()
	}
	return answer, nil
}

func (c changedOnDisk) text() string {
	var b strings.Builder
	b.WriteString("\n> [!NOTE]\n> Changed on disk since the answer before:\n")
	for _, path := range c.ChangedOnDisk {
		fmt.Fprintf(&b, "> - %s\n", path)
	}
	if c.Count > 0 {
		fmt.Fprintf(&b, "> - ... and %d more\n", c.Count-len(c.ChangedOnDisk))
	}
	return b.String()
}
