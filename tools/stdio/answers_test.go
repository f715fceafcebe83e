package stdio

import (
	"strings"
	"testing"
	"testing/synctest"

	"github.com/google/jsonschema-go/jsonschema"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

func TestLongAnswers(t *testing.T) {
	const meta = `"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}`
	for _, test := range []struct {
		name, call string
		want       []string
		not        string
	}{
		{"8 MB", call(1, "long", `{"bytes":8000000}`), []string{`"structuredContent":{"ok":true}`, "xxxx"}, "isError"},
		{"9 MB", call(1, "long", `{"bytes":9000000}`), []string{`"isError":true`, `"content":[{"text":"too_large: the answer is 9000`, `"type":"text"`}, "structuredContent"},
		{"9 MB, newer protocol", strings.Replace(call(1, "long", `{"bytes":9000000}`), `"params":{`, `"params":{`+meta+`,`, 1),
			[]string{`"isError":true`, `"resultType":"complete"`, `"io.modelcontextprotocol/serverInfo"`}, "structuredContent"},
	} {
		t.Run(test.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				c := connect(t, new(Transport), testServer())
				if !strings.Contains(test.call, meta) {
					c.send(hello)
				}
				got := c.send(test.call)
				if len(got) != 1 {
					t.Fatalf("%d answers", len(got))
				}
				for _, want := range test.want {
					if !strings.Contains(got[0], want) {
						t.Errorf("%s is not in %.300s", want, got[0])
					}
				}
				if strings.Contains(got[0], test.not) {
					t.Errorf("%s is in %.300s", test.not, got[0])
				}
				c.end()
			})
		})
	}
}

func TestLongAnswerThatIsNoTools(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := testServer()
		s.AddTool(&mcp.Tool{Name: "x", Description: strings.Repeat("x", 9<<20), InputSchema: &jsonschema.Schema{Type: "object"}}, nil)
		c := connect(t, new(Transport), s)
		c.send(hello)
		got := c.send(`{"jsonrpc":"2.0","id":1,"method":"tools/list"}`)
		if len(got) != 1 || !strings.HasPrefix(got[0], `{"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":"too_large: `) {
			t.Errorf("got %.300s", got)
		}
		c.end()
	})
}

func TestAnswersAreNotEscapedForHTML(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := connected(t, new(Transport))
		got := c.send(call(1, "echo", `{"text":"Map<A & B> \\u003c \\\\u003c \u2028 \u0007"}`))
		if want := `"text":"Map<A & B> \\u003c \\\\u003c \u2028 \u0007"`; len(got) != 1 || !strings.Contains(got[0], want) {
			t.Errorf("got %s, want ...%s...", got, want)
		}
		c.end()
	})
}
