package stdio

import (
	"context"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/synctest"

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
