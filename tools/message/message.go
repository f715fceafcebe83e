// Package message holds what the transports share: how a JSON-RPC message is read, refused and bounded. So a client gets the same answer
// over standard input as over HTTP.
//
// It imports the MCP SDK and package sanitize.
package message

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"unicode/utf8"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"

	"tsplan/tools/sanitize"
)

// Limits of the messages of one server.
const (
	MaxSize    = 16 << 20 // 16 MiB, the longest message that is read
	MaxAnswer  = 8 << 20  // 8 MiB, the longest answer unless said otherwise; clients give up at 10
	MaxWaiting = 64 << 20 // 64 MiB of calls over Small without an answer, unless said otherwise
	Small      = 64 << 10 // 64 KiB; the number of open calls bounds the memory for calls up to this size
)

// What a client reads whose message is too long.
const (
	TooLong             = "a message may have at most 16 MiB; this one was skipped"
	TooLongNotification = "a notification may have at most 64 KiB; this one was skipped"
)

const (
	maxErrorText = 2 << 10 // 2 KiB of text in a JSON-RPC error; the SDK quotes whole parameters
	maxID        = 1 << 10 // 1 KiB
)

// Refusal is the answer to text that is no message. The id is null unless the line shows one.
type Refusal struct {
	JSONRPC string          `json:"jsonrpc"`
	ID      json.RawMessage `json:"id"`
	Error   *jsonrpc.Error  `json:"error"`
}

// Refuse makes a refusal. An empty id stands for null.
func Refuse(id json.RawMessage, code int64, text string) *Refusal {
	if len(id) == 0 {
		id = json.RawMessage("null")
	}
	return &Refusal{JSONRPC: "2.0", ID: id, Error: &jsonrpc.Error{Code: code, Message: text}}
}

// Decode reads one message. It returns a message, or the refusal to send instead, or neither: a broken
// response is dropped, because answering answers could go on for ever.
func Decode(line []byte) (jsonrpc.Message, *Refusal) {
	if !utf8.Valid(line) {
		return nil, Refuse(nil, jsonrpc.CodeParseError, "a message must be UTF-8")
	}
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(line, &fields); err != nil || fields == nil {
		var syntax *json.SyntaxError
		if errors.As(err, &syntax) {
			return nil, Refuse(nil, jsonrpc.CodeParseError, "not JSON: "+sanitize.Text(err.Error()))
		}
		return nil, Refuse(nil, jsonrpc.CodeInvalidRequest,
			"a message must be one JSON object; batches are not served")
	}
	_, isRequest := fields["method"]
	_, hasResult := fields["result"]
	_, hasError := fields["error"]
	id, hasID := fields["id"]
	switch {
	case !isRequest && (hasResult || hasError):
		msg, err := jsonrpc.DecodeMessage(line)
		if err != nil {
			return nil, nil
		}
		return msg, nil
	case hasID && !validID(id):
		return nil, Refuse(nil, jsonrpc.CodeInvalidRequest,
			"id must be a whole number or a string of at most 1 KiB")
	case !isRequest:
		return nil, Refuse(id, jsonrpc.CodeInvalidRequest, "method is missing")
	}
	msg, err := jsonrpc.DecodeMessage(line)
	if err != nil {
		return nil, Refuse(id, jsonrpc.CodeInvalidRequest, "not a JSON-RPC 2.0 request, or nested too deeply")
	}
	return msg, nil
}

// validID reports whether the SDK can carry an id without changing it.
func validID(id json.RawMessage) bool {
	var v any
	if len(id) > maxID || json.Unmarshal(id, &v) != nil {
		return false
	}
	switch v := v.(type) {
	case string:
		return true
	case float64:
		return v == math.Trunc(v) && math.Abs(v) <= 1<<53
	}
	return false
}

// WireError gives an error the form in which it is sent: with a code, and not too long.
func WireError(err error) *jsonrpc.Error {
	out := jsonrpc.Error{Code: jsonrpc.CodeInvalidRequest, Message: sanitize.Short(err.Error(), maxErrorText)}
	var coded *jsonrpc.Error
	if errors.As(err, &coded) && coded.Code != 0 {
		out.Code = coded.Code
		if len(coded.Data) <= maxErrorText {
			out.Data = coded.Data
		}
	}
	return &out
}

// Budget says that a call of size bytes does not fit beside the calls that wait for their answers.
func Budget(size, waiting, most int) string {
	return fmt.Sprintf("budget: this call has %d bytes, and the calls without an answer have %d of the %d that they may have together; "+
		"ask again when some are answered", size, waiting, most)
}

// TooLargeText says that an answer is over most, and how to ask for less.
func TooLargeText(size, most int) string {
	return fmt.Sprintf("too_large: the answer is %d bytes, more than the %d that one message may have; "+
		"ask for less: a lower limit, fewer files, or one directory at a time; or raise --max-answer", size, most)
}

// TooLarge replaces an answer of size bytes that is over most. A tool's answer becomes a tool
// error, which the model sees; any other becomes a JSON-RPC error.
func TooLarge(resp *jsonrpc.Response, method string, size, most int) *jsonrpc.Response {
	text := TooLargeText(size, most)
	failed := &jsonrpc.Response{ID: resp.ID, Error: &jsonrpc.Error{
		Code: jsonrpc.CodeInternalError, Message: text,
	}}
	var result map[string]json.RawMessage
	if method != "tools/call" || json.Unmarshal(resp.Result, &result) != nil {
		return failed
	}
	// The other fields of the result, such as its type, depend on the protocol's version, and stay.
	delete(result, "structuredContent")
	result["isError"] = json.RawMessage("true")
	result["content"], _ = json.Marshal([]map[string]string{{"type": "text", "text": text}}) // cannot fail
	raw, err := json.Marshal(result)
	if err != nil || len(raw) > most {
		return failed
	}
	return &jsonrpc.Response{ID: resp.ID, Result: raw}
}

// Unescape writes <, > and & as they are. The SDK, which marshals for HTML, made six bytes of each, and TypeScript is full of these
// characters. Unescape changes valid JSON in place.
func Unescape(data []byte) []byte {
	out := data[:0]
	for i := 0; i < len(data); i++ {
		if data[i] == '\\' {
			if len(data) >= i+6 {
				switch string(data[i : i+6]) {
				case `\u003c`:
					out, i = append(out, '<'), i+5
					continue
				case `\u003e`:
					out, i = append(out, '>'), i+5
					continue
				case `\u0026`:
					out, i = append(out, '&'), i+5
					continue
				}
			}
			out = append(out, data[i])
			i++ // the escaped character may be a backslash
		}
		out = append(out, data[i])
	}
	return out
}
