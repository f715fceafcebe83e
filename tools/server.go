// Package tools is the MCP surface of tsplan: the server, the choice of the tools that it offers, and the roots that questions may be
// about. The tools themselves are in planner, lsap and serena below it. They read the project through package runtime and answer with
// plans; none writes.
//
// It may import hostfs and the packages below it. Besides this package only tools/stdio, tools/httpserve and tools/message import the MCP SDK.
package tools

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"runtime/debug"
	"strings"
	"sync/atomic"

	"github.com/google/jsonschema-go/jsonschema"
	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"tsplan/tools/sanitize"
	"tsplan/tools/tool"
)

// Info is what a server is made of besides its tools.
type Info struct {
	Version      string
	Instructions string       // for the model, at most 2 KiB
	Logger       *slog.Logger // nil discards; never standard output, which belongs to the protocol
	Roots        RootPolicy
	Plans        Plans             // of the tools' answers; nil offers none as resources
	Warm         func(root string) // prepares for questions about a root, and returns when that is done; nil does nothing
	Running      int               // calls at a time; default 16
	Waiting      int               // calls that wait for their turn; more calls are refused; default 256
	// Changed returns what changed on disk since the last answer about a place; nil does nothing.
	Changed     func(tool.Place) []string
	CheckOutput bool // tests set it: an answer that does not fit its schemas is an error
}

const (
	maxErrorText = 4 << 10 // 4 KiB of text in a tool error
	cacheTTL     = 3600e3  // ms for which clients may keep the list of tools: it never changes

	// lastHandshake is the last protocol version whose clients open with initialize; the SDK serves it.
	lastHandshake = "2025-11-25"
)

// NewServer returns a server that offers the tools, for as many sessions as are connected to it.
//
// A tool's error is answered as a tool result with isError and the text "code: message". An error that wraps no *Error is logged under a
// number, and the client gets only the number. A panic is answered in the same way. Neither ends the server.
func NewServer(info Info, tools []tool.Tool) *mcp.Server {
	if info.Logger == nil {
		info.Logger = slog.New(slog.DiscardHandler)
	}
	if info.Running == 0 {
		info.Running = 16
	}
	if info.Waiting == 0 {
		info.Waiting = 256
	}
	capabilities := &mcp.ServerCapabilities{Tools: &mcp.ToolCapabilities{}}
	if info.Plans != nil {
		capabilities.Resources = &mcp.ResourceCapabilities{}
	}
	s := &server{info: info, gate: newGate(info.Running, info.Waiting)}
	out := mcp.NewServer(
		&mcp.Implementation{Name: "tsplan", Title: "tsplan", Version: info.Version},
		&mcp.ServerOptions{
			Instructions: info.Instructions,
			Logger:       info.Logger,
			Capabilities: capabilities,
			InitializedHandler: func(_ context.Context, req *mcp.InitializedRequest) {
				go s.warm(req.Session)
			},
			SetCacheable: func(_ context.Context, req mcp.Request, c *mcp.Cacheable) {
				c.CacheScope = "private"
				if _, plan := req.(*mcp.ReadResourceRequest); !plan { // a plan is refused once its files change
					c.TTLMs = cacheTTL
				}
			},
		})
	for _, t := range tools {
		no := false
		var meta mcp.Meta
		if t.Plans && info.Plans != nil {
			meta = appMeta()
		}
		out.AddTool(&mcp.Tool{
			Meta: meta,
			Name: t.Name, Title: t.Title, Description: t.Description,
			InputSchema: t.ListedInput(), OutputSchema: t.ListedOutput(),
			Annotations: &mcp.ToolAnnotations{ReadOnlyHint: true, IdempotentHint: true, DestructiveHint: &no, OpenWorldHint: &no},
		}, s.handler(t))
	}
	if info.Plans != nil {
		s.offerPlans(out)
		offerApp(out)
	}
	out.AddReceivingMiddleware(s.recoverPanics, capVersion, withoutPrompts)
	out.AddSendingMiddleware(s.boundRoots)
	return out
}

type server struct {
	info   Info
	gate   *gate
	faults atomic.Int64 // errors logged under a number so far
}

// handler runs a tool for the SDK. It returns no errors: the SDK would make protocol errors of
// them, which a model does not see.
func (s *server) handler(t tool.Tool) mcp.ToolHandler {
	return func(ctx context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		answer, err := s.run(ctx, t, req)
		if errors.Is(err, errAskRoots) {
			return &mcp.CallToolResult{InputRequests: askRoots(), Content: []mcp.Content{}}, nil // not null
		}
		if err != nil {
			return s.failed(ctx, t.Name, err), nil
		}
		text := answer.Text
		if text == "" {
			text = string(answer.JSON)
		}
		return &mcp.CallToolResult{
			StructuredContent: answer.JSON,
			Content:           append([]mcp.Content{&mcp.TextContent{Text: text}}, s.linksTo(answer.LongPlan, req.Session.InitializeParams())...),
		}, nil
	}
}

