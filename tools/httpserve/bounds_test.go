package httpserve

import (
	"context"
	"io"
	"net"
	"net/http"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// TestSessions refuses one session too many, and takes it when another one was ended or has expired.
func TestSessions(t *testing.T) {
	bubble(t, Config{Sessions: 2, Idle: time.Minute}, nil, func(s *served) {
		first, second := s.session(), s.session()
		full := func(want bool) {
			t.Helper()
			got := s.post(hello)
			if refused := got.status == http.StatusServiceUnavailable && strings.Contains(got.text, "--http-sessions"); refused != want {
				t.Errorf("%d %s", got.status, got.text)
			}
			if id := got.header.Get(sessionHeader); id != "" {
				s.ask("DELETE", nil, sessionHeader, id)
			}
		}
		full(true)
		if body, headers := newCall("now", "{}"); s.post(body, headers...).status != http.StatusOK {
			t.Error("a call that needs no session is refused")
		}
		if got := s.ask("DELETE", nil, first...); got.status != http.StatusNoContent {
			t.Errorf("DELETE: %d %s", got.status, got.text)
		}
		full(false)
		first = s.session()
		time.Sleep(40 * time.Second)
		if got := s.post(call(1, "now", "{}"), second...); got.status != http.StatusOK {
			t.Errorf("%d %s", got.status, got.text)
		}
		time.Sleep(40 * time.Second) // the first is idle for 80 s, the second for 40 s
		if got := s.post(call(1, "now", "{}"), first...); got.status != http.StatusNotFound {
			t.Errorf("an expired session: %d %s", got.status, got.text)
		}
		if got := s.post(call(1, "now", "{}"), second...); got.status != http.StatusOK {
			t.Errorf("a session in use: %d %s", got.status, got.text)
		}
		s.session()
		full(true)
	})
}

// TestSessionsAtOnce starts more sessions at a time than there may be.
func TestSessionsAtOnce(t *testing.T) {
	bubble(t, Config{Sessions: 3}, nil, func(s *served) {
		statuses := make(chan int)
		for range 20 {
			go func() { statuses <- s.post(hello).status }()
		}
		opened := 0
		for range 20 {
			if <-statuses == http.StatusOK {
				opened++
			}
		}
		if opened == 0 || opened > 3 {
			t.Errorf("%d sessions", opened)
		}
	})
}

// TestConnections lets a connection wait while as many as may be are open.
func TestConnections(t *testing.T) {
	bubble(t, Config{}, func(l *Listener) { l.connections = 2 }, func(s *served) {
		var open []net.Conn
		for range 2 {
			conn, err := s.pipes.dial(s.t.Context(), "", "")
			if err != nil {
				t.Fatal(err)
			}
			open = append(open, conn)
		}
		soon, cancel := context.WithTimeout(s.t.Context(), time.Second)
		defer cancel()
		if _, err := s.pipes.dial(soon, "", ""); err == nil {
			t.Error("a third connection is accepted")
		}
		open[0].Close()
		if got := s.post(hello); got.status != http.StatusOK {
			t.Errorf("%d %s", got.status, got.text)
		}
		open[1].Close()
	})
}

// TestSlowClients ends the connections of clients that do not go on: with the headers, with the body, with taking the answer, or with
// a next request.
func TestSlowClients(t *testing.T) {
	const head = "POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nAccept: */*\r\n"
	whole := func(body string) string { return "Content-Length: " + strconv.Itoa(len(body)) + "\r\n\r\n" + body }
	body, headers := newCall("long", `{"bytes":8000000}`)
	withHeaders := ""
	for i := 0; i < len(headers); i += 2 {
		withHeaders += headers[i] + ": " + headers[i+1] + "\r\n"
	}
	for _, c := range []struct {
		name, sent string
		read       bool // what the server answers, to its end
		want       time.Duration
	}{
		{"nothing", "", true, headerTime},
		{"half of the headers", "POST /mcp HTTP/1.1\r\n", true, headerTime},
		{"half of the body", head + "Content-Length: 100\r\n\r\n{", true, bodyTime},
		{"half of a body that is refused", "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n{", true, bodyTime},
		{"takes no answer", head + withHeaders + whole(body), false, writeTime},
		{"no next request", head + whole(hello), true, keepTime},
	} {
		t.Run(c.name, func(t *testing.T) {
			bubble(t, Config{}, func(l *Listener) { l.connections = 1 }, func(s *served) {
				conn, err := s.pipes.dial(s.t.Context(), "", "")
				if err != nil {
					t.Fatal(err)
				}
				began := time.Now()
				go func() {
					_, _ = io.WriteString(conn, c.sent)
					if c.read {
						_, _ = io.Copy(io.Discard, conn)
					}
				}()
				next, err := s.pipes.dial(s.t.Context(), "", "") // when the first has ended
				if err != nil {
					t.Fatal(err)
				}
				if waited := time.Since(began); waited < c.want || waited > c.want+2*time.Second {
					t.Errorf("the connection ended after %v, want %v", waited, c.want)
				}
				next.Close()
				conn.Close()
				synctest.Wait()
			})
		})
	}
}

// TestLongHeaders refuses headers that are over the bound.
func TestLongHeaders(t *testing.T) {
	bubble(t, Config{}, nil, func(s *served) {
		got, err := s.try(s.t.Context(), "GET", nil, "X-Long", strings.Repeat("x", 2*maxHeader))
		if err == nil && got.status != http.StatusRequestHeaderFieldsTooLarge {
			t.Errorf("%d %s", got.status, got.text)
		}
	})
}

// TestQuietStream keeps a stream on which nothing is sent, and a call that takes long, for longer than any deadline.
func TestQuietStream(t *testing.T) {
	bubble(t, Config{Idle: 24 * time.Hour}, nil, func(s *served) {
		session := s.session()
		over := make(chan string, 2)
		go func() {
			_, err := s.try(s.t.Context(), "GET", nil, session...)
			over <- "stream"
			_ = err // the server has ended
		}()
		go func() {
			got := s.post(call(1, "never", "{}"), session...)
			over <- got.text
		}()
		time.Sleep(3 * time.Hour)
		select {
		case what := <-over:
			t.Errorf("over: %s", what)
		default:
		}
		s.post(`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}`, session...)
		<-over
		s.stop()
		<-over
	})
}
