package stdio

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// Calls that come at once, with the end of input right behind them, are all answered.
func TestEndOfInputWithCallsInFlight(t *testing.T) {
	in := strings.Join([]string{hello, call(1, "now", "{}"), call(2, "later", "{}"), call(3, "later", "{}"), ping}, "\n")
	for range 20 {
		synctest.Test(t, func(t *testing.T) {
			var out bytes.Buffer
			if err := testServer().Run(t.Context(), &Transport{In: strings.NewReader(in), Out: &out}); err != nil {
				t.Fatal(err)
			}
			if n := strings.Count(out.String(), "\n"); n != 5 || strings.Count(out.String(), `"result"`) != 5 {
				t.Errorf("%d of 5 answers: %s", n, out.String())
			}
		})
	}
}

func TestEndOfInputDoesNotWaitForEver(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := connected(t, new(Transport))
		c.send(call(1, "never", "{}"), call(2, "never", "{}"))
		c.send(`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":2}}`)
		began := time.Now()
		got := c.end()
		if len(got) != 1 || !strings.HasPrefix(got[0], `{"jsonrpc":"2.0","id":1,"error":{"code":-32603,`) {
			t.Errorf("the open call is answered %q", got)
		}
		if waited := time.Since(began); waited != defaultDrain {
			t.Errorf("waited %v", waited)
		}
	})
}

func TestEndOfInputWaitsForNoCancelledCall(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := connected(t, &Transport{Drain: time.Hour})
		c.send(call(1, "later", "{}"))
		c.send(`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}`)
		began := time.Now()
		if got := c.end(); len(got) > 0 {
			t.Errorf("answered: %q", got)
		}
		// The tool that does not listen to its context is waited for, as the SDK does.
		if waited := time.Since(began); waited != time.Second {
			t.Errorf("waited %v", waited)
		}
	})
}

func TestCloseEndsRead(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r, w := io.Pipe()
		conn, err := (&Transport{In: r, Out: io.Discard}).Connect(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		ended := make(chan error)
		go func() {
			_, err := conn.Read(t.Context())
			ended <- err
		}()
		synctest.Wait()
		for range 2 {
			if err := conn.Close(); err != nil {
				t.Error(err)
			}
		}
		if err := <-ended; !errors.Is(err, io.EOF) {
			t.Errorf("Read returned %v", err)
		}
		w.Close()
	})
}
