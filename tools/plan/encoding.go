package plan

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"strings"
	"unicode/utf16"
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

// Decode returns the text that the guest is given for the bytes of a file, which is what Node
// and TypeScript read: a byte order mark is dropped, UTF-16 is recognised by its mark, and what
// is invalid becomes U+FFFD, one for each maximal part of a character. ok says whether the bytes
// are UTF-8, that is, whether NewText takes them and a plan may edit them.
func Decode(data []byte) (text string, ok bool) {
	switch {
	case bytes.HasPrefix(data, bomUTF16LE):
		return decodeUTF16(data[2:], binary.LittleEndian), false
	case bytes.HasPrefix(data, bomUTF16BE):
		return decodeUTF16(data[2:], binary.BigEndian), false
	}
	data = bytes.TrimPrefix(data, bomUTF8)
	if utf8.Valid(data) {
		return string(data), true
	}
	var b strings.Builder
	b.Grow(len(data))
	for len(data) > 0 {
		r, size := utf8.DecodeRune(data)
		if r == utf8.RuneError && size == 1 {
			// The part ends before the first byte that could not continue the character.
			for size < len(data) && !utf8.FullRune(data[:size+1]) {
				size++
			}
		}
		b.WriteRune(r)
		data = data[size:]
	}
	return b.String(), false
}

// decodeUTF16 drops an odd last byte, as Node does.
func decodeUTF16(data []byte, order binary.ByteOrder) string {
	units := make([]uint16, len(data)/2)
	for i := range units {
		units[i] = order.Uint16(data[2*i:])
	}
	return string(utf16.Decode(units))
}

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
