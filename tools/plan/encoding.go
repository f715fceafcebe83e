package plan

import (
	"bytes"
	"errors"
	"fmt"
	"unicode/utf8"
)

// ErrEncoding refuses to edit a file that is not UTF-8.
var ErrEncoding = errors.New("not UTF-8")

// EncodingError says what was found instead of UTF-8. It is an ErrEncoding.
type EncodingError struct {
	Found string // "UTF-16 little-endian", "UTF-16 big-endian" or "invalid UTF-8"
	Byte  int    // where
}

func (e *EncodingError) Error() string {
	return fmt.Sprintf("%s at byte %d: convert the file to UTF-8 first", e.Found, e.Byte)
}

// Unwrap returns ErrEncoding.
func (e *EncodingError) Unwrap() error { return ErrEncoding }

var (
	bomUTF8    = []byte("\xEF\xBB\xBF")
	bomUTF16LE = []byte("\xFF\xFE")
	bomUTF16BE = []byte("\xFE\xFF")
)

func checkEncoding(data []byte) error {
	switch {
	case bytes.HasPrefix(data, bomUTF16LE):
		return &EncodingError{Found: "UTF-16 little-endian"}
	case bytes.HasPrefix(data, bomUTF16BE):
		return &EncodingError{Found: "UTF-16 big-endian"}
	case utf8.Valid(data):
		return nil
	}
	at := 0
	for {
		r, size := utf8.DecodeRune(data[at:])
		if r == utf8.RuneError && size <= 1 {
			return &EncodingError{Found: "invalid UTF-8", Byte: at}
		}
		at += size
	}
}
