package stdio

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/jsonschema-go/jsonschema"
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
