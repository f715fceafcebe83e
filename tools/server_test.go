package tools

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

var versions = []string{"2025-06-18", "2025-11-25", "2026-07-28"}

// dial connects a client of that protocol version to s. It must run in a synctest bubble.
func dial(t *testing.T, s *mcp.Server, version string, client *mcp.Client) *mcp.ClientSession {
	t.Helper()
	if client == nil {
		client = mcp.NewClient(&mcp.Implementation{Name: "client"}, &mcp.ClientOptions{Capabilities: &mcp.ClientCapabilities{}})
	}
	ct, st := mcp.NewInMemoryTransports()
	ss, err := s.Connect(t.Context(), st, nil)
	if err != nil {
		t.Fatal(err)
	}
	cs, err := client.Connect(t.Context(), ct, &mcp.ClientSessionOptions{ProtocolVersion: version})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		cs.Close()
		ss.Wait()
	})
	return cs
}

// ask calls a tool and returns the text of the answer.
func ask(t *testing.T, cs *mcp.ClientSession, tool string, args any) (text string, isError bool) {
	t.Helper()
	res, err := cs.CallTool(t.Context(), &mcp.CallToolParams{Name: tool, Arguments: args})
	if err != nil {
		t.Fatalf("%s: %v", tool, err)
	}
	if len(res.Content) != 1 || res.IsError != (res.StructuredContent == nil) {
		t.Fatalf("%s: %+v", tool, res)
	}
	return res.Content[0].(*mcp.TextContent).Text, res.IsError
}

func TestAnswers(t *testing.T) {
	for _, version := range versions {
		t.Run(version, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				cs := dial(t, toyServer(toyPolicy(), nil), version, nil)

				text, isError := ask(t, cs, "say", map[string]any{"text": "Map<K>", "times": 1, "loud": false})
				if want := `{"said":["Map<K>"],"count":9007199254740993}`; text != want || isError {
					t.Errorf("got %s, want %s", text, want)
				}
				if text, _ := ask(t, cs, "page", nil); text != "# <b> & co\n" {
					t.Errorf("a tool's own text is %q", text)
				}
				if text, isError := ask(t, cs, "where", nil); text != `{"root":"/srv/app","name":"."}` || isError {
					t.Errorf("a client without roots is told %s", text)
				}
				_, err := cs.CallTool(t.Context(), &mcp.CallToolParams{Name: "nosuch"})
				var wire *jsonrpc.Error
				if !errors.As(err, &wire) || wire.Code != jsonrpc.CodeInvalidParams {
					t.Errorf("an unknown tool gives %v", err)
				}
			})
		})
	}
}

// A defect of a tool is answered, logged with what the client must not see, and survived.
func TestDefects(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var log bytes.Buffer
		cs := dial(t, toyServer(toyPolicy(), slog.New(slog.NewTextHandler(&log, nil))), "2026-07-28", nil)
		for i, test := range []struct{ tool, logged string }{
			{"panic", "at the disco"},
			{"panic", "toy_test.go"},
			{"fail", "/secret/path"},
			{"null", "/properties/said: type"},
		} {
			text, isError := ask(t, cs, test.tool, nil)
			if want := fmt.Sprintf("fault %d", i+1); !isError || !strings.HasPrefix(text, "internal: ") || !strings.HasSuffix(text, want) {
				t.Errorf("%s is answered %q", test.tool, text)
			}
			if !strings.Contains(log.String(), fmt.Sprintf("fault=%d tool=%s", i+1, test.tool)) || !strings.Contains(log.String(), test.logged) {
				t.Errorf("%s is logged as %s", test.tool, log.String())
			}
			log.Reset()
		}
		if _, isError := ask(t, cs, "say", map[string]any{"text": "still here"}); isError {
			t.Error("the server is gone")
		}
	})
}

func TestRootsOfTheClient(t *testing.T) {
	for _, version := range versions {
		t.Run(version, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				client := mcp.NewClient(&mcp.Implementation{Name: "client"}, nil)
				//lint:ignore SA1019 what is under test
				client.AddRoots(&mcp.Root{URI: "file:///srv/one"}, &mcp.Root{URI: "file:///srv/one/two"})
				cs := dial(t, toyServer(toyPolicy(), nil), version, client)
				for path, want := range map[string]string{
					"/srv/one/x":   `{"root":"/srv/one","name":"x"}`,
					"/srv/one/two": `{"root":"/srv/one/two","name":"."}`,
					"/srv/app":     "outside_root: /srv/app is outside the allowed roots: /srv/one, /srv/one/two",
					"":             "invalid_argument: several roots are allowed; say which with projectRoot: /srv/one, /srv/one/two",
				} {
					if text, _ := ask(t, cs, "where", toyRoot{path}); text != want {
						t.Errorf("%q: got %s, want %s", path, text, want)
					}
				}
			})
		})
	}
}

// The roots of a client that opens with initialize are loaded before its first question. Other clients declare no roots until they ask.
func TestWarm(t *testing.T) {
	for _, version := range versions[:2] {
		synctest.Test(t, func(t *testing.T) {
			client := mcp.NewClient(&mcp.Implementation{Name: "client"}, nil)
			//lint:ignore SA1019 what is under test
			client.AddRoots(&mcp.Root{URI: "file:///srv/one"}, &mcp.Root{URI: "file:///"}, &mcp.Root{URI: "file:///srv/two"})
			warmed := make(chan string, 3)
			dial(t, NewServer(Info{Roots: toyPolicy(), Warm: func(root string) { warmed <- root }}, toyTools()), version, client)
			synctest.Wait()
			close(warmed)
			var got []string
			for root := range warmed {
				got = append(got, root)
			}
			if !slices.Equal(got, []string{"/srv/one", "/srv/two"}) {
				t.Errorf("%s: loads %q", version, got)
			}
		})
	}
}

