package httpserve

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
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
	s := mcp.NewServer(&mcp.Implementation{Name: "test", Version: "1"}, &mcp.ServerOptions{Capabilities: &mcp.ServerCapabilities{}})
	add := func(name string, handle func(ctx context.Context, args json.RawMessage) string) {
		s.AddTool(&mcp.Tool{Name: name, InputSchema: &jsonschema.Schema{Type: "object"}},
			func(ctx context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
				text := handle(ctx, req.Params.Arguments)
				return &mcp.CallToolResult{
					Content:           []mcp.Content{&mcp.TextContent{Text: text}},
					StructuredContent: json.RawMessage(`{"ok":true}`),
				}, nil
			})
	}
	add("now", func(context.Context, json.RawMessage) string { return "now" })
	add("later", func(context.Context, json.RawMessage) string {
		time.Sleep(time.Second)
		return "later"
	})
	add("never", func(ctx context.Context, _ json.RawMessage) string {
		<-ctx.Done()
		return "stopped"
	})
	add("long", func(_ context.Context, args json.RawMessage) string {
		var in struct{ Bytes int }
		if err := json.Unmarshal(args, &in); err != nil {
			return err.Error()
		}
		return strings.Repeat("x", in.Bytes)
	})
	return s
}

// pipes is a listener whose connections are pipes in memory, so that tests of time can run in a synctest bubble.
type pipes struct {
	accepted chan net.Conn
	closed   chan struct{}
	once     sync.Once
}

func (p *pipes) Accept() (net.Conn, error) {
	select {
	case c := <-p.accepted:
		return c, nil
	case <-p.closed:
		return nil, net.ErrClosed
	}
}

func (p *pipes) Close() error {
	p.once.Do(func() { close(p.closed) })
	return nil
}

func (p *pipes) Addr() net.Addr { return &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 80} }

