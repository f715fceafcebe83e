package httpserve

import (
	"context"
	"io"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"tsplan/tools/message"
)

// unsized hides how long a body is.
func unsized(text string) io.Reader { return io.MultiReader(strings.NewReader(text)) }

// padded is a call of n bytes to a tool that ignores them.
func padded(tool string, n int) string {
	text := call(1, tool, `{"x":""}`)
	return strings.Replace(text, `""`, `"`+strings.Repeat("x", n-len(text))+`"`, 1)
}

// TestBodies answers what is no message as standard input does.
func TestBodies(t *testing.T) {
	const (
		parse   = `{"jsonrpc":"2.0","id":null,"error":{"code":-32700,`
		invalid = `{"jsonrpc":"2.0","id":null,"error":{"code":-32600,`
		more    = message.MaxSize + 1
	)
	note := `{"jsonrpc":"2.0","method":"notifications/x","params":{"x":"` + strings.Repeat("x", message.Small) + `"}}`
	bubble(t, Config{}, nil, func(s *served) {
		session := s.session()
		for _, c := range []struct {
			name   string
			body   io.Reader
			status int
			text   string
		}{
			{"empty", strings.NewReader(""), http.StatusBadRequest, parse},
			{"not JSON", strings.NewReader("hello"), http.StatusBadRequest, parse},
			{"not UTF-8", strings.NewReader("\"\xff\""), http.StatusBadRequest, parse},
			{"batch", strings.NewReader("[" + hello + "]"), http.StatusBadRequest, invalid},
			{"no method", strings.NewReader(`{"jsonrpc":"2.0","id":7}`), http.StatusBadRequest, `{"jsonrpc":"2.0","id":7,"error":{"code":-32600,`},
			{"broken response", strings.NewReader(`{"jsonrpc":"1.0","id":1,"result":{}}`), http.StatusAccepted, ""},
			{"as long as it may be", strings.NewReader(padded("now", message.MaxSize)), http.StatusOK, `"text":"now"`},
			{"the same, length unknown", unsized(padded("now", message.MaxSize)), http.StatusOK, `"text":"now"`},
			{"too long", strings.NewReader(padded("now", more)), http.StatusRequestEntityTooLarge, invalid},
			{"too long, length unknown", unsized(padded("now", more)), http.StatusRequestEntityTooLarge, invalid},
			{"long notification", strings.NewReader(note), http.StatusRequestEntityTooLarge, message.TooLongNotification},
			{"short notification", strings.NewReader(`{"jsonrpc":"2.0","method":"notifications/initialized"}`), http.StatusAccepted, ""},
		} {
			got, err := s.try(s.t.Context(), "POST", c.body, session...)
			if err != nil || got.status != c.status || !strings.Contains(got.text, c.text) {
				t.Errorf("%s: %d %.300s, %v", c.name, got.status, got.text, err)
			}
		}
		for _, method := range []string{"GET", "DELETE"} {
			if got := s.ask(method, strings.NewReader("{}"), session...); got.status != http.StatusBadRequest || !strings.Contains(got.text, "only POST") {
				t.Errorf("%s with a body: %d %s", method, got.status, got.text)
			}
		}
		if got := s.ask("PUT", nil, session...); got.status != http.StatusMethodNotAllowed {
			t.Errorf("PUT: %d %s", got.status, got.text)
		}
	})
}

// TestWaitingBytes refuses a long call while the long calls that wait have all the bytes that they may have, also those whose clients are
// gone, and takes it when they are answered.
func TestWaitingBytes(t *testing.T) {
	bubble(t, Config{}, nil, func(s *served) {
		session := s.session()
		gone, leave := context.WithCancel(s.t.Context())
		answered := make(chan error)
		for id := range 4 { // of unknown length, so each may have 16 MiB
			body := strings.Replace(padded("never", message.Small+1), `"id":1`, `"id":`+string(rune('1'+id)), 1)
			go func() {
				_, err := s.try(gone, "POST", unsized(body), session...)
				answered <- err
			}()
		}
		synctest.Wait()
		long := padded("now", message.Small+1)
		refused := func() bool {
			t.Helper()
			got := s.post(strings.Replace(long, `"id":1`, `"id":9`, 1), session...)
			if got.status == http.StatusServiceUnavailable && (!strings.Contains(got.text, "budget: this call has 65537 bytes") || got.header.Get("Retry-After") == "") {
				t.Errorf("refused with %s", got.text)
			}
			return got.status == http.StatusServiceUnavailable
		}
		if !refused() {
			t.Error("a long call is taken while long calls wait")
		}
		if got := s.post(call(9, "now", "{}"), session...); got.status != http.StatusOK {
			t.Errorf("a short call: %d %s", got.status, got.text)
		}
		leave()
		for range 4 {
			<-answered
		}
		synctest.Wait()
		if !refused() {
			t.Error("a long call is taken while long calls wait whose clients are gone")
		}
		for _, id := range []string{"1", "2", "3", "4"} {
			s.post(`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":`+id+`}}`, session...)
		}
		synctest.Wait()
		for range 10 { // what is refused takes nothing
			s.ask("POST", unsized("x"+long), session...)
		}
		if refused() {
			t.Error("a long call is refused when no call waits")
		}
	})
}

// TestVersionOnlyInMessage refuses a call that names its version but has no header for it, as the newer protocol demands, and not as an old
// call.
func TestVersionOnlyInMessage(t *testing.T) {
	bubble(t, Config{}, nil, func(s *served) {
		body, _ := newCall("now", "{}")
		if got := s.post(body); got.status != http.StatusBadRequest || !strings.Contains(got.text, "Mcp-Protocol-Version header is required") {
			t.Errorf("%d %s", got.status, got.text)
		}
		if got := s.post(`{"jsonrpc":"2.0","id":1,"result":{}}`); got.header.Get(sessionHeader) != "" {
			t.Errorf("an answer to nothing: %d %s", got.status, got.text)
		}
	})
}

// TestGoneClientCancels cancels a call of the newer protocol when its connection ends.
func TestGoneClientCancels(t *testing.T) {
	bubble(t, Config{}, func(l *Listener) { l.connections = 1 }, func(s *served) {
		body, headers := newCall("never", "{}")
		gone, leave := context.WithCancel(s.t.Context())
		time.AfterFunc(time.Second, leave)
		if _, err := s.try(gone, "POST", strings.NewReader(body), headers...); err == nil {
			t.Error("answered")
		}
		body, headers = newCall("now", "{}") // has the only connection only when the first call is over
		if got := s.post(body, headers...); !strings.Contains(got.text, `"text":"now"`) {
			t.Errorf("%d %s", got.status, got.text)
		}
	})
}
