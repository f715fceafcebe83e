package httpserve

import (
	"errors"
	"net/http"
	"strings"
	"testing"
)

const secret = "0123456789abcdef"

// TestGuard asks with headers that are refused, or not, before anything else is looked at.
func TestGuard(t *testing.T) {
	named := Config{Address: "tsplan.local:80", Hosts: []string{"Tsplan.example"}, Origins: []string{"https://app.example:8443"}}
	for _, c := range []struct {
		name    string
		config  Config
		headers []string
		status  int
		text    string
	}{
		{"localhost", Config{}, nil, http.StatusOK, ""},
		{"port", Config{}, []string{"Host", "LocalHost:8080"}, http.StatusOK, ""},
		{"IPv4", Config{}, []string{"Host", "127.0.0.1:80"}, http.StatusOK, ""},
		{"IPv6", Config{}, []string{"Host", "[::1]:80"}, http.StatusOK, ""},
		{"IPv6 without port", Config{}, []string{"Host", "[::1]"}, http.StatusOK, ""},
		{"other host", Config{}, []string{"Host", "attacker.example"}, http.StatusForbidden, "--http-host"},
		{"localhost below another", Config{}, []string{"Host", "localhost.attacker.example"}, http.StatusForbidden, "--http-host"},
		{"other address", Config{}, []string{"Host", "192.0.2.1"}, http.StatusForbidden, "--http-host"},
		{"name of --http", named, []string{"Host", "tsplan.local:80"}, http.StatusOK, ""},
		{"name of --http-host", named, []string{"Host", "tsplan.EXAMPLE:443"}, http.StatusOK, ""},
		{"not that name", named, []string{"Host", "x.tsplan.example"}, http.StatusForbidden, "--http-host"},

		{"local page", Config{}, []string{"Origin", "http://localhost:3000"}, http.StatusOK, ""},
		{"local page by TLS", Config{}, []string{"Origin", "https://127.0.0.1"}, http.StatusOK, ""},
		{"other page", Config{}, []string{"Origin", "http://attacker.example"}, http.StatusForbidden, "--http-origin"},
		{"page without origin", Config{}, []string{"Origin", "null"}, http.StatusForbidden, "--http-origin"},
		{"no page", Config{}, []string{"Origin", "ftp://localhost"}, http.StatusForbidden, "--http-origin"},
		{"two pages", Config{}, []string{"Origin", "http://localhost", "Origin", "http://attacker.example"}, http.StatusForbidden, "--http-origin"},
		{"page of --http-origin", named, []string{"Origin", "https://app.example:8443"}, http.StatusOK, ""},
		{"the same with another port", named, []string{"Origin", "https://app.example"}, http.StatusForbidden, "--http-origin"},

		{"token", Config{Token: secret}, []string{"Authorization", "Bearer " + secret}, http.StatusOK, ""},
		{"token, other case", Config{Token: secret}, []string{"Authorization", "bearer " + secret}, http.StatusOK, ""},
		{"no token", Config{Token: secret}, nil, http.StatusUnauthorized, "Authorization: Bearer TOKEN"},
		{"wrong token", Config{Token: secret}, []string{"Authorization", "Bearer 0123456789abcdeF"}, http.StatusUnauthorized, "Bearer"},
		{"half a token", Config{Token: secret}, []string{"Authorization", "Bearer 01234567"}, http.StatusUnauthorized, "Bearer"},
		{"empty token", Config{Token: secret}, []string{"Authorization", "Bearer"}, http.StatusUnauthorized, "Bearer"},
		{"other scheme", Config{Token: secret}, []string{"Authorization", "Basic " + secret}, http.StatusUnauthorized, "Bearer"},
		{"two tokens", Config{Token: secret}, []string{"Authorization", "Bearer " + secret, "Authorization", "Bearer x"}, http.StatusUnauthorized, "Bearer"},
		{"token that is not asked for", Config{}, []string{"Authorization", "Bearer x"}, http.StatusOK, ""},

		{"other path", Config{}, []string{"Path", "/"}, http.StatusNotFound, "/mcp"},
		{"other path, no token", Config{Token: secret}, []string{"Path", "/"}, http.StatusUnauthorized, "Bearer"},
	} {
		t.Run(c.name, func(t *testing.T) {
			bubble(t, c.config, nil, func(s *served) {
				got := s.post(hello, c.headers...)
				if got.status != c.status || !strings.Contains(got.text, c.text) {
					t.Errorf("%d %s", got.status, got.text)
				}
				if asks := got.header.Get("WWW-Authenticate") != ""; asks != (c.status == http.StatusUnauthorized) {
					t.Errorf("WWW-Authenticate is %q", got.header.Get("WWW-Authenticate"))
				}
				if c.status != http.StatusOK && strings.Contains(got.text, "jsonrpc") {
					t.Errorf("a refused client got %s", got.text)
				}
			})
		})
	}
}

