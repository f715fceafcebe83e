package httpserve

import (
	"context"
	"fmt"
	"net/http"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"tsplan/tools/message"
)

const (
	bodyTime  = time.Minute // to send a body
	writeTime = time.Minute // to take what one write sends, at most an answer

	firstWithoutSessions = "2026-07-28" // the version of the protocol since which calls stand alone

	versionHeader = "Mcp-Protocol-Version"
	sessionHeader = "Mcp-Session-Id"
)

// handler answers HTTP requests. The SDK serves the protocol since 2026-07-28 only without sessions, and the older ones better with them:
// a client can cancel a call only in its session. So there are two handlers of the SDK for one server, and each request goes to its own.
type handler struct {
	guard    guard
	budget   budget
	sessions sessions
	quit     context.Context // ends when the server stops: streams that only wait are closed then

	single   http.Handler // calls that stand alone
	stateful http.Handler // sessions
}

func newHandler(quit context.Context, c Config, g guard, server *mcp.Server) *handler {
	options := mcp.StreamableHTTPOptions{
		Logger:                       c.Logger,
		SessionTimeout:               c.Idle,
		MaxRequestBodyBytes:          message.MaxSize,
		PropagateRequestCancellation: true,
		DisableLocalhostProtection:   true, // guard checks Host, and knows the names of --http-host, which the SDK would refuse
	}
	same := func(*http.Request) *mcp.Server { return server }
	alone := options
	alone.Stateless = true
	return &handler{
		guard:    g,
		budget:   budget{most: message.MaxWaiting},
		sessions: sessions{server: server, most: c.Sessions},
		quit:     quit,
		single:   mcp.NewStreamableHTTPHandler(same, &alone),
		stateful: mcp.NewStreamableHTTPHandler(same, &options),
	}
}

func (h *handler) ServeHTTP(w http.ResponseWriter, req *http.Request) {
	control := http.NewResponseController(w)
	// Until the body is read. A refused request keeps the deadline, since the server then reads what is left of the body.
	_ = control.SetReadDeadline(time.Now().Add(bodyTime)) // as extend does
	w = &patient{ResponseWriter: w, control: control}
	if refused := h.guard.check(req); refused != nil {
		refused.write(w)
		return
	}
	if req.Method == http.MethodPost {
		h.post(w, req, control)
		return
	}
	if req.ContentLength != 0 {
		(&refusal{http.StatusBadRequest, "only POST has a body"}).write(w)
		return
	}
	_ = control.SetReadDeadline(time.Time{})
	ctx, cancel := context.WithCancel(req.Context())
	defer cancel()
	defer context.AfterFunc(h.quit, cancel)()
	h.forVersion(req.Header.Get(versionHeader)).ServeHTTP(w, req.WithContext(ctx))
}

// post passes a message on. It returns when the call is answered, even if the client of an older protocol is gone, which does not cancel
// the call. So the connections bound the open calls.
func (h *handler) post(w http.ResponseWriter, req *http.Request, control *http.ResponseController) {
	p, refused := h.read(w, req)
	if refused != nil {
		refused.write(w)
		return
	}
	defer h.budget.give(p.held)
	_ = control.SetReadDeadline(time.Time{})
	if p.msg == nil {
		w.WriteHeader(http.StatusAccepted)
		return
	}
	version := req.Header.Get(versionHeader)
	if version == "" {
		version = p.protocol()
	}
	next := h.forVersion(version)
	if next == h.single {
		next.ServeHTTP(w, req)
		return
	}
	if req.Header.Get(sessionHeader) == "" {
		if !h.sessions.begin() {
			(&rejected{http.StatusServiceUnavailable, message.Refuse(nil, jsonrpc.CodeInternalError, h.sessions.full())}).write(w)
			return
		}
		defer h.sessions.begun()
	}
	next.ServeHTTP(w, req.WithContext(context.WithoutCancel(req.Context())))
}

func (h *handler) forVersion(version string) http.Handler {
	if version >= firstWithoutSessions {
		return h.single
	}
	return h.stateful
}

// patient gives a client a time to take each write. A deadline for the whole answer would end streams that wait for their next event.
type patient struct {
	http.ResponseWriter
	control *http.ResponseController
}

func (p *patient) WriteHeader(status int) {
	p.extend()
	p.ResponseWriter.WriteHeader(status)
}

func (p *patient) Write(data []byte) (int, error) {
	p.extend()
	return p.ResponseWriter.Write(data)
}

func (p *patient) extend() { _ = p.control.SetWriteDeadline(time.Now().Add(writeTime)) } // connections of net/http have deadlines

// Unwrap is how http.ResponseController finds the methods of the writer inside.
func (p *patient) Unwrap() http.ResponseWriter { return p.ResponseWriter }

// sessions bounds how many sessions a server has. The SDK does not.
type sessions struct {
	server *mcp.Server
	most   int

	mu       sync.Mutex
	starting int // requests that may start a session, which the server may count already
}

// begin reports whether one more session may start. If so, begun must be called once when it has started.
func (s *sessions) begin() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	open := s.starting
	for session := range s.server.Sessions() {
		if session.ID() != "" {
			open++
		}
	}
	if open >= s.most {
		return false
	}
	s.starting++
	return true
}

// full says that begin allows no session.
func (s *sessions) full() string {
	return fmt.Sprintf("budget: %d sessions are open; end one with DELETE, or raise --http-sessions; an idle one ends by itself after --http-idle", s.most)
}

func (s *sessions) begun() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.starting--
}
