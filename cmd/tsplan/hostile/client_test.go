package hostile

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"sync"
	"testing"
	"time"
	"unicode"
	"unicode/utf8"

	"tsplan/runtime/paths"
	"tsplan/tools/tool"
)

// server is a running tsplan and the client that talks to it, byte for byte.
type server struct {
	cmd    *exec.Cmd
	in     io.WriteCloser
	stderr lockedBuffer
	stdout lockedBuffer // all of it

	mu      sync.Mutex
	next    int
	waiting map[int]chan json.RawMessage
	broken  error         // a line that is no message
	limit   time.Duration // of a request
	moving  bool          // what is asked about changes meanwhile
	done    chan struct{}
}

// start runs `tsplan serve` with flags and shakes hands.
func start(t testing.TB, home string, flags ...string) *server {
	t.Helper()
	return startProgram(t, program, home, flags...)
}

func startProgram(t testing.TB, program, home string, flags ...string) *server {
	t.Helper()
	s := &server{waiting: map[int]chan json.RawMessage{}, done: make(chan struct{}), limit: timeLimit}
	for i, flag := range flags {
		if flag == "--timeout" {
			var err error
			if s.limit, err = time.ParseDuration(flags[i+1]); err != nil {
				t.Fatal(err)
			}
		}
	}
	s.cmd = exec.Command(program, append([]string{"serve", "--cache-dir", cacheDir, "--no-project-cache"}, flags...)...)
	s.cmd.Env = []string{"HOME=" + home, "PATH=" + os.Getenv("PATH")}
	s.cmd.Dir = home
	s.cmd.Stderr = &s.stderr
	var err error
	if s.in, err = s.cmd.StdinPipe(); err != nil {
		t.Fatal(err)
	}
	out, err := s.cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := s.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	go s.read(out)
	t.Cleanup(func() { s.stop(t) })
	began := time.Now()
	s.request(t, "initialize", map[string]any{
		"protocolVersion": "2025-11-25", "capabilities": map[string]any{},
		"clientInfo": map[string]any{"name": "hostile", "version": "1"},
	}, 10*time.Second)
	if took := time.Since(began); testing.Verbose() && took > 100*time.Millisecond {
		t.Logf("initialize took %v", took)
	}
	s.send(t, []byte(`{"jsonrpc":"2.0","method":"notifications/initialized"}`+"\n"))
	return s
}

func (s *server) read(out io.Reader) {
	defer close(s.done)
	lines := bufio.NewReader(out)
	for {
		line, err := lines.ReadBytes('\n')
		if len(line) > 0 {
			s.stdout.Write(line)
			s.deliver(line)
		}
		if err != nil {
			return
		}
	}
}

func (s *server) deliver(line []byte) {
	s.mu.Lock()
	defer s.mu.Unlock()
	var message struct{ ID *int }
	if !utf8.Valid(line) || json.Unmarshal(line, &message) != nil {
		s.broken = fmt.Errorf("not a message: %q", line)
	}
	if message.ID != nil {
		if c := s.waiting[*message.ID]; c != nil {
			delete(s.waiting, *message.ID)
			c <- line
		}
	}
}

func (s *server) send(t testing.TB, line []byte) {
	t.Helper()
	s.mu.Lock()
	defer s.mu.Unlock()
	if _, err := s.in.Write(line); err != nil {
		t.Fatalf("%v; standard error:\n%s", err, s.stderr.Bytes())
	}
}

// request returns the whole line of the answer.
func (s *server) request(t testing.TB, method string, params any, wait time.Duration) json.RawMessage {
	t.Helper()
	answer := make(chan json.RawMessage, 1)
	s.mu.Lock()
	s.next++
	id := s.next
	s.waiting[id] = answer
	s.mu.Unlock()
	line, err := json.Marshal(map[string]any{"jsonrpc": "2.0", "id": id, "method": method, "params": params})
	if err != nil {
		t.Fatal(err)
	}
	s.send(t, append(line, '\n'))
	select {
	case line := <-answer:
		return line
	case <-s.done:
		t.Fatalf("%s: the server ended; standard error:\n%s", method, s.stderr.Bytes())
	case <-time.After(wait):
		t.Fatalf("%s: no answer in %v; standard error:\n%s", method, wait, s.stderr.Bytes())
	}
	return nil
}

// answer is what a tool answered.
type answer struct {
	Line    []byte
	Text    string
	JSON    json.RawMessage
	IsError bool
	Took    time.Duration
}

// verdict is "ok", "refused" for a rename or batch that cannot be, or the code of an error.
func (a answer) verdict() string {
	if a.IsError {
		code, _, _ := strings.Cut(a.Text, ":")
		return code
	}
	var r struct{ CanRename, CanPlan *bool }
	no := func(b *bool) bool { return b != nil && !*b }
	if json.Unmarshal(a.JSON, &r) == nil && (no(r.CanRename) || no(r.CanPlan)) {
		return "refused"
	}
	return "ok"
}

const timeLimit = 20 * time.Second // what the servers here are started with

func (s *server) call(t testing.TB, tool string, arguments any) answer {
	t.Helper()
	began := time.Now()
	line := s.request(t, "tools/call", map[string]any{"name": tool, "arguments": arguments}, timeLimit+10*time.Second)
	var message struct {
		Result *struct {
			Content           []struct{ Text string }
			StructuredContent json.RawMessage
			IsError           bool
		}
		Error *struct{ Message string }
	}
	if err := json.Unmarshal(line, &message); err != nil {
		t.Fatal(err)
	}
	a := answer{Line: line, Took: time.Since(began)}
	switch {
	case message.Error != nil:
		t.Fatalf("%s %v: protocol error: %s", tool, arguments, message.Error.Message)
	case message.Result == nil || len(message.Result.Content) == 0:
		t.Fatalf("%s %v: %s", tool, arguments, line)
	}
	a.Text, a.JSON, a.IsError = message.Result.Content[0].Text, message.Result.StructuredContent, message.Result.IsError
	s.checkAnswer(t, tool, arguments, a)
	return a
}

