package tools

import (
	"context"
	"errors"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"tsplan/tools/kept"
	"tsplan/tools/review"
	"tsplan/tools/sanitize"
	"tsplan/tools/tool"
)

// Plans finds a plan of one of these roots by its planId, and writes it in a form.
type Plans func(ctx context.Context, roots []string, planID string, form kept.Form) ([]byte, error)

const (
	planURI   = "tsplan://plan/"
	patchMIME = "text/x-diff"

	// The extension io.modelcontextprotocol/ui, called MCP Apps, prescribes the scheme and the type.
	appURI  = "ui://tsplan/plan"
	appMIME = "text/html;profile=mcp-app"

	firstLinks = "2025-06-18" // the version of the protocol that brought links in answers
)

// appMeta names the page that a host with MCP Apps shows beside the answers of a tool.
func appMeta() mcp.Meta { return mcp.Meta{"ui": map[string]any{"resourceUri": appURI}} }

// offerApp offers the page that a host with MCP Apps shows beside the answers of tools that plan.
func offerApp(out *mcp.Server) {
	out.AddResource(&mcp.Resource{
		Name: "review", URI: appURI, MIMEType: appMIME, Description: "Shows the plan of an answer in hosts with MCP Apps",
	}, func(context.Context, *mcp.ReadResourceRequest) (*mcp.ReadResourceResult, error) {
		return &mcp.ReadResourceResult{Contents: []*mcp.ResourceContents{{URI: appURI, MIMEType: appMIME, Text: review.App()}}}, nil
	})
}

// offerPlans lets a host read whole plans, so that it can apply them without a model that reads them.
func (s *server) offerPlans(out *mcp.Server) {
	for _, form := range []struct {
		form                  kept.Form
		mimeType, description string
	}{
		{kept.JSON, "application/json", "A plan by its planId, whole: edits, and fsMoves to carry out after them"},
		{kept.Patch, patchMIME, "A plan by its planId, whole, for git apply at the root"},
		{kept.HTML, "text/html", "A page on which a person reviews a plan"},
	} {
		ending := "." + string(form.form)
		out.AddResourceTemplate(&mcp.ResourceTemplate{
			Name: "plan" + ending, URITemplate: planURI + "{+planId}" + ending,
			MIMEType: form.mimeType, Description: form.description,
		}, func(ctx context.Context, req *mcp.ReadResourceRequest) (*mcp.ReadResourceResult, error) {
			return s.readPlan(ctx, req, form.form)
		})
	}
}

// linksTo returns a link to the whole plan, for an answer that is long or has only the beginning of the plan. Clients of older protocols get none, since they
// may refuse an answer with a link.
func (s *server) linksTo(planID string, client *mcp.InitializeParams) []mcp.Content {
	if s.info.Plans == nil || planID == "" || client != nil && client.ProtocolVersion < firstLinks {
		return nil
	}
	return []mcp.Content{&mcp.ResourceLink{
		URI: planURI + planID + "." + string(kept.Patch), Name: "the whole plan", MIMEType: patchMIME, Description: "For git apply at the root",
	}}
}

func (s *server) readPlan(ctx context.Context, req *mcp.ReadResourceRequest, form kept.Form) (*mcp.ReadResourceResult, error) {
	text, err := s.planOf(ctx, req, form)
	if errors.Is(err, errAskRoots) {
		return &mcp.ReadResourceResult{InputRequests: askRoots(), Contents: []*mcp.ResourceContents{}}, nil // not null
	}
	if err != nil {
		known := s.explained(ctx, "resources/read", err)
		code := int64(jsonrpc.CodeInternalError)
		if known.Code == tool.NotFound || known.Code == tool.InvalidArgument {
			code = jsonrpc.CodeInvalidParams
		}
		return nil, &jsonrpc.Error{Code: code, Message: sanitize.Short(known.Error(), maxErrorText)}
	}
	return &mcp.ReadResourceResult{Contents: []*mcp.ResourceContents{{URI: req.Params.URI, Text: string(text)}}}, nil
}

func (s *server) planOf(ctx context.Context, req *mcp.ReadResourceRequest, form kept.Form) ([]byte, error) {
	leave, err := s.gate.enter(ctx)
	if err != nil {
		return nil, err
	}
	defer leave()
	roots, err := s.allowedRoots(req.ClientCapabilities(), req.Params.InputResponses)
	if err != nil {
		return nil, err
	}
	id := strings.TrimSuffix(strings.TrimPrefix(req.Params.URI, planURI), "."+string(form))
	return s.info.Plans(ctx, roots, id, form)
}
