package peer

import (
	"bufio"
	"bytes"
	"io"
	"strings"
	"testing"
)

func TestFramingRoundTrip(t *testing.T) {
	for _, f := range []Framing{Lines, Headers} {
		var wire bytes.Buffer
		messages := []string{`{"a":1}`, `{}`, `{"text":"ä\n"}`}
		for _, m := range messages {
			if err := f.write(&wire, []byte(m)); err != nil {
				t.Fatal(err)
			}
		}
		r := bufio.NewReader(&wire)
		for _, want := range messages {
			got, err := f.read(r)
			if err != nil || strings.TrimSuffix(string(got), "\n") != want {
				t.Errorf("Framing %d: read %q, %v; want %q", f, got, err, want)
			}
		}
		if _, err := f.read(r); err != io.EOF {
			t.Errorf("Framing %d: at the end: %v, want EOF", f, err)
		}
	}
}

func TestReadHeaders(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"Content-Length: 2\r\n\r\n{}", "{}"},
		{"content-length:2\nContent-Type: x\n\n{}rest", "{}"},
		{"Content-Length: 0\r\n\r\n", ""},
		{"\r\n{}", "error"},
		{"Content-Length: -1\r\n\r\n", "error"},
		{"Content-Length: two\r\n\r\n{}", "error"},
		{"Content-Length: 99999999999\r\n\r\n{}", "error"},
		{"Content-Length: 3\r\n\r\n{}", "error"},
	} {
		got, err := readHeaders(bufio.NewReader(strings.NewReader(c.in)))
		if (err != nil) != (c.want == "error") || err == nil && string(got) != c.want {
			t.Errorf("%q: %q, %v; want %s", c.in, got, err, c.want)
		}
	}
}