// TestHostsOfReachableServers takes an IP address for a host where other machines can connect: there is no name that an attacker could
// lead here.
func TestHostsOfReachableServers(t *testing.T) {
	g, err := newGuard(Config{Address: ":80", Token: secret}, false)
	if err != nil {
		t.Fatal(err)
	}
	for host, want := range map[string]bool{
		"192.0.2.1:80": true, "[2001:db8::1]:80": true, "localhost": true, "attacker.example": false, "": false, "192.0.2.1.example": false,
	} {
		if g.knowsHost(host) != want {
			t.Errorf("%q: %v", host, !want)
		}
	}
}

// TestListenRefuses says for each configuration that is wrong what to do.
func TestListenRefuses(t *testing.T) {
	open, err := Listen(Config{Address: "127.0.0.1:0"})
	if err != nil {
		t.Fatal(err)
	}
	defer open.listener.Close()
	if !strings.HasPrefix(open.URL(), "http://127.0.0.1:") || !strings.HasSuffix(open.URL(), "/mcp") {
		t.Error(open.URL())
	}
	for _, c := range []struct {
		config Config
		want   string
	}{
		{Config{Address: "0.0.0.0:0"}, "--http-token-file"},
		{Config{Address: ":0"}, "TSPLAN_HTTP_TOKEN"},
		{Config{Address: "[::]:0"}, "listen on 127.0.0.1"},
		{Config{Address: "8080"}, "want an address as 127.0.0.1:8080"},
		{Config{Address: "127.0.0.1:0", Token: "short"}, "at least 16 characters"},
		{Config{Address: "127.0.0.1:0", Token: "0123456789 abcdef"}, "visible ASCII"},
		{Config{Address: "127.0.0.1:0", Token: "0123456789abcdé"}, "visible ASCII"},
		{Config{Address: "127.0.0.1:0", Hosts: []string{"http://x"}}, "--http-host"},
		{Config{Address: "127.0.0.1:0", Hosts: []string{""}}, "--http-host"},
		{Config{Address: "127.0.0.1:0", Origins: []string{"app.example"}}, "--http-origin"},
		{Config{Address: "127.0.0.1:0", Origins: []string{"https://"}}, "--http-origin"},
		{Config{Address: "127.0.0.1:0", Origins: []string{"https://app.example/"}}, "--http-origin"},
		{Config{Address: "127.0.0.1:0", Origins: []string{"https://app.example:port"}}, "--http-origin"},
	} {
		l, err := Listen(c.config)
		if _, ok := errors.AsType[*ConfigError](err); !ok || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%+v: %v", c.config, err)
		}
		if l != nil {
			l.listener.Close()
		}
	}
	taken := strings.TrimSuffix(strings.TrimPrefix(open.URL(), "http://"), Path)
	if _, err := Listen(Config{Address: taken}); err == nil || !strings.Contains(err.Error(), taken) {
		t.Errorf("a port in use: %v", err)
	}
	reachable, err := Listen(Config{Address: "0.0.0.0:0", Token: secret})
	if err != nil {
		t.Fatal(err)
	}
	reachable.listener.Close()
}
