package locate

import (
	"context"
	"unicode/utf8"
)

// matcher finds a pattern in a text in one pass over the text, whatever pattern and text contain.
//
// White space is left out of both: the pattern is a list of bytes, each with a rule for the white space between it and the byte before it.
// Bit i of state says that the text read last ends with the first i+1 bytes of the pattern. One byte of text shifts the state by one bit
// and masks it (the Shift-And method), which takes at most maxFind/64 machine words.
type matcher struct {
	size   int
	bytes  [256][]uint64 // by byte value: bits of its places in the pattern; nil if it has none
	spaced []uint64      // bytes that white space may precede
	joined []uint64      // bytes that may follow the one before without white space
}

// spacing says whether the text may, must or must not have white space before a byte of the pattern.
type spacing uint8

const (
	optional spacing = iota
	required
	forbidden
)

const wordBits = 64

func (m *matcher) add(s string, before spacing) {
	for i := range len(s) {
		word, bit := m.size/wordBits, uint64(1)<<(m.size%wordBits)
		if word == len(m.spaced) {
			m.spaced, m.joined = append(m.spaced, 0), append(m.joined, 0)
		}
		if before != forbidden {
			m.spaced[word] |= bit
		}
		if before != required {
			m.joined[word] |= bit
		}
		for len(m.bytes[s[i]]) <= word {
			m.bytes[s[i]] = append(m.bytes[s[i]], 0)
		}
		m.bytes[s[i]][word] |= bit
		m.size++
		before = forbidden // within a token
	}
}

// run calls found for each match, in order, until found returns false. The function at returns the place in text of a byte of the pattern.
// run stops when ctx ends.
func (m *matcher) run(ctx context.Context, text string, found func(at func(i int) int) bool) error {
	const between = 16 << 10 // bytes of text between two looks at ctx
	state := make([]uint64, len(m.spaced))
	used := 0                     // words of state that are not zero, and one more
	places := make([]int, m.size) // of the last bytes that are not white space
	n := 0                        // bytes so far that are not white space
	last, lastBit := (m.size-1)/wordBits, uint64(1)<<((m.size-1)%wordBits)
	allowed := m.spaced
	for i, looked := 0, 0; i < len(text); {
		if i-looked >= between {
			if looked = i; ctx.Err() != nil {
				return ctx.Err()
			}
		}
		r, size := utf8.DecodeRuneInString(text[i:])
		if space(r) {
			allowed = m.spaced
			i += size
			continue
		}
		for range size {
			used = m.step(state, used, m.bytes[text[i]], allowed)
			places[n%m.size] = i
			n++
			i++
			allowed = m.joined
			if state[last]&lastBit != 0 && !found(func(k int) int { return places[(n-m.size+k)%m.size] }) {
				return nil
			}
		}
	}
	return ctx.Err()
}

// step reads one byte of text. Only the first used words of state can have bits; step returns their new number.
func (m *matcher) step(state []uint64, used int, is, allowed []uint64) int {
	carry, top := uint64(1), 0
	for w := range min(used+1, len(state)) {
		next := state[w] >> (wordBits - 1)
		if w >= len(is) {
			state[w] = 0
		} else if state[w] = (state[w]<<1 | carry) & is[w] & allowed[w]; state[w] != 0 {
			top = w + 1
		}
		carry = next
	}
	return top
}
