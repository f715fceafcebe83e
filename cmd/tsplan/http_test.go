package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"tsplan/runtime/seal"
)

// withToken sends a bearer token with every request.
type withToken string

func (token withToken) RoundTrip(req *http.Request) (*http.Response, error) {
	if token != "" {
		req = req.Clone(req.Context())
		req.Header.Set("Authorization", "Bearer "+string(token))
	}
	return http.DefaultTransport.RoundTrip(req)
}

// overHTTP is a running serve --http.
type overHTTP struct {
	command *exec.Cmd
	url     string
	log     bytes.Buffer  // what it wrote until it said its URL
	ended   chan struct{} // closed when the rest of the log is read
}

// startHTTP starts the binary and waits until it says where it listens.
func startHTTP(t *testing.T, binary string, env []string, args ...string) *overHTTP {
	t.Helper()
	args = append([]string{"serve", "--http", "127.0.0.1:0", "--cache-dir", filepath.Join(os.Getenv(home), "cache")}, args...)
	s := &overHTTP{command: exec.Command(binary, args...), ended: make(chan struct{})}
	s.command.Env = append(os.Environ(), env...)
	log, err := s.command.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := s.command.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.command.Process.Kill() })
	lines := bufio.NewReader(log)
	for s.url == "" {
		line, err := lines.ReadString('\n')
		s.log.WriteString(line)
		if err != nil {
			t.Fatalf("%v: %s", err, s.log.String())
		}
		if found := regexp.MustCompile(`url=(http://127\.0\.0\.1:\d+/mcp)`).FindStringSubmatch(line); found != nil {
			s.url = found[1]
		}
	}
	go func() {
		_, _ = io.Copy(io.Discard, lines)
		close(s.ended)
	}()
	return s
}

// planThrough asks for a rename in a project through a transport, and returns the structured answer.
func planThrough(t *testing.T, transport mcp.Transport, version, dir string) string {
	t.Helper()
	client := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, nil)
	session, err := client.Connect(t.Context(), transport, &mcp.ClientSessionOptions{ProtocolVersion: version})
	if err != nil {
		t.Fatal(err)
	}
	defer session.Close()
	if got := session.InitializeResult(); !strings.HasPrefix(got.Instructions, "tsplan plans ") {
		t.Errorf("the instructions are %q", got.Instructions)
	}
	got, err := session.CallTool(t.Context(), &mcp.CallToolParams{Name: "planRenameSymbol", Arguments: map[string]any{
		"projectRoot": dir, "filePath": "answer.ts", "line": 0, "character": 13, "newName": "total", "verify": true,
	}})
	if err != nil || got.IsError {
		t.Fatalf("%+v, %v", got.Content, err)
	}
	text, err := json.Marshal(got.StructuredContent)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// TestHTTP asks a sealed server over HTTP, in both eras of the protocol, for what it answers over standard input, and stops it with
// a signal.
func TestHTTP(t *testing.T) {
	const token = "a-token-that-is-long-enough"
	binary, dir := goBuild(t), layOut(t)
	stdio := exec.Command(binary, "serve", "--root", dir, "--cache-dir", filepath.Join(os.Getenv(home), "cache"))
	want := planThrough(t, &mcp.CommandTransport{Command: stdio}, "2025-11-25", dir)
	if !strings.Contains(want, `"canRename":true`) || !strings.Contains(want, `"verdict":"proven"`) {
		t.Fatalf("over standard input: %s", want)
	}
	file := filepath.Join(t.TempDir(), "token")
	if err := os.WriteFile(file, []byte(token+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name   string
		token  string
		env    []string
		args   []string
		signal os.Signal
	}{
		{"no token", "", nil, nil, syscall.SIGTERM},
		{"token in a file", token, nil, []string{"--http-token-file", file}, os.Interrupt},
		{"token in the environment", "0123456789abcdef", []string{tokenVariable + "=0123456789abcdef"}, nil, syscall.SIGTERM},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := startHTTP(t, binary, c.env, append(c.args, "--root", dir)...)
			if seal.Available().Whole() && !strings.Contains(s.log.String(), "msg=sealed") {
				t.Errorf("not sealed: %s", s.log.String())
			}
			for _, version := range []string{"2025-11-25", "2026-07-28"} {
				transport := &mcp.StreamableClientTransport{Endpoint: s.url, HTTPClient: &http.Client{Transport: withToken(c.token)}}
				if got := planThrough(t, transport, version, dir); got != want {
					t.Errorf("%s: %s, over standard input %s", version, got, want)
				}
			}
			res, err := http.Post(s.url, "application/json", strings.NewReader("{}"))
			if err != nil {
				t.Fatal(err)
			}
			res.Body.Close()
			if refused := res.StatusCode == http.StatusUnauthorized; refused != (c.token != "") {
				t.Errorf("without a token: %s", res.Status)
			}
			if err := s.command.Process.Signal(c.signal); err != nil {
				t.Fatal(err)
			}
			<-s.ended
			if err := s.command.Wait(); err != nil {
				t.Errorf("after %v: %v", c.signal, err)
			}
		})
	}
}
