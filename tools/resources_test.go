package tools

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"tsplan/tools/kept"
	"tsplan/tools/tool"
)

// TestPlanResourceOfAClientWithRoots reads a plan as a client that has to be asked for its roots: it gets plans of these.
func TestPlanResourceOfAClientWithRoots(t *testing.T) {
	server := func() *mcp.Server {
		return NewServer(Info{
			Version: "1", Roots: toyPolicy(),
			Plans: func(_ context.Context, roots []string, planID string, form kept.Form) ([]byte, error) {
				return fmt.Appendf(nil, "%q %s %v", roots, planID, form), nil
			},
		}, nil)
	}
	got := string(converse(t, server, []byte(
		`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{"roots":{}},"clientInfo":{"name":"test","version":"1"}}}
{"jsonrpc":"2.0","method":"notifications/initialized"}
{"jsonrpc":"2.0","id":2,"method":"resources/read","params":{"uri":"tsplan://plan/sha256:0123.patch"}}
{"jsonrpc":"2.0","id":1,"result":{"roots":[{"uri":"file:///srv/other"}]}}
`)))
	for _, want := range []string{
		`"capabilities":{"resources":{},"tools":{}}`,
		`"method":"roots/list"`,
		`"id":2,`,
		`{"uri":"tsplan://plan/sha256:0123.patch","mimeType":"text/x-diff","text":"[\"/srv/other\"] sha256:0123 patch"}`,
	} {
		if !strings.Contains(got, want) {
			t.Errorf("the server wrote %s\nwithout %s", got, want)
		}
	}
}

type cutAnswer struct {
	PlanID string `json:"planId"`
}

func (c cutAnswer) CutPlan() string { return c.PlanID }

// TestLinkToACutPlan: an answer that has the beginning of a plan links to the whole, unless the client's protocol is older
// than links are.
func TestLinkToACutPlan(t *testing.T) {
	cut := tool.New("cut", "Cut", "Answers with the beginning of a plan.",
		func(context.Context, *tool.Call, nothing) (cutAnswer, error) { return cutAnswer{"sha256:ab"}, nil })
	server := func() *mcp.Server {
		return NewServer(Info{Version: "1", Roots: toyPolicy(), Plans: func(context.Context, []string, string, kept.Form) ([]byte, error) {
			return nil, nil
		}}, []tool.Tool{cut})
	}
	for version, links := range map[string]int{"2024-11-05": 0, "2025-03-26": 0, "2025-06-18": 1, "2025-11-25": 1} {
		got := string(converse(t, server, fmt.Appendf(nil,
			`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":%q,"capabilities":{},"clientInfo":{"name":"test","version":"1"}}}
{"jsonrpc":"2.0","method":"notifications/initialized"}
{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"cut","arguments":{}}}
`, version)))
		if n := strings.Count(got, `"type":"resource_link","mimeType":"text/x-diff","uri":"tsplan://plan/sha256:ab.patch"`); n != links {
			t.Errorf("%s: %d links in\n%s", version, n, got)
		}
	}
}
