package tools

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"tsplan/tools/kept"
	"tsplan/tools/planner"
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

func noPlans(context.Context, []string, string, kept.Form) ([]byte, error) { return nil, nil }

type cutAnswer struct {
	PlanID string `json:"planId"`
}

func (c cutAnswer) Plan() (string, bool) { return c.PlanID, true }

type wholeAnswer struct {
	PlanID string `json:"planId"`
	Edits  string `json:"edits"`
}

func (w wholeAnswer) Plan() (string, bool) { return w.PlanID, false }

// TestLinkToALongPlan: an answer links to its plan if it is longer than 20,000 bytes.
func TestLinkToALongPlan(t *testing.T) {
	for length, links := range map[int]int{100: 0, 19_900: 0, 20_001: 1} {
		long := tool.New("long", "Long", "Answers with a whole plan.", func(context.Context, *tool.Call, nothing) (wholeAnswer, error) {
			return wholeAnswer{"sha256:ab", strings.Repeat("x", length)}, nil
		})
		client := dial(t, NewServer(Info{Version: "1", Roots: toyPolicy(), Plans: noPlans}, []tool.Tool{long}), lastHandshake, nil)
		answer, err := client.CallTool(t.Context(), &mcp.CallToolParams{Name: "long", Arguments: map[string]any{}})
		if err != nil {
			t.Fatal(err)
		}
		if n := len(answer.Content) - 1; n != links {
			t.Errorf("an answer with %d bytes of edits has %d links", length, n)
		}
	}
}

// TestLinkToACutPlan: an answer that has the beginning of a plan links to the whole, unless the client's protocol is older
// than links are.
func TestLinkToACutPlan(t *testing.T) {
	cut := tool.New("cut", "Cut", "Answers with the beginning of a plan.",
		func(context.Context, *tool.Call, nothing) (cutAnswer, error) { return cutAnswer{"sha256:ab"}, nil })
	server := func() *mcp.Server {
		return NewServer(Info{Version: "1", Roots: toyPolicy(), Plans: noPlans}, []tool.Tool{cut})
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

// TestApp: tools that plan lead a host with MCP Apps to the page of a plan, the others to none, and so does a server without plans.
func TestApp(t *testing.T) {
	for _, plans := range []Plans{noPlans, nil} {
		offered, err := Toolsets(new(planner.Planner), DefaultToolsets)
		if err != nil {
			t.Fatal(err)
		}
		client := dial(t, NewServer(Info{Version: "1", Roots: toyPolicy(), Plans: plans}, offered), lastHandshake, nil)
		listed, err := client.ListTools(t.Context(), nil)
		if err != nil {
			t.Fatal(err)
		}
		var with []string
		for _, t := range listed.Tools {
			if ui, ok := t.Meta["ui"].(map[string]any); ok && ui["resourceUri"] == appURI {
				with = append(with, t.Name)
			}
		}
		if plans == nil {
			if with != nil {
				t.Errorf("a server without plans has a page for %q", with)
			}
			continue
		}
		if want := []string{"planBatch", "planDirectoryMove", "planFileMove", "planRenameSymbol", "rename_symbol"}; !slices.Equal(with, want) {
			t.Errorf("the tools with a page are %q, want %q", with, want)
		}
		read, err := client.ReadResource(t.Context(), &mcp.ReadResourceParams{URI: appURI})
		if err != nil {
			t.Fatal(err)
		}
		if page := read.Contents[0]; page.MIMEType != appMIME || !strings.Contains(page.Text, "ui/initialize") {
			t.Errorf("the page is of type %s:\n%s", page.MIMEType, page.Text)
		}
	}
}
