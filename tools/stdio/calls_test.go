package stdio

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
)

func TestCancelledCallIsNotAnswered(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := connected(t, new(Transport))
		if got := c.send(call(1, "never", "{}")); len(got) > 0 {
			t.Fatalf("answered: %q", got)
		}
		cancel := `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1,"reason":"bored"}}`
		if got := c.send(cancel); len(got) > 0 {
			t.Errorf("a cancelled call is answered %q", got)
		}
		// The id is free again, and a second cancellation of the first call does not reach it.
		if got := c.send(call(1, "now", "{}")); len(got) != 1 || !strings.Contains(got[0], `"text":"now"`) {
			t.Errorf("the next call is answered %q", got)
		}
		if got := c.end(); len(got) > 0 {
			t.Errorf("late: %q", got)
		}
	})
}

func TestIDInUse(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := connected(t, new(Transport))
		got := c.send(call(1, "later", "{}"), call(1, "now", "{}"))
		if len(got) != 1 || !strings.HasPrefix(got[0], `{"jsonrpc":"2.0","id":null,"error":{"code":-32600,`) {
			t.Errorf("the second call is answered %q", got)
		}
		time.Sleep(time.Second)
		if got := c.send(); len(got) != 1 || !strings.Contains(got[0], `"text":"later"`) {
			t.Errorf("the first call is answered %q", got)
		}
		c.end()
	})
}

func TestTooManyOpenCalls(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := connected(t, new(Transport))
		for i := range maxOpen {
			c.send(call(1+i, "later", "{}"))
		}
		got := c.send(call(5000, "now", "{}"))
		if len(got) != 1 || !strings.HasPrefix(got[0], `{"jsonrpc":"2.0","id":5000,"error":{"code":-32603,`) {
			t.Errorf("one more call is answered %q", got)
		}
		if got := c.end(); len(got) != maxOpen {
			t.Errorf("%d of %d calls were answered", len(got), maxOpen)
		}
	})
}

// FuzzConn sends anything to a connection whose server answers every call at once. What comes out is
// always one JSON-RPC object a line, and no call gets two answers.
func FuzzConn(f *testing.F) {
	f.Add([]byte(hello + "\n" + ping + "\n"))
	f.Add([]byte("[]\n{}\n\n\xff\n" + `{"id":1.5}` + "\n" + `{"jsonrpc":"2.0","id":"a","method":"","params":[]}`))
	f.Add([]byte(call(1, "x", "{}") + "\n" + call(1, "x", "{}") + "\n" + `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}`))
	f.Fuzz(func(t *testing.T, in []byte) {
		var out bytes.Buffer
		conn, err := (&Transport{In: bytes.NewReader(in), Out: &out, Drain: time.Millisecond}).Connect(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		calls := 0
		for {
			msg, err := conn.Read(t.Context())
			if errors.Is(err, io.EOF) {
				break
			}
			if err != nil {
				t.Fatal(err)
			}
			if req, ok := msg.(*jsonrpc.Request); ok && req.IsCall() {
				calls++
				for range 2 {
					if err := conn.Write(t.Context(), &jsonrpc.Response{ID: req.ID, Result: json.RawMessage(`"ok"`)}); err != nil {
						t.Fatal(err)
					}
				}
			}
		}
		conn.Close()
		answers := 0
		for line := range strings.Lines(out.String()) {
			var msg struct {
				JSONRPC string
				Result  string
				Error   *struct{ Code int }
			}
			if err := json.Unmarshal([]byte(line), &msg); err != nil || msg.JSONRPC != "2.0" {
				t.Fatalf("sent %q: %v", line, err)
			}
			if msg.Result == "ok" {
				answers++
			} else if msg.Error == nil || msg.Error.Code >= 0 {
				t.Fatalf("sent %q", line)
			}
		}
		if answers != calls {
			t.Fatalf("%d answers to %d calls", answers, calls)
		}
	})
}
