// Package httpserve serves MCP over Streamable HTTP, for hosts that run tsplan in a container.
//
// The SDK's handler speaks the protocol. This package adds what the SDK leaves to others: who may ask (guard.go), what a message may be
// (body.go), how many sessions and connections there are, and the end. It imports the MCP SDK and package message.
package httpserve

import (
	"cmp"
	"fmt"
	"log/slog"
	"net"
	"net/netip"
	"net/url"
	"strings"
	"time"

	"tsplan/tools/message"
)

// Path is where MCP is served.
const Path = "/mcp"

const (
	minToken       = 16 // bytes; a shorter token can be guessed
	maxSessions    = 64
	maxConnections = 256
	idleTime       = time.Hour
)

// Config says where to listen, and who may ask.
type Config struct {
	Address   string        // HOST:PORT
	Token     string        // what clients have to send as bearer token; "" for none, which only a loopback address allows
	Hosts     []string      // names of this server besides localhost, IP addresses and the host of Address
	Origins   []string      // web origins that may ask, besides those of this machine
	MaxAnswer int           // bytes of the largest answer; 0 means 8 MiB
	Sessions  int           // sessions at a time; 0 means 64
	Idle      time.Duration // a session that gets no request for so long is closed; 0 means an hour
	Logger    *slog.Logger
}

// ConfigError says what is wrong with a Config, and what to do.
type ConfigError struct{ Text string }

func (e *ConfigError) Error() string { return e.Text }

func wrong(format string, args ...any) error { return &ConfigError{fmt.Sprintf(format, args...)} }

// Listener accepts connections, but serves none before Serve is called.
type Listener struct {
	config      Config
	listener    net.Listener
	guard       guard
	connections int // at a time
}

// Listen checks the configuration and opens the port. An error about the configuration is a *ConfigError.
func Listen(c Config) (*Listener, error) {
	address, err := net.ResolveTCPAddr("tcp", c.Address)
	if err != nil {
		return nil, wrong("--http %s: %v; want an address as 127.0.0.1:8080", c.Address, err)
	}
	loopback := address.IP.IsLoopback()
	g, err := newGuard(c, loopback)
	if err != nil {
		return nil, err
	}
	if !loopback && c.Token == "" {
		return nil, wrong("--http %s: other machines can reach this address, so clients need a token: "+
			"name a file that holds one with --http-token-file, or set TSPLAN_HTTP_TOKEN; or listen on 127.0.0.1", c.Address)
	}
	listener, err := net.ListenTCP("tcp", address)
	if err != nil {
		return nil, fmt.Errorf("--http %s: %w", c.Address, err)
	}
	return newListener(c, listener, g), nil
}

func newListener(c Config, listener net.Listener, g guard) *Listener {
	c.MaxAnswer = cmp.Or(c.MaxAnswer, message.MaxAnswer)
	c.Sessions = cmp.Or(c.Sessions, maxSessions)
	c.Idle = cmp.Or(c.Idle, idleTime)
	if c.Logger == nil {
		c.Logger = slog.New(slog.DiscardHandler)
	}
	return &Listener{config: c, listener: listener, guard: g, connections: maxConnections}
}

// URL is where clients on this machine find the server.
func (l *Listener) URL() string { return "http://" + l.listener.Addr().String() + Path }

// newGuard checks what the configuration says about clients.
func newGuard(c Config, loopback bool) (guard, error) {
	g := guard{token: c.Token, loopback: loopback}
	if c.Token != "" && (len(c.Token) < minToken || strings.ContainsFunc(c.Token, func(r rune) bool { return r <= ' ' || r > '~' })) {
		return g, wrong("the token for --http must have at least %d characters, all of them visible ASCII, as those that openssl rand -hex 32 prints", minToken)
	}
	if host, _, err := net.SplitHostPort(c.Address); err == nil && host != "" {
		g.hosts = append(g.hosts, host)
	}
	for _, host := range c.Hosts {
		if host == "" || strings.ContainsAny(host, ":/@ ") {
			return g, wrong("--http-host %s: want a name as tsplan.example, without scheme and port", host)
		}
		g.hosts = append(g.hosts, host)
	}
	for _, origin := range c.Origins {
		u, err := url.Parse(origin)
		if err != nil || u.Scheme == "" || u.Host == "" || u.Scheme+"://"+u.Host != strings.ToLower(origin) {
			return g, wrong("--http-origin %s: want scheme, name and port as https://app.example or https://app.example:8443", origin)
		}
		g.origins = append(g.origins, strings.ToLower(origin))
	}
	return g, nil
}

// isLoopback reports whether a name or an IP address means this machine.
func isLoopback(host string) bool {
	ip, err := netip.ParseAddr(host)
	return strings.EqualFold(host, "localhost") || err == nil && ip.IsLoopback()
}