func (s *server) run(ctx context.Context, t tool.Tool, req *mcp.CallToolRequest) (tool.Answer, error) {
	leave, err := s.gate.enter(ctx)
	if err != nil {
		return tool.Answer{}, err
	}
	defer leave()
	progress := newProgress(ctx, req)
	defer progress.stop()
	var place tool.Place
	find := s.rootFinder(req)
	answer, err := t.Handle(ctx, &tool.Call{
		Arguments: req.Params.Arguments,
		Progress:  progress.report,
		Root: func(projectRoot string) (_ tool.Place, err error) {
			place, err = find(projectRoot)
			return place, err
		},
	})
	if err == nil && s.info.CheckOutput {
		err = errors.Join(checkOutput(t.Output, answer.JSON), checkOutput(t.ListedOutput(), answer.JSON))
	}
	if err != nil || s.info.Changed == nil || place.Root == "" {
		return answer, err
	}
	return withChanges(answer, s.info.Changed(place))
}

func checkOutput(schema *jsonschema.Schema, raw json.RawMessage) error {
	resolved, err := schema.Resolve(nil)
	if err != nil {
		return err
	}
	var v any
	if err := json.Unmarshal(raw, &v); err != nil {
		return err
	}
	return resolved.Validate(v)
}

// failed makes the result for an error.
func (s *server) failed(ctx context.Context, name string, err error) *mcp.CallToolResult {
	known := s.explained(ctx, name, err)
	return &mcp.CallToolResult{
		Meta:    mcp.Meta{"tsplan/help": "docs/errors.md#" + string(known.Code)},
		IsError: true,
		Content: []mcp.Content{&mcp.TextContent{Text: sanitize.Short(known.Error(), maxErrorText)}},
	}
}

// explained logs an error of a tool, and returns the error that the client gets.
func (s *server) explained(ctx context.Context, name string, err error) *tool.Error {
	var known *tool.Error
	switch {
	case errors.As(err, &known):
		if known.Detail != "" {
			s.info.Logger.Error("tool failed", "tool", name, "code", known.Code, "detail", known.Detail)
		}
	case ctx.Err() != nil:
		known = tool.Errorf(tool.Cancelled, "the client cancelled the call")
	default:
		n := s.faults.Add(1)
		s.info.Logger.Error("tool failed", "fault", n, "tool", name, "error", err)
		known = tool.Errorf(tool.Internal, "tsplan failed on this call; its log on standard error tells more under fault %d", n)
	}
	return known
}

// recoverPanics keeps a panic of a handler from ending the process. A panic in a goroutine that the handler started is not stopped here.
func (s *server) recoverPanics(next mcp.MethodHandler) mcp.MethodHandler {
	return func(ctx context.Context, method string, req mcp.Request) (res mcp.Result, err error) {
		defer func() {
			v := recover()
			if v == nil {
				return
			}
			panicked := fmt.Errorf("panic: %v\n%s", v, debug.Stack())
			if call, ok := req.(*mcp.CallToolRequest); ok {
				res, err = s.failed(context.WithoutCancel(ctx), call.Params.Name, panicked), nil
				return
			}
			n := s.faults.Add(1)
			s.info.Logger.Error("request failed", "fault", n, "method", method, "error", panicked)
			res, err = nil, &jsonrpc.Error{Code: jsonrpc.CodeInternalError, Message: fmt.Sprintf("fault %d", n)}
		}()
		return next(ctx, method, req)
	}
}

// withoutPrompts refuses questions about prompts, which this server does not declare. The SDK would answer with an empty list.
func withoutPrompts(next mcp.MethodHandler) mcp.MethodHandler {
	return func(ctx context.Context, method string, req mcp.Request) (mcp.Result, error) {
		if strings.HasPrefix(method, "prompts/") {
			return nil, &jsonrpc.Error{Code: jsonrpc.CodeMethodNotFound, Message: "this server has no prompts"}
		}
		return next(ctx, method, req)
	}
}

// capVersion makes the SDK remember the version that it negotiates. If a client offers a version that is too new for initialize, the SDK
// answers with the last version that is not, but would then treat the client as one of the newer version.
func capVersion(next mcp.MethodHandler) mcp.MethodHandler {
	return func(ctx context.Context, method string, req mcp.Request) (mcp.Result, error) {
		if p, ok := req.GetParams().(*mcp.InitializeParams); ok && p != nil && p.ProtocolVersion > lastHandshake {
			p.ProtocolVersion = lastHandshake
		}
		return next(ctx, method, req)
	}
}
