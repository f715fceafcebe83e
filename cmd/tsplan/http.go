package main

import (
	"bytes"
	"errors"
	"log/slog"
	"os"
	"time"

	"github.com/spf13/pflag"

	"tsplan/tools/httpserve"
)

// tokenVariable names the environment variable that may hold the token. There is no flag for it: other users of the machine see flags.
const tokenVariable = "TSPLAN_HTTP_TOKEN"

// httpFlags are those of serve --http.
type httpFlags struct {
	address, tokenFile string
	hosts, origins     []string
	sessions           int
	idle               time.Duration
}

func (h *httpFlags) add(f *pflag.FlagSet) {
	f.StringVar(&h.address, "http", "", "address to serve MCP at over HTTP, as 127.0.0.1:8080; needs --root")
	f.StringVar(&h.tokenFile, "http-token-file", "", "file with the token that clients over HTTP have to send (default: "+tokenVariable+" in the environment)")
	f.StringArrayVar(&h.hosts, "http-host", nil, "name that clients over HTTP know this server by, besides localhost and IP addresses, repeatable")
	f.StringArrayVar(&h.origins, "http-origin", nil, "origin of web pages that may ask over HTTP, as https://app.example, repeatable")
	f.IntVar(&h.sessions, "http-sessions", 64, "sessions over HTTP at a time; more are refused")
	f.DurationVar(&h.idle, "http-idle", time.Hour, "a session over HTTP ends after so long without a request")
}

// checkHTTP refuses flags that do not go together.
func (s *settings) checkHTTP() error {
	s.accept = s.http.address != ""
	switch {
	case s.http.address == "":
		return nil
	case len(s.roots) == 0:
		return wrong("--http: say what may be read with --root DIR: a client that comes over a network may not choose it")
	case s.http.sessions < 1:
		return wrong("--http-sessions: must be at least 1")
	case s.http.idle <= 0:
		return wrong("--http-idle: must be longer than 0")
	}
	return nil
}

// listen opens the port of --http. It returns nil without --http.
func (s *settings) listen(log *slog.Logger) (*httpserve.Listener, error) {
	if s.http.address == "" {
		return nil, nil
	}
	token, err := s.http.token()
	if err != nil {
		return nil, err
	}
	over, err := httpserve.Listen(httpserve.Config{
		Address:   s.http.address,
		Token:     token,
		Hosts:     s.http.hosts,
		Origins:   s.http.origins,
		MaxAnswer: s.answerMB << 20,
		Sessions:  s.http.sessions,
		Idle:      s.http.idle,
		Logger:    log,
	})
	if _, ok := errors.AsType[*httpserve.ConfigError](err); ok {
		return nil, callError{err}
	}
	return over, err
}

// token reads what clients have to send. An empty file is an error, since whoever names a file wants a token.
func (h *httpFlags) token() (string, error) {
	if h.tokenFile == "" {
		return os.Getenv(tokenVariable), nil
	}
	data, err := os.ReadFile(h.tokenFile)
	if err != nil {
		return "", wrong("--http-token-file: %w", err)
	}
	token := string(bytes.TrimSpace(data))
	if token == "" {
		return "", wrong("--http-token-file: %s is empty; openssl rand -hex 32 prints a token", h.tokenFile)
	}
	return token, nil
}
