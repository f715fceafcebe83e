package httpserve

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"

	"tsplan/tools/message"
)

// budget counts the bytes of the calls over message.Small that have no answer yet.
type budget struct {
	most int

	mu      sync.Mutex
	waiting int
}

// take returns how many bytes wait, and whether n more may.
func (b *budget) take(n int) (waiting int, ok bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.waiting+n > b.most {
		return b.waiting, false
	}
	b.waiting += n
	return b.waiting, true
}

func (b *budget) give(n int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.waiting -= n
}

// posted is the message in a POST.
type posted struct {
	msg  jsonrpc.Message // nil for a broken response, which is dropped as it is on standard input
	body []byte
	held int // bytes taken from the budget
}

// rejected is a refusal in JSON-RPC, for a client that sent what is no message.
type rejected struct {
	status int
	*message.Refusal
}

func reject(status int, code int64, text string) *rejected {
	return &rejected{status, message.Refuse(nil, code, text)}
}

func (r *rejected) write(w http.ResponseWriter) {
	w.Header().Set("Content-Type", "application/json")
	if r.status == http.StatusServiceUnavailable {
		w.Header().Set("Retry-After", "1")
	}
	w.WriteHeader(r.status)
	_ = json.NewEncoder(w).Encode(r.Refusal) // a client that is gone needs no answer
}

// read returns the message of a POST, or the refusal of what is none. The bytes that it took from the budget are the caller's to give back.
func (h *handler) read(w http.ResponseWriter, req *http.Request) (posted, *rejected) {
	if req.ContentLength > message.MaxSize {
		return posted{}, reject(http.StatusRequestEntityTooLarge, jsonrpc.CodeInvalidRequest, message.TooLong)
	}
	body := http.MaxBytesReader(w, req.Body, message.MaxSize)
	data, err := io.ReadAll(io.LimitReader(body, message.Small+1))
	held := 0
	if err == nil && len(data) > message.Small {
		size := int(req.ContentLength)
		if size < 0 { // the client does not say
			size = message.MaxSize
		}
		waiting, ok := h.budget.take(size)
		if !ok {
			return posted{}, reject(http.StatusServiceUnavailable, jsonrpc.CodeInternalError, message.Budget(size, waiting, h.budget.most))
		}
		held = size
		var rest []byte
		rest, err = io.ReadAll(body)
		data = append(data, rest...)
	}
	p := posted{body: data, held: held}
	var refused *rejected
	switch _, tooLong := errors.AsType[*http.MaxBytesError](err); {
	case tooLong:
		refused = reject(http.StatusRequestEntityTooLarge, jsonrpc.CodeInvalidRequest, message.TooLong)
	case err != nil:
		refused = reject(http.StatusBadRequest, jsonrpc.CodeParseError, "the message ended early, or came too slowly")
	default:
		refused = p.decode()
	}
	if refused != nil {
		h.budget.give(held)
		return posted{}, refused
	}
	req.Body, req.ContentLength = io.NopCloser(bytes.NewReader(data)), int64(len(data))
	return p, nil
}

// decode reads the body as standard input is read.
func (p *posted) decode() *rejected {
	msg, refused := message.Decode(p.body)
	if refused != nil {
		return &rejected{http.StatusBadRequest, refused}
	}
	p.msg = msg
	if call, ok := msg.(*jsonrpc.Request); (!ok || !call.IsCall()) && len(p.body) > message.Small {
		return reject(http.StatusRequestEntityTooLarge, jsonrpc.CodeInvalidRequest, message.TooLongNotification)
	}
	return nil
}

// protocol returns the version of the protocol that the message itself names, as calls do since 2026-07-28.
func (p *posted) protocol() string {
	call, ok := p.msg.(*jsonrpc.Request)
	if !ok {
		return ""
	}
	var params struct {
		Meta struct {
			Version string `json:"io.modelcontextprotocol/protocolVersion"`
		} `json:"_meta"`
	}
	_ = json.Unmarshal(call.Params, &params) // the SDK refuses parameters that cannot be read
	return params.Meta.Version
}
