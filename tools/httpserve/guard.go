package httpserve

import (
	"crypto/sha256"
	"crypto/subtle"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strings"
)

// guard decides from the headers of a request whether it is answered.
type guard struct {
	token    string
	loopback bool     // only this machine can connect
	hosts    []string // names of this server
	origins  []string // origins of web pages, in lower case
}

// refusal is an answer to a request that is not passed on.
type refusal struct {
	status int
	text   string
}

// check returns nil if the request may be answered.
func (g *guard) check(req *http.Request) *refusal {
	switch {
	case !g.knowsHost(req.Host):
		return &refusal{http.StatusForbidden, "this server does not go by the name in the header Host; start tsplan with --http-host NAME if it shall"}
	case !g.knowsOrigins(req.Header.Values("Origin")):
		return &refusal{http.StatusForbidden, "web pages of this origin may not ask; start tsplan with --http-origin ORIGIN if they shall"}
	case !g.knowsToken(req.Header.Values("Authorization")):
		return &refusal{http.StatusUnauthorized, "send the token that this server was started with, as Authorization: Bearer TOKEN"}
	case req.URL.Path != Path:
		return &refusal{http.StatusNotFound, "MCP is served at " + Path}
	}
	return nil
}

// knowsHost refuses names that an attacker's name server may have led to this machine (DNS rebinding). A page in the user's browser, from
// such a name, is then of the same origin as this server. An IP address is no name, so no name server is asked about it.
func (g *guard) knowsHost(host string) bool {
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	} else {
		host = strings.TrimSuffix(strings.TrimPrefix(host, "["), "]")
	}
	if isLoopback(host) || slices.ContainsFunc(g.hosts, func(name string) bool { return strings.EqualFold(name, host) }) {
		return true
	}
	_, err := netip.ParseAddr(host)
	return !g.loopback && err == nil
}

// knowsOrigins refuses the requests of web pages, except those that this machine serves and those that the operator named. Programs that
// are no browsers send no Origin.
func (g *guard) knowsOrigins(origins []string) bool {
	for _, origin := range origins {
		u, err := url.Parse(origin)
		local := err == nil && (u.Scheme == "http" || u.Scheme == "https") && isLoopback(u.Hostname())
		if !local && !slices.Contains(g.origins, strings.ToLower(origin)) {
			return false
		}
	}
	return true
}

// knowsToken compares digests, which have one length, in a time that does not depend on where they differ.
func (g *guard) knowsToken(headers []string) bool {
	if g.token == "" {
		return true
	}
	if len(headers) != 1 {
		return false
	}
	scheme, token, _ := strings.Cut(headers[0], " ")
	sent, want := sha256.Sum256([]byte(strings.TrimSpace(token))), sha256.Sum256([]byte(g.token))
	return strings.EqualFold(scheme, "Bearer") && subtle.ConstantTimeCompare(sent[:], want[:]) == 1
}

// write answers a request with its refusal. Browsers and programs that take 401 for a question know from WWW-Authenticate what is asked.
func (r *refusal) write(w http.ResponseWriter) {
	if r.status == http.StatusUnauthorized {
		w.Header().Set("WWW-Authenticate", `Bearer realm="tsplan"`)
	}
	http.Error(w, r.text, r.status)
}