// dial returns when the server has accepted the connection.
func (p *pipes) dial(ctx context.Context, _, _ string) (net.Conn, error) {
	here, there := net.Pipe()
	select {
	case p.accepted <- there:
		return here, nil
	case <-p.closed:
		return nil, net.ErrClosed
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// served is a server that runs, with the client's end. It must run in a synctest bubble.
type served struct {
	t      *testing.T
	pipes  *pipes
	client *http.Client
	stop   func()     // begins the end
	done   chan error // what Serve returned
}

func serve(t *testing.T, c Config, change func(*Listener)) *served {
	t.Helper()
	g, err := newGuard(c, true)
	if err != nil {
		t.Fatal(err)
	}
	p := &pipes{accepted: make(chan net.Conn), closed: make(chan struct{})}
	l := newListener(c, p, g)
	if change != nil {
		change(l)
	}
	ctx, cancel := context.WithCancel(t.Context())
	s := &served{
		t: t, pipes: p, stop: cancel, done: make(chan error, 1),
		client: &http.Client{Transport: &http.Transport{DialContext: p.dial}},
	}
	go func() { s.done <- l.Serve(ctx, testServer()) }()
	return s
}

// end stops the server and waits for its end.
func (s *served) end() {
	s.t.Helper()
	s.stop()
	if err := <-s.done; err != nil {
		s.t.Errorf("Serve ended with %v", err)
	}
	s.client.CloseIdleConnections()
}

const (
	hello   = `{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"c","version":"1"}}}`
	newMeta = `"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientInfo":{"name":"c","version":"1"},"io.modelcontextprotocol/clientCapabilities":{}}`
)

func call(id int, tool, args string) string {
	return fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":"tools/call","params":{"name":%q,"arguments":%s}}`, id, tool, args)
}

// newCall is a call as it is since 2026-07-28, with the headers that belong to it.
func newCall(tool, args string) (string, []string) {
	return strings.Replace(call(1, tool, args), `"params":{`, `"params":{`+newMeta+`,`, 1),
		[]string{versionHeader, "2026-07-28", "Mcp-Method", "tools/call", "Mcp-Name", tool}
}

// reply is an answer to an HTTP request.
type reply struct {
	status int
	header http.Header
	text   string
}

// ask sends a request with headers, given as names and values in turn, and returns the whole answer.
func (s *served) ask(method string, body io.Reader, headers ...string) reply {
	s.t.Helper()
	got, err := s.try(s.t.Context(), method, body, headers...)
	if err != nil {
		s.t.Errorf("%s: %v", method, err)
	}
	return got
}

func (s *served) try(ctx context.Context, method string, body io.Reader, headers ...string) (reply, error) {
	req, err := http.NewRequestWithContext(ctx, method, "http://localhost"+Path, body)
	if err != nil {
		return reply{}, err
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Accept", "application/json, text/event-stream")
	for i := 0; i < len(headers); i += 2 {
		switch name, value := headers[i], headers[i+1]; name {
		case "Host":
			req.Host = value
		case "Path":
			req.URL.Path = value
		default:
			req.Header.Add(name, value)
		}
	}
	res, err := s.client.Do(req)
	if err != nil {
		return reply{}, err
	}
	defer res.Body.Close()
	text, err := io.ReadAll(res.Body)
	return reply{res.StatusCode, res.Header, string(text)}, err
}

func (s *served) post(body string, headers ...string) reply {
	s.t.Helper()
	return s.ask("POST", strings.NewReader(body), headers...)
}

// session opens a session and returns the headers that name it.
func (s *served) session() []string {
	s.t.Helper()
	got := s.post(hello)
	id := got.header.Get(sessionHeader)
	if got.status != http.StatusOK || id == "" {
		s.t.Fatalf("initialize: %d %s", got.status, got.text)
	}
	headers := []string{sessionHeader, id, versionHeader, "2025-11-25"}
	if got := s.post(`{"jsonrpc":"2.0","method":"notifications/initialized"}`, headers...); got.status != http.StatusAccepted {
		s.t.Fatalf("initialized: %d %s", got.status, got.text)
	}
	return headers
}

// bubble runs a test whose time is not the machine's.
func bubble(t *testing.T, c Config, change func(*Listener), test func(s *served)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		s := serve(t, c, change)
		test(s)
		s.end()
	})
}

// TestOfficialClient lists and calls tools as the SDK's client does, in both eras of the protocol.
func TestOfficialClient(t *testing.T) {
	for _, version := range []string{"2025-11-25", "2026-07-28"} {
		bubble(t, Config{}, nil, func(s *served) {
			client := mcp.NewClient(&mcp.Implementation{Name: "c", Version: "1"}, nil)
			session, err := client.Connect(s.t.Context(), &mcp.StreamableClientTransport{Endpoint: "http://localhost" + Path, HTTPClient: s.client},
				&mcp.ClientSessionOptions{ProtocolVersion: version})
			if err != nil {
				t.Fatal(err)
			}
			if tools, err := session.ListTools(s.t.Context(), nil); err != nil || len(tools.Tools) != 4 {
				t.Errorf("%s: %v, %v", version, tools, err)
			}
			got, err := session.CallTool(s.t.Context(), &mcp.CallToolParams{Name: "now", Arguments: map[string]any{}})
			if err != nil || len(got.Content) != 1 || got.Content[0].(*mcp.TextContent).Text != "now" {
				t.Errorf("%s: %v, %v", version, got, err)
			}
			if err := session.Close(); err != nil {
				t.Error(err)
			}
		})
	}
}

// TestLongAnswers replaces answers over the limit as the transport for standard input does.
func TestLongAnswers(t *testing.T) {
	bubble(t, Config{}, nil, func(s *served) {
		session := s.session()
		for _, c := range []struct{ bytes, want, not string }{
			{"8000000", `"structuredContent":{"ok":true}`, "isError"},
			{"9000000", "too_large: the answer is 9000", "structuredContent"},
		} {
			args := `{"bytes":` + c.bytes + `}`
			body, headers := newCall("long", args)
			for _, got := range []reply{s.post(call(1, "long", args), session...), s.post(body, headers...)} {
				if got.status != http.StatusOK || !strings.Contains(got.text, c.want) || strings.Contains(got.text, c.not) {
					t.Errorf("%s bytes: %d %.300s", c.bytes, got.status, got.text)
				}
			}
		}
	})
}

// TestLongLists replaces an answer that is no tool's by an error, and cuts an error.
func TestLongLists(t *testing.T) {
	bubble(t, Config{MaxAnswer: 100}, nil, func(s *served) {
		body := `{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{` + newMeta + `}}`
		got := s.post(body, versionHeader, "2026-07-28", "Mcp-Method", "tools/list")
		if !strings.Contains(got.text, `"error":{"code":-32603,"message":"too_large: `) {
			t.Errorf("%d %.300s", got.status, got.text)
		}
		unknown := strings.Repeat("y", 5000)
		body, headers := newCall(unknown, `{}`)
		if got := s.post(body, headers...); !strings.Contains(got.text, `"code":-32602`) || len(got.text) > 3000 {
			t.Errorf("%d %d bytes: %.300s", got.status, len(got.text), got.text)
		}
	})
}

// TestStop answers the calls that are done in time, cancels the others, and ends streams that wait.
func TestStop(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := serve(t, Config{}, nil)
		session := s.session()
		answers := make(chan string)
		ask := func(method, body string, headers ...string) {
			got, err := s.try(t.Context(), method, strings.NewReader(body), headers...)
			answers <- fmt.Sprint(got.text, err)
		}
		go ask("POST", call(1, "later", "{}"), session...)
		go ask("POST", call(2, "never", "{}"), session...)
		body, headers := newCall("never", "{}")
		go ask("POST", body, headers...)
		go func() {
			got, err := s.try(t.Context(), "GET", nil, session...)
			answers <- fmt.Sprint("stream ", got.text, err)
		}()
		synctest.Wait()
		began := time.Now()
		s.stop()
		var got []string
		for range 4 {
			got = append(got, <-answers)
		}
		if err := <-s.done; err != nil {
			t.Error(err)
		}
		if waited := time.Since(began); waited != drainTime {
			t.Errorf("waited %v", waited)
		}
		all := strings.Join(got, "\n")
		if !strings.HasPrefix(got[0], "stream ") || !strings.Contains(got[1], `"text":"later"`) || strings.Contains(all, `"text":"now"`) {
			t.Errorf("got %s", all)
		}
		s.client.CloseIdleConnections()
	})
}

// TestListenerFails says why the server ended that nobody stopped.
func TestListenerFails(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := serve(t, Config{}, nil)
		synctest.Wait()
		s.pipes.Close()
		if err := <-s.done; err == nil {
			t.Error("no error")
		}
		s.stop()
	})
}
