package hostfs

import (
	"bytes"
	"encoding/binary"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// Decode returns the text that the guest is given for the bytes of a file, which is what Node
// and TypeScript read: a byte order mark is dropped, UTF-16 is recognised by its mark, and what
// is invalid becomes U+FFFD, one for each maximal part of a character. ok says whether the bytes
// are UTF-8, the only encoding that plans edit.
func Decode(data []byte) (text string, ok bool) {
	switch {
	case bytes.HasPrefix(data, []byte("\xFF\xFE")):
		return decodeUTF16(data[2:], binary.LittleEndian), false
	case bytes.HasPrefix(data, []byte("\xFE\xFF")):
		return decodeUTF16(data[2:], binary.BigEndian), false
	}
	data = bytes.TrimPrefix(data, []byte("\xEF\xBB\xBF"))
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
