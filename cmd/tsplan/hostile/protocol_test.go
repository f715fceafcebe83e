package hostile

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"sync"
	"testing"
	"time"
)

// No client of good will sends these lines. The next question is answered, and the server holds no more than before.
func TestProtocol(t *testing.T) {
	tr := newTree(t, nil)
	s := start(t, tr.home, "--root", tr.root)
	golden := s.call(t, "planRenameSymbol", question(toolInfo{}, tr, renameFields)).Text
	files := func() int {
		open, err := os.ReadDir(fmt.Sprintf("/proc/%d/fd", s.cmd.Process.Pid))
		if err != nil {
			t.Fatal(err)
		}
		return len(open)
	}
	before := files()
	deep := strings.Repeat(`{"a":`, 10_000) + "1" + strings.Repeat("}", 10_000)
	asked := 0
	for _, line := range []string{
		"", " ", "null", "7", "{}", "[]", `"x"`, "{", "\x00\xff", `{"jsonrpc":"2.0"}`, `{"jsonrpc":"1.0","id":900001,"method":"ping"}`,
		`{"jsonrpc":"2.0","id":900002,"method":"tools/call","params":{"name":"planRenameSymbol","arguments":` + deep + `}}`,
		`{"jsonrpc":"2.0","id":900003,"method":"tools/call","params":{"name":"planRenameSymbol","arguments":[]}}`,
		`{"jsonrpc":"2.0","id":900004,"method":"tools/call","params":{"name":"no_such_tool","arguments":{}}}`,
		`{"jsonrpc":"2.0","id":900005,"method":"tools/call","params":7}`,
		`{"jsonrpc":"2.0","id":900006,"method":"tools/call"}`,
		`{"jsonrpc":"2.0","id":900007,"method":"` + strings.Repeat("x", 1<<20) + `"}`,
		`{"jsonrpc":"2.0","id":{"a":1},"method":"ping"}`,
		`{"jsonrpc":"2.0","id":900008,"method":"ping"}` + "\n" + `{"jsonrpc":"2.0","id":900008,"method":"ping"}`,
		`{"jsonrpc":"2.0","id":900009,"result":{}}`, `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"none"}}`,
		`{"jsonrpc":"2.0","id":900010,"method":"resources/read","params":{"uri":"file:///etc/passwd"}}`,
		`{"jsonrpc":"2.0","id":900011,"method":"logging/setLevel","params":{"level":"../../x"}}`,
		`{"__proto__":{},"jsonrpc":"2.0","id":900012,"method":"ping","method":"tools/list"}`,
	} {
		s.send(t, []byte(line+"\n"))
		asked++
		if a := s.call(t, "planRenameSymbol", question(toolInfo{}, tr, renameFields)); a.Text != golden {
			t.Errorf("after %.80q: %s", line, a.Text)
		}
	}
	// A thousand at once, half of them cancelled: each is answered, be it that there are too many.
	var wg sync.WaitGroup
	codes := map[string]int{}
	var mu sync.Mutex
	for n := range 1000 {
		wg.Go(func() {
			if n%2 == 1 {
				s.send(t, fmt.Appendf(nil, `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":%d}}`+"\n", 1_000_000+n))
			}
			a := s.call(t, "planRenameSymbol", question(toolInfo{}, tr, renameFields))
			mu.Lock()
			defer mu.Unlock()
			codes[a.verdict()]++
		})
	}
	wg.Wait()
	if a := s.call(t, "planRenameSymbol", question(toolInfo{}, tr, renameFields)); a.Text != golden {
		t.Errorf("after a thousand at once: %s", a.Text)
	}
	// A question that was cancelled still closes its files after its answer.
	for deadline := time.Now().Add(time.Minute); files() > before; time.Sleep(10 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Errorf("a minute after the last answer %d files are open, %d were before", files(), before)
			break
		}
	}
	tr.leaked(t, "standard output", s.stdout.Bytes())
	for line := range bytes.Lines(s.stdout.Bytes()) {
		if !json.Valid(line) {
			t.Errorf("not JSON: %.100q", line)
		}
	}
	t.Logf("%d lines that are no request, 1,000 questions at once: %v; %d files open, %d before", asked, codes, files(), before)
}

// A line of 64 MiB is read past, in pieces.
func TestLongLine(t *testing.T) {
	tr := newTree(t, nil)
	s := start(t, tr.home, "--root", tr.root)
	before := s.peakMemory(t)
	s.send(t, append(bytes.Repeat([]byte("x"), 64<<20), '\n'))
	if a := s.call(t, "planRenameSymbol", question(toolInfo{}, tr, renameFields)); a.verdict() != "ok" {
		t.Errorf("after a line of 64 MiB: %s", a.Text)
	}
	t.Logf("64 MiB in a line: the next question is answered; peak memory %d MiB, %d before", s.peakMemory(t)>>20, before>>20)
}
