package stdio

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/jsonschema-go/jsonschema"
	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// testServer has tools that answer at once, late, never, and at length.
func testServer() *mcp.Server {
	s := mcp.NewServer(&mcp.Implementation{Name: "test", Version: "1"},
		&mcp.ServerOptions{Capabilities: &mcp.ServerCapabilities{}})
	add := func(name string, handle func(ctx context.Context, args json.RawMessage) (string, error)) {
		s.AddTool(&mcp.Tool{Name: name, InputSchema: &jsonschema.Schema{Type: "object"}},
			func(ctx context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
				text, err := handle(ctx, req.Params.Arguments)
				return &mcp.CallToolResult{
					Content:           []mcp.Content{&mcp.TextContent{Text: text}},
					StructuredContent: json.RawMessage(`{"ok":true}`),
				}, err
			})
	}
	add("now", func(context.Context, json.RawMessage) (string, error) { return "now", nil })
	add("later", func(context.Context, json.RawMessage) (string, error) {
		time.Sleep(time.Second)
		return "later", nil
	})
	add("never", func(ctx context.Context, _ json.RawMessage) (string, error) {
		<-ctx.Done()
		return "stopped", nil
	})
	add("echo", func(_ context.Context, args json.RawMessage) (string, error) {
		var in struct{ Text string }
		err := json.Unmarshal(args, &in)
		return in.Text, err
	})
	add("long", func(_ context.Context, args json.RawMessage) (string, error) {
		var in struct{ Bytes int }
		err := json.Unmarshal(args, &in)
		return strings.Repeat("x", in.Bytes), err
	})
	return s
}

// client is the other end of a session. It must run in a synctest bubble.
type client struct {
	t    *testing.T
	in   *io.PipeWriter
	done chan error // what Run returned

	mu  sync.Mutex
	out []string
}

func connect(t *testing.T, transport *Transport, s *mcp.Server) *client {
	inR, inW := io.Pipe()
	outR, outW := io.Pipe()
	transport.In, transport.Out = inR, outW
	c := &client{t: t, in: inW, done: make(chan error, 1)}
	go func() {
		c.done <- s.Run(t.Context(), transport)
		outW.Close()
	}()
	go func() {
		lines := bufio.NewReader(outR)
		for {
			line, err := lines.ReadString('\n')
			if err != nil {
				return
			}
			c.mu.Lock()
			c.out = append(c.out, strings.TrimSuffix(line, "\n"))
			c.mu.Unlock()
		}
	}()
	return c
}

const hello = `{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"c","version":"1"}}}`

// connected is a client after the handshake.
func connected(t *testing.T, transport *Transport) *client {
	c := connect(t, transport, testServer())
	if got := c.send(hello); len(got) != 1 || !strings.Contains(got[0], `"2025-11-25"`) {
		t.Fatalf("initialize answered %q", got)
	}
	return c
}

// send writes lines and returns what has come back when nothing happens any more without time
// passing.
func (c *client) send(lines ...string) []string {
	c.t.Helper()
	for _, line := range lines {
		if _, err := io.WriteString(c.in, line+"\n"); err != nil {
			c.t.Fatal(err)
		}
	}
	synctest.Wait()
	return c.received()
}

func (c *client) received() []string {
	c.mu.Lock()
	defer c.mu.Unlock()
	out := c.out
	c.out = nil
	for _, line := range out {
		if !json.Valid([]byte(line)) {
			c.t.Errorf("not JSON: %s", line)
		}
	}
	return out
}

// end closes the input, waits for the server to end, and returns what came back meanwhile.
func (c *client) end() []string {
	c.t.Helper()
	c.in.Close()
	if err := <-c.done; err != nil {
		c.t.Errorf("the session ended with %v", err)
	}
	synctest.Wait()
	return c.received()
}

func call(id int, tool, args string) string {
	return fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":"tools/call","params":{"name":%q,"arguments":%s}}`, id, tool, args)
}

const ping = `{"jsonrpc":"2.0","id":99,"method":"ping"}`
const pong = `{"jsonrpc":"2.0","id":99,"result":{}}`

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

func TestCancelledCallIsNotAnswered(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := connected(t, new(Transport))
		if got := c.send(call(1, "never", "{}")); len(got) > 0 {
			t.Fatalf("answered: %q", got)
		}
		cancel := `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1,"reason":"bored"}}`
		if got := c.send(cancel); len(got) > 0 {
			t.Errorf("a cancelled call is answered %q", got)
		}
		// The id is free again, and a second cancellation of the first call does not reach it.
		if got := c.send(call(1, "now", "{}")); len(got) != 1 || !strings.Contains(got[0], `"text":"now"`) {
			t.Errorf("the next call is answered %q", got)
		}
		if got := c.end(); len(got) > 0 {
			t.Errorf("late: %q", got)
		}
	})
}

func TestIDInUse(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := connected(t, new(Transport))
		got := c.send(call(1, "later", "{}"), call(1, "now", "{}"))
		if len(got) != 1 || !strings.HasPrefix(got[0], `{"jsonrpc":"2.0","id":null,"error":{"code":-32600,`) {
			t.Errorf("the second call is answered %q", got)
		}
		time.Sleep(time.Second)
		if got := c.send(); len(got) != 1 || !strings.Contains(got[0], `"text":"later"`) {
			t.Errorf("the first call is answered %q", got)
		}
		c.end()
	})
}

func TestTooManyOpenCalls(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := connected(t, new(Transport))
		for i := range maxOpen {
			c.send(call(1+i, "later", "{}"))
		}
		got := c.send(call(5000, "now", "{}"))
		if len(got) != 1 || !strings.HasPrefix(got[0], `{"jsonrpc":"2.0","id":5000,"error":{"code":-32603,`) {
			t.Errorf("one more call is answered %q", got)
		}
		if got := c.end(); len(got) != maxOpen {
			t.Errorf("%d of %d calls were answered", len(got), maxOpen)
		}
	})
}

