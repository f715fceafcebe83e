package httpserve

import (
	"context"
	"encoding/json"
	"log/slog"
	"net"
	"net/http"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"tsplan/tools/message"
)

const (
	headerTime = 10 * time.Second // to send the headers of a request
	maxHeader  = 64 << 10         // 64 KiB of headers
	keepTime   = 2 * time.Minute  // an idle connection stays open
	drainTime  = 1500 * time.Millisecond
)

// Serve answers until ctx ends. It then closes the port, gives the calls that are open a moment to be answered, cancels the others, and
// closes all sessions. Serve may be called once, with a server that nothing else serves.
func (l *Listener) Serve(ctx context.Context, server *mcp.Server) error {
	quit, stopStreams := context.WithCancel(context.Background())
	defer stopStreams()
	halt, stopCalls := context.WithCancel(context.Background())
	defer stopCalls()
	server.AddReceivingMiddleware(bounded(halt, l.config.MaxAnswer))
	bounds := newBoundedListener(l.listener, l.connections)
	web := &http.Server{
		Handler:                      newHandler(quit, l.config, l.guard, server),
		ReadHeaderTimeout:            headerTime,
		IdleTimeout:                  keepTime,
		MaxHeaderBytes:               maxHeader,
		ConnState:                    bounds.state,
		ErrorLog:                     slog.NewLogLogger(l.config.Logger.Handler(), slog.LevelWarn),
		DisableGeneralOptionsHandler: true, // the guard checks these requests, too
	}
	l.config.Logger.Info("serving MCP over HTTP", "url", l.URL())
	ended := make(chan error, 1)
	go func() { ended <- web.Serve(bounds) }()
	select {
	case err := <-ended:
		return err
	case <-ctx.Done():
	}
	stopStreams()
	drain, cancel := context.WithTimeout(context.Background(), drainTime)
	defer cancel()
	_ = web.Shutdown(drain) // what is left then is closed
	stopCalls()
	_ = web.Close()
	for session := range server.Sessions() {
		_ = session.Close()
	}
	<-ended
	return nil
}

// bounded replaces answers and errors that are too long, as the transport for standard input does, and cancels calls when halt ends.
func bounded(halt context.Context, most int) mcp.Middleware {
	return func(next mcp.MethodHandler) mcp.MethodHandler {
		return func(ctx context.Context, method string, req mcp.Request) (mcp.Result, error) {
			ctx, cancel := context.WithCancel(ctx)
			defer cancel()
			defer context.AfterFunc(halt, cancel)()
			result, err := next(ctx, method, req)
			if err != nil {
				return nil, message.WireError(err)
			}
			data, err := json.Marshal(result)
			if err != nil {
				return nil, err
			}
			size := len(message.Unescape(data))
			if size <= most {
				return result, nil
			}
			text := message.TooLargeText(size, most)
			if _, ok := result.(*mcp.CallToolResult); ok {
				return &mcp.CallToolResult{IsError: true, Content: []mcp.Content{&mcp.TextContent{Text: text}}}, nil
			}
			return nil, &jsonrpc.Error{Code: jsonrpc.CodeInternalError, Message: text}
		}
	}
}

// boundedListener accepts a connection only while fewer than its bound are open. More connections wait in the kernel.
type boundedListener struct {
	net.Listener
	slots   chan struct{}
	closed  chan struct{}
	closing sync.Once
}

func newBoundedListener(l net.Listener, most int) *boundedListener {
	return &boundedListener{Listener: l, slots: make(chan struct{}, most), closed: make(chan struct{})}
}

func (l *boundedListener) Accept() (net.Conn, error) {
	select {
	case l.slots <- struct{}{}:
	case <-l.closed:
		return nil, net.ErrClosed
	}
	conn, err := l.Listener.Accept()
	if err != nil {
		<-l.slots
	}
	return conn, err
}

func (l *boundedListener) Close() error {
	l.closing.Do(func() { close(l.closed) })
	return l.Listener.Close()
}

// state hears of every connection that was accepted, and of its end.
func (l *boundedListener) state(_ net.Conn, state http.ConnState) {
	if state == http.StateClosed || state == http.StateHijacked {
		<-l.slots
	}
}
