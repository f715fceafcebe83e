package outline

import (
	"slices"
	"strings"
)

// mostWords is how many places Words lists of one text. Without a limit, the list for a hostile text could take the memory of the host.
const mostWords = 50_000

// mostWanted is how many words Words looks for. Each token is compared with all of them, so that a longer list could keep the host busy.
const mostWanted = 20

// words are the places, in bytes, at which a text has one of the wanted words.
type words struct {
	wanted         []string
	code, comments []int
}

// Words finds words in a TypeScript source. It returns the UTF-16 offsets of those in code and, behind a new line, of those in comments. The
// offsets are separated by spaces. Words in strings and in texts of JSX are left out. In a comment, a longer word may have a wanted one as a part.
// Words returns false if it is not certain what is code, or if too many words are wanted.
func Words(hasJSX bool, wanted []string, text string) (offsets string, ok bool) {
	if len(wanted) > mostWanted || !isPlain(text) || hasMarksOfMerge(text) {
		return "", false
	}
	found := &words{wanted: wanted}
	c := code{scanner: scanner{text: text}, hasJSX: hasJSX, words: found}
	c.file()
	if c.doubt {
		return "", false
	}
	inUTF16(text, found.code)
	inUTF16(text, found.comments)
	return joined(found.code) + "\n" + joined(found.comments), true
}

// note adds the current token if it is a wanted word.
func (c *code) note() {
	if slices.Contains(c.words.wanted, c.token()) {
		c.require(len(c.words.code) < mostWords)
		c.words.code = append(c.words.code, c.start)
	}
}

// trivia passes over white space and comments, and notes the words in the comments.
func (c *code) trivia() {
	start := c.at
	c.scanner.trivia()
	if c.words == nil || c.doubt {
		return
	}
	passed := c.text[start:c.at]
	for _, word := range c.words.wanted {
		for from := 0; word != ""; from += len(word) {
			length := strings.Index(passed[from:], word)
			if length < 0 {
				break
			}
			from += length
			c.require(len(c.words.comments) < mostWords)
			c.words.comments = append(c.words.comments, start+from)
		}
	}
}
