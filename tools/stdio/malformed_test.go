package stdio

import (
	"bytes"
	"io"
	"strings"
	"testing"
	"testing/synctest"
)

// Every line that is no message is answered as written here, and the session goes on.
func TestMalformed(t *testing.T) {
	const (
		parse    = `{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":`
		invalid  = `{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":`
		invalid7 = `{"jsonrpc":"2.0","id":7,"error":{"code":-32600,"message":`
		silence  = ""
	)
	for _, test := range []struct{ name, line, want string }{
		{"not JSON", `hello`, parse},
		{"cut off", `{"jsonrpc":"2.0","id":7,`, parse},
		{"two on a line", ping + ping, parse},
		{"not UTF-8", "{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"\xff\"}", parse},
		{"byte order mark", "\ufeff" + ping, parse},
		{"terminal escapes", "\x1b[31m", parse},
		{"deeper than JSON may be", strings.Repeat("[", 10_001) + strings.Repeat("]", 10_001), parse},
		{"deeper than the SDK reads", `{"jsonrpc":"2.0","id":7,"method":"ping","params":` + strings.Repeat("[", 2000) + strings.Repeat("]", 2000) + `}`, invalid7},
		{"batch", `[` + ping + `,` + ping + `]`, invalid},
		{"empty batch", `[]`, invalid},
		{"null", `null`, invalid},
		{"number", `7`, invalid},
		{"empty object", `{}`, invalid},
		{"no method", `{"jsonrpc":"2.0","id":7}`, invalid7},
		{"method is no string", `{"jsonrpc":"2.0","id":7,"method":1}`, invalid7},
		{"wrong version", `{"jsonrpc":"1.0","id":7,"method":"ping"}`, invalid7},
		{"null id", `{"jsonrpc":"2.0","id":null,"method":"ping"}`, invalid},
		{"fractional id", `{"jsonrpc":"2.0","id":7.5,"method":"ping"}`, invalid},
		{"id beyond 2^53", `{"jsonrpc":"2.0","id":9007199254740993000,"method":"ping"}`, invalid},
		{"object as id", `{"jsonrpc":"2.0","id":{},"method":"ping"}`, invalid},
		{"endless id", `{"jsonrpc":"2.0","id":"` + strings.Repeat("x", 2000) + `","method":"ping"}`, invalid},
		{"unknown method", `{"jsonrpc":"2.0","id":7,"method":"\u001b"}`, `{"jsonrpc":"2.0","id":7,"error":{"code":-32601,"message":"method not found: \"\\x1b\""}}`},
		{"bad params", `{"jsonrpc":"2.0","id":7,"method":"tools/call","params":"\u202e"}`, `{"jsonrpc":"2.0","id":7,"error":{"code":-32602,`},
		{"params quoted at length", `{"jsonrpc":"2.0","id":7,"method":"tools/call","params":"` + strings.Repeat("x", 99999) + `"}`, `{"jsonrpc":"2.0","id":7,"error":{"code":-32602,`},
		{"second handshake", strings.Replace(hello, `"id":0`, `"id":7`, 1), invalid7},
		{"answer to nothing", `{"jsonrpc":"2.0","id":7,"result":{}}`, silence},
		{"broken answer", `{"jsonrpc":"2.0","id":{},"result":{}}`, silence},
		{"error without id", `{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"not JSON"}}`, silence},
		{"unknown notification", `{"jsonrpc":"2.0","method":"notifications/x"}`, silence},
		{"cancelling nothing", `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":7}}`, silence},
		{"cancelling nonsense", `{"jsonrpc":"2.0","method":"notifications/cancelled","params":[]}`, silence},
		{"blank", " \t\r", silence},
	} {
		t.Run(test.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				c := connected(t, new(Transport))
				got := c.send(test.line)
				if want := map[bool]int{true: 0, false: 1}[test.want == silence]; len(got) != want {
					t.Fatalf("%d answers: %q", len(got), got)
				}
				if len(got) == 1 && (!strings.HasPrefix(got[0], test.want) || len(got[0]) > 3000) {
					t.Errorf("got %s, want %s...", got[0], test.want)
				}
				if got := c.send(ping); len(got) != 1 || got[0] != pong {
					t.Errorf("after it, ping is answered %q", got)
				}
				if got := c.end(); len(got) > 0 {
					t.Errorf("late: %q", got)
				}
			})
		})
	}
}

func TestErrorsHaveACode(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := connect(t, new(Transport), testServer())
		got := c.send(`{"jsonrpc":"2.0","id":1,"method":"tools/list"}`)
		if len(got) != 1 || !strings.Contains(got[0], `"code":-32600`) {
			t.Errorf("a call before the handshake is answered %q", got)
		}
		c.end()
	})
}

// A line of 64 MiB is answered like any other that is too long, and the next ones count.
func TestLongLine(t *testing.T) {
	var out bytes.Buffer
	in := io.MultiReader(
		strings.NewReader(hello+"\n"+`{"jsonrpc":"2.0","id":1,"method":"ping","params":{"x":"`),
		io.LimitReader(endless('x'), 64<<20),
		strings.NewReader("\"}}\n"+ping+"\n"))
	if err := testServer().Run(t.Context(), &Transport{In: in, Out: &out}); err != nil {
		t.Fatal(err)
	}
	got := strings.Split(strings.TrimSpace(out.String()), "\n")
	want := `{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"a message may have at most 16 MiB; this one was skipped"}}`
	if len(got) != 3 || !strings.Contains(out.String(), want) || !strings.Contains(out.String(), pong) {
		t.Errorf("got %q", got)
	}
}

type endless byte

func (e endless) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = byte(e)
	}
	return len(p), nil
}
