package message

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
)

// TestResponses lets the client's answers through, and drops those that are none.
func TestResponses(t *testing.T) {
	for line, through := range map[string]bool{
		`{"jsonrpc":"2.0","id":1,"result":{}}`:                             true,
		`{"jsonrpc":"2.0","id":"a","error":{"code":-32600,"message":"x"}}`: true,
		`{"jsonrpc":"2.0","id":true,"result":{}}`:                          false,
		`{"jsonrpc":"1.0","id":1,"result":{}}`:                             false,
	} {
		msg, refused := Decode([]byte(line))
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
		if got := WireError(err); got.Code != -32042 || len(got.Data) != c.want {
			t.Errorf("%d bytes: %d are left, code %d", c.size, len(got.Data), got.Code)
		}
	}
}

func FuzzUnescape(f *testing.F) {
	f.Add("<>&\\u003c\\")
	f.Fuzz(func(t *testing.T, s string) {
		escaped, err := json.Marshal(s)
		if err != nil {
			t.Fatal(err)
		}
		var want, got string
		if err := json.Unmarshal(escaped, &want); err != nil {
			t.Fatal(err)
		}
		plain := Unescape(bytes.Clone(escaped))
		if err := json.Unmarshal(plain, &got); err != nil || got != want {
			t.Fatalf("%s became %s: %v", escaped, plain, err)
		}
		if bytes.Count(plain, []byte("<")) != strings.Count(want, "<") {
			t.Fatalf("%s still has escapes", plain)
		}
	})
}
