package tools

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// TestPlanResourceOfAClientWithRoots reads a plan as a client that has to be asked for its roots: it gets plans of these.
func TestPlanResourceOfAClientWithRoots(t *testing.T) {
	server := func() *mcp.Server {
		return NewServer(Info{
			Version: "1", Roots: toyPolicy(),
			Plans: func(_ context.Context, roots []string, planID string, patch bool) ([]byte, error) {
				return fmt.Appendf(nil, "%q %s %v", roots, planID, patch), nil
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
		`{"uri":"tsplan://plan/sha256:0123.patch","mimeType":"text/x-diff","text":"[\"/srv/other\"] sha256:0123 true"}`,
	} {
		if !strings.Contains(got, want) {
			t.Errorf("the server wrote %s\nwithout %s", got, want)
		}
	}
}
