package tools

import (
	"context"
	"errors"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"tsplan/tools/sanitize"
	"tsplan/tools/tool"
)

// rootsKey names the question for the client's roots.
const rootsKey = "roots"

// rootsWait is how long a client has to list its roots. One that declares them and then does not
// answer must not hang the server.
const rootsWait = 5 * time.Second

// errAskRoots ends a call that needs the client's roots. The client, or with older protocols the SDK, then sends the call again with the
// roots.
var errAskRoots = errors.New("tools: the client's roots are needed")

func askRoots() mcp.InputRequestMap {
	//lint:ignore SA1019 roots are deprecated, and still what most clients have
	return mcp.InputRequestMap{rootsKey: &mcp.ListRootsParams{}}
}

// rootFinder returns the function Call.Root for a request. The function does not ask a client that declares no roots, since such a client
// would not answer.
func (s *server) rootFinder(req *mcp.CallToolRequest) func(string) (tool.Place, error) {
	return func(projectRoot string) (tool.Place, error) {
		allowed, err := s.allowedRoots(req.ClientCapabilities(), req.Params.InputResponses)
		if err != nil {
			return tool.Place{}, err
		}
		return s.info.Roots.Find(allowed, projectRoot)
	}
}

// allowedRoots are the roots that a request may be about.
func (s *server) allowedRoots(caps *mcp.ClientCapabilities, answered mcp.InputResponseMap) ([]string, error) {
	var uris []string
	//lint:ignore SA1019 see askRoots
	if len(s.info.Roots.Fixed) == 0 && caps != nil && caps.RootsV2 != nil {
		//lint:ignore SA1019 see askRoots
		listed, ok := answered[rootsKey].(*mcp.ListRootsResult)
		if !ok {
			return nil, errAskRoots
		}
		uris = urisOf(listed)
	}
	return s.info.Roots.Allowed(uris)
}

// warm prepares the client's roots before the client asks about them, one after the other, since they share the machine. An error is
// ignored here: it comes again, and is reported, when the client asks about the root.
func (s *server) warm(session *mcp.ServerSession) {
	client := session.InitializeParams()
	//lint:ignore SA1019 see askRoots
	if s.info.Warm == nil || len(s.info.Roots.Fixed) > 0 || client == nil || client.Capabilities == nil || client.Capabilities.RootsV2 == nil {
		return
	}
	//lint:ignore SA1019 see askRoots
	listed, err := session.ListRoots(context.Background(), &mcp.ListRootsParams{})
	if err != nil || len(listed.Roots) == 0 {
		return
	}
	roots, err := s.info.Roots.Allowed(urisOf(listed))
	if err != nil {
		return
	}
	for _, root := range roots {
		s.info.Warm(root)
	}
}

//lint:ignore SA1019 see askRoots
func urisOf(listed *mcp.ListRootsResult) []string {
	var uris []string
	for _, root := range listed.Roots {
		if root != nil {
			uris = append(uris, root.URI)
		}
	}
	return uris
}

// boundRoots treats a client that fails to list its roots, or does not list them in time, as a client without roots.
func (s *server) boundRoots(next mcp.MethodHandler) mcp.MethodHandler {
	return func(ctx context.Context, method string, req mcp.Request) (mcp.Result, error) {
		if method != "roots/list" {
			return next(ctx, method, req)
		}
		asked, cancel := context.WithTimeout(ctx, rootsWait)
		defer cancel()
		res, err := next(asked, method, req)
		if err != nil && ctx.Err() == nil {
			s.info.Logger.Warn("the client did not list its roots", "error", err)
			//lint:ignore SA1019 see askRoots
			return &mcp.ListRootsResult{}, nil
		}
		return res, err
	}
}

// progressEvery is the shortest time between two notifications: loading a project reports each file.
const progressEvery = 100 * time.Millisecond

// progress sends progress notifications for one call. Their numbers increase, and none is sent after the answer.
type progress struct {
	ctx context.Context
	req *mcp.CallToolRequest

	mu   sync.Mutex
	over bool
	sent bool
	last float64
	when time.Time
}

func newProgress(ctx context.Context, req *mcp.CallToolRequest) *progress {
	return &progress{ctx: ctx, req: req, over: req.Params.GetProgressToken() == nil}
}

func (p *progress) report(done, total float64, message string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	now := time.Now()
	switch {
	case p.over || p.ctx.Err() != nil:
		return
	case p.sent && !(done > p.last):
		return
	case p.sent && now.Sub(p.when) < progressEvery && done != total:
		return
	}
	p.sent, p.last, p.when = true, done, now
	// Progress is optional, so an error is ignored: it will show again when the answer is sent.
	_ = p.req.Session.NotifyProgress(p.ctx, &mcp.ProgressNotificationParams{
		ProgressToken: p.req.Params.GetProgressToken(),
		Progress:      done,
		Total:         total,
		Message:       sanitize.Short(message, maxErrorText),
	})
}

// stop waits for a notification that is being sent and lets no more through.
func (p *progress) stop() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.over = true
}