// Calls that come at once, with the end of input right behind them, are all answered.
func TestEndOfInputWithCallsInFlight(t *testing.T) {
	in := strings.Join([]string{hello, call(1, "now", "{}"), call(2, "later", "{}"), call(3, "later", "{}"), ping}, "\n")
	for range 20 {
		synctest.Test(t, func(t *testing.T) {
			var out bytes.Buffer
			if err := testServer().Run(t.Context(), &Transport{In: strings.NewReader(in), Out: &out}); err != nil {
				t.Fatal(err)
			}
			if n := strings.Count(out.String(), "\n"); n != 5 || strings.Count(out.String(), `"result"`) != 5 {
				t.Errorf("%d of 5 answers: %s", n, out.String())
			}
		})
	}
}

func TestEndOfInputDoesNotWaitForEver(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := connected(t, new(Transport))
		c.send(call(1, "never", "{}"), call(2, "never", "{}"))
		c.send(`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":2}}`)
		began := time.Now()
		got := c.end()
		if len(got) != 1 || !strings.HasPrefix(got[0], `{"jsonrpc":"2.0","id":1,"error":{"code":-32603,`) {
			t.Errorf("the open call is answered %q", got)
		}
		if waited := time.Since(began); waited != defaultDrain {
			t.Errorf("waited %v", waited)
		}
	})
}

func TestEndOfInputWaitsForNoCancelledCall(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := connected(t, &Transport{Drain: time.Hour})
		c.send(call(1, "later", "{}"))
		c.send(`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}`)
		began := time.Now()
		if got := c.end(); len(got) > 0 {
			t.Errorf("answered: %q", got)
		}
		// The tool that does not listen to its context is waited for, as the SDK does.
		if waited := time.Since(began); waited != time.Second {
			t.Errorf("waited %v", waited)
		}
	})
}

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

func TestCloseEndsRead(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r, w := io.Pipe()
		conn, err := (&Transport{In: r, Out: io.Discard}).Connect(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		ended := make(chan error)
		go func() {
			_, err := conn.Read(t.Context())
			ended <- err
		}()
		synctest.Wait()
		for range 2 {
			if err := conn.Close(); err != nil {
				t.Error(err)
			}
		}
		if err := <-ended; !errors.Is(err, io.EOF) {
			t.Errorf("Read returned %v", err)
		}
		w.Close()
	})
}

func TestBrokenOutputEndsTheSession(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		broken := errors.New("broken")
		out, w := io.Pipe()
		out.CloseWithError(broken)
		r, in := io.Pipe()
		done := make(chan error)
		go func() { done <- testServer().Run(t.Context(), &Transport{In: r, Out: w}) }()
		io.WriteString(in, hello+"\n")
		if err := <-done; !errors.Is(err, broken) {
			t.Errorf("the session ended with %v", err)
		}
		in.Close()
	})
}

// FuzzConn sends anything to a connection whose server answers every call at once. What comes out is
// always one JSON-RPC object a line, and no call gets two answers.
func FuzzConn(f *testing.F) {
	f.Add([]byte(hello + "\n" + ping + "\n"))
	f.Add([]byte("[]\n{}\n\n\xff\n" + `{"id":1.5}` + "\n" + `{"jsonrpc":"2.0","id":"a","method":"","params":[]}`))
	f.Add([]byte(call(1, "x", "{}") + "\n" + call(1, "x", "{}") + "\n" + `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}`))
	f.Fuzz(func(t *testing.T, in []byte) {
		var out bytes.Buffer
		conn, err := (&Transport{In: bytes.NewReader(in), Out: &out, Drain: time.Millisecond}).Connect(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		calls := 0
		for {
			msg, err := conn.Read(t.Context())
			if errors.Is(err, io.EOF) {
				break
			}
			if err != nil {
				t.Fatal(err)
			}
			if req, ok := msg.(*jsonrpc.Request); ok && req.IsCall() {
				calls++
				for range 2 {
					if err := conn.Write(t.Context(), &jsonrpc.Response{ID: req.ID, Result: json.RawMessage(`"ok"`)}); err != nil {
						t.Fatal(err)
					}
				}
			}
		}
		conn.Close()
		answers := 0
		for line := range strings.Lines(out.String()) {
			var msg struct {
				JSONRPC string
				Result  string
				Error   *struct{ Code int }
			}
			if err := json.Unmarshal([]byte(line), &msg); err != nil || msg.JSONRPC != "2.0" {
				t.Fatalf("sent %q: %v", line, err)
			}
			if msg.Result == "ok" {
				answers++
			} else if msg.Error == nil || msg.Error.Code >= 0 {
				t.Fatalf("sent %q", line)
			}
		}
		if answers != calls {
			t.Fatalf("%d answers to %d calls", answers, calls)
		}
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

func FuzzUnescape(f *testing.F) {
	f.Add("<>&\\u003c\\")
	f.Fuzz(func(t *testing.T, s string) {
		escaped, err := json.Marshal(s)
		if err != nil {
			t.Fatal(err)
		}
		var want, got string
		if err := json.Unmarshal(escaped, &want); err != nil {
			t.Fatal(err)
		}
		plain := unescape(bytes.Clone(escaped))
		if err := json.Unmarshal(plain, &got); err != nil || got != want {
			t.Fatalf("%s became %s: %v", escaped, plain, err)
		}
		if bytes.Count(plain, []byte("<")) != strings.Count(want, "<") {
			t.Fatalf("%s still has escapes", plain)
		}
	})
}
