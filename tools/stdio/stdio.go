// Package stdio carries one MCP session over a pair of byte streams, one JSON object per line.
//
// It takes the place of the SDK's own transport, which ends the session at a malformed line, loses
// the answers still being computed when input ends, and answers calls that were cancelled. It
// imports the MCP SDK and package message.
package stdio

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"io"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"tsplan/tools/message"
)

const (
	maxOpen      = 1024                    // calls without an answer; one more is refused
	defaultDrain = 1500 * time.Millisecond // clients send SIGTERM about 2 s after they close our input
)

// Transport serves one session. Connect may be called once.
//
// A line that is no JSON-RPC message is answered with an error, with id null if it shows none, and
// the session goes on: -32700 if it is not JSON, -32600 if it is over 16 MiB, a batch, or not a
// request. Cancelled calls get no answer. Calls are refused beyond 1,024 open ones, and so are calls over 64 KiB that together with those
// that wait would exceed MaxWaiting, and notifications over 64 KiB. So the memory that the server needs is bounded, however fast a client
// writes. An answer over MaxAnswer is replaced by an error that says how to ask for less.
//
// When input ends, calls still open have until Drain to be answered. Those that are not done by then
// are answered with an error, so that no request is left without an answer.
type Transport struct {
	In    io.Reader
	Out   io.Writer
	Drain time.Duration // 0 means 1.5 s
	// MaxAnswer is the size in bytes of the largest answer; 0 means 8 MiB.
	MaxAnswer int
	// MaxWaiting is how many bytes the calls over 64 KiB that have no answer yet may have together; 0 means 64 MiB.
	MaxWaiting int
}

var _ mcp.Transport = (*Transport)(nil)

// Connect starts reading. Closing the connection closes neither In nor Out; the goroutine that reads
// In ends when its Read returns.
func (t *Transport) Connect(context.Context) (mcp.Connection, error) {
	c := &conn{
		out:     t.Out,
		drain:   t.Drain,
		most:    cmp.Or(t.MaxAnswer, message.MaxAnswer),
		hold:    cmp.Or(t.MaxWaiting, message.MaxWaiting),
		inbound: make(chan inbound),
		closed:  make(chan struct{}),
		open:    make(map[jsonrpc.ID]*openCall),
		settled: make(chan struct{}, 1),
	}
	if c.drain == 0 {
		c.drain = defaultDrain
	}
	go c.readLines(&lines{r: bufio.NewReaderSize(t.In, 64<<10), max: message.MaxSize})
	return c, nil
}

type inbound struct {
	line []byte
	err  error
}

// openCall is a request of the client that has no answer yet.
type openCall struct {
	method string
	size   int  // bytes that waiting counts for it
	done   bool // its answer is being written, or it gets none any more
}

type conn struct {
	drain   time.Duration
	most    int // bytes of an answer
	hold    int // bytes of calls that wait
	inbound chan inbound
	closed  chan struct{}
	closing sync.Once

	outMu sync.Mutex // held for one line
	out   io.Writer

	mu      sync.Mutex
	open    map[jsonrpc.ID]*openCall
	waiting int           // bytes of open calls
	settled chan struct{} // has an element if a call was answered or cancelled since it was last read
}

// readLines runs in a goroutine of its own, so that Close can end a Read that waits for input.
func (c *conn) readLines(l *lines) {
	for {
		line, err := l.next()
		select {
		case c.inbound <- inbound{line, err}:
		case <-c.closed:
			return
		}
		if err != nil && !errors.Is(err, errTooLong) {
			return
		}
	}
}

// Read returns the next valid message. It answers lines that are none.
func (c *conn) Read(context.Context) (jsonrpc.Message, error) {
	for {
		var in inbound
		select {
		case in = <-c.inbound:
		case <-c.closed:
			return nil, io.EOF
		}
		var msg jsonrpc.Message
		var refused *message.Refusal
		switch {
		case errors.Is(in.err, errTooLong):
			refused = message.Refuse(nil, jsonrpc.CodeInvalidRequest, message.TooLong)
		case in.err != nil:
			return nil, errors.Join(c.finish(), in.err)
		case len(bytes.TrimSpace(in.line)) == 0:
			continue
		default:
			msg, refused = c.accept(in.line)
		}
		if refused != nil {
			if err := c.refuse(refused); err != nil {
				return nil, err
			}
			continue
		}
		if msg != nil {
			return msg, nil
		}
	}
}