// codes is the closed list.
var codes = map[tool.Code]bool{
	tool.OutsideRoot: true, tool.NotRegular: true, tool.InvalidName: true, tool.TooLarge: true, tool.Budget: true,
	tool.Deadline: true, tool.Memory: true, tool.GuestFault: true, tool.BadConfig: true, tool.Changed: true,
	tool.NotFound: true, tool.InvalidArgument: true, tool.Unreadable: true, tool.Cancelled: true,
	tool.LocateNotFound: true, tool.LocateAmbiguous: true, tool.MarkerAmbiguous: true, tool.SymbolNotFound: true,
	tool.SymbolAmbiguous: true, tool.OutOfRange: true,
}

// checkAnswer holds for every answer: in time, with a code of the list if it is an error, and fit to be shown.
func (s *server) checkAnswer(t testing.TB, name string, arguments any, a answer) {
	t.Helper()
	score.took(a.Took, s.limit)
	if a.Took > s.limit+250*time.Millisecond {
		t.Errorf("%s %v: answered after %v, the limit is %v", name, arguments, a.Took, s.limit)
	}
	s.checkHashes(t, name, a)
	if a.IsError && !codes[tool.Code(a.verdict())] {
		t.Errorf("%s %v: not a code of the list: %s\n%s", name, arguments, a.Text, s.stderr.Bytes())
	}
	if strings.Contains(a.Text+string(a.JSON), string(paths.Mount)) {
		t.Errorf("%s %v: a path of the guest leaves: %s", name, arguments, a.Text)
	}
	var all any
	if err := json.Unmarshal(a.Line, &all); err != nil {
		t.Error(err)
	}
	for _, text := range textsIn(all, nil) {
		if i := strings.IndexFunc(text, hides); i >= 0 {
			t.Errorf("%s %v: the answer holds %+q", name, arguments, text[max(0, i-40):min(len(text), i+10)])
		}
	}
}

// checkHashes holds for every plan: it is for the bytes that are on disk.
func (s *server) checkHashes(t testing.TB, tool string, a answer) {
	t.Helper()
	var plan struct {
		Edits []struct{ FilePath, SHA256, SHA256Short string }
	}
	if s.moving || json.Unmarshal(a.JSON, &plan) != nil {
		return
	}
	for _, e := range plan.Edits {
		data, err := os.ReadFile(e.FilePath)
		if sum := fmt.Sprintf("%x", sha256.Sum256(data)); err != nil || e.SHA256 != "" && e.SHA256 != sum || !strings.HasPrefix(sum, e.SHA256Short) {
			t.Errorf("%s: the plan is for %s as %s, and it is %s, %v", tool, e.FilePath, e.SHA256+e.SHA256Short, sum, err)
		}
	}
}

// hides says that a rune steers a terminal or hides. Line breaks and tabs are part of source text.
func hides(r rune) bool {
	return !strings.ContainsRune("\n\r\t", r) &&
		unicode.In(r, unicode.Cc, unicode.Cf, unicode.Zl, unicode.Zp, unicode.Other_Default_Ignorable_Code_Point)
}

// textsIn lists the strings of decoded JSON, and those of JSON in strings.
func textsIn(v any, to []string) []string {
	switch v := v.(type) {
	case string:
		to = append(to, v)
		var inner any
		if strings.HasPrefix(v, "{") && json.Unmarshal([]byte(v), &inner) == nil {
			to = textsIn(inner, to)
		}
	case []any:
		for _, e := range v {
			to = textsIn(e, to)
		}
	case map[string]any:
		for k, e := range v {
			to = textsIn(e, append(to, k))
		}
	}
	return to
}

// stop ends the server as hosts do, by closing its input, and checks that it said only messages.
func (s *server) stop(t testing.TB) {
	t.Helper()
	if s.cmd.ProcessState != nil {
		return
	}
	s.in.Close()
	ended := time.AfterFunc(15*time.Second, func() { _ = s.cmd.Process.Kill() })
	<-s.done
	err := s.cmd.Wait()
	if !ended.Stop() || err != nil {
		t.Errorf("the server ended with %v; standard error:\n%s", err, s.stderr.Bytes())
	}
	if s.broken != nil {
		t.Error(s.broken)
	}
}

// toolList is what the server offers.
func (s *server) toolList(t testing.TB) []toolInfo {
	t.Helper()
	var list struct{ Result struct{ Tools []toolInfo } }
	if err := json.Unmarshal(s.request(t, "tools/list", map[string]any{}, 10*time.Second), &list); err != nil {
		t.Fatal(err)
	}
	if len(list.Result.Tools) < 3 {
		t.Fatal("no tools")
	}
	return list.Result.Tools
}

type toolInfo struct {
	Name        string
	InputSchema struct {
		Properties map[string]struct{ Type any }
		Required   []string
	}
}

type lockedBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (l *lockedBuffer) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.Write(p)
}

func (l *lockedBuffer) Bytes() []byte {
	l.mu.Lock()
	defer l.mu.Unlock()
	return bytes.Clone(l.b.Bytes())
}
