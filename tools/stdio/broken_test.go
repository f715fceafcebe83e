package stdio

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

var errBroken = errors.New("nobody reads this")

type brokenOutput struct{}

func (brokenOutput) Write([]byte) (int, error) { return 0, errBroken }

func brokenConnection(t *testing.T, input string) mcp.Connection {
	t.Helper()
	c, err := (&Transport{In: strings.NewReader(input), Out: brokenOutput{}}).Connect(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// TestRefusalThatCannotBeWritten ends the session at a line that is no message where the output is broken.
func TestRefusalThatCannotBeWritten(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := brokenConnection(t, "nonsense\n"+call(1, "now", "{}")+"\n")
		defer c.Close()
		if msg, err := c.Read(context.Background()); msg != nil || !errors.Is(err, errBroken) {
			t.Errorf("%v, %v", msg, err)
		}
	})
}

// TestLastAnswersThatCannotBeWritten says at the end of input that the calls still open could not be answered.
func TestLastAnswersThatCannotBeWritten(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := brokenConnection(t, call(1, "never", "{}")+"\n")
		defer c.Close()
		if msg, err := c.Read(context.Background()); msg == nil || err != nil {
			t.Fatalf("%v, %v", msg, err)
		}
		if msg, err := c.Read(context.Background()); msg != nil || !errors.Is(err, errBroken) {
			t.Errorf("%v, %v", msg, err)
		}
	})
}

// TestResponses lets the client's answers through, and drops those that are none.
func TestResponses(t *testing.T) {
	for line, through := range map[string]bool{
		`{"jsonrpc":"2.0","id":1,"result":{}}`:                             true,
		`{"jsonrpc":"2.0","id":"a","error":{"code":-32600,"message":"x"}}`: true,
		`{"jsonrpc":"2.0","id":true,"result":{}}`:                          false,
		`{"jsonrpc":"1.0","id":1,"result":{}}`:                             false,
	} {
		msg, refused := decode([]byte(line))
		if _, ok := msg.(*jsonrpc.Response); ok != through || refused != nil {
			t.Errorf("%s: %v, %v", line, msg, refused)
		}
	}
}

// TestErrorData keeps the data of an error, up to its limit.
func TestErrorData(t *testing.T) {
	for _, c := range []struct{ size, want int }{{maxErrorText, maxErrorText}, {maxErrorText + 1, 0}} {
		data := json.RawMessage(`"` + strings.Repeat("x", c.size-2) + `"`)
		err := fmt.Errorf("wrapped: %w", &jsonrpc.Error{Code: -32042, Message: "m", Data: data})
		if got := wireError(err); got.Code != -32042 || len(got.Data) != c.want {
			t.Errorf("%d bytes: %d are left, code %d", c.size, len(got.Data), got.Code)
		}
	}
}

func TestBrokenOutputEndsTheSession(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		broken := errors.New("broken")
		out, w := io.Pipe()
		out.CloseWithError(broken)
		r, in := io.Pipe()
		done := make(chan error)
		go func() { done <- testServer().Run(t.Context(), &Transport{In: r, Out: w}) }()
		io.WriteString(in, hello+"\n")
		if err := <-done; !errors.Is(err, broken) {
			t.Errorf("the session ended with %v", err)
		}
		in.Close()
	})
}