// accept decodes a line and notes the call it opens or cancels, or refuses the line.
func (c *conn) accept(line []byte) (jsonrpc.Message, *message.Refusal) {
	msg, refused := message.Decode(line)
	req, ok := msg.(*jsonrpc.Request)
	if !ok {
		return msg, refused
	}
	size := len(line)
	if size <= message.Small {
		size = 0
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	switch {
	case !req.IsCall() && size > 0:
		return nil, message.Refuse(nil, jsonrpc.CodeInvalidRequest, message.TooLongNotification)
	case req.IsCall() && c.open[req.ID] != nil:
		// With its own id this answer would be taken for the answer to the first call.
		return nil, message.Refuse(nil, jsonrpc.CodeInvalidRequest, "this id is in use by a call that is not done")
	case req.IsCall() && len(c.open) >= maxOpen:
		id, _ := json.Marshal(req.ID.Raw()) // a string or an int64
		return nil, message.Refuse(id, jsonrpc.CodeInternalError, "too many open calls; wait for some to be answered")
	case req.IsCall() && c.waiting+size > c.hold:
		id, _ := json.Marshal(req.ID.Raw())
		return nil, message.Refuse(id, jsonrpc.CodeInternalError, message.Budget(size, c.waiting, c.hold))
	case req.IsCall():
		c.open[req.ID] = &openCall{method: req.Method, size: size}
		c.waiting += size
	case req.Method == "notifications/cancelled":
		var params struct {
			RequestID any `json:"requestId"`
		}
		if json.Unmarshal(req.Params, &params) != nil {
			break
		}
		if id, err := jsonrpc.MakeID(params.RequestID); err == nil && c.open[id] != nil {
			c.open[id].done = true
			c.signal()
		}
	}
	return msg, nil
}

// Write sends a message, unless it answers a call that was cancelled.
func (c *conn) Write(_ context.Context, msg jsonrpc.Message) error {
	resp, ok := msg.(*jsonrpc.Response)
	if !ok {
		return c.send(msg)
	}
	method, ok := c.claim(resp.ID)
	defer c.settle(resp.ID)
	if !ok {
		return nil
	}
	if resp.Error != nil {
		return c.send(&jsonrpc.Response{ID: resp.ID, Error: message.WireError(resp.Error)})
	}
	resp = &jsonrpc.Response{ID: resp.ID, Result: message.Unescape(bytes.Clone(resp.Result))}
	// maxID bounds the bytes that the envelope adds.
	if size := len(resp.Result); size > c.most {
		resp = message.TooLarge(resp, method, size, c.most)
	}
	return c.send(resp)
}

// finish waits until all calls are answered, but at most for c.drain, and answers the rest with errors. If an answer is being written then,
// the SDK finishes it before the session ends.
func (c *conn) finish() error {
	timeout := time.NewTimer(c.drain)
	defer timeout.Stop()
	for c.pending() {
		select {
		case <-c.settled:
		case <-c.closed:
			return nil
		case <-timeout.C:
			return c.abandon()
		}
	}
	return nil
}

// abandon answers every open call with an error and drops the answers that come later.
func (c *conn) abandon() error {
	c.mu.Lock()
	var left []jsonrpc.ID
	for id, call := range c.open {
		if !call.done {
			call.done = true
			left = append(left, id)
		}
	}
	c.mu.Unlock()
	for _, id := range left {
		err := c.send(&jsonrpc.Response{ID: id, Error: &jsonrpc.Error{
			Code:    jsonrpc.CodeInternalError,
			Message: "input ended before this call was done; keep it open until the answer is there",
		}})
		if err != nil {
			return err
		}
	}
	return nil
}

// claim returns the method that the answer is for, and false if the answer may not be sent. Only one answer to a call is ever sent.
func (c *conn) claim(id jsonrpc.ID) (method string, ok bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	call := c.open[id]
	if call == nil || call.done {
		return "", false
	}
	call.done = true
	return call.method, true
}

// pending reports whether a call waits for its answer.
func (c *conn) pending() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, call := range c.open {
		if !call.done {
			return true
		}
	}
	return false
}

func (c *conn) settle(id jsonrpc.ID) {
	c.mu.Lock()
	if call := c.open[id]; call != nil {
		c.waiting -= call.size
		delete(c.open, id)
	}
	c.mu.Unlock()
	c.signal()
}

func (c *conn) signal() {
	select {
	case c.settled <- struct{}{}:
	default:
	}
}

func (c *conn) send(msg jsonrpc.Message) error {
	data, err := jsonrpc.EncodeMessage(msg)
	if err != nil {
		return err
	}
	return c.writeLine(data)
}

func (c *conn) refuse(r *message.Refusal) error {
	data, err := json.Marshal(r)
	if err != nil {
		return err
	}
	return c.writeLine(data)
}

func (c *conn) writeLine(data []byte) error {
	c.outMu.Lock()
	defer c.outMu.Unlock()
	_, err := c.out.Write(append(data, '\n'))
	return err
}

// Close ends Read. It may be called more than once.
func (c *conn) Close() error {
	c.closing.Do(func() { close(c.closed) })
	return nil
}

// SessionID is empty: a stream is one session.
func (c *conn) SessionID() string { return "" }
