package plan

import (
	"bytes"
	"encoding/json"
	"errors"
)

// ErrNull refuses to write null, which hosts that expect a list reject.
var ErrNull = errors.New("an answer may not contain null: make the list empty instead")

// Encode returns v as compact JSON in which < > & stay readable. It returns ErrNull if a list in
// v was never made.
func Encode(v any) ([]byte, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return nil, err
	}
	out := bytes.TrimSuffix(b.Bytes(), []byte("\n"))
	if hasNull(out) {
		return nil, ErrNull
	}
	return out, nil
}

// hasNull expects valid compact JSON, in which an n outside strings begins null.
func hasNull(data []byte) bool {
	quoted := false
	for i := 0; i < len(data); i++ {
		switch c := data[i]; {
		case c == '"':
			quoted = !quoted
		case quoted && c == '\\':
			i++
		case !quoted && c == 'n':
			return true
		}
	}
	return false
}
