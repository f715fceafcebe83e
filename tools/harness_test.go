package tools_test

import (
	"context"
	"encoding/json"
	"flag"
	"os"
	"strings"
	"sync"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"tsplan/hostfs"
	"tsplan/runtime"
	"tsplan/runtime/cache"
	"tsplan/runtime/paths"
	"tsplan/tools"
	"tsplan/tools/planner"
	"tsplan/wasm/wasmtest"
)

// harness is a tsplan server and a client that talks to it over an in-memory transport. The tests of one run share the
// image that was unpacked for them.
type harness struct {
	session *mcp.ClientSession
	planner *planner.Planner
	end     func() // ends the server before the test does
}

var typeScript = flag.String("typescript", "", "5 or 6, for all projects of the tests")

// cacheDir is made by TestMain.
var cacheDir *cache.Dir

func TestMain(m *testing.M) {
	os.Exit(wasmtest.Run(func(dir string) (status int, err error) {
		if cacheDir, err = cache.Open(dir); err != nil {
			return 1, err
		}
		return m.Run(), nil
	}))
}

// start serves the roots with the plan tools.
func start(t testing.TB, limits runtime.Limits, roots ...string) *harness {
	t.Helper()
	return startWith(t, runtime.Options{Limits: limits, TypeScript: *typeScript, Cache: cacheDir}, roots...)
}

func startWith(t testing.TB, options runtime.Options, roots ...string) *harness {
	t.Helper()
	r, err := runtime.New(options)
	if err != nil {
		t.Fatal(err)
	}
	info := tools.Info{
		Version:     "test",
		CheckOutput: true,
		Roots: tools.RootPolicy{
			Fixed: roots,
			Env:   func(string) string { return "" },
			Getwd: func() (string, error) { return roots[0], nil },
			Style: hostfs.HostStyle(),
		},
	}
	planner := planner.New(r)
	info.Changed, info.Plans = planner.Projects.Changed, planner.Kept.Whole
	all, err := tools.Toolsets(planner, []string{"plan", "lsap", "serena", "navigate", "jetbrains"})
	if err != nil {
		t.Fatal(err)
	}
	server := tools.NewServer(info, all)
	near, far := mcp.NewInMemoryTransports()
	ctx, stop := context.WithCancel(context.Background())
	if _, err := server.Connect(ctx, far, nil); err != nil {
		t.Fatal(err)
	}
	client := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, nil)
	session, err := client.Connect(ctx, near, nil)
	if err != nil {
		t.Fatal(err)
	}
	h := &harness{session: session, planner: planner, end: sync.OnceFunc(func() {
		session.Close()
		stop()
		if err := r.Close(); err != nil {
			t.Error(err)
		}
	})}
	t.Cleanup(h.end)
	return h
}

// call calls a tool and returns its structured answer, or the text of its error.
func (h *harness) call(t testing.TB, tool string, arguments any) (answer json.RawMessage, failure string) {
	t.Helper()
	result := h.result(t, tool, arguments)
	if result.IsError {
		return nil, result.Content[0].(*mcp.TextContent).Text
	}
	raw, err := json.Marshal(result.StructuredContent)
	if err != nil {
		t.Fatal(err)
	}
	return raw, ""
}

// result calls a tool and returns the whole result, which must have no path of the guest.
func (h *harness) result(t testing.TB, tool string, arguments any) *mcp.CallToolResult {
	t.Helper()
	result, err := h.session.CallTool(context.Background(), &mcp.CallToolParams{Name: tool, Arguments: arguments})
	if err != nil {
		t.Fatalf("%s: %v", tool, err)
	}
	if whole, err := json.Marshal(result); err != nil || strings.Contains(string(whole), string(paths.Mount)) {
		t.Fatalf("%s: %v: a path of the guest leaves: %s", tool, err, whole)
	}
	return result
}

// withoutProof switches the proof off in arguments that say nothing about it: how far such a proof gets depends on the machine.
func (h *harness) withoutProof(t testing.TB, tool string, arguments map[string]any) map[string]any {
	t.Helper()
	for listed, err := range h.session.Tools(t.Context(), nil) {
		if err != nil {
			t.Fatal(err)
		}
		properties, _ := listed.InputSchema.(map[string]any)["properties"].(map[string]any)
		if listed.Name == tool && properties["verify"] != nil && arguments["verify"] == nil {
			arguments["verify"] = false
		}
	}
	return arguments
}

// answer calls a tool that must succeed, and decodes what it answers.
func (h *harness) answer(t testing.TB, tool string, arguments, out any) {
	t.Helper()
	raw, failure := h.call(t, tool, arguments)
	if failure != "" {
		t.Fatalf("%s: %s", tool, failure)
	}
	if err := json.Unmarshal(raw, out); err != nil {
		t.Fatal(err)
	}
}