// With fixed roots the client is not even asked.
func TestFixedRoots(t *testing.T) {
	for _, version := range versions {
		synctest.Test(t, func(t *testing.T) {
			policy := toyPolicy()
			policy.Fixed = []string{"/srv/fixed"}
			client := mcp.NewClient(&mcp.Implementation{Name: "client"}, nil)
			client.AddReceivingMiddleware(func(next mcp.MethodHandler) mcp.MethodHandler {
				return func(ctx context.Context, method string, req mcp.Request) (mcp.Result, error) {
					t.Errorf("the client got %s", method)
					return next(ctx, method, req)
				}
			})
			cs := dial(t, toyServer(policy, nil), version, client)
			if text, _ := ask(t, cs, "where", toyRoot{"/srv/fixed/x"}); text != `{"root":"/srv/fixed","name":"x"}` {
				t.Errorf("got %s", text)
			}
		})
	}
}

// A client that declares roots and never lists them costs five seconds, not the call.
func TestSilentClient(t *testing.T) {
	for _, version := range versions[:2] {
		synctest.Test(t, func(t *testing.T) {
			client := mcp.NewClient(&mcp.Implementation{Name: "client"}, nil)
			client.AddReceivingMiddleware(func(next mcp.MethodHandler) mcp.MethodHandler {
				return func(ctx context.Context, method string, req mcp.Request) (mcp.Result, error) {
					if method == "roots/list" {
						<-ctx.Done()
					}
					return next(ctx, method, req)
				}
			})
			cs := dial(t, toyServer(toyPolicy(), nil), version, client)
			began := time.Now()
			if text, _ := ask(t, cs, "where", nil); text != `{"root":"/srv/app","name":"."}` {
				t.Errorf("got %s", text)
			}
			if waited := time.Since(began); waited != rootsWait {
				t.Errorf("waited %v", waited)
			}
		})
	}
}

func TestProgress(t *testing.T) {
	for _, version := range versions {
		t.Run(version, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var mu sync.Mutex
				var got []float64
				client := mcp.NewClient(&mcp.Implementation{Name: "client"}, &mcp.ClientOptions{
					ProgressNotificationHandler: func(_ context.Context, req *mcp.ProgressNotificationClientRequest) {
						mu.Lock()
						defer mu.Unlock()
						got = append(got, req.Params.Progress)
						if req.Params.ProgressToken != "token" || req.Params.Total != 100 || strings.Contains(req.Params.Message, "\x1b") {
							t.Errorf("got %+v", req.Params)
						}
					},
				})
				cs := dial(t, toyServer(toyPolicy(), nil), version, client)
				params := &mcp.CallToolParams{Name: "load"}
				params.SetProgressToken("token")
				if _, err := cs.CallTool(t.Context(), params); err != nil {
					t.Fatal(err)
				}
				time.Sleep(time.Minute) // what the tool reports after its answer must not arrive
				mu.Lock()
				defer mu.Unlock()
				if want := []float64{0, 10, 20, 30, 40, 50, 60, 70, 80, 90, 100}; fmt.Sprint(got) != fmt.Sprint(want) {
					t.Errorf("got %v, want %v", got, want)
				}
			})
		})
	}
}

// A thousand calls at once: those beyond the limits are refused, the others answered. The bubble
// fails the test if a goroutine is left behind.
func TestThousandCalls(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		cs := dial(t, toyServer(toyPolicy(), nil), "2026-07-28", nil)
		counts := make(map[string]int)
		var mu sync.Mutex
		var wg sync.WaitGroup
		for range 1000 {
			wg.Go(func() {
				res, err := cs.CallTool(t.Context(), &mcp.CallToolParams{Name: "load"})
				mu.Lock()
				defer mu.Unlock()
				switch {
				case err != nil:
					counts[err.Error()]++
				case res.IsError:
					counts[strings.SplitN(res.Content[0].(*mcp.TextContent).Text, ":", 2)[0]]++
				default:
					counts["ok"]++
				}
			})
		}
		wg.Wait()
		if counts["ok"] != 5 || counts["budget"] != 995 {
			t.Errorf("got %v", counts)
		}
	})
}

func TestCancelledCallStops(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		cs := dial(t, toyServer(toyPolicy(), nil), "2025-11-25", nil)
		// Two calls that would run for ever, and one behind them. All end when they are cancelled.
		ctx, cancel := context.WithCancel(t.Context())
		var wg sync.WaitGroup
		for range 3 {
			wg.Go(func() {
				if _, err := cs.CallTool(ctx, &mcp.CallToolParams{Name: "wait"}); !errors.Is(err, context.Canceled) {
					t.Errorf("got %v", err)
				}
			})
		}
		synctest.Wait()
		cancel()
		wg.Wait()
		if _, isError := ask(t, cs, "load", nil); isError {
			t.Error("the places of the cancelled calls are not free")
		}
	})
}

func TestListIsStable(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var lists [2][]byte
		for i := range lists {
			cs := dial(t, toyServer(toyPolicy(), nil), "2026-07-28", nil)
			list, err := cs.ListTools(t.Context(), nil)
			if err != nil {
				t.Fatal(err)
			}
			if lists[i], err = json.Marshal(list.Tools); err != nil {
				t.Fatal(err)
			}
			for _, tool := range list.Tools {
				a := tool.Annotations
				if !a.ReadOnlyHint || !a.IdempotentHint || *a.DestructiveHint || *a.OpenWorldHint || tool.Title == "" {
					t.Errorf("%s: %+v", tool.Name, a)
				}
			}
		}
		if !bytes.Equal(lists[0], lists[1]) {
			t.Error("two lists differ")
		}
	})
}
